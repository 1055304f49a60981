"""Attention in whatever letters, for PyTorch's own kernel: one head, or several side by side in one call."""

from __future__ import annotations

import ast
from collections.abc import Sequence
from typing import TYPE_CHECKING

from workings.expr import PRODUCTS, Alt, Call, Expr, Fold, Name, Number, name
from workings.learning.declaring import CannotRunError
from workings.learning.letters import FOR_ALL, letters_in
from workings.learning.products import chained, factors
from workings.learning.shaping import joined
from workings.learning.terms import STEPS, Term, literal, plain, py
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

    def options(self, *, past: bool) -> str:
        """What the kernel is to be told, as it is written; `m` is the mask."""
        told = ", past=past" if past else ", is_causal=True" if self.causal else ""
        told += ", attn_mask=m" if self.mask is not None else ""
        return told + ("" if self.scale is None else f", scale={ast.unparse(literal(self.scale))}")

    def goes_on(self, writer: Writer, keys: Term) -> bool:
        """Whether earlier keys are kept; that later steps are not seen has to be plain then."""
        if not writer.keeps_past or keys.shape[:1] != (STEPS,):
            return False
        if not self.causal or self.mask is not None:
            raise CannotRunError("attention that is not causal")
        return True

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


def scores_of(node: Fold) -> Expr | None:
    """Scores by their entries, q_iᵀ k_j / √d + M_{ij}, as those of all pairs; None where they are none."""
    match node:
        case Fold(kind=kind, variable=str(row), body=Fold(variable=str(column), body=body) as inner):
            if kind == inner.kind == FOR_ALL and _is_open(node) and _is_open(inner):
                return _of_pairs(body, row, column)
    return None


def _is_open(node: Fold) -> bool:
    """Whether a letter goes as far as what it counts."""
    return node.lower is None and node.upper is None


def _of_pairs(expr: Expr, row: str, column: str) -> Expr | None:
    while isinstance(expr, Alt):
        expr = expr.options[0]
    match expr:
        case Name(base=base, index=(Name(key=first), Name(key=second))) if (first, second) == (row, column):
            return name(base, expr.span)
        case Call(op="add" as op, args=(left, right)):
            sides = [_of_pairs(side, row, column) for side in (left, right)]
            known = tuple(side for side in sides if side is not None)
            return Call(expr.span, op, known) if len(known) == 2 else None
        case Call(op="div", args=(inner, divisor)) if not letters_in(divisor, frozenset({row, column})):
            scores = _of_pairs(inner, row, column)
            return None if scores is None else Call(expr.span, "div", (scores, divisor))
        case Call(op=op, args=(left, right)) if op in PRODUCTS or op == "dot":
            turned = left.args[0] if isinstance(left, Call) and left.op == "transpose" else left
            match turned, right:
                case Name(base=a, index=(Name(key=first),)), Name(base=b, index=(Name(key=second),)):
                    if {first, second} == {row, column}:
                        queries, keys = (a, b) if first == row else (b, a)
                        return Call(
                            expr.span, "mul", (name(queries), Call(expr.span, "transpose", (name(keys),)))
                        )
    return None


def by_rows(writer: Writer, lowering: Lowering, node: Fold) -> Term | None:
    """o_i = Σ_j α_{ij} v_j as attention, if the α are shares of scores."""
    match node:
        case Fold(variable=row, body=Fold(kind="sum", variable=at, body=Call(op=op, args=(weights, values)))):
            total = node.body
            if op not in PRODUCTS or not _is_open(node) or not isinstance(total, Fold):
                return None
            if not _is_open(total) and not _is_only_length(writer, total):
                return None
            match weights, values:
                case (
                    Name(base=shares, index=(Name(key=first), Name(key=second))),
                    Name(base=seen, index=(Name(key=third),)),
                ) if (first, second, third) == (row, at, at):
                    found = attention_of(writer, lowering, Call(node.span, "mul", (name(shares), name(seen))))
                    return None if found is None else attended(writer, found)
    return None


def _is_only_length(writer: Writer, total: Fold) -> bool:
    """Whether a sum runs to the one length that the document leaves open."""
    lengths = {size for shape in writer.program.shapes.values() for size in shape if isinstance(size, str)}
    ends = (total.lower, total.upper)
    return (
        isinstance(ends[0], Number)
        and ends[0].value == 1
        and isinstance(ends[1], Name)
        and {ends[1].key} == lengths
    )


