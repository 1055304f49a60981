"""The rows and columns of tables that a symbol heads, as sequences: `p_t` over numbers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache

from flint import fmpq

from workings.checking.methods.lines import is_numeric
from workings.checking.methods.naming import called
from workings.evaluating import evaluate
from workings.expr import Name, Number
from workings.ops import FUNCTIONS
from workings.parsing.grammar import parse_maths
from workings.parsing.grids import Cell, Grid
from workings.parsing.lexicon import Lexicon
from workings.record import record
from workings.regex import regex
from workings.resolving.scope import as_value

LEAST = 2  # values of a series
LONGEST_CELL = 24
LONGEST_TITLE = 60
LONGEST_SYMBOL = 2  # letters, without what is drawn above them
TOTALS = regex(
    r"(?i:\b(?:sum|total|mean|average|avg|summe|mittel\w*|gesamt|somme)\b)|Σ|∑|\\(?:sum|Sigma|bar)\b"
)
_RESULT = regex(r"^.*(?:=|≈|\\approx)")
_REMARK = regex(r"\s\([^()]*\)$")
_WORDS_BEFORE = regex(r"(?:[^\W\d_]{3,}[\s:,]+)+(?=\S)")
_WORDS_BEHIND = regex(r"(?<=\S)(?:[\s:,]+[^\W\d_]{3,})+$")
_NUMBER = regex(r"[-−–+\d.,/\s{}\\a-z]*\d[-−–+\d.,/\s{}\\a-z]*")


@record(frozen=True, slots=True)
class Board:
    """A table as sequences under their symbols, and what each of their places is called."""

    series: dict[str, tuple[fmpq, ...]]
    labels: tuple[str, ...]
    start: int
    end: int

    @property
    def length(self) -> int:
        return len(self.labels)

    def at(self, place: int) -> dict[str, fmpq]:
        """What every symbol is at a place, counted from nought."""
        return {base: values[place] for base, values in self.series.items()}


def boards_of(tables: Sequence[Grid]) -> list[Board]:
    """Every table that has a row or a column under a symbol, in reading order."""
    found = [board for grid in tables for board in (*_by_column(grid), *_by_row(grid))]
    return sorted(found, key=lambda board: board.start)


def _by_column(grid: Grid) -> Iterator[Board]:
    rows = [row for row in grid.rows if not any(TOTALS.search(cell.text) for cell in row[:1])]
    named = [(symbol_of(title.text), [row[at] for row in rows]) for at, title in enumerate(grid.header)]
    labels = tuple(_label(row[0]) for row in rows)
    yield from _board(grid, named, labels)


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
            values = [value_of(cell.text) for cell in cells]
            known = tuple(value for value in values if value is not None)
            if len(known) == len(cells):
                found[base] = known
    if found:
        yield Board(found, labels, grid.span.start, grid.span.end)


def _label(cell: Cell) -> str:
    return cell.text.strip("*_`$\"' ").lower()


@cache
def symbol_of(title: str) -> str | None:
    """The symbol that a title is or has beside its words, without an index that runs."""
    text = _REMARK.sub("", title.partition("=")[0].strip("$ ")).strip("$ ")
    if not text or len(text) > LONGEST_TITLE:
        return None
    for written in (text, _WORDS_BEFORE.sub("", text, count=1), _WORDS_BEHIND.sub("", text)):
        base, index = _name(written.strip("$ "))
        short = base is not None and len(base.rpartition("(")[2].rstrip(")'*")) <= LONGEST_SYMBOL
        if short and (not index or len(index) == 1 and index.isalpha()):
            return base
    return None


def _name(text: str) -> tuple[str | None, str]:
    expr = parse_maths(text, Lexicon(FUNCTIONS))
    if not isinstance(expr, Name):
        return None, ""
    return called(expr)


@cache
def value_of(text: str) -> fmpq | None:
    """The number that a cell holds or ends in, a fraction too."""
    written = _RESULT.sub("", text).strip("*$ ")
    if len(written) > LONGEST_CELL or _NUMBER.fullmatch(written) is None:
        return None
    expr = parse_maths(written, Lexicon(FUNCTIONS))
    if not is_numeric(expr):
        return None
    value = expr.value if isinstance(expr, Number) else as_value(evaluate(expr, {}))
    return value if isinstance(value, fmpq) else None
