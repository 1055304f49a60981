"""Tables drawn with pipes: which lines they are, and where their cells lie."""

from __future__ import annotations

import itertools
from collections.abc import Sequence

from workings.extracting.regions import Region
from workings.regex import regex

RULE = regex(r"[ \t]*(?:[|+][ \t]*)?:?-+:?[ \t]*(?:[|+][ \t]*:?-+:?[ \t]*)*[|+]?[ \t]*")
BAR = regex(r"\\.|\|")
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
