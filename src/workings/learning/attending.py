"""Attention in whatever letters, for PyTorch's own kernel: one head, or several side by side in one call."""

from __future__ import annotations

import ast
from collections.abc import Sequence
from typing import TYPE_CHECKING

from workings.expr import Alt, Call, Expr, Name, Number
from workings.learning.declaring import CannotRunError
from workings.learning.products import PRODUCTS, chained, factors
from workings.learning.shaping import joined
from workings.learning.terms import Term, literal, plain, py
from workings.record import record
from workings.value import Tensor

if TYPE_CHECKING:
    from workings.learning.lowering import Lowering
    from workings.learning.writing import Writer


@record(frozen=True, slots=True)
class Attention:
    """softmax(Q Kᵀ · scale + mask) V; without a scale it is one over the root of the keys' width."""

    queries: Expr
    keys: Expr
    values: Expr
    mask: Expr | None = None
    scale: float | None = None
    causal: bool = False

    def options(self, writer: Writer) -> str:
        """What the kernel is to be told, as it is written; `m` is the mask."""
        told = ", is_causal=True" if self.causal else ""
        told += ", attn_mask=m" if self.mask is not None else ""
        return told + ("" if self.scale is None else f", scale={ast.unparse(literal(self.scale))}")

    def parts(self, writer: Writer) -> dict[str, ast.expr]:
        return {} if self.mask is None else {"m": writer.write(self.mask).node}


def attention_of(writer: Writer, lowering: Lowering, expr: Expr, *, whole: bool = False) -> Attention | None:
    """What an expression attends to, if it is attention; with `whole`, A X W has the values X W."""
    if not isinstance(expr, Call):
        return None
    if expr.op == "attention" and len(expr.args) == 3:
        scale = None if _is_set(expr, "scaled", default=True) else 1.0
        return Attention(*expr.args, scale=scale, causal=_is_set(expr, "causal"))
    if writer.scopes or expr.op not in PRODUCTS:
        return None
    first, *values = factors(expr) if whole else expr.args
    weights = lowering.behind(first, once=True)
    if not isinstance(weights, Call) or weights.op != "softmax" or len(weights.args) != 1 or weights.options:
        return None
    scores, mask = lowering.parted(weights.args[0], "add")
    scores, divisor = lowering.parted(scores, "div")
    if divisor is not None and writer.varies(divisor):
        return None
    *queries, last = factors(scores)
    keys = lowering.behind(last, once=True)
    if not queries or not isinstance(keys, Call) or keys.op != "transpose":
        return None
    scale = 1.0 if divisor is None else 1 / _number(writer, divisor)
    grid = writer.program.grids.get(mask.key) if isinstance(mask, Name) else None
    causal = grid is not None and grid.is_causal
    return Attention(chained(queries), keys.args[0], chained(values), None if causal else mask, scale, causal)


def attended(writer: Writer, found: Attention) -> Term | None:
    """One head by PyTorch's kernel."""
    queries, keys, values = (writer.write(part) for part in (found.queries, found.keys, found.values))
    if not queries.rank == keys.rank == values.rank == 2:
        return None
    parts = {"q": queries.node, "k": keys.node, "v": values.node, **found.parts(writer)}
    node = py(f"F.scaled_dot_product_attention(q, k, v{found.options(writer)})", **parts)
    batched = queries.batched or keys.batched or values.batched
    return Term(node, (queries.shape[0], values.shape[1]), batched)


def heads(writer: Writer, lowering: Lowering, node: Call) -> Term | None:
    """Concat(head_1, …, head_h) of heads that look at the same things: all of them in one call."""
    if writer.scopes or len(node.args) < 2 or node.options:
        return None
    asked = (attention_of(writer, lowering, lowering.behind(arg, once=True), whole=True) for arg in node.args)
    found = [one for one in asked if one is not None]
    if len(found) < len(node.args) or len({(one.mask, one.scale, one.causal) for one in found}) > 1:
        return None
    asking = _projected(writer, [one.queries for one in found])
    asked_for = _projected(writer, [one.keys for one in found])
    given = _projected(writer, [one.values for one in found])
    if asking is None or asked_for is None or given is None:
        return None
    (of, q), (to, k), (seen, v) = asking, asked_for, given
    parts = {"x": of.node, "y": to.node, "z": seen.node, **found[0].parts(writer)}
    parts |= {
        key: ast.List([weights.node for weights in side], ast.Load())
        for key, side in (("q", q), ("k", k), ("v", v))
    }
    places = "x, y" if _same(to, seen) else "x, y, z"
    places = "x" if places == "x, y" and _same(of, to) else places
    call = py(f"attend(({places},), q, k, v{found[0].options(writer)})", **parts)
    width = joined(v).shape[1]
    return writer.assigned(
        "heads", Term(call, (of.shape[0], width), of.batched or to.batched or seen.batched)
    )


def _same(one: Term, other: Term) -> bool:
    return ast.unparse(one.node) == ast.unparse(other.node)


def _projected(writer: Writer, sides: Sequence[Expr]) -> tuple[Term, list[Term]] | None:
    """What several heads look at, if it is the same for all, and the matrix of each."""
    found: list[tuple[Name, Term]] = []
    for side in sides:
        match side.options[0] if isinstance(side, Alt) else side:
            case Call(op=op, args=(Name() as seen, Name() as own)) if op in PRODUCTS:
                found.append((seen, writer.name(own)))
            case _:
                return None
    weights = [matrix for _, matrix in found]
    if len({seen.key for seen, _ in found}) > 1 or len({matrix.shape for matrix in weights}) > 1:
        return None
    base = writer.name(found[0][0])
    if base.rank != 2 or any(matrix.rank != 2 or matrix.batched for matrix in weights):
        return None
    for matrix in weights:
        writer.product(base, matrix)  # to have the sizes checked, and the fan-in remembered
    return base, weights


def _number(writer: Writer, expr: Expr) -> float:
    value = writer.value_of(expr)
    if value is None or isinstance(value, Tensor) or not value:
        raise CannotRunError("attention with a scale that is no number")
    return plain(value)


def _is_set(node: Call, key: str, *, default: bool = False) -> bool:
    for option, value in node.options:
        if option == key and isinstance(value, Number):
            return value.value != 0
    return default
