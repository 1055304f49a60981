"""A threshold unit that fails, repaired by the fewest changed numbers: exactly, by elimination."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations

from flint import fmpq

from workings.checking.designs.separable import Point
from workings.designing.programs import Unit, abs_of
from workings.record import record

MOST_CONSTRAINTS = 4000  # on the way of an elimination
_HALF = fmpq(1, 2)
_Row = tuple[tuple[fmpq, ...], fmpq]  # a·v + c > 0


@record(frozen=True, slots=True)
class Change:
    """A number of a design with its old and its new value."""

    name: str
    old: fmpq
    new: fmpq


@record(frozen=True, slots=True)
class Repair:
    """The unit after the changes."""

    unit: Unit
    changes: tuple[Change, ...]


def repaired(
    weights: Sequence[fmpq], bias: fmpq, fired: Sequence[Point], silent: Sequence[Point], names: Sequence[str]
) -> Repair | None:
    """The unit with the fewest changed numbers that parts the points; None if there is none at all."""
    numbers = [*weights, bias]
    labels = [*names, "b"]
    for count in range(len(numbers) + 1):
        best: Repair | None = None
        for places in combinations(range(len(numbers)), count):
            found = _with_changes(numbers, places, fired, silent)
            if found is None:
                continue
            unit = _unit(found, fired, silent)
            changes = tuple(Change(labels[at], numbers[at], found[at]) for at in places)
            if best is None or _rank(unit, changes) < _rank(best.unit, best.changes):
                best = Repair(unit, changes)
        if best is not None:
            return best
    return None


def _rank(unit: Unit, changes: Sequence[Change]) -> tuple[bool, fmpq, fmpq]:
    """The bias before a weight, then the larger margin, then the smaller change."""
    change = sum((abs_of(change.new - change.old) for change in changes), fmpq(0))
    return all(item.name != "b" for item in changes), -unit.margin, change


def _unit(numbers: Sequence[fmpq], fired: Sequence[Point], silent: Sequence[Point]) -> Unit:
    made = Unit(tuple(numbers[:-1]), numbers[-1], fmpq(0))
    margin = min(abs_of(made.sum(point)) for point in (*fired, *silent))
    assert made.computes(fired, silent)
    return Unit(made.w, made.b, margin)


def _with_changes(
    numbers: Sequence[fmpq], places: Sequence[int], fired: Sequence[Point], silent: Sequence[Point]
) -> list[fmpq] | None:
    """All numbers, those at some places chosen anew so that every point is right; None if none are."""
    rows: list[_Row] = []
    for points, sign in ((fired, 1), (silent, -1)):
        for point in points:
            entries = [*map(fmpq, point), fmpq(1)]
            fixed = sum(
                (entries[at] * numbers[at] for at in range(len(numbers)) if at not in places), fmpq(0)
            )
            rows.append((tuple(sign * entries[at] for at in places), sign * fixed))
    chosen = solved(rows, [numbers[at] for at in places])
    if chosen is None:
        return None
    made = list(numbers)
    for at, value in zip(places, chosen, strict=True):
        made[at] = value
    return made


def solved(rows: Sequence[_Row], near: Sequence[fmpq]) -> list[fmpq] | None:
    """Numbers with a·v + c > 0 for every row, by eliminating one after the other; None if there are none."""
    if not near:
        return [] if all(constant > 0 for _, constant in rows) else None
    outer = _eliminated(rows)
    if outer is None:
        return None
    before = solved(outer, near[:-1])
    if before is None:
        return None
    low: fmpq | None = None
    high: fmpq | None = None
    for factors, constant in rows:
        rest = constant + sum((a * v for a, v in zip(factors[:-1], before, strict=True)), fmpq(0))
        last = factors[-1]
        if last > 0:
            low = -rest / last if low is None else max(low, -rest / last)
        elif last < 0:
            high = -rest / last if high is None else min(high, -rest / last)
    return [*before, between(low, high, near[-1])]


def _eliminated(rows: Sequence[_Row]) -> list[_Row] | None:
    """What the other unknowns have to fulfil so that the last one has a value at all."""
    above = [row for row in rows if row[0][-1] > 0]
    below = [row for row in rows if row[0][-1] < 0]
    kept = {(factors[:-1], constant) for factors, constant in rows if factors[-1] == 0}
    for one, other in _pairs(above, below):
        first, second = one[0][-1], -other[0][-1]
        factors = tuple(a / first + b / second for a, b in zip(one[0][:-1], other[0][:-1], strict=True))
        kept.add((factors, one[1] / first + other[1] / second))
        if len(kept) > MOST_CONSTRAINTS:
            return None
    return sorted(kept)


def _pairs(above: Sequence[_Row], below: Sequence[_Row]) -> Iterator[tuple[_Row, _Row]]:
    return ((one, other) for one in above for other in below)


def between(low: fmpq | None, high: fmpq | None, near: fmpq) -> fmpq:
    """A plain number strictly between two, half-way where they are close; the old one if it will do."""
    if (low is None or low < near) and (high is None or near < high):
        return near
    if low is None or high is None:
        edge, sign = (low, 1) if low is not None else (high, -1)
        assert edge is not None
        return fmpq((edge if sign > 0 else -edge).floor() + 1) * sign
    return (low + high) * _HALF
