"""Tables drawn with pipes, or in the tags of HTML: which lines they are, and where their cells lie."""

from __future__ import annotations

import itertools
import re
from collections.abc import Sequence

from workings.extracting.regions import Region
from workings.regex import regex

RULE = regex(r"[ \t]*(?:[|+][ \t]*)?:?-+:?[ \t]*(?:[|+][ \t]*:?-+:?[ \t]*)*[|+]?[ \t]*")
BAR = regex(r"\\.|\|")
_HTML_TABLE = regex(
    r"[ \t]*<table\b[^<>]{0,200}>((?:(?!<table\b).){1,40000}?)</table>[ \t]*(?=\n|\Z)", re.I | re.S
)
_HTML_ROW = regex(r"<tr\b[^<>]{0,200}>(.*?)</tr>", re.I | re.S)
_HTML_CELL = regex(r"<t[dh]\b([^<>]{0,200})>(.*?)</t[dh]>", re.I | re.S)
_SPANS = regex(r"(?:col|row)span\s*=\s*[\"']?[2-9]", re.I)
FRAMED = regex(r"[ \t]*\|[ \t].*[ \t]\|[ \t]*")


def is_rule(line: str) -> bool:
    """The line below a table's head; a single column needs its pipe, or it would be any dashes."""
    return ("|" in line or "+" in line) and "-" in line and RULE.fullmatch(line) is not None


def starts_table(line: str, following: str) -> bool:
    """Whether this line is the head of a table, or the first of at least two framed rows."""
    if "|" not in line:
        return False
    if is_rule(following) or is_rule(line):
        return True
    return (
        FRAMED.fullmatch(line) is not None
        and FRAMED.fullmatch(following) is not None
        and line.count("|") >= 3
        and line.count("|") == following.count("|")
    )


def split_row(text: str, start: int, end: int, regions: Sequence[Region]) -> list[tuple[int, int]]:
    """The cells of a row, between pipes that are neither escaped nor inside maths or code."""
    bars: list[int] = []
    reached = start
    for stop, resume in [*((region.start, region.end) for region in regions), (end, end)]:
        bars += bars_between(text, reached, stop)
        reached = max(reached, resume)
    edges = [start - 1, *bars, end]
    cells = [(before + 1, after) for before, after in itertools.pairwise(edges)]
    if len(cells) > 1 and not text[slice(*cells[0])].strip():
        cells = cells[1:]
    if len(cells) > 1 and not text[slice(*cells[-1])].strip():
        cells = cells[:-1]
    return cells


def bars_between(text: str, start: int, end: int) -> list[int]:
    """The unescaped pipes of a stretch; a doubled one is a norm."""
    bars = []
    for found in BAR.finditer(text[start:end]):
        if found[0] == "|":
            bars.append(start + found.start())
    return bars


def html_rows(text: str, start: int) -> tuple[int, list[list[tuple[int, int]]]] | None:
    """Where a table in tags ends that begins on a line, and its cells by rows; None if cells are joined."""
    table = _HTML_TABLE.match(text, start)
    if table is None or _SPANS.search(table[1]):
        return None
    rows = [
        [cell.span(2) for cell in _HTML_CELL.finditer(text, *row.span(1))]
        for row in _HTML_ROW.finditer(text, *table.span(1))
    ]
    return table.end(), [row for row in rows if row]
