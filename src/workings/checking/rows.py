"""Lists that come from an error: what the usual functions make of a list that does, written or not.

Scores lead to exponentials, shares and sums; whoever copies a wrong list into a softmax states no formula.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from flint import arb, fmpq

from workings.checking.comparing.digits import Stated, stated_numbers
from workings.checking.comparing.parts import summands
from workings.expr import Array, Expr

MOST_LATEST = 8  # lists that others may be made of
LEAST = 2  # entries
LEAST_SCALED = 3  # entries of a list that is another one times a number
REACH = 1500  # characters
ROOM = fmpq(3, 2)  # units of the last digit that rounding on the way may leave
LARGEST = 60  # of a number that an exponential is taken of


class Rows:
    """The lists of a page that come from errors, the latest last."""

    def __init__(self) -> None:
        self._latest: list[tuple[tuple[fmpq, ...], int, str]] = []

    def taint(self, rows: Iterable[Sequence[Stated]], place: int, cause: str) -> None:
        """Remember lists that come from an error."""
        new = [(tuple(one.value for one in row), place, cause) for row in rows if len(row) >= LEAST]
        self._latest = [*self._latest, *new][-MOST_LATEST:]

    def cause_of(self, rows: Iterable[Sequence[Stated]], place: int) -> str | None:
        """The error behind a list that is a usual function of one that comes from it."""
        for row in rows:
            if len(row) < LEAST or not any(one.unit < fmpq(1, 10) for one in row):
                continue  # so few digits tell nothing
            for values, start, cause in reversed(self._latest):
                if len(values) == len(row) and start < place <= start + REACH and _is_made(row, values):
                    return cause
        return None


def rows_in(expr: Expr) -> list[tuple[Stated, ...]]:
    """The rows of a matrix of numbers, or the list that stands alone; none of anything else."""
    if not isinstance(expr, Array):
        return []
    flat = stated_numbers(expr.items)
    if len(flat) == len(expr.items):
        return [flat]
    return [row for item in expr.items for row in rows_in(item)]


def terms_in(expr: Expr) -> list[tuple[Stated, ...]]:
    """The numbers of a plain sum, as a list; none of anything else."""
    terms = summands(expr)
    numbers = stated_numbers(terms)
    return [numbers] if len(numbers) == len(terms) > 1 else []


def _is_made(row: Sequence[Stated], values: Sequence[fmpq]) -> bool:
    numbers = [one.value for one in row]
    if len(set(numbers)) < LEAST or numbers == list(values):
        return False
    if len(row) >= LEAST_SCALED and _is_scaled(row, values):
        return True
    return any(
        all(bool(abs(made - one.value) <= ROOM * one.unit) for made, one in zip(way, row, strict=True))
        for way in _ways(values)
    )


def _is_scaled(row: Sequence[Stated], values: Sequence[fmpq]) -> bool:
    """Whether a list is another times one number, as scores that are divided by a root."""
    largest = max(range(len(values)), key=lambda at: abs(values[at]))
    if values[largest] == 0 or row[largest].value == 0:
        return False
    factor = row[largest].value / values[largest]
    return all(
        abs(factor * value - one.value) <= ROOM * one.unit for value, one in zip(values, row, strict=True)
    )


def _ways(values: Sequence[fmpq]) -> Iterator[list[arb]]:
    """The exponentials of a list, also behind its largest entry, its softmax, its shares and the like."""
    balls = [arb(value) for value in values]
    if all(abs(value) < LARGEST for value in values):
        powers = [ball.exp() for ball in balls]
        yield powers
        yield [(ball - arb(max(values))).exp() for ball in balls]
        total = sum(powers[1:], powers[0])
        yield [power / total for power in powers]
        yield [ball.tanh() for ball in balls]
        yield [1 / (1 + (-ball).exp()) for ball in balls]
    whole = sum(values, fmpq(0))
    if whole != 0:
        yield [arb(value / whole) for value in values]
    if min(values) < 0 < max(values):
        yield [arb(max(value, fmpq(0))) for value in values]
