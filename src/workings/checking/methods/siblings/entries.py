"""Entries of a product of two matrices: `s_{21}` has row 2 of the one and row or column 1 of the other."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product

from workings.checking.methods.lines import Line, index_parts
from workings.checking.methods.siblings.series import readings_of
from workings.checking.methods.siblings.vectors import COLUMN, ROW, Vector
from workings.checking.methods.siblings.worked import OTHER, Stray, Worked, closest, stray, telling
from workings.expr import Name
from workings.record import record

LEAST_ENTRIES = 3
LEAST_TELLING = 2  # different numbers in the lines


@record(frozen=True, slots=True)
class Entry:
    """A sum of products that is the entry of a matrix, with its row and its column."""

    worked: Worked
    at: tuple[int, int]


def odd_entries(lines: Sequence[Line], vectors: Sequence[Vector]) -> Iterator[Stray]:
    """The entry that is made of another row than its own, where all others are made of theirs."""
    named: dict[str, dict[tuple[int, int], Entry]] = {}
    for line in lines:
        entry = _entry(line)
        if entry is not None:
            named.setdefault(entry[0], {}).setdefault(entry[1].at, entry[1])
    for entries in named.values():
        if len(entries) >= LEAST_ENTRIES:
            yield from _judged([*entries.values()], vectors)


def _entry(line: Line) -> tuple[str, Entry] | None:
    head = line.statement.members[0].expr
    parts = index_parts(head) if isinstance(head, Name) else None
    readings = readings_of(line.formula.expr)
    if not isinstance(head, Name) or parts is None or not all(part.isdigit() for part in parts):
        return None
    digits = tuple(parts[0]) if len(parts) == 1 else parts
    if len(digits) != 2 or not readings or len(readings[0]) != 2 or len(readings[0][0]) < 2:
        return None
    return head.base, Entry(Worked(line, readings), (int(digits[0]), int(digits[1])))


def _judged(entries: Sequence[Entry], vectors: Sequence[Vector]) -> Iterator[Stray]:
    numbers = [slot.value for one in entries for slot in one.worked.line.slots]
    if telling(numbers) < LEAST_TELLING:
        return
    grids = {(v.grid, v.kind) for v in vectors if v.kind in (ROW, COLUMN)}
    parts = {key: {v.at + 1: v for v in vectors if (v.grid, v.kind) == key} for key in grids}
    found: dict[int, Stray] = {}
    for place, first, second in product((0, 1), sorted(grids), sorted(grids)):
        if first[1] != ROW or first[0] == second[0]:
            continue
        places = {place: parts[first], 1 - place: parts[second]}
        odd = [one for one in entries if not all(_has(one, at, places[at], place) for at in (0, 1))]
        if not odd:
            return
        held = [one for one in entries if one not in odd]
        if len(odd) == 1 and len(held) >= LEAST_ENTRIES - 1 and any(a != b for a, b in (o.at for o in held)):
            one = _misplaced(odd[0], places, place)
            if one is not None:
                found[one.line.start] = one
    if len(found) == 1:
        yield from found.values()


def _has(entry: Entry, at: int, turns: dict[int, Vector], first: int) -> bool:
    vector = turns.get(entry.at[0 if at == first else 1])
    return vector is not None and entry.worked.fits(at, vector)


def _misplaced(entry: Entry, places: dict[int, dict[int, Vector]], first: int) -> Stray | None:
    """The entry with its own row, where it has another one of the same matrix."""
    off = [at for at in (0, 1) if not _has(entry, at, places[at], first)]
    if len(off) != 1:
        return None
    turns, at = places[off[0]], off[0]
    own = turns.get(entry.at[0 if at == first else 1])
    if own is None or not any(entry.worked.fits(at, v) for v in turns.values() if v.values != own.values):
        return None
    row, differing = closest(entry.worked, at, own)
    return stray(entry.worked.line, OTHER, [(row[n], own.values[n]) for n in differing], own.start)
