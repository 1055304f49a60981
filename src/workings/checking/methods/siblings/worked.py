"""A line with the numbers that are used alike in it, and how they differ from a vector."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from flint import fmpq

from workings.checking.methods.lines import Line, Slot
from workings.checking.methods.miscopying import misread
from workings.checking.methods.siblings.series import Row, Series
from workings.checking.methods.siblings.vectors import Vector
from workings.checking.slips.change import swapped
from workings.expr import Expr, Number
from workings.record import record
from workings.regex import regex

OTHER = "copy/other-row"
SIGN = "slip/sign"
SHORT = "slip/digit"  # changed, of two
LEFT_OUT = "slip/dropped-term"
_OPERATION = regex(r"[a-z]\w*")
_PLAIN = frozenset({"mul", "add", "sub", "div", "neg"})


@record(frozen=True, slots=True)
class Worked:
    """A line with the numbers that are used alike in it, in every way to share out the signs."""

    line: Line
    readings: tuple[Series, ...]

    def rows(self, place: int) -> list[Row]:
        return [series[place] for series in self.readings]

    @property
    def width(self) -> int:
        return len(self.readings[0])

    @property
    def terms(self) -> int:
        return len(self.readings[0][0])

    @property
    def is_plain(self) -> bool:
        """Whether its numbers are multiplied, divided and added up, and nothing else."""
        return all(set(_OPERATION.findall(skeleton)) <= _PLAIN for skeleton in self.line.skeleton)

    def fits(self, place: int, vector: Vector) -> bool:
        """Whether the numbers in a place are those of a vector that stands above."""
        if vector.start >= self.line.start or len(vector.values) != self.terms:
            return False
        return any(is_same(row, vector) for row in self.rows(place))


@record(frozen=True, slots=True)
class Stray:
    """A line with a number from elsewhere than its kind: the slip, and the formula as it should be."""

    line: Line
    slip: str
    put_in: fmpq | None  # None for a number that is left out
    expected: fmpq
    source: int  # where the expected number stands
    mended: Expr


def stray(line: Line, slip: str, misput: Sequence[tuple[Slot, fmpq]], source: int) -> Stray:
    """A line with numbers that should be others, each with what it should be."""
    mended = line.formula.expr
    for slot, value in misput:
        mended = put(mended, slot, value)
    return Stray(line, slip, misput[0][0].value, misput[0][1], source, mended)


def without_term(line: Line, slot: Slot, value: fmpq, lost: fmpq, source: int) -> Stray:
    """A line that lacks a term; a number that it has is changed so that the term is in it."""
    return Stray(line, LEFT_OUT, None, lost, source, put(line.formula.expr, slot, value))


def put(expr: Expr, slot: Slot, value: fmpq) -> Expr:
    """A formula with another value in one of its places."""
    put_in = slot.sign * value
    return swapped(expr, slot.written, Number(slot.written.span, put_in, fmpq(1), str(put_in)))


def is_same(row: Row, vector: Vector) -> bool:
    return all(slot.value == value for slot, value in zip(row, vector.values, strict=True))


def telling(values: Sequence[fmpq]) -> int:
    """How many different numbers are no noughts and ones."""
    return len({abs(value) for value in values} - {fmpq(0), fmpq(1)})


def closest(worked: Worked, place: int, vector: Vector) -> tuple[Row, list[int]]:
    """The reading of a row that differs least from a vector, and where it does."""
    return min(((row, differing(row, vector)) for row in worked.rows(place)), key=lambda pair: len(pair[1]))


def differing(row: Row, vector: Vector) -> list[int]:
    return [at for at, slot in enumerate(row) if slot.value != vector.values[at]]


def is_signed(worked: Worked, place: int, row: Row, vectors: Sequence[Vector]) -> bool:
    """Whether the sign of a number is its own: the other factors are those of a vector with their signs."""
    for series in worked.readings:
        if series[place] == row and len(series) == 2:
            return any(
                len(v.values) == len(row) and v.start < worked.line.start and is_same(series[1 - place], v)
                for v in vectors
            )
    return False


def near_to(worked: Worked, place: int, vectors: Sequence[Vector], least: int) -> Iterator[Stray]:
    """The vectors that a row differs from in one number only, with enough different ones besides."""
    for vector in vectors:
        row, off = closest(worked, place, vector)
        if len(off) != 1:
            continue
        rest = [value for at, value in enumerate(vector.values) if at != off[0]]
        slot, expected = row[off[0]], vector.values[off[0]]
        if telling(rest) > least:
            slip = copied(expected, slot) or OTHER
            yield stray(worked.line, slip, ((slot, expected),), vector.start)


def copied(expected: fmpq, slot: Slot) -> str | None:
    """The slip of the pen that makes a number of the expected one; a digit changed also of two."""
    return misread(expected, slot.value, slot.written) or _digit(expected, slot)


def _digit(expected: fmpq, slot: Slot) -> str | None:
    first, second = (str(abs(value / slot.written.unit).p) for value in (expected, slot.value))
    same = len(first) == len(second) and sum(a != b for a, b in zip(first, second, strict=True)) == 1
    return SHORT if same else None
