"""Things with a score each, in lines, lists and tables: `A x  -0.4 - 1.5 = -1.9`, `a 0.5, b 0.4`."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from flint import fmpq

from workings.checking.comparing.digits import number_in, stated_number, unit_of
from workings.checking.comparing.parts import shape_of
from workings.checking.methods.pages.series import TOTALS, values_of
from workings.checking.methods.sheet import Sheet
from workings.document import Statement
from workings.expr import Expr, Name
from workings.parsing.grids import Cell, Grid
from workings.record import record
from workings.regex import regex
from workings.source import line_start

LONGEST_LABEL = 40
MOST_ROWS = 40
NUMBER = r"[-−–+]?(?:\d{1,6}(?:\.\d{1,9})?|\.\d{1,9})"
_MARKS = regex(r"\\(?:text\w*|math\w+|operatorname|emph)\s?\{|\\item\b|\\(?:q?quad|[,;:! ])|[$*`\"“”{}]")
_PAIR = regex(
    r"([^\s,;|:()=][^,;|:()=\n]{0,30}?)(?:[ \t]*+[(:=][ \t]++|[ \t]++)"
    rf"[(]?({NUMBER})(?![\w.]*\w)\)?(?=\s|[,;.|]|$)"
)
_COUNTED = regex(r"(?:step|row|round|part|layer|iteration|beam|width|top|time|t|k|n)\W*", re.I)  # Step 1
_INNER = regex(r"\(([^()]*)\)\s*$")
_PLAIN = regex(r"[\W_]+")
_LISTED = regex(r"[,;|]|\s{3,}|^[\s>•-]+|\d[.)]\s")
_SCORES = regex(r"logit|score|prob|gat(?:e|ing)|rout|distance|similarit|softmax", re.I)
_CASE = regex(r"[|∣]|\\mid|\\vert")


@record(frozen=True, slots=True)
class Item:
    """Something with a score, how that is worked out, and where it stands."""

    label: str
    score: fmpq
    unit: fmpq  # of the last digit
    shape: str
    start: int


@record(frozen=True, slots=True)
class Group:
    """Things that are scored beside each other, and where they end."""

    items: tuple[Item, ...]
    end: int


def plain(label: str) -> str:
    """A label without spaces and signs: `Ay` for `A y`, `“A y”` and `A-y`."""
    return _PLAIN.sub("", label)


def bare(text: str) -> str:
    """A text without its marks, each character in its place."""
    return _MARKS.sub(lambda mark: " " * len(mark[0]), text)


def groups_of(sheet: Sheet, cuts: list[int]) -> list[Group]:
    """All of a page; lines with a cut between them do not belong together."""
    text = bare(sheet.judge.page.text)
    return [*_of_lists(sheet), *_of_statements(sheet, text, cuts), *_of_lines(text), *_of_tables(sheet)]


def _of_lists(sheet: Sheet) -> Iterator[Group]:
    """The numbers of a list, counted from one and from nought."""
    for listing in sheet.listings:
        if len(listing.numbers) > 2 and listing.table is None and listing.says(_SCORES):
            for first in (0, 1):
                yield Group(
                    tuple(
                        Item(str(at), number.value, number.unit, "", listing.span.start)
                        for at, number in enumerate(listing.numbers, first)
                    ),
                    listing.span.end,
                )


def _of_statements(sheet: Sheet, text: str, cuts: list[int]) -> Iterator[Group]:
    run: list[Item] = []
    end, waiting = 0, [*cuts]
    for statement in sheet.statements:
        item = _item(statement, text, end)
        if waiting and statement.span.start > waiting[0]:
            yield Group(tuple(run), end)
            run = []
            waiting = [cut for cut in waiting if cut > statement.span.start]
        end = statement.span.end
        if item is not None:
            run.append(item)
    yield Group(tuple(run), end)


def _item(statement: Statement, text: str, end: int) -> Item | None:
    """What a line states a score of, by the words before it or by its left side."""
    members = statement.members
    number = stated_number(members[-1].expr)
    if number is None or len(members) < 2 or statement.hypothesis or statement.offered:
        return None
    head, start = members[0], statement.span.start
    lead = text[max(end, line_start(text, start)) : start]
    label = _LISTED.split(lead.strip(" \t:="))[-1].strip(" :=→>-&")
    if not plain(label):
        label = _named(head.expr, text[head.span.start : head.span.end])
    formula: Expr | None = next((one.expr for one in members[:-1] if not _is_name(one.expr)), None)
    if not 0 < len(plain(label)) <= LONGEST_LABEL:
        return None
    shape = "" if formula is None else shape_of(formula)
    return Item(label, number.value, number.unit, shape, start)


def _is_name(expr: Expr) -> bool:
    return isinstance(expr, Name)


def _named(expr: Expr, written: str) -> str:
    """What a left side speaks of: `a cat` of `log P(a cat)`, `xx` of `xx`."""
    inner = _INNER.search(written)
    label = inner[1] if inner is not None else written if isinstance(expr, Name) else ""
    return "" if _CASE.search(label) else label.strip()


def _of_lines(text: str) -> Iterator[Group]:
    """`A  -0.4    B  -1.2    C  -2.3`, each line by itself."""
    start = 0
    for line in text.splitlines(keepends=True):
        if "=" not in line.partition("   ")[2] and "|" not in line:
            items = [
                Item(
                    _LISTED.split(found[1])[-1].strip(" -"),
                    value,
                    unit_of(found[2]),
                    "",
                    start + found.start(),
                )
                for found in _PAIR.finditer(line)
                if (value := number_in(found[2])) is not None and not _COUNTED.fullmatch(found[1].strip())
            ]
            if len(items) > 2:
                yield Group(tuple(items), start + len(line))
        start += len(line)


def _of_tables(sheet: Sheet) -> Iterator[Group]:
    """Columns under what opens their rows, and rows under the titles of their columns."""
    for grid in sheet.grids:
        if len(grid.rows) <= MOST_ROWS:
            rows = [row for row in grid.rows if TOTALS.search(row[0].text) is None]
            labels = [row[0] for row in rows]
            for at in range(1, len(grid.header)):
                yield from _scores(grid, labels, [row[at] for row in rows])
            for row in grid.rows:
                yield from _scores(grid, grid.header[1:], row[1:])


def _scores(grid: Grid, labels: Sequence[Cell], cells: Sequence[Cell]) -> Iterator[Group]:
    values = values_of(cells)
    if values is not None:
        items = (
            Item(bare(label.text).strip(), value, fmpq(0), "", cell.span.start)
            for label, cell, value in zip(labels, cells, values, strict=True)
        )
        yield Group(tuple(items), grid.span.end)
