"""What is stated where something else should be, and how likely it is to be met by chance."""

from __future__ import annotations

from collections.abc import Mapping

from flint import arb, fmpq

from workings.checking.comparing.agreeing import distance
from workings.checking.comparing.digits import Stated, judge_digits, stated_number
from workings.evaluating.calling import INFINITE
from workings.evaluating.rendering import midpoint
from workings.expr import Alt, Array, Call, Expr
from workings.finding import Verdict
from workings.record import record
from workings.source import Span
from workings.value import Scalar, Tensor, Value

SMALLEST_CHANCE = 1e-9
FINEST = fmpq(1, 10**4)  # the last digit that counts of a formula that was written in the place of another
SMALLEST_SPREAD = 10  # units of the last digit among which a number without a cause may lie
_SOUND = (Verdict.RIGHT, Verdict.ROUNDING, None)


@record(frozen=True, slots=True)
class Target:
    """The stated numbers in row-major order, the values they should be, and which of them differ."""

    stated: tuple[Stated, ...]
    right: tuple[Scalar, ...]
    shape: tuple[int, ...]  # () for a single number
    wrong: tuple[int, ...]

    @property
    def digits(self) -> int:
        """Significant digits of the wrong entries, the most of them."""
        return max(significant(self.stated[at]) for at in self.wrong)

    @property
    def chance(self) -> float:
        """How likely a number that has no cause would be just what is stated."""
        share = 1.0
        for at in self.wrong:
            stated, right = self.stated[at], self.right[at]
            size = distance(stated.value, fmpq(0)) + distance(right, fmpq(0))
            size = max(size, SMALLEST_SPREAD * stated.unit)
            share *= min(1.0, as_float(stated.unit) / max(as_float(size), SMALLEST_CHANCE))
            if share < SMALLEST_CHANCE:
                return SMALLEST_CHANCE
        return share

    @property
    def nearness(self) -> float:
        """How likely a number about as far from the right one would be just what is stated."""
        at = self.wrong[0]
        stated = self.stated[at]
        spread = as_float(2 * distance(self.right[at], stated.value) + stated.unit)
        return max(as_float(stated.unit) / max(spread, SMALLEST_CHANCE), SMALLEST_CHANCE)

    def is_met_by(self, value: Value) -> bool:
        """Whether a value would be written with just the stated digits."""
        items = value.items if isinstance(value, Tensor) else (value,)
        if len(items) != len(self.stated):
            return False
        order = (*self.wrong, *range(len(items)))  # the entries that decide come first
        return all(is_written(items[at], self.stated[at]) for at in order)

    def is_changed_by(self, value: Value) -> bool:
        """Whether a value is another one than the right one, in some entry."""
        items = value.items if isinstance(value, Tensor) else (value,)
        return len(items) != len(self.right) or any(
            not _overlaps(item, right) for item, right in zip(items, self.right, strict=True)
        )

    def entry(self, at: int) -> Target:
        """One entry as a target of its own."""
        return Target((self.stated[at],), (self.right[at],), (), (0,))


def target_of(expr: Expr, right: Value, choice: Mapping[Span, int]) -> Target | None:
    """A stated literal against the value it should be; None where it is no literal or nothing differs."""
    items = _entries(expr, choice)
    values = right.items if isinstance(right, Tensor) else (right,)
    if items is None or len(items) != len(values):
        return None
    stated = [stated_number(item) for item in items]
    known = tuple(number for number in stated if number is not None)
    if len(known) < len(stated):
        return None
    wrong = tuple(
        at
        for at, (number, value) in enumerate(zip(known, values, strict=True))
        if judge_digits(value, number, False) not in _SOUND
    )
    shape = right.shape if isinstance(right, Tensor) else ()
    return Target(known, values, shape, wrong) if wrong else None


def target_of_value(stated: Value | None, right: Value) -> Target | None:
    """A formula that was written down in the place of another, by what it comes to."""
    values = right.items if isinstance(right, Tensor) else (right,)
    items = stated.items if isinstance(stated, Tensor) else (stated,)
    numbers = tuple(_put_down(item) for item in items if isinstance(item, fmpq | arb))
    if len(numbers) != len(values) or isinstance(stated, Tensor) != isinstance(right, Tensor):
        return None
    if any(map(_is_infinite, values)):
        return None
    wrong = tuple(at for at, number in enumerate(numbers) if not is_written(values[at], number))
    shape = right.shape if isinstance(right, Tensor) else ()
    return Target(numbers, values, shape, wrong) if wrong else None


def _is_infinite(value: Scalar) -> bool:
    return not value.is_finite() if isinstance(value, arb) else abs(value) >= INFINITE


def _put_down(value: Scalar) -> Stated:
    """A value as it would be written with the digits that count."""
    exact, unit = midpoint(value), fmpq(1)
    while (exact / unit).q != 1 and unit > FINEST:
        unit /= 10
    return Stated(fmpq((exact / unit + fmpq(1, 2)).floor()) * unit, unit, unit == 1)


def _entries(expr: Expr, choice: Mapping[Span, int]) -> list[Expr] | None:
    """The entries of a literal in row-major order."""
    if isinstance(expr, Alt):
        expr = expr.options[min(choice.get(expr.span, 0), len(expr.options) - 1)]
    if isinstance(expr, Call) and expr.op == "transpose" and isinstance(expr.args[0], Array):
        expr = expr.args[0]
        if any(isinstance(item, Array) and len(item.items) > 1 for item in expr.items):
            return None
    if not isinstance(expr, Array):
        return [expr]
    found: list[Expr] = []
    for item in expr.items:
        found.extend(item.items if isinstance(item, Array) else (item,))
    return found


def _overlaps(a: Scalar, b: Scalar) -> bool:
    if isinstance(a, fmpq) and isinstance(b, fmpq):
        return bool(a == b)
    return bool(arb(a).overlaps(arb(b)))


def is_written(value: Scalar, stated: Stated) -> bool:
    """Whether a value, rounded, is what is stated."""
    return judge_digits(value, stated, False) is Verdict.RIGHT


def significant(stated: Stated) -> int:
    """The digits that count: 0.050 has two."""
    return len(str(abs(int((stated.value / stated.unit).p))).lstrip("0"))


def as_float(value: Scalar) -> float:
    """A number for rough comparison of sizes; no verdict depends on it."""
    exact = midpoint(value)
    return float(exact.p) / float(exact.q) if exact.height_bits() < 900 else float("inf")
