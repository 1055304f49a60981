"""The rows and columns of tables that a symbol heads, as sequences: `p_t` over numbers."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import pairwise

from flint import fmpq

from workings.checking.comparing.digits import number_in
from workings.checking.methods.pages.ledger import COLUMN, Listing
from workings.checking.methods.pages.lines import is_numeric
from workings.checking.methods.pages.naming import called
from workings.evaluating import evaluate
from workings.expr import Name, Number
from workings.ops import FUNCTIONS
from workings.parsing.grammar import parse_maths
from workings.parsing.grids import Cell, Grid
from workings.parsing.lexicon import Lexicon
from workings.record import record
from workings.regex import regex
from workings.resolving.scope import as_value
from workings.source import Span

LEAST = 2  # values of a series
MOST_ROWS = 40
MOST_KEPT = 2000  # cells and titles that are remembered
LONGEST_CELL = 24
LONGEST_TITLE = 60
NEAR = 120  # characters between two lists that belong together
LONGEST_SYMBOL = 2  # letters, without what is drawn above them
TOTALS = regex(
    r"(?i:\b(?:sum|total|mean|average|avg|summe|mittel\w*|gesamt|somme)\b)|Σ|∑|\\(?:sum|Sigma|bar)\b"
)
_CALLED = {
    "y": regex(r"\b(?:labels?|targets?|true classes)\W*$", re.I),
    "p": regex(r"\b(?:probabilit(?:y|ies)|predict(?:ions?|ed))\W*$", re.I),
}
_RESULT = regex(r"^.*(?:=|≈|\\approx)")
_REMARK = regex(r"\s\([^()]*\)$")
_WORDS_BEFORE = regex(r"(?<![^\W\d_])(?:[^\W\d_]{3,}+[\s:,]+)+(?=\S)")
_WORDS_BEHIND = regex(r"(?<=\S)(?:[\s:,]+[^\W\d_]{3,})+$")
_NUMBER = regex(r"[-−–+\d.,/\s{}\\a-z]*\d[-−–+\d.,/\s{}\\a-z]*")


@record(frozen=True, slots=True)
class Board:
    """A table as sequences under their symbols, and what each of their places is called."""

    series: dict[str, tuple[fmpq, ...]]
    labels: tuple[str, ...]
    start: int
    end: int
    rows: tuple[tuple[Span, ...], ...] = ()  # where the cells of each place stand

    @property
    def length(self) -> int:
        return len(self.labels)

    def at(self, place: int) -> dict[str, fmpq]:
        """What every symbol is at a place, counted from nought."""
        return {base: values[place] for base, values in self.series.items()}


def boards_of(tables: Sequence[Grid], listings: Sequence[Listing]) -> list[Board]:
    """The tables with a row or a column under a symbol, and lists beside each other, in reading order."""
    small = [grid for grid in tables if len(grid.rows) <= MOST_ROWS]
    found = [board for grid in small for board in (*_by_column(grid), *_by_row(grid))]
    return sorted([*found, *_by_list(listings)], key=lambda board: board.start)


def _by_list(listings: Sequence[Listing]) -> Iterator[Board]:
    """Lists with a symbol, and two of one length that are close to each other: probabilities and labels."""
    lists = [one for one in listings if not one.table and one.label != COLUMN and len(one.numbers) >= LEAST]
    named = [(one, name) for one in lists if (name := _spoken(one)) is not None]
    for one, name in named:
        yield _listed(one, one, {name: one.values})
    for (first, name), (second, other) in pairwise(named):
        near = 0 <= second.first.start - first.span.end < NEAR
        if near and len(first.numbers) == len(second.numbers) and name != other:
            yield _listed(first, second, {name: first.values, other: second.values})


def _listed(first: Listing, last: Listing, series: dict[str, tuple[fmpq, ...]]) -> Board:
    labels = tuple(str(at + 1) for at in range(len(first.numbers)))
    return Board(series, labels, first.first.start, last.span.end)


def _spoken(listing: Listing) -> str | None:
    """The symbol of a list, or that of what it is called."""
    named = symbol_of(listing.name) if listing.name else None
    if named is not None:
        return named
    words = listing.label[-NEAR // 4 :]
    return next((symbol for symbol, pattern in _CALLED.items() if pattern.search(words)), None)


def _by_column(grid: Grid) -> Iterator[Board]:
    rows = [row for row in grid.rows if not any(TOTALS.search(cell.text) for cell in row[:1])]
    named = [(symbol_of(title.text), [row[at] for row in rows]) for at, title in enumerate(grid.header)]
    labels = tuple(_label(row[0]) for row in rows)
    spans = tuple(tuple(cell.span for cell in row) for row in rows)
    for board in _board(grid, named, labels):
        yield replace(board, rows=spans)


def _by_row(grid: Grid) -> Iterator[Board]:
    rows = (grid.header, *grid.rows)
    named = [(symbol_of(row[0].text), list(row[1:])) for row in rows]
    labels = tuple(_label(title) for title in grid.header[1:])
    if not any(TOTALS.search(title.text) for title in grid.header):
        yield from _board(grid, named, labels)


def _board(
    grid: Grid, named: Sequence[tuple[str | None, list[Cell]]], labels: tuple[str, ...]
) -> Iterator[Board]:
    counted = Counter(base for base, _ in named)
    found: dict[str, tuple[fmpq, ...]] = {}
    for base, cells in named:
        if base is not None and counted[base] == 1 and len(cells) >= LEAST:
            values = values_of(cells)
            if values is not None:
                found[base] = values
    if found:
        yield Board(found, labels, grid.span.start, grid.span.end)


def _label(cell: Cell) -> str:
    return cell.text.strip("*_`$\"' ").lower()


@lru_cache(maxsize=MOST_KEPT)
def symbol_of(title: str) -> str | None:
    """The symbol that a title is or has beside its words, with its number but without an index that runs."""
    text = _REMARK.sub("", title.partition("=")[0].strip("$ ")).strip("$ ")
    if not text or len(text) > LONGEST_TITLE:
        return None
    for written in (text, _WORDS_BEFORE.sub("", text, count=1), _WORDS_BEHIND.sub("", text)):
        base, index = _name(written.strip("$ "))
        short = base is not None and len(base.rpartition("(")[2].rstrip(")'*")) <= LONGEST_SYMBOL
        if short and len(index) <= 1:
            return f"{base}_{index}" if index.isdigit() else base
    return None


def _name(text: str) -> tuple[str | None, str]:
    expr = parse_maths(text, Lexicon(FUNCTIONS))
    if not isinstance(expr, Name):
        return None, ""
    return called(expr)


def values_of(cells: Sequence[Cell]) -> tuple[fmpq, ...] | None:
    """The numbers that cells hold, if all of them do."""
    known = tuple(value for cell in cells if (value := value_of(cell.text)) is not None)
    return known if len(known) == len(cells) else None


@lru_cache(maxsize=MOST_KEPT)
def value_of(text: str) -> fmpq | None:
    """The number that a cell holds or ends in, a fraction too."""
    written = _RESULT.sub("", text).strip("*$ ")
    plain = number_in(written)
    if plain is not None or len(written) > LONGEST_CELL or _NUMBER.fullmatch(written) is None:
        return plain
    expr = parse_maths(written, Lexicon(FUNCTIONS))
    if not is_numeric(expr):
        return None
    value = expr.value if isinstance(expr, Number) else as_value(evaluate(expr, {}))
    return value if isinstance(value, fmpq) else None
