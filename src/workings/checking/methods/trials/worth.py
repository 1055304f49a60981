"""What a formula comes to, and whether stated numbers are just that."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from flint import arb, fmpq

from workings.checking.comparing.agreeing import distance
from workings.checking.comparing.digits import Stated
from workings.checking.methods.pages.lines import is_numeric
from workings.evaluating import How, evaluate
from workings.expr import NOWHERE, Array, Call, Expr, Number, walk
from workings.resolving.scope import as_value
from workings.value import Scalar, Tensor, Value, squeezed

MOST_ENTRIES = 64  # of a matrix
_THOUSANDTH = fmpq(1, 1000)
_ROOM = fmpq(3, 1000)  # that rounding on the way may take

Choice = Mapping[str, Value]


def scalar(expr: Expr, names: Choice, index: str = "") -> Scalar | None:
    """The number that a formula comes to; of a vector, the entry that is asked for."""
    value = as_value(evaluate(expr, dict(names)))
    if isinstance(value, Tensor):
        single = len(value.items) == 1
        at = 0 if single else int(index) - 1 if index.isdigit() else -1
        value = value.items[at] if 0 <= at < len(value.items) and len(value.shape) == 1 or single else None
    return value if isinstance(value, fmpq | arb) else None


def literal(expr: Expr) -> Value | None:
    """A vector or matrix of plain numbers."""
    if not is_numeric(expr) or not all(isinstance(n, Array | Number | Call) for n in walk(expr)):
        return None
    value = as_value(evaluate(expr, {}))
    if not isinstance(value, Tensor) or len(value.items) > MOST_ENTRIES:
        return None
    return Tensor((len(value.items),), value.items, True) if len(squeezed(value.shape)) == 1 else value


def vector(values: Iterable[fmpq]) -> Array:
    """Numbers as an expression, to run recipes on."""
    items = tuple(Number(NOWHERE, value, fmpq(1), str(value)) for value in values)
    return Array(NOWHERE, items, "list")


def worked_out(expr: Expr, slip: tuple[str, str] | None = None) -> Value | None:
    """What a recipe comes to, with a slip in one operation if so asked."""
    how = How() if slip is None else How(slips={slip[0]: slip[1]})
    return as_value(evaluate(expr, {}, how))


def holds(numbers: Sequence[Stated], value: Value | None, slack: int = 1) -> bool:
    """Whether stated numbers are a value to their digits, give or take a rounding on the way."""
    items = value.items if isinstance(value, Tensor) else () if value is None else (value,)
    if len(items) != len(numbers) or not items:
        return False
    for item, number in zip(items, numbers, strict=True):
        if not isinstance(item, fmpq | arb) or not distance(item, number.value) <= room_of(number, slack):
            return False
    return True


def room_of(number: Stated, slack: int) -> fmpq:
    """How far a stated number may be from what it is to its digits."""
    unit = _THOUSANDTH if number.integer else number.unit
    return min(unit * slack, max(unit / 2, _ROOM))
