"""Operations that PyTorch has a kernel for, which is quicker or loses fewer digits than the recipe."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from math import prod
from typing import TYPE_CHECKING

from flint import arb, fmpq

from workings.expr import Call
from workings.learning.declaring import CannotRunError, Size
from workings.learning.shaping import entrywise, reduced, shown, size_of
from workings.learning.terms import Term, literal, plain, py

if TYPE_CHECKING:
    from workings.learning.writing import Writer

_EPS = 1e-5  # that PyTorch adds to a variance


def softmax(writer: Writer, node: Call, terms: Sequence[Term]) -> Term | None:
    if len(terms) != 1:
        return None
    (scores,) = terms
    if not scores.rank:
        raise CannotRunError("softmax of one number: say over which letter it goes, as in softmax_j(a_{ij})")
    for key, expr in node.options:
        if key == "temperature":
            scores = entrywise("x / y", scores, writer.write(expr))
    axis = writer.option(node, "axis")
    dim = -1 if axis is None or scores.rank == 1 else axis if axis < 0 else axis - scores.rank
    return replace(scores, node=py(f"torch.softmax(x, dim={dim})", x=scores.node), learned=None)


def layer_norm(writer: Writer, node: Call, terms: Sequence[Term]) -> Term:
    """Of every row, with the ε of the sheet, or that of PyTorch where the sheet has none."""
    x, *affine = terms[:3]
    if affine and affine[0].learned is not None:
        writer.gains.add(affine[0].learned)
    eps = _of_layer_norm(writer, node)
    told = "" if eps == _EPS else ", eps=e"
    parts = {"x": x.node, "n": size_of(x, -1).node, "e": literal(eps)}
    if any(term.batched for term in affine):
        normed = replace(x, node=py(f"F.layer_norm(x, (n,){told})", **parts), learned=None)
        scaled = entrywise("x * y", normed, affine[0])
        return entrywise("x + y", scaled, affine[1]) if len(affine) > 1 else scaled
    names = ("w", "b")[: len(affine)]
    parts |= {key: term.node for key, term in zip(names, affine, strict=True)}
    listed = "".join(f", {key}" for key in names)
    return replace(x, node=py(f"F.layer_norm(x, (n,){listed}{told})", **parts), learned=None)


def _of_layer_norm(writer: Writer, node: Call) -> float:
    """The ε that is written in it; a run without inputs is held against exact values, which have none."""
    written = [expr for key, expr in node.options if key in ("eps", "ε", "ϵ", "epsilon")]
    for expr in (*node.args[3:], *written):
        value = writer.value_of(expr)
        if not isinstance(value, fmpq | arb):
            raise CannotRunError("the ε of a layer norm has to be a number")
        return plain(value)
    return _EPS if writer.program.inputs else 0.0


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


def convolution(writer: Writer, node: Call, terms: Sequence[Term]) -> Term | None:
    """One kernel on a matrix, or a stack of them on a matrix or on an image of several channels."""
    image, kernel = terms
    if (image.rank, kernel.rank) not in ((2, 2), (2, 3), (3, 4)) or (kernel.batched and kernel.rank > 2):
        return None
    if kernel.learned is not None:
        writer.fan_in.setdefault(kernel.learned, _covered(kernel))
    stride, padding = writer.option(node, "stride") or 1, writer.option(node, "padding") or 0
    options = (f", stride={stride}" if stride != 1 else "") + (f", padding={padding}" if padding else "")
    sizes = tuple(
        _slid(n, k, stride, padding) for n, k in zip(image.shape[-2:], kernel.shape[-2:], strict=True)
    )
    turned = py("k.flip((-1, -2))", k=kernel.node) if writer.option(node, "flipped") else kernel.node
    parts = {"x": image.node, "k": turned}
    if kernel.rank == 4:
        return Term(py(f"F.conv2d(x, k{options})", **parts), (kernel.shape[0], *sizes), image.batched)
    if kernel.rank == 3:  # several kernels on one channel
        slid = py(f"F.conv2d(x[..., None, :, :], k[:, None]{options})", **parts)
        return Term(slid, (kernel.shape[0], *sizes), image.batched)
    if not kernel.batched:
        slid = py(f"F.conv2d(x[..., None, :, :], k[None, None]{options})[..., 0, :, :]", **parts)
        return Term(slid, sizes, image.batched)
    windows = f"F.unfold(x[..., None, :, :], k.shape[-2:]{options})"  # a kernel of its own for every example
    slid = py(f"({windows} * k.flatten(-2)[..., None]).sum(-2).unflatten(-1, {sizes})", **parts)
    return Term(slid, sizes, True)


def _covered(kernel: Term) -> int:
    """How many numbers a kernel covers at one place."""
    sides = kernel.shape[-3:] if kernel.rank == 4 else kernel.shape[-2:]
    return prod(n for n in sides if isinstance(n, int))


def _slid(extent: Size, side: Size, stride: int, padding: int) -> Size:
    if isinstance(extent, int) and isinstance(side, int):
        return (extent + 2 * padding - side) // stride + 1
    return f"{extent}"


def pooled(method: str) -> Callable[[Writer, Call, Sequence[Term]], Term | None]:
    """A window that slides over a matrix, or over every channel of an image."""

    def rule(writer: Writer, node: Call, terms: Sequence[Term]) -> Term | None:
        image = terms[0]
        size = writer.whole(node.args[1]) if len(terms) > 1 else writer.option(node, "size") or 2
        stride = writer.option(node, "stride") or size
        if image.rank not in (2, 3):
            return None
        left = tuple((n - size) // stride + 1 if isinstance(n, int) else n for n in image.shape[-2:])
        call = f"F.{method}_pool2d({{}}, {size}" + (f", {stride})" if stride != size else ")")
        if image.rank == 3:
            return Term(py(call.format("x"), x=image.node), (image.shape[0], *left), image.batched)
        inner = py(call.format("x[..., None, :, :]") + "[..., 0, :, :]", x=image.node)
        return Term(inner, left, image.batched)

    return rule


def over_image(method: str, x: Term) -> Term:
    """One number for every channel of an image: its mean, or its largest entry."""
    if x.rank not in (2, 3):
        raise CannotRunError(f"a pool over an image, not over {shown(x.shape)}")
    return Term(py(f"x.{method}((-2, -1))", x=x.node), x.shape[:-2], x.batched)


def flat(writer: Writer, x: Term) -> Term:
    """All entries in one row."""
    sizes = [size for size in x.shape if isinstance(size, int)]
    whole: Size = prod(sizes) if len(sizes) == x.rank else "×".join(map(str, x.shape))
    node_ = py(f"x.flatten({-x.rank})", x=x.node) if x.rank > 1 else x.node
    return Term(node_, (whole,) if x.rank else (1,), x.batched)
