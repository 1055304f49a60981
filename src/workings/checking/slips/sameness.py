"""Whether two changes of a formula are one slip in two spellings, such as x W and Wᵀ x."""

from __future__ import annotations

from flint import arb, fmpq

from workings.checking.slips.case import Case, picked
from workings.checking.slips.change import Change
from workings.evaluating import Function, evaluate
from workings.expr import Expr, Name, Number, mapped, walk
from workings.resolving.quantity import Names
from workings.resolving.scope import as_value
from workings.value import Scalar, Tensor, Value


def are_one(case: Case, one: Change, other: Change) -> bool:
    """Whether two changes come to the same with other numbers too, so that no digits can tell them apart."""
    first, second = _elsewhere(case, one), _elsewhere(case, other)
    if first is None or second is None:
        return False
    a = first.items if isinstance(first, Tensor) else (first,)
    b = second.items if isinstance(second, Tensor) else (second,)
    return len(a) == len(b) and all(_agree(x, y) for x, y in zip(a, b, strict=True))


def _elsewhere(case: Case, change: Change) -> Value | None:
    """What a changed formula comes to where every number and every name has another value."""
    world = {**case.worlds[0], **change.lent}
    used = {node.key for node in walk(change.expr) if isinstance(node, Name)} & world.keys()
    names: Names = world | {key: _stirred(world[key]) for key in used}
    return picked(as_value(evaluate(_with_other_numbers(change.expr), names, case.how)), case.pick)


def _with_other_numbers(expr: Expr) -> Expr:
    if isinstance(expr, Number):
        return Number(expr.span, _moved_exactly(expr.value, 0), expr.unit, expr.text)
    return mapped(expr, _with_other_numbers)


def _stirred(value: Value | Function) -> Value | Function:
    if isinstance(value, Tensor):
        items = tuple(_moved(item, at) for at, item in enumerate(value.items))
        return Tensor(value.shape, items, value.loose)
    return _moved(value, 0) if isinstance(value, fmpq | arb) else value


def _moved(value: Scalar, at: int) -> Scalar:
    """Another number of the same sort."""
    return _moved_exactly(value, at) if isinstance(value, fmpq) else value * fmpq(97 - at % 13, 103)


def _moved_exactly(value: fmpq, at: int) -> fmpq:
    """A count stays whole and a share below one; 0 and 1, which leave things out, are what they are."""
    if value in (-1, 0, 1) and not at:
        return value
    if value.q == 1:
        return 2 * value + (1 + at % 5 if value > 0 else -1 - at % 5)
    return value * fmpq(97 - at % 13, 103)


def _agree(a: Scalar, b: Scalar) -> bool:
    if isinstance(a, fmpq) and isinstance(b, fmpq):
        return bool(a == b)
    return bool(arb(a).overlaps(arb(b)))
