"""Operations that PyTorch has a kernel for, which is quicker or loses fewer digits than the recipe."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from flint import arb, fmpq

from workings.expr import Call
from workings.learning.shaping import entrywise, reduced, size_of
from workings.learning.terms import Term, literal, plain, py

if TYPE_CHECKING:
    from workings.learning.writing import Writer


def softmax(writer: Writer, node: Call, terms: Sequence[Term]) -> Term | None:
    if len(terms) != 1:
        return None
    (scores,) = terms
    for key, expr in node.options:
        if key == "temperature":
            scores = entrywise("x / y", scores, writer.write(expr))
    axis = writer.option(node, "axis")
    dim = -1 if axis is None or scores.rank == 1 else axis if axis < 0 else axis - scores.rank
    return replace(scores, node=py(f"torch.softmax(x, dim={dim})", x=scores.node), learned=None)


def layer_norm(writer: Writer, node: Call, terms: Sequence[Term]) -> Term:
    x, *affine = terms
    eps = 0.0
    for key, expr in node.options:
        value = writer.value_of(expr) if key in ("eps", "ε", "ϵ", "epsilon") else None
        eps = plain(value) if isinstance(value, fmpq | arb) else eps
    parts = {"x": x.node, "n": size_of(x, -1).node, "e": literal(eps)}
    if any(term.batched for term in affine):
        normed = replace(x, node=py("F.layer_norm(x, (n,), eps=e)", **parts), learned=None)
        scaled = entrywise("x * y", normed, affine[0])
        return entrywise("x + y", scaled, affine[1]) if len(affine) > 1 else scaled
    names = ("w", "b")[: len(affine)]
    parts |= {key: term.node for key, term in zip(names, affine, strict=True)}
    listed = "".join(f", {key}" for key in names)
    return replace(x, node=py(f"F.layer_norm(x, (n,){listed}, eps=e)", **parts), learned=None)


def attention_weights(writer: Writer, node: Call, terms: Sequence[Term]) -> Term | None:
    queries, keys = terms
    if not queries.rank == keys.rank == 2:
        return None
    scores = py("q @ k.mT", q=queries.node, k=keys.node)
    if writer.option(node, "scaled") != 0:
        scores = py("s / n ** 0.5", s=scores, n=size_of(keys, -1).node)
    if writer.option(node, "causal"):
        later = py(
            "torch.ones(n, m, dtype=torch.bool).triu(1)",
            n=size_of(queries, -2).node,
            m=size_of(keys, -2).node,
        )
        scores = py("s.masked_fill(m, -torch.inf)", s=scores, m=later)
    shape = (queries.shape[0], keys.shape[0])
    return Term(py("torch.softmax(s, dim=-1)", s=scores), shape, queries.batched or keys.batched)


def softmax_cross_entropy(writer: Writer, node: Call, terms: Sequence[Term]) -> Term:
    """Of true shares and scores, without the shares in between, which may be too small to write."""
    shares, scores = terms
    logs = replace(scores, node=py("F.log_softmax(x, dim=-1)", x=scores.node), learned=None)
    lost = entrywise("x * y", shares, logs)
    if lost.rank == 1 or writer.option(node, "summed"):
        whole = reduced("sum", lost, None)
    else:
        whole = reduced("mean", reduced("sum", lost, -1), None)
    return replace(whole, node=py("-x", x=whole.node))
