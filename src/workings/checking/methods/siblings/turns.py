"""Lines that go through a list: each has the next number of it in the same place, but for one."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby

from flint import fmpq

from workings.checking.methods.lines import Line, Slot
from workings.checking.methods.miscopying import misread
from workings.checking.methods.siblings.vectors import COLUMN, Grid, Vector
from workings.checking.methods.siblings.worked import OTHER, SIGN, Stray, stray, telling

LEAST_LINES = 3
POINT = "slip/decimal-point"


def through_lists(
    lines: Sequence[Line], vectors: Sequence[Vector], matrices: Sequence[Grid]
) -> Iterator[Stray]:
    """The line of a run of one shape that has not the number whose turn it is."""
    for run in _runs(lines):
        if len(run) >= LEAST_LINES:
            yield from by_list(run, vectors, matrices)


def _runs(lines: Sequence[Line]) -> Iterator[list[Line]]:
    """Lines of one shape one after the other, those that are called the same by themselves."""
    for _, shaped in groupby(lines, key=lambda line: line.skeleton):
        run = [*shaped]
        yield run
        for _, same in groupby(run, key=lambda line: line.kind):
            named = [*same]
            if len(named) < len(run):
                yield named


def by_list(lines: Sequence[Line], vectors: Sequence[Vector], matrices: Sequence[Grid]) -> Iterator[Stray]:
    """Line by line the next number of a list, in all lines but one."""
    columns = [[line.slots[at] for line in lines] for at in range(len(lines[0].slots))]
    above = [v for v in vectors if v.start < lines[0].start and len(v.values) == len(lines)]
    exact = [{v.values for v in above if not _off(column, v)} for column in columns]
    waiting = [v for v in above if not any(v.values in values for values in exact)]
    for column, values in zip(columns, exact, strict=True):
        if values or len({slot.value for slot in column}) == 1:
            continue
        found = {
            (one.line.start, one.expected): one
            for v in waiting
            if (one := _near(lines, column, v, matrices, _is_counted(columns, column))) is not None
        }
        if len(found) == 1:
            yield from found.values()
            return


def _is_counted(columns: Sequence[Sequence[Slot]], column: Sequence[Slot]) -> bool:
    """Whether the lines are counted from one on by another of their numbers: `1/1`, `2/3`, `3/4`."""
    turns = [*range(1, len(column) + 1)]
    return len(turns) > LEAST_LINES and any(
        other is not column and [slot.value for slot in other] == turns for other in columns
    )


def _off(column: Sequence[Slot], vector: Vector) -> list[int]:
    return [at for at, slot in enumerate(column) if slot.value != vector.values[at]]


def _near(
    lines: Sequence[Line], column: Sequence[Slot], vector: Vector, matrices: Sequence[Grid], counted: bool
) -> Stray | None:
    """The one line that has another number than a vector has at its place, if a common slip made it."""
    odd = _off(column, vector)
    rest = [value for at, value in enumerate(vector.values) if at not in odd]
    if len(odd) != 1 or telling(rest) < 2:
        return None
    slot, expected = column[odd[0]], vector.values[odd[0]]
    slip = misread(expected, slot.value, slot.written)
    if slip == SIGN and (not any(value < 0 for value in rest) or _is_moved(lines, odd[0], slot)):
        return None
    if slip is None and not counted and slot.value not in _beside(vector, odd[0], matrices):
        return None
    if slip in (None, POINT) and not counted and not _is_long(slot):
        return None
    return stray(lines[odd[0]], slip or OTHER, ((slot, expected),), vector.start)


def _is_moved(lines: Sequence[Line], odd: int, slot: Slot) -> bool:
    """Whether a sign stands with the other factor: `8 + 0.1 · 0.6` below `6 - 0.1 · (-0.4)`."""
    own = lines[odd].slots
    return any(
        other is not slot
        and other in term.slots
        and all(line.slots[at].value == -other.value for line in lines if line is not lines[odd])
        for term in lines[odd].terms
        if slot in term.slots
        for at, other in enumerate(own)
    )


def _beside(vector: Vector, at: int, matrices: Sequence[Grid]) -> list[fmpq]:
    """The numbers around a place of a vector: its neighbours, and the other numbers of its row."""
    near = [vector.values[n] for n in (at - 1, at + 1) if 0 <= n < len(vector.values)]
    return [*near, *matrices[vector.grid].rows[at]] if vector.kind == COLUMN else near


def _is_long(slot: Slot) -> bool:
    """Whether a number has two digits at least, so that it is not met by chance."""
    return len(str(abs(slot.value / slot.written.unit).p)) > 1
