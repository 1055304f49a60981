"""Lines made alike that each put in the newest value of a sequence, but for one that puts in an older one.

No formula is asked for: `a = 0.9·2 + 0.4·h`, where the h of the other lines is the one worked out last, and
cells of a table whose number is that of another column of their row, as `3.6 − 0.1·v` takes its own v.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from flint import fmpq

from workings.checking.comparing.digits import Stated
from workings.checking.methods.pages.knowing import Working, workings_of
from workings.checking.methods.pages.lines import Slot, terms_of
from workings.checking.methods.sheet import Sheet
from workings.evaluating.rendering import show
from workings.finding import Claim
from workings.record import record
from workings.regex import regex

RULE = "copy/other-row"
LEAST_ALIKE = 2  # lines that show which number of theirs is the newest
_KEPT = regex(
    r"\bbest\b|patience|early stop|\bmax(?:imum)?\b|\bmin(?:imum)?\b|unchanged|\breset|restart"
    r"|roll(?:ed)?[ -]?back|target network|\bfr(?:eez|oz)|\bdelay|\bstale|\blag(?:ged)?\b|\bfixed\b|\breject",
    re.I,
)  # then an older value may be meant
WANTS = ("worked",)


@record(frozen=True, slots=True)
class Row:
    """A line with the numbers that are put in, and what is known of a sequence where it stands."""

    line: Working
    slots: tuple[Slot, ...]
    newest: Stated | None
    older: tuple[fmpq, ...]


def claims_of_older(sheet: Sheet) -> Iterator[Claim]:
    if not sheet.is_worked or sheet.says(_KEPT):
        return
    lines = [line for line in workings_of(sheet) if not line.is_bare]
    yield from _of_lines(sheet, lines)
    yield from _of_tables(sheet, lines)


def _of_lines(sheet: Sheet, lines: Sequence[Working]) -> Iterator[Claim]:
    """Lines of one name, with the results of another one that is counted."""
    every = [line for line in workings_of(sheet) if line.base and line.index.isdigit()]
    for base, index in dict.fromkeys((line.base, bool(line.index)) for line in lines if line.base):
        mine = [line for line in lines if line.base == base and bool(line.index) == index]
        for other in dict.fromkeys(line.base for line in every) if len(mine) > LEAST_ALIKE else ():
            if other == base:
                continue
            rows = [_row(line, [one for one in every if one.base == other]) for line in mine]
            if (claim := _judged(sheet, rows, other)) is not None:
                yield claim
                return


def _row(line: Working, values: Sequence[Working]) -> Row:
    above = [one for one in values if one.statement.span.end <= line.start]
    counted = [int(one.index) for one in above]
    in_order = counted == sorted(set(counted))
    newest = above[-1].number if above and in_order else None
    return Row(line, _slots(line), newest, tuple(one.number.value for one in above[:-1]))


def _slots(line: Working) -> tuple[Slot, ...]:
    return tuple(slot for term in terms_of(line.formula.expr) or () for slot in term.slots)


def _of_tables(sheet: Sheet, lines: Sequence[Working]) -> Iterator[Claim]:
    """Cells of one column, with the results in another column of their row."""
    every = workings_of(sheet)
    for grid in sheet.grids:
        cells = [[_within(every, cell.span.start, cell.span.end) for cell in row] for row in grid.rows]
        if len({len(row) for row in cells}) != 1 or len(cells) <= LEAST_ALIKE:
            continue
        columns = [*zip(*cells, strict=True)]
        for column in columns:
            made = [line for line in column if line is not None and line in lines]
            for other in columns if len(made) == len(column) else ():
                known = [line.number for line in other if line is not None]
                if other is column or len(known) < len(column):
                    continue
                rows = [
                    Row(line, _slots(line), known[at], tuple(one.value for one in known[:at]))
                    for at, line in enumerate(made)
                ]
                if (claim := _judged(sheet, rows, "that column")) is not None:
                    yield claim
                    return


def _within(lines: Sequence[Working], start: int, end: int) -> Working | None:
    return next((line for line in lines if start <= line.start < end), None)


def _judged(sheet: Sheet, rows: Sequence[Row], name: str) -> Claim | None:
    """The one row that has an older value where all others made alike have the newest."""
    rows = [row for row in rows if row.newest is not None]
    shapes = {tuple(term.skeleton for term in terms_of(row.line.formula.expr) or ()) for row in rows}
    if len(rows) <= LEAST_ALIKE or len(shapes) != 1 or not rows[0].slots:
        return None
    for at in range(len(rows[0].slots)):
        off = [row for row in rows if not _is_newest(row, at)]
        alike = {row.newest.value for row in rows if row not in off and row.newest is not None}
        if len(off) != 1 or len(rows) - 1 < LEAST_ALIKE or len(alike) < LEAST_ALIKE:
            continue
        row, slot = off[0], off[0].slots[at]
        elsewhere = any(row.newest and abs(one.value) == abs(row.newest.value) for one in row.slots)
        told = {abs(value) for value in row.older}
        if abs(slot.value) in told and not elsewhere and _tells(slot) and row.newest is not None:
            message = (
                f"the newest value of {name} is {show(row.newest.value)}; {show(slot.value)} is an older one"
            )
            return sheet.claim(row.line.formula.span, RULE, message)
    return None


def _is_newest(row: Row, at: int) -> bool:
    return row.newest is not None and abs(row.slots[at].value) == abs(row.newest.value)


def _tells(slot: Slot) -> bool:
    return slot.value not in (0, 1, -1)
