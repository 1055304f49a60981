"""Tables of the layers of a network: `784 → 256` in the first cell, its weights in a later one."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from workings.document import Member, Passage, Statement
from workings.expr import Expr, Number, call, number
from workings.parsing.grammar import parse_maths
from workings.parsing.lexicon import Lexicon
from workings.regex import regex
from workings.source import Span

LEAST = 2  # rows that show what a column counts
_SIZE = r"\d{1,3}(?:,\d{3})+|\d{1,6}"
_ARROW = r"(?:→|->|⟶|➔|\\(?:right)?to\b|\\rightarrow\b|×|\\times\b|x)"
_JOINT = regex(rf"[^\d]{{0,30}}?(?P<into>{_SIZE})[\s$]*{_ARROW}[\s$]*(?P<out>{_SIZE})[\s$*):.]*")
_COUNTED = regex(r"\b(?:weights?|param(?:eter)?s?|total|count|gewichte|parameter)\b|#", re.IGNORECASE)


def joints(rows: Sequence[list[Passage]], titles: Sequence[Passage], lexicon: Lexicon) -> Iterator[Statement]:
    """What the rows of a table state of the weights between two layers.

    Whether biases are counted is what most of the rows show; where fewer than two do, nothing is said.
    """
    counted = {cell.column: cell.span for cell in titles if _COUNTED.search(cell.text)}
    found = [(cell, _JOINT.fullmatch(cell.text)) for row in rows for cell in row[:2]] if counted else []
    sizes = {cell.row: (cell, match) for cell, match in found if match is not None}
    if len(sizes) < LEAST:
        return
    for column, title in counted.items():
        stated = {
            cell.row: (cell, parse_maths(cell.text, lexicon, cell.span.start))
            for row in rows
            for cell in row
            if cell.column == column and cell.row in sizes and len(cell.text) < 40
        }
        numbers = {row: (cell, expr) for row, (cell, expr) in stated.items() if isinstance(expr, Number)}
        for with_biases in (False, True):
            made = {row: _count(*sizes[row], with_biases) for row in numbers}
            fitting = sum(numbers[row][1].value == count for row, (_, count) in made.items())
            if fitting >= LEAST:
                for row, (formula, _) in made.items():
                    yield _statement(formula, *numbers[row], title)
                return  # the columns after it rest on this one


def _count(cell: Passage, match: re.Match[str], with_biases: bool) -> tuple[Expr, int]:
    """The weights between two layers as a product of their sizes, with the biases of the second if asked."""
    begin = cell.span.start
    into, out = (
        number(int(match[key].replace(",", "")), Span(begin + match.start(key), begin + match.end(key)))
        for key in ("into", "out")
    )
    product = call("mul", into, out)
    formula = call("add", product, out) if with_biases else product
    return formula, int(into.value * out.value + (out.value if with_biases else 0))


def _statement(formula: Expr, cell: Passage, stated: Number, title: Span) -> Statement:
    members = (Member(None, formula, formula.span, apart=True), Member("=", stated, stated.span))
    return Statement(members, stated.span, cell, column=title)
