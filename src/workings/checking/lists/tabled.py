"""Tables with a row of totals below their numbers: `| Σ | 11.6967 |`."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from workings.checking.comparing.digits import stated_in
from workings.checking.lists.ledgers import Entry, judged
from workings.checking.methods.sheet import Sheet
from workings.finding import Claim
from workings.parsing.grids import Cell
from workings.regex import regex

_TOTAL = regex(
    r"[\s$*_{}\\]*(?:(?:text|math)(?:bf|rm)?\{)?(?:grand )?"
    r"(?:total|sum|Σ|∑|sigma|insgesamt|gesamt|summe|somme)[\s$*_{}:.\\]*(?:\([^()]*\))?[\s$*_{}]*",
    re.IGNORECASE,
)
_RESULT = regex(r"^.*(?:=|≈|\\approx)")
_MARKS = regex(r"[$*\s]|\\(?:textbf|mathbf)|[{}]|\\,")
_GROUPED = regex(r"-?\d{1,3}(?:,\d{3})+(?:\.\d+)?")
_NONE = ("", "-", "–", "—", "--")


def claims_of_tables(sheet: Sheet) -> Iterator[Claim]:
    """Every total of a column: right where the numbers above give it, wrong by a slip of the pen."""
    taken = [claim.span for claim in sheet.judge.claims]
    for grid in sheet.grids:
        for at, row in enumerate(grid.rows):
            if at < 2 or _TOTAL.fullmatch(row[0].text) is None:
                continue
            above = grid.rows[:at]
            for column in range(1, len(row)):
                total = _entry(row[column])
                known = total is None or any(s.start <= total.place.start < s.end for s in taken)
                entries = None if known else _entries([line[column] for line in above])
                claim = judged(sheet, entries, total) if entries and total is not None else None
                if claim is not None:
                    yield claim


def _entries(cells: Sequence[Cell]) -> list[Entry] | None:
    """The numbers of a column; None where a cell holds something else."""
    filled = [cell for cell in cells if cell.text.strip() not in _NONE]
    found = [entry for cell in filled if (entry := _entry(cell)) is not None]
    return found if len(found) == len(filled) else None


def _entry(cell: Cell) -> Entry | None:
    """The number that a cell holds or ends in."""
    written = _MARKS.sub("", _RESULT.sub("", cell.text)).replace("−", "-")
    if _GROUPED.fullmatch(written):
        written = written.replace(",", "")
    number = stated_in(written)
    return None if number is None else Entry(number.value, number.unit, cell.span)
