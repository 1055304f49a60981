"""Tables that give symbols their values: one row below them, or a column of values behind them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from workings.document import Member, Passage, Statement
from workings.expr import Apply, Name, walk
from workings.parsing.columns import tables_of
from workings.parsing.grammar import parse_maths
from workings.parsing.lexicon import Lexicon
from workings.parsing.tables import is_symbol
from workings.parsing.titles import is_number
from workings.regex import regex

FEWEST = 3  # symbols
_LABEL = regex(r"[^\d=]{0,24}")
_VALUES = regex(r"\W*(?:values?|activations?|results?|outputs?)\W*", re.IGNORECASE)


def given_statements(
    passages: Iterable[Passage], lexicon: Lexicon, stated: Sequence[Statement]
) -> Iterator[Statement]:
    """A statement for each symbol above the only row of a table, if nothing was said of it so far."""
    for table in tables_of(passages):
        yield from _of_rows(table, lexicon, stated)
        titles = [cell for cell in table if cell.row == table[0].row]
        row = table[len(titles) :]
        if len(row) != len(titles) or len({cell.row for cell in row}) > 1 or not is_symbol(titles[-1]):
            continue
        given = _given(titles, row, lexicon)
        if len(given) < FEWEST:
            continue
        heads = [s.members[0].expr for s in stated if s.span.start < titles[0].span.start]
        known = {head.key for head in heads if isinstance(head, Name | Apply)}
        yield from (statement for key, statement in given.items() if key not in known)


def _of_rows(table: list[Passage], lexicon: Lexicon, stated: Sequence[Statement]) -> Iterator[Statement]:
    """A statement for each row that opens with a symbol of a formula above and ends in its value.

    A symbol that has a formula of its own, or none above the table, is left alone: it may be anything.
    """
    titles = [cell for cell in table if cell.row == table[0].row]
    width = len(titles)
    rows = [table[at : at + width] for at in range(width, len(table), width)]
    if width < FEWEST or len(rows) < 2 or _VALUES.fullmatch(titles[-1].text) is None:
        return
    if any(len(row) < width or len({cell.row for cell in row}) > 1 or not is_symbol(row[0]) for row in rows):
        return
    above = [s for s in stated if s.span.start < titles[0].span.start]
    heads = {key for s in above if isinstance(s.members[0].expr, Name) and (key := s.members[0].expr.key)}
    inside = {
        node.key for s in above for m in s.members[1:] for node in walk(m.expr) if isinstance(node, Name)
    }
    for row in rows:
        given = _given([row[0]], [row[-1]], lexicon)
        yield from (statement for key, statement in given.items() if key in inside - heads)


def _given(titles: list[Passage], row: list[Passage], lexicon: Lexicon) -> dict[str, Statement]:
    """What a row gives by the symbols above it; nothing if some are no symbols, or have no numbers below."""
    if not is_symbol(titles[0]):
        if not all(_LABEL.fullmatch(cells[0].text) for cells in (titles, row)):
            return {}
        titles, row = titles[1:], row[1:]
    given: dict[str, Statement] = {}
    for head, cell in zip(titles, row, strict=True):
        symbol = parse_maths(head.text, lexicon, head.span.start) if is_symbol(head) else None
        value = parse_maths(cell.text, lexicon, cell.span.start)
        if not isinstance(symbol, Name) or not is_number(value):
            return {}
        members = (Member(None, symbol, symbol.span, apart=True), Member("=", value, value.span))
        given[symbol.key] = Statement(members, value.span, cell)
    return given
