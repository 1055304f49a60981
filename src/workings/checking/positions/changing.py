"""A change that prose describes, made to the lines of a document: new values, or formulas rewritten."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from flint import fmpq

from workings.checking.positions.seeing import queries_in_rows
from workings.evaluating import Function, evaluate
from workings.evaluating.calling import INFINITE
from workings.expr import PRODUCTS, Call, Expr, Name, call, mapped, name
from workings.ops.writing import concat
from workings.parsing.variations import Change, Kindred
from workings.regex import regex
from workings.resolving.neutral import LARGEST_IDENTITY, identity
from workings.resolving.rerunning import Line, Outcome, run
from workings.resolving.scope import as_value
from workings.value import Tensor, Value

_OUTPUT = regex(r"W_?\^?\{?(?:[Oo]|out|0)\}?|W_\{?proj\}?")
_TEMPERATURES = ("T", "τ", "\\tau")
_BIAS = regex(r"b(?:_.{1,8}|\d)?")


class NotRunError(Exception):
    """A change that cannot be made to this document, and why."""


def applies(change: Change, base: Outcome) -> bool:
    """Whether a change is about something that this document works with."""
    if change.name:
        return change.name in base.values and (not change.other or change.other in base.values)
    return True


def run_with(changes: Sequence[Change], lines: Sequence[Line], base: Outcome) -> Outcome:
    """The lines of the document run again, with other values and formulas where something is changed."""
    values: dict[str, Value] = {}
    edits: list[Callable[[Expr], Expr]] = []
    heads = next((c for c in changes if c.kind is Kindred.HEADS), None)
    for change in changes:
        match change.kind:
            case Kindred.SET if change.identity:
                values[change.name] = _identity(change.name, lines, base, heads)
            case Kindred.SET | Kindred.SCALED:
                values[change.name] = _given(change, base)
            case Kindred.SWAPPED:
                values[change.name] = _value(base, change.other)
                values[change.other] = _value(base, change.name)
            case Kindred.UNMASKED:
                values |= _masks(base, lines)
                edits.append(unmasked)
            case Kindred.UNBIASED:
                values |= _biases(base)
            case Kindred.TEMPERATURE:
                _warm(change, base, values, edits)
            case Kindred.UNSCALED:
                edits.append(unscaled)
            case Kindred.HEADS:
                edits.append(_doubled(_count(change)))
    edit = (lambda expr: _edited(expr, edits)) if edits else None
    if (
        edits
        and not values
        and all(line.formula is None or _edited(line.formula, edits) is line.formula for line in lines)
    ):
        raise NotRunError("no formula of the document shows where the change is made")
    return run(lines, values, edit)


def _edited(expr: Expr, edits: Sequence[Callable[[Expr], Expr]]) -> Expr:
    for edit in edits:
        expr = edit(expr)
    return expr


def _value(base: Outcome, key: str) -> Value:
    found = base.values.get(key)
    value = None if isinstance(found, Function) else found
    if value is None:
        raise NotRunError(f"{key} has no value")
    return value


def _given(change: Change, base: Outcome) -> Value:
    """The new value of a name: a number, another name's value, or so many times what it was."""
    before = _value(base, change.name)
    if change.kind is Kindred.SCALED:
        factor = change.number.value if change.number is not None else fmpq(1)
        scaled = as_value(evaluate(call("hadamard", name("k"), name("x")), {"k": factor, "x": before}))
        if scaled is None:
            raise NotRunError(f"{change.name} cannot be scaled")
        return scaled
    if change.other:
        return _value(base, change.other)
    if change.number is None:
        raise NotRunError(f"the new value of {change.name} is not known")
    if isinstance(before, Tensor):
        if change.number.value != 0:
            raise NotRunError(f"{change.name} is no single number")
        return Tensor(before.shape, tuple(fmpq(0) for _ in before.items), before.loose)
    return change.number.value


