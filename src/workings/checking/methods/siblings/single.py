"""A line that speaks for itself: a sum of products of two vectors, but for one number, sign or term."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from flint import fmpq

from workings.checking.methods.siblings.rows import Rows
from workings.checking.methods.siblings.series import Row
from workings.checking.methods.siblings.totals import is_of_part
from workings.checking.methods.siblings.vectors import Vector
from workings.checking.methods.siblings.worked import (
    OTHER,
    SHORT,
    SIGN,
    Stray,
    Worked,
    near_to,
    stray,
    telling,
    without_term,
)

LEAST_TERMS = 3
LEAST_SIGNED = 4  # different numbers of two vectors that are the factors of a line, whatever their signs
MOST_VECTORS = 40  # above a line, the nearest


def unlike(worked: Worked, vectors: Sequence[Vector], rows: Rows) -> Iterator[Stray]:
    """The one slip by which a line is not made of the vectors above it."""
    above = [v for v in vectors if v.start < worked.line.start][-MOST_VECTORS:]
    even = [v for v in above if len(v.values) == worked.terms]
    longer = [v for v in above if len(v.values) == worked.terms + 1]
    if worked.terms < LEAST_TERMS:
        return
    if worked.width == 1:
        yield from _sum_of_products(worked, even)
    elif worked.width == 2:
        found = [*_miscopied(worked, even), *_scaled(worked, even, rows)]
        if worked.is_plain:
            found += _signed(worked, even, rows)
            found += () if is_of_part(rows, worked.line) else _shortened(worked, even, longer)
        yield from found[:1]


def _fitting(worked: Worked, place: int, vectors: Sequence[Vector]) -> list[Vector]:
    """The vectors whose numbers stand in a place, whatever their signs."""
    row = [abs(slot.value) for slot in worked.rows(place)[0]]
    return [v for v in vectors if [abs(value) for value in v.values] == row]


def _signed(worked: Worked, vectors: Sequence[Vector], rows: Rows) -> Iterator[Stray]:
    """The products of two vectors, one of them with the other sign."""
    first, second = worked.readings[0]
    found: list[Stray] = []
    for one in _fitting(worked, 0, vectors):
        for other in _fitting(worked, 1, vectors):
            products = [a * b for a, b in zip(one.values, other.values, strict=True)]
            off = [
                at
                for at, (a, b) in enumerate(zip(first, second, strict=True))
                if a.value * b.value != products[at]
            ]
            if not off:
                return
            if len(off) != 1 or _is_given(worked, off[0], rows):
                continue
            if telling(one.values) + telling(other.values) >= LEAST_SIGNED:
                slot = first[off[0]]
                found.append(stray(worked.line, SIGN, ((slot, -slot.value),), one.start))
    if len({one.put_in for one in found}) == 1:
        yield found[0]


def _is_given(worked: Worked, at: int, rows: Rows) -> bool:
    """Whether both factors of a product stand above with the signs they have in the line."""
    return any(
        all(rows.states(row[at].value, worked.line.start) for row in series) for series in worked.readings
    )


def _miscopied(worked: Worked, vectors: Sequence[Vector]) -> Iterator[Stray]:
    """The numbers in one place are a vector, those in the other are one but for a miscopied number."""
    for place in (0, 1):
        if not any(worked.fits(1 - place, v) and telling(v.values) > 1 for v in vectors):
            continue
        if any(worked.fits(place, v) for v in vectors):
            return
        found = [one for one in near_to(worked, place, vectors, 1) if one.slip not in (OTHER, SIGN, SHORT)]
        if len({(one.put_in, one.expected) for one in found}) == 1:
            yield found[0]
            return


def _scaled(worked: Worked, vectors: Sequence[Vector], rows: Rows) -> Iterator[Stray]:
    """The numbers in one place are those of a vector times a number of the page, but for one sign."""
    for place in (0, 1):
        if not any(worked.fits(1 - place, v) and telling(v.values) > 1 for v in vectors):
            continue
        if _fitting(worked, place, vectors):
            return
        row = worked.rows(place)[0]
        found = [
            one
            for v in vectors
            if (one := _turned(worked, row, v, v.values)) is not None
            and rows.has(abs(row[0].value / v.values[0]), worked.line.start)
            and not rows.states(-one.expected, worked.line.start)
        ]
        if len({one.put_in for one in found}) == 1:
            yield found[0]
            return


def _sum_of_products(worked: Worked, vectors: Sequence[Vector]) -> Iterator[Stray]:
    """The terms of a sum are the products of two vectors, entry by entry, but for one sign."""
    row = worked.rows(0)[0]
    found: list[Stray] = []
    size = abs(row[0].value)
    lively = [v for v in vectors if telling(v.values) > 1]
    for at, first in enumerate(lively):
        for second in lively[at + 1 :]:
            if abs(first.values[0] * second.values[0]) != size:
                continue
            products = tuple(a * b for a, b in zip(first.values, second.values, strict=True))
            if all(slot.value == value for slot, value in zip(row, products, strict=True)):
                return
            one = _turned(worked, row, second, products)
            found += [one] if one is not None else []
    if len({one.put_in for one in found}) == 1:
        yield found[0]


def _turned(worked: Worked, row: Row, vector: Vector, values: Sequence[fmpq]) -> Stray | None:
    """A row that is a multiple of some values but for one sign."""
    if telling(values) < 2 or not all(values) or not all(slot.value for slot in row):
        return None
    ratios = [slot.value / value for slot, value in zip(row, values, strict=True)]
    if len({abs(ratio) for ratio in ratios}) != 1:
        return None
    lower = [at for at, ratio in enumerate(ratios) if ratio < 0]
    upper = [at for at, ratio in enumerate(ratios) if ratio > 0]
    odd = lower if len(lower) == 1 else upper
    if len(odd) != 1 or (abs(ratios[0]) == 1 and odd != lower):
        return None
    slot = row[odd[0]]
    return stray(worked.line, SIGN, ((slot, -slot.value),), vector.start)


def _shortened(worked: Worked, even: Sequence[Vector], longer: Sequence[Vector]) -> Iterator[Stray]:
    """The products of two vectors, one of them left out."""
    if any(worked.fits(place, v) and telling(v.values) > 1 for place in (0, 1) for v in even):
        return
    first, second = worked.readings[0]
    products = [a.value * b.value for a, b in zip(first, second, strict=True)]
    found: list[Stray] = []
    for at in range(worked.terms + 1):
        for one in _fitting(worked, 0, [_less(v, at) for v in longer]):
            for other in _fitting(worked, 1, [_less(v, at) for v in longer]):
                made = [a * b for a, b in zip(one.values, other.values, strict=True)]
                if made == products and telling(one.values) + telling(other.values) >= LEAST_SIGNED:
                    found += _gaps(worked, at, one, other, longer)
    if len({one.expected for one in found}) == 1:
        yield found[0]


def _less(vector: Vector, at: int) -> Vector:
    """A vector without one of its numbers."""
    values = (*vector.values[:at], *vector.values[at + 1 :])
    return Vector(values, vector.kind, vector.grid, vector.at, vector.start)


def _gaps(worked: Worked, at: int, one: Vector, other: Vector, longer: Sequence[Vector]) -> Iterator[Stray]:
    """The line with the product of two vectors at a place that it lacks, if that is not nought."""
    first, second = (next(v for v in longer if _less(v, at) == shortened) for shortened in (one, other))
    if any(v.values[at] == sum(rest.values, fmpq(0)) for v, rest in ((first, one), (second, other))):
        return  # a row of totals
    lost = first.values[at] * second.values[at]
    slots = [(a, b) for a, b in zip(*worked.readings[0], strict=True) if b.value]
    alone = any(abs(slot.value) == abs(lost) for slot in worked.line.slots)  # 0.087 times 1
    if lost and slots and not alone:
        slot, factor = slots[0]
        value = slot.value + lost / factor.value
        yield without_term(worked.line, slot, value, lost, one.start)
