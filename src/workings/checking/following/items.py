"""The lists of numbers that a page states: in a row, in the rows of matrices, one after the other."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from workings.checking.comparing.digits import Stated, stated_number
from workings.checking.following.steps import SCORES, Step
from workings.checking.methods.pages.ledger import COLUMN, Listing, place_in
from workings.checking.methods.pages.pictures import Picture, matrices_in
from workings.checking.methods.sheet import Sheet
from workings.document import Statement
from workings.expr import Call, Expr, Name
from workings.record import record
from workings.regex import regex
from workings.source import Span

REACH = 400  # characters before a list in which its query is named
NEAR = 90  # in which its step is
ABOVE = 160  # the same before a matrix, which may stand apart
MOST_ITEMS = 240
_SUPPOSED = regex(
    r"\bif\b|\bsuppose|\bwhat would|\binstead\b|\bwithout\b|\bunscaled\b|\bmistake|\bwrong", re.I
)
_WHOSE = regex(
    r"(?:\b(?:i/p|o/p|input|output|token|query|word|position|row|eingabe|anfrage|requête|jeton)\s*+#?\s*+"
    r"|(?<![^\W_])[qxozQ]_?\{?)(\d{1,2})(?!\d|\.\d)",
    re.I,
)
_OF_NAME = regex(r"_\{?(\d{1,2})\}?")


@record(frozen=True, slots=True)
class Item:
    """Numbers that are stated together, where each stands, and what is said of them."""

    numbers: tuple[Stated, ...]
    places: tuple[Span, ...]
    query: int | None
    words: str
    step: Step | None = None  # where the way it is written leaves no doubt
    supposed: bool = False
    is_row: bool = False  # of a matrix, whose rows are the queries in order

    @property
    def start(self) -> int:
        return self.places[0].start


def items_of(sheet: Sheet, start: int) -> list[Item]:
    """The lists and rows of numbers below a place, and scores that are worked out one by one."""
    matrices = [one for one in matrices_in(sheet.judge.page.text, sheet.text) if one.start >= start]
    inside = [Span(one.start, one.end) for one in matrices]
    found = [*_rows_of(sheet, matrices), *_pairs(sheet, start)]
    for listing in sheet.listings:
        place = listing.first.start
        if listing.label == COLUMN or listing.table is not None or place < start:
            continue
        if not any(span.start <= place < span.end for span in inside) and (item := _item(sheet, listing)):
            found.append(item)
    return sorted(found, key=lambda item: item.start)[:MOST_ITEMS]


def _item(sheet: Sheet, listing: Listing) -> Item | None:
    places = tuple(place_in(listing, sheet.text, at) for at in range(len(listing.numbers)))
    known = tuple(place for place in places if place is not None)
    if len(known) != len(places):
        return None
    start = known[0].start
    words = f"{listing.name} {sheet.text[max(0, start - NEAR) : start]}"
    named = _OF_NAME.search(listing.name)
    if named is None:
        said = [*_WHOSE.finditer(sheet.text, max(0, start - REACH), start)]
        named = said[-1] if said else None
    query = int(named[1]) if named is not None else None
    supposed = _SUPPOSED.search(words) is not None
    is_row = "&" in sheet.text[known[0].end : known[1].start]
    return Item(listing.numbers, known, query, words, supposed=supposed, is_row=is_row)


def _rows_of(sheet: Sheet, matrices: Sequence[Picture]) -> Iterator[Item]:
    """The rows of matrices, which belong to the queries in order."""
    for matrix in matrices:
        height, width = matrix.shape
        lead = sheet.text[max(0, matrix.start - ABOVE) : matrix.start]
        supposed = _SUPPOSED.search(lead) is not None
        for at in range(height):
            places = matrix.places[at * width : (at + 1) * width]
            yield Item(matrix.rows[at], places, at + 1, lead, supposed=supposed, is_row=True)


def _pairs(sheet: Sheet, start: int) -> Iterator[Item]:
    """`q_1 · k_1 = 4`, `q_1 · k_2 = 0`, … as the scores of a query."""
    rows: dict[int, dict[int, tuple[Stated, Span]]] = {}
    for statement in sheet.statements:
        pair = _pair(statement)
        number = stated_number(statement.members[-1].expr)
        if pair is not None and number is not None and statement.span.start >= start:
            rows.setdefault(pair[0], {}).setdefault(pair[1], (number, statement.members[-1].span))
    for query, row in rows.items():
        if sorted(row) == [*range(1, len(row) + 1)]:
            numbers, places = zip(*(row[at] for at in sorted(row)), strict=True)
            yield Item(numbers, places, query, SCORES.called, SCORES)


def _pair(statement: Statement) -> tuple[int, int] | None:
    """Which query and which key a statement multiplies."""
    head = statement.members[0].expr
    if (
        statement.hypothesis
        or len(statement.members) < 2
        or not isinstance(head, Call)
        or len(head.args) != 2
    ):
        return None
    first, second = (_numbered(arg) for arg in head.args)
    if first is None or second is None or (first[0], second[0]) != ("q", "k"):
        return None
    return first[1], second[1]


def _numbered(expr: Expr) -> tuple[str, int] | None:
    """The letter and number of q_1, or of k_2 transposed."""
    if isinstance(expr, Call) and expr.op == "transpose":
        (expr,) = expr.args
    if not isinstance(expr, Name) or expr.key == "q":
        return ("q", 1) if isinstance(expr, Name) else None
    found = _OF_NAME.fullmatch(expr.key[1:])
    return (expr.key[0].lower(), int(found[1])) if found is not None else None
