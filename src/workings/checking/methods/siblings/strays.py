"""A number of a formula that stands nowhere above, where one does with its digits exchanged or one changed.

That a number is new is nothing odd by itself. It is odd where all other numbers of the formula stand above,
no two numbers nearby make it, and the one that it looks like has as many digits and still waits for its use,
or is the only one of its list that the formula lacks.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from flint import fmpq

from workings.checking.methods.lines import Line, Slot
from workings.checking.methods.miscopying import misread
from workings.checking.methods.siblings.rows import Mark, Rows
from workings.checking.methods.siblings.vectors import PART, Vector
from workings.checking.methods.siblings.worked import Stray, copied, stray, telling
from workings.expr import Array, walk

NEARBY = 8  # rows above in which numbers may make another
CLOSE = 3  # rows above in which a number waits for its use
LEAST_KEPT = 2  # numbers of a list that a formula has
LEAST_SWAPPED = 3  # digits of a number whose digits were exchanged
LEAST_CHANGED = 4  # digits of a number of which one was changed
_SMALL = 12  # a count that nobody writes down before


def strays(lines: Sequence[Line], rows: Rows, vectors: Sequence[Vector]) -> Iterator[Stray]:
    """The formulas with one number that looks like another one above."""
    used = [(abs(slot.value), line.start) for line in lines for slot in line.slots]
    for line in lines:
        new = [slot for slot in line.slots if not _is_known(slot, rows, line.start)]
        if len(new) != 1 or len(line.slots) < 2 or _holds_list(line):
            continue
        if all(slot is new[0] or _is_count(slot) for slot in line.slots):
            continue  # nothing else in it comes from the page
        found = None
        if not _is_made(new[0], line, rows):
            found = _likeness(new[0], line, rows, [value for value, start in used if start < line.start])
        if found is not None:
            slip, mark = found
            expected = abs(mark.value) * (1 if new[0].value > 0 else -1)
            yield stray(line, slip, ((new[0], expected),), mark.start)
        else:
            yield from _lacking(new[0], line, vectors)


def _holds_list(line: Line) -> bool:
    """Whether a formula has vectors or matrices, whose many entries are like others by chance."""
    return any(isinstance(node, Array) for node in walk(line.formula.expr))


def _is_known(slot: Slot, rows: Rows, before: int) -> bool:
    """Whether a number stands above, under either sign or as what is missing to one, or is a small count."""
    if _is_count(slot):
        return True
    value = abs(slot.value)
    return any(rows.has(one, before) for one in (value, -value, 1 - value, value - 1))


def _is_count(slot: Slot) -> bool:
    return bool(slot.written.unit == 1 and abs(slot.value) <= _SMALL)


def _is_made(slot: Slot, line: Line, rows: Rows) -> bool:
    """Whether two numbers nearby make it by addition, or one by being doubled, halved or squared."""
    value, unit = abs(slot.value), slot.written.unit
    near = {abs(mark.value) for mark in rows.nearest(line.start, NEARBY)}
    if any(abs(one - value) in near or one + value in near for one in near):
        return True
    rounded = (made for one in near for made in (2 * one, one / 2, one * one, 1 / one if one else one))
    return any(abs(made - value) < unit for made in rounded)


def _lacking(slot: Slot, line: Line, vectors: Sequence[Vector]) -> Iterator[Stray]:
    """The one number of a list that a formula lacks, where it has all the others and another in its place."""
    own = {abs(other.value) for other in line.slots} - {abs(slot.value)}
    found: dict[fmpq, Vector] = {}
    for vector in vectors:
        lacking = [value for value in vector.values if abs(value) not in own]
        if len(lacking) != 1 or vector.start >= line.statement.span.start or vector.kind == PART:
            continue
        if telling([value for value in vector.values if abs(value) in own]) >= LEAST_KEPT and lacking[0]:
            found.setdefault(abs(lacking[0]), vector)
    if len(found) == 1:
        ((size, vector),) = found.items()
        expected = size if slot.value > 0 else -size
        slip = copied(expected, slot)
        if slip is not None:
            yield stray(line, slip, ((slot, expected),), vector.start)


def _likeness(slot: Slot, line: Line, rows: Rows, used: Sequence[fmpq]) -> tuple[str, Mark] | None:
    """The one number above that a number looks like, and the slip that makes it so."""
    unit = slot.written.unit
    digits = len(str(abs(slot.value / unit).p))
    places = len(str(unit.q)) - 1
    own = {abs(other.value) for other in line.slots}
    close = {mark.start for mark in rows.nearest(line.start, CLOSE)}
    found: dict[fmpq, tuple[str, Mark]] = {}
    for mark in rows.nearest(line.start, len(rows.rows)):
        value = abs(mark.value)
        if mark.places != places or value in own or value in found:
            continue
        slip = misread(value, abs(slot.value), slot.written)
        waits = value not in used and mark.start in close and abs(value - abs(slot.value)) > 2 * unit
        if (slip == "slip/digits-swapped" and digits >= LEAST_SWAPPED) or (
            slip == "slip/copied-digit" and digits >= LEAST_CHANGED and waits
        ):
            found[value] = slip, mark
    return next(iter(found.values())) if len(found) == 1 else None
