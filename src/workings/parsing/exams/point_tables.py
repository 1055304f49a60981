"""Tables of points with a total: rows or columns of numbers that have to add up to it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from flint import fmpq

from workings.document import Kind, Passage
from workings.parsing.exams.points import amount
from workings.record import record
from workings.regex import regex
from workings.source import Span

MOST_CELLS = 2000  # of a table
_TOTAL = regex(
    r"\W*(?:total|sum|summe|gesamt|insgesamt|∑|(?-i:Σ)|\\Sigma|\\sum)\W*(?:points|punkte)?\W*", re.IGNORECASE
)
_POINTS = regex(
    r"\b(?:points?|pts|marks?|punkte?|score|maximum|max|possible|available|earned|achieved|awarded|erreicht\w*)\b",
    re.IGNORECASE,
)
_NOT_POINTS = regex(r"%|percent|weight|average|mean|rank|note|grade|gewicht", re.IGNORECASE)
_CELL = regex(
    r"[\s*_$]*(?P<got>\d{1,4}(?:[.,]\d{1,2}|½)?)?\s*(?P<slash>/)?\s*(?P<max>\d{1,4}(?:[.,]\d{1,2}|½)?)?[\s*_$]*"
    r"(?:points?|pts?\.?|punkte?|P\.?|marks?)?[\s*_]*",
    re.IGNORECASE,
)
_POINTED = regex(
    r"[\s*_$]*(?P<max>\d{1,4}(?:[.,]\d{1,2}|½)?)[ \t]*(?:points?|pts?\.?|punkte?|marks?)[\s*_$]*",
    re.IGNORECASE,
)
_TABBED = regex(
    r"^(?P<titles>[^\t\r\n]+(?:\t[^\t\r\n]+){2,30})\r?\n(?P<cells>[^\t\r\n]+(?:\t[^\t\r\n]+){2,30})\r?$",
    re.MULTILINE,
)


@record(frozen=True, slots=True)
class Sum:
    """Numbers in a table and the total that is stated for them."""

    parts: tuple[fmpq, ...]
    total: fmpq
    span: Span


def point_sums(passages: Sequence[Passage], text: str) -> Iterator[Sum]:
    """Every sum that a table of points states."""
    yield from _tabbed(text)
    cells: list[Passage] = []
    for passage in [*passages, None]:
        if passage is not None and passage.kind is Kind.CELL:
            cells.append(passage)
        elif cells:
            if len(cells) <= MOST_CELLS:
                yield from _sums(cells)
            cells = []


def _sums(cells: Sequence[Passage]) -> Iterator[Sum]:
    """The sums down the columns of a table, and along its rows."""
    first = cells[0].row
    rows: dict[int | None, dict[int, Passage]] = {}
    for cell in cells:
        rows.setdefault(cell.row, {})[cell.column] = cell
    header = rows.pop(first)
    totals = [row for row in rows.values() if 0 in row and _TOTAL.fullmatch(row[0].text)]
    if len(totals) == 1 and totals[0] is list(rows.values())[-1]:
        above = [row for row in rows.values() if row is not totals[0]]
        for column, title in header.items():
            if column > 0 and _is_of_points(title.text) and len(above) > 1:
                yield from _line([row.get(column) for row in above], totals[0].get(column))
    ends = [column for column, title in header.items() if _TOTAL.fullmatch(title.text)]
    if len(ends) == 1 and ends[0] == max(header):
        for row in rows.values():
            if 0 in row and _is_of_points(row[0].text):
                start = 0 if _POINTED.fullmatch(row[0].text) else 1
                if ends[0] - start > 1:
                    yield from _line([row.get(column) for column in range(start, ends[0])], row.get(ends[0]))


def _tabbed(text: str) -> Iterator[Sum]:
    """Two lines with tabs between their cells: titles that end in a total, above points for each of them."""
    for found in _TABBED.finditer(text):
        titles, cells = found["titles"].split("\t"), found["cells"].split("\t")
        if len(titles) != len(cells) or len(cells) < 3 or not _TOTAL.fullmatch(titles[-1]):
            continue
        worths = [_POINTED.fullmatch(cell) for cell in cells]
        if all(worths):
            *parts, total = (amount(worth["max"]) for worth in worths if worth is not None)
            end = found.end("cells") - len(cells[-1]) + len(cells[-1].rstrip())
            yield Sum(tuple(parts), total, Span(end - len(cells[-1].strip()), end))


def _is_of_points(title: str) -> bool:
    return _POINTS.search(title) is not None and not _NOT_POINTS.search(title)


def _line(cells: Sequence[Passage | None], last: Passage | None) -> Iterator[Sum]:
    """The sum of some cells against the last; one for what was earned and one for what was possible."""
    if last is None:
        return
    parts = [None if cell is None else _CELL.fullmatch(cell.text) for cell in cells]
    total = _CELL.fullmatch(last.text)
    if total is None or any(part is None for part in parts):
        return
    for group in ("got", "max"):
        numbers = [part[group] for part in parts if part is not None]
        if all(number is not None for number in numbers) and total[group] is not None:
            start = last.span.start + total.start(group)
            yield Sum(
                tuple(amount(number) for number in numbers),
                amount(total[group]),
                Span(start, start + len(total[group])),
            )
