"""Tables that only blanks set apart, under a line of headings, with their cells as passages."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from workings.document import Kind, Passage, Statement
from workings.expr import walk
from workings.parsing.columns import column_statements, decides
from workings.parsing.grids import Cell, Grid, plain_grids
from workings.parsing.lexicon import Lexicon
from workings.source import Span


def aligned_statements(
    passages: Iterable[Passage], lexicon: Lexicon, stated: Sequence[Statement]
) -> Iterator[Statement]:
    """A statement for each value in a column of such a table that is worked out from the others.

    Thresholds are left to what runs the whole of a design.
    """
    listed = list(passages)
    for grid in plain_grids(listed):
        for statement in column_statements(_cells(grid, listed), lexicon, stated):
            if not any(map(decides, walk(statement.members[0].expr))):
                yield statement


def _cells(grid: Grid, passages: Sequence[Passage]) -> list[Passage]:
    """The cells of a table as passages, row by row, with the maths that stood in them."""
    maths = [span for passage in passages for span in passage.maths]
    rows = (grid.header, *grid.rows)
    return [
        Passage(Kind.CELL, cell.span, cell.text, _within(maths, cell), row=at, column=column)
        for at, row in enumerate(rows)
        for column, cell in enumerate(row)
    ]


def _within(maths: Sequence[Span], cell: Cell) -> tuple[Span, ...]:
    return tuple(span for span in maths if cell.span.start <= span.start and span.end <= cell.span.end)