def _identity(key: str, lines: Sequence[Line], base: Outcome, heads: Change | None) -> Value:
    """The identity that fits where the name stands: as wide as what it is multiplied with."""
    before = _value(base, key)
    if not isinstance(before, Tensor) or len(before.shape) != 2:
        raise NotRunError(f"{key} is no matrix")
    rows, columns = before.shape
    wanted = rows * _count(heads) if heads is not None and _OUTPUT.fullmatch(key) else rows
    if wanted > LARGEST_IDENTITY:
        raise NotRunError(f"an identity of {wanted} rows is larger than is worked out")
    if wanted != columns and heads is None:
        raise NotRunError(f"{key} is {rows}×{columns}, and an identity is square")
    return identity(wanted)


def _count(change: Change) -> int:
    return int(change.number.value.p) if change.number is not None else 2


def _masks(base: Outcome, lines: Sequence[Line]) -> dict[str, Value]:
    """The masks of the document without what they hide."""
    found: dict[str, Value] = {
        key: Tensor(value.shape, tuple(fmpq(0) for _ in value.items))
        for key, value in base.values.items()
        if isinstance(value, Tensor) and any(item <= -INFINITE / 2 for item in value.items)
        if all(item == 0 or item <= -INFINITE / 2 for item in value.items)
    }
    if not found and all(line.formula is None or unmasked(line.formula) is line.formula for line in lines):
        raise NotRunError("no mask is given by numbers")
    return found


def unmasked(expr: Expr) -> Expr:
    """Without a triangle that hides, and without the option that asks for it."""
    if isinstance(expr, Call) and expr.op == "lower":
        return 0 * expr + 1
    inside = mapped(expr, unmasked)
    if isinstance(inside, Call) and any(key == "causal" for key, _ in inside.options):
        kept = tuple((key, value) for key, value in inside.options if key != "causal")
        return Call(inside.span, inside.op, inside.args, kept)
    return expr if inside == expr else inside


def _biases(base: Outcome) -> dict[str, Value]:
    found: dict[str, Value] = {}
    for key, value in base.values.items():
        if _BIAS.fullmatch(key) and not isinstance(value, Function):
            nought = fmpq(0)
            found[key] = (
                Tensor(value.shape, (nought,) * len(value.items), value.loose)
                if isinstance(value, Tensor)
                else nought
            )
    if not found:
        raise NotRunError("no bias is given")
    return found


def _warm(
    change: Change, base: Outcome, values: dict[str, Value], edits: list[Callable[[Expr], Expr]]
) -> None:
    """Another temperature: of its own letter where there is one, else under the scores of every softmax."""
    if change.number is None or change.number.value <= 0:
        raise NotRunError("the temperature is not known")
    key = next((k for k in _TEMPERATURES if isinstance(base.values.get(k), fmpq)), None)
    if key is not None:
        values[key] = change.number.value
        return
    divisor = change.number

    def warmed(expr: Expr) -> Expr:
        inner = mapped(expr, warmed)
        if isinstance(inner, Call) and inner.op == "softmax" and inner.args:
            return Call(inner.span, inner.op, (inner.args[0] / divisor, *inner.args[1:]), inner.options)
        return expr if inner == expr else inner

    edits.append(warmed)


def unscaled(expr: Expr) -> Expr:
    """Without the division by a root, inside every softmax and under every product Q Kᵀ."""
    if (
        isinstance(expr, Call)
        and expr.op == "div"
        and _is_root(expr.args[1])
        and queries_in_rows(expr.args[0])
    ):
        return expr.args[0]
    if isinstance(expr, Call) and expr.op == "softmax" and expr.args:
        inner = expr.args[0]
        if isinstance(inner, Call) and inner.op == "div" and _is_root(inner.args[1]):
            return Call(expr.span, expr.op, (inner.args[0], *expr.args[1:]), expr.options)
    inside = mapped(expr, unscaled)
    return expr if inside == expr else inside


def _is_root(expr: Expr) -> bool:
    return isinstance(expr, Call) and expr.op == "sqrt"


def _doubled(count: int) -> Callable[[Expr], Expr]:
    """Every head's output beside itself, where the output matrix takes it in."""

    def doubled(expr: Expr) -> Expr:
        if isinstance(expr, Call) and expr.op in PRODUCTS and len(expr.args) == 2:
            left, right = expr.args
            if isinstance(right, Name) and _OUTPUT.fullmatch(right.key):
                return Call(expr.span, "matmul", (concat(*([left] * count)), right))
        inside = mapped(expr, doubled)
        return expr if inside == expr else inside

    return doubled
