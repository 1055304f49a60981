"""Sums of products held to the vectors of a page: a line without the row or column that is its turn."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from flint import fmpq

from workings.checking.methods.lines import Line
from workings.checking.methods.miscopying import misread
from workings.checking.methods.siblings.rows import Rows
from workings.checking.methods.siblings.series import readings_of
from workings.checking.methods.siblings.single import LEAST_TERMS, unlike
from workings.checking.methods.siblings.totals import of_lists
from workings.checking.methods.siblings.vectors import COLUMN, ROW, SLICE, Grid, Vector, slices_of, windows_of
from workings.checking.methods.siblings.worked import (
    OTHER,
    SIGN,
    Stray,
    Worked,
    closest,
    is_signed,
    near_to,
    stray,
    telling,
)

LEAST_TELLING = 3  # different numbers in the lines of a family
LEAST_WINDOW = 4


def mismatches(
    lines: Sequence[Line], vectors: Sequence[Vector], matrices: Sequence[Grid], rows: Rows
) -> Iterator[Stray]:
    """Lines that are one slip away from the vectors they are made of."""
    for group in _groups(lines):
        found = [*_by_turn(group, vectors, vectors)] if len(group) > 1 else []
        if len(group) > 2:
            found = found or [*_by_turn(group, slices_of(vectors, group[0].terms), vectors)]
        found = found or [*_by_window(group, matrices)] or [*_by_factors(group, vectors)]
        yield from found
        if not found:
            for worked in group:
                yield from [*unlike(worked, vectors, rows)] or of_lists(worked, vectors, rows, lines)


def _groups(lines: Sequence[Line]) -> Iterator[list[Worked]]:
    """Lines of one shape that are called the same; those that are called alone by their shape."""
    named: dict[tuple[str, ...], list[Worked]] = {}
    for line in lines:
        readings = readings_of(line.formula.expr)
        if readings and len(readings[0][0]) > 1:
            named.setdefault((line.kind, *_shape(line)), []).append(Worked(line, readings))
    shaped: dict[tuple[str, ...], list[Worked]] = {}
    for group in named.values():
        if len(group) > 1:
            yield group
        else:
            shaped.setdefault(_shape(group[0].line), []).append(group[0])
    yield from shaped.values()


def _shape(line: Line) -> tuple[str, ...]:
    """What is done in a line, whether its numbers are added or taken away."""
    return tuple(skeleton.replace("sub(", "add(") for skeleton in line.skeleton)


def _by_turn(group: Sequence[Worked], parts: Sequence[Vector], vectors: Sequence[Vector]) -> Iterator[Stray]:
    """Line by line the next row, column or stretch of numbers, in all lines but one."""
    every: dict[tuple[int, str], list[Vector]] = {}
    for part in parts:
        if part.kind in (ROW, COLUMN, SLICE):
            every.setdefault((part.grid, part.kind), []).append(part)
    for place in range(min(worked.width for worked in group)):
        for _, turns in sorted(every.items()):
            at = _taken(group, place, turns)
            odd = [number for number, fits in enumerate(at) if not fits]
            if len(odd) != 1:
                continue
            expected = _turn(at, odd[0])
            vector = next((v for v in turns if v.at == expected and len(v.values) == group[0].terms), None)
            if (
                vector is None
                or vector.start > group[0].line.start
                or not _is_held(group, place, odd[0], vectors)
                or _is_restated(group[odd[0]], place, vector, parts)
            ):
                continue
            found = _compared(group, place, odd[0], vector, vectors)
            if found is not None:
                yield found
                return


def _is_restated(worked: Worked, place: int, vector: Vector, parts: Sequence[Vector]) -> bool:
    """Whether a line has the numbers of the same row or column where its matrix is written another time."""
    return any(
        part.grid != vector.grid
        and (part.kind, part.at) == (vector.kind, vector.at)
        and worked.fits(place, part)
        for part in parts
    )


def _taken(group: Sequence[Worked], place: int, turns: Sequence[Vector]) -> list[list[int]]:
    """Which turn each line takes; nothing where two lines take none, or one takes several."""
    found: list[list[int]] = []
    for worked in group:
        found.append([v.at for v in turns if worked.fits(place, v)])
        if len(found[-1]) > 1 or found.count([]) > 1:
            return []
    return found


def _turn(at: Sequence[Sequence[int]], odd: int) -> int | None:
    """The row or column that is the turn of the odd line: the others follow one another."""
    known = {number: fits[0] for number, fits in enumerate(at) if fits}
    (first, start), *others = known.items()
    steps = {fmpq(place - start, number - first) for number, place in others} or {fmpq(1)}
    step = steps.pop()
    if steps or step.q != 1 or step == 0:
        return None
    return start + int(step.p) * (odd - first)


def _is_held(group: Sequence[Worked], place: int, odd: int, vectors: Sequence[Vector]) -> bool:
    """Whether enough speaks for it that the lines are made so: other lines, or the other factors."""
    rows = [worked.rows(place)[0] for worked in group]
    beside = group[odd].width == 2 and any(
        telling(v.values) >= LEAST_TELLING and all(worked.fits(1 - place, v) for worked in group)
        for v in vectors
    )
    least = LEAST_TELLING - 1 if beside else LEAST_TELLING
    if sum(telling([slot.value for slot in row]) for row in rows) < least:
        return False
    if len(group) > 2:
        return True
    if group[odd].width == 1:
        return group[odd].terms >= LEAST_TERMS and telling([slot.value for slot in rows[1 - odd]]) > 2
    return group[odd].width == 2 and all(
        any(worked.fits(1 - place, v) and telling(v.values) > 1 for v in vectors) for worked in group
    )


def _compared(
    group: Sequence[Worked], place: int, odd: int, vector: Vector, vectors: Sequence[Vector]
) -> Stray | None:
    """How the odd line differs from its vector, if that is a common slip."""
    worked = group[odd]
    beside = [row for at, other in enumerate(group) if abs(at - odd) == 1 for row in other.rows(place)]
    row, off = closest(worked, place, vector)
    put_in = tuple((row[at], vector.values[at]) for at in off)
    if not off:
        return None
    if len(off) == 1:
        slot, expected = put_in[0]
        slip = misread(expected, slot.value, slot.written)
        if slip == SIGN and not (
            is_signed(worked, place, row, vectors) if worked.width == 2 else _keeps_signs(group, place)
        ):
            return None
        near = [vector.values[at] for at in (off[0] - 1, off[0] + 1) if 0 <= at < len(row)]
        if slip is None and len(group) == 2 and worked.width == 1:
            return None
        if slip is None and slot.value not in near and all(o[off[0]].value != slot.value for o in beside):
            return None
        return stray(worked.line, slip or OTHER, put_in, vector.start)
    kept = [slot.value for at, slot in enumerate(row) if at not in off]
    if len(group) == 2 and worked.width == 1:
        return None
    if telling(kept) and any(all(other[at].value == row[at].value for at in off) for other in beside):
        return stray(worked.line, OTHER, put_in, vector.start)
    turned = [v for v in vectors if v.grid == vector.grid and v.kind != vector.kind and v.at == vector.at]
    if len(group) > 2 and any(worked.fits(place, v) for v in turned):
        return stray(worked.line, OTHER, put_in, vector.start)
    return None


def _keeps_signs(group: Sequence[Worked], place: int) -> bool:
    """Whether negative numbers are put in as such, so that sizes are not meant."""
    return group[0].width == 1 and any(slot.value < 0 for worked in group for slot in worked.rows(place)[0])


def _by_factors(group: Sequence[Worked], vectors: Sequence[Vector]) -> Iterator[Stray]:
    """The same factors in every line, as a kernel has, in all lines but one."""
    if len(group) < 3 or group[0].width != 2 or group[0].terms < LEAST_TERMS:
        return
    for place in (0, 1):
        rows = [{tuple(slot.value for slot in row) for row in worked.rows(place)} for worked in group]
        if any(v.values in set.intersection(*rows) for v in vectors):
            continue
        for values in sorted(rows[0] | rows[1], key=str):
            odd = [worked for worked, own in zip(group, rows, strict=True) if values not in own]
            if len(odd) != 1 or telling(values) < 1:
                continue
            row, off = closest(odd[0], place, Vector(values, ROW, 0, 0, 0))
            if len(off) != 1:
                continue
            slot, expected = row[off[0]], values[off[0]]
            slip = misread(expected, slot.value, slot.written)
            if slip == SIGN and not _is_positive(odd[0], 1 - place, off[0], vectors):
                continue
            if slip is not None or (len(group) > 3 and slot.value in values):
                yield stray(odd[0].line, slip or OTHER, ((slot, expected),), group[0].line.start)
                return


def _is_positive(worked: Worked, place: int, at: int, vectors: Sequence[Vector]) -> bool:
    """Whether a factor is known as a positive number, so that its sign is not that of its product."""
    value = abs(worked.rows(place)[0][at].value)
    known = {entry for v in vectors if v.start < worked.line.start for entry in v.values}
    return value in known and -value not in known


def _by_window(group: Sequence[Worked], matrices: Sequence[Grid]) -> Iterator[Stray]:
    """Each line a window of a matrix, in all lines but one, which has one number from elsewhere."""
    if len(group) < 3 or group[0].terms < LEAST_WINDOW:
        return
    for place in range(min(worked.width for worked in group)):
        for vectors in windows_of(matrices, group[0].terms):
            at = [[v.at for v in vectors if worked.fits(place, v)] for worked in group]
            used = {number for fits in at for number in fits}
            odd = [worked for worked, fits in zip(group, at, strict=True) if not fits]
            if len(odd) != 1 or len(used) < 2:
                continue
            found = [*near_to(odd[0], place, [v for v in vectors if v.at not in used], LEAST_WINDOW - 2)]
            if len(found) == 1 and found[0].slip != SIGN:
                yield found[0]
                return
