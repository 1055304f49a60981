"""Tables of threshold units: what a unit gives for a net input by the rule of the page, row by row.

“y = 1 if net ≥ 0”: the row `101 | 0 | 0` has a net input of 0, which fires.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from flint import fmpq

from workings.checking.comparing.digits import number_in
from workings.checking.methods.sheet import Sheet
from workings.checking.rules.catalogue import Description
from workings.evaluating.rendering import show
from workings.finding import Claim
from workings.parsing.grids import Cell, Grid
from workings.parsing.moods import is_contrasted
from workings.regex import regex

RULE = "step/at-threshold"
LEAST_RIGHT = 3  # rows that keep to the rule
_NAME = r"(?:net|z|sum|total|activation|a|s|input)"
_RULE = regex(
    r"(?:=\s*\+?1\b|\bfires?\b|\b(?:is|outputs?|gives?) 1\b|→\s*1\b)[\s$,]*"
    r"\b(?:if|iff|when|whenever|for)\s+\$?"
    rf"(?P<net>{_NAME})\$?\s*(?P<sign>≥|>=|>|\\geq?)\s*"
    r"(?P<at>[-−]?\d+(?:\.\d+)?)(?!\d|\.\d)",
    re.I,
)
_NET = regex(rf"[\s$*]*{_NAME}[\s$*]*(?:\(.*\))?[\s$*]*", re.I)
_OUT = regex(r"[\s$*]*(?:y|out|output|o|step|fires\??)[\s$*]*", re.I)
_UNIT = "The output is 1 if net ≥ 0:\n\n| x1 | x2 | net | y |\n|---|---|---|---|\n"
_ROWS = "| 0 | 0 | -1 | 0 |\n| 0 | 1 | 1 - 1 = 0 | {} |\n| 1 | 0 | 0 | 1 |\n| 1 | 1 | 1 | 1 |\n"
RULES: dict[str, Description] = {
    RULE: Description(
        "a threshold unit gives something else than its rule for the net input of a row",
        wrong=_UNIT + _ROWS.format(0),
        right=_UNIT + _ROWS.format(1),
        why="Whether a tie fires is easily forgotten further down the table.",
    ),
}
SAID: tuple[re.Pattern[str], ...] = (_RULE,)


def claims_of_firing(sheet: Sheet) -> Iterator[Claim]:
    """The only output of each table that is not what its net input gives."""
    rules = [*_RULE.finditer(sheet.text)]
    kinds = {(one["sign"] == ">", one["at"]) for one in rules}
    at = number_in(rules[0]["at"]) if len(kinds) == 1 else None
    for grid in sheet.grids if at is not None else ():
        strict = rules[0]["sign"] == ">"
        rows = [*_rows(grid)]
        off = [(net, cell) for net, out, cell in rows if at is not None and out != _fires(net, at, strict)]
        if len(off) == 1 and len(rows) > LEAST_RIGHT and not is_contrasted(sheet.text, off[0][1].span.start):
            net, cell = off[0]
            right = _fires(net, at, strict) if at is not None else 0
            message = f"a net input of {show(net)} gives {right} by the rule of the page"
            yield sheet.claim(cell.span, RULE, message, show(fmpq(right)))


def _fires(net: fmpq, at: fmpq, strict: bool) -> int:
    return int(bool(net > at if strict else net >= at))


def _rows(grid: Grid) -> Iterator[tuple[fmpq, int, Cell]]:
    """The net input and the output of each row, where the table has one column for each."""
    nets = [at for at, title in enumerate(grid.header) if _NET.fullmatch(title.text)]
    outs = [at for at, title in enumerate(grid.header) if _OUT.fullmatch(title.text)]
    for row in grid.rows if len(nets) == len(outs) == 1 else ():
        net = number_in(row[nets[0]].text.rpartition("=")[2].strip("$ "))
        out = number_in(row[outs[0]].text.strip("$ "))
        if net is not None and out in (0, 1):
            yield net, int(out == 1), row[outs[0]]