def attended(writer: Writer, found: Attention) -> Term | None:
    """One head by PyTorch's kernel."""
    queries, keys, values = (writer.write(part) for part in (found.queries, found.keys, found.values))
    if not queries.rank == keys.rank == values.rank == 2:
        return None
    parts = {"q": queries.node, "k": keys.node, "v": values.node, **found.parts(writer)}
    past = found.goes_on(writer, keys)
    kernel = "attention" if past else "F.scaled_dot_product_attention"
    node = py(f"{kernel}(q, k, v{found.options(past=past)})", **parts)
    batched = queries.batched or keys.batched or values.batched
    return Term(node, (queries.shape[0], values.shape[1]), batched)


def heads(writer: Writer, lowering: Lowering, node: Call) -> Term | None:
    """Concat(head_1, …, head_h) of heads that look at the same things: all of them in one call."""
    if writer.scopes or len(node.args) < 2 or node.options:
        return None
    heads_of = (
        attention_of(writer, lowering, lowering.behind(arg, once=True), whole=True) for arg in node.args
    )
    found = [one for one in heads_of if one is not None]
    if len(found) < len(node.args) or len({(one.mask, one.scale, one.causal) for one in found}) > 1:
        return None
    asked = ([getattr(one, side) for one in found] for side in ("queries", "keys", "values"))
    sides = [_projected(writer, lowering, side) for side in asked]
    known = [side for side in sides if side is not None]
    if len(known) < 3 or len({bool(side.biases) for side in known}) > 1:
        return None
    asking, asked_for, given = (side.seen for side in known)
    parts = {"x": asking.node, "y": asked_for.node, "z": given.node, **found[0].parts(writer)}
    parts |= {f"w{at}": _listed(side.weights) for at, side in enumerate(known)}
    parts |= {f"b{at}": _listed(side.biases) for at, side in enumerate(known)}
    places = "x, y" if _same(asked_for, given) else "x, y, z"
    places = "x" if places == "x, y" and _same(asking, asked_for) else places
    past = found[0].goes_on(writer, asked_for)
    shift = ", bias=[b0, b1, b2]" if known[0].biases else ""
    call = py(f"attend(({places},), w0, w1, w2{shift}{found[0].options(past=past)})", **parts)
    shape = (asking.shape[0], joined(known[2].weights).shape[1])
    batched = asking.batched or asked_for.batched or given.batched
    return writer.assigned("heads", Term(call, shape, batched))


@record(frozen=True, slots=True)
class _Side:
    """What all heads look at, with the matrix of each, and its bias where they have one."""

    seen: Term
    weights: list[Term]
    biases: list[Term]


def _listed(terms: Sequence[Term]) -> ast.expr:
    return ast.List([term.node for term in terms], ast.Load())


def _same(one: Term, other: Term) -> bool:
    return ast.unparse(one.node) == ast.unparse(other.node)


def _projected(writer: Writer, lowering: Lowering, sides: Sequence[Expr]) -> _Side | None:
    """X W_i or X W_i + b_i of several heads i, if they all look at the same X."""
    keys: set[str] = set()
    weights: list[Term] = []
    biases: list[Term] = []
    for side in sides:
        match lowering.behind(side, once=True):
            case Call(op="add", args=(product, Name() as shift)):
                biases.append(writer.name(shift))
            case product:
                pass
        match product:
            case Call(op=op, args=(Name() as seen, Name() as own)) if op in PRODUCTS:
                keys.add(seen.key)
                weights.append(writer.name(own))
                base = writer.name(seen)
            case _:
                return None
    if len(keys) != 1 or len({matrix.shape for matrix in weights}) != 1 or base.rank != 2:
        return None
    if len(biases) not in (0, len(sides)) or any(bias.rank != 1 or bias.batched for bias in biases):
        return None
    if any(matrix.rank != 2 or matrix.batched for matrix in weights):
        return None
    for matrix in weights:
        writer.product(base, matrix)  # to have the sizes checked, and the fan-in remembered
    return _Side(base, weights, biases)


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
