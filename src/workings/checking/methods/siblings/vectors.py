"""The vectors of a page: its lists, and the rows, columns and windows of its matrices and tables."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import groupby

from flint import fmpq

from workings.checking.methods.ledger import Listing
from workings.checking.methods.stores import literal_entries, number_in
from workings.document import Passage, Statement
from workings.expr import Array
from workings.parsing.grids import grids
from workings.record import record
from workings.regex import regex

MOST_GRIDS = 24
LEAST_PART = 3  # columns of a table that make a vector
LONGEST_SLID = 24  # numbers of a list that a window runs over
LARGEST = 16  # rows and columns
_NUMBER = r"[-−–+]?\d{1,9}(?:\.\d{1,12})?"
_NUMERAL = regex(_NUMBER)
_BRACKETED = regex(rf"[\[(|](\s*{_NUMBER}(?:[ \t]*,[ \t]*{_NUMBER}|[ \t]+{_NUMBER})+\s*)[\])|]")
_BARE = regex(rf"[ \t]*({_NUMBER}(?:[ \t]+{_NUMBER})+)[ \t]*")
_NUMBERED = regex(r"[\d₀-₉_{}()^]+$")
_APART = regex(r"[ \t]{4,}")  # between two matrices

ROW, COLUMN, LIST, RUN, WINDOW, PART = "row", "column", "list", "run", "window", "part"
SLICE = "slice"


@record(frozen=True, slots=True)
class Grid:
    """Numbers in rows and columns."""

    rows: tuple[tuple[fmpq, ...], ...]
    start: int
    tabled: bool = False


@record(frozen=True, slots=True)
class Vector:
    """Numbers that stand in a row, in a column or in a list, with its place among those beside it."""

    values: tuple[fmpq, ...]
    kind: str
    grid: int  # which matrix, or which list
    at: int
    start: int


def grids_of(
    text: str, passages: Sequence[Passage], statements: Sequence[Statement], listings: Sequence[Listing]
) -> list[Grid]:
    """Every matrix and table of numbers, and lists of one length that follow one another."""
    found = [*_drawn(text), *_beside(text), *_tabled(passages), *_stated(statements), *_stacked(listings)]
    return found[:MOST_GRIDS]


def _stated(statements: Sequence[Statement]) -> Iterator[Grid]:
    """Matrices in maths."""
    for statement in statements:
        last = statement.members[-1].expr
        if not isinstance(last, Array) or len(statement.members) < 2:
            continue
        entries = literal_entries(last)
        rows: dict[str, list[fmpq]] = {}
        for key, entry in entries.items():
            rows.setdefault(key[0], []).append(entry.value)
        if 1 < len(rows) < len(entries) and len({len(row) for row in rows.values()}) == 1:
            yield Grid(tuple(tuple(row) for row in rows.values()), statement.span.start)


def _stacked(listings: Sequence[Listing]) -> Iterator[Grid]:
    """Lists of the same length one after the other, as the rows of a matrix."""
    run: list[Listing] = []
    for listing in (*(one for one in listings if not one.places), None):
        if listing is not None and (not run or len(listing.numbers) == len(run[0].numbers)):
            run.append(listing)
            continue
        if len(run) > 1:
            yield Grid(tuple(one.values for one in run), run[-1].span.start)
            yield from _of_one_name(run)
        run = [listing] if listing is not None else []


def _of_one_name(run: Sequence[Listing]) -> Iterator[Grid]:
    """The lists of a run that are called alike, where others are called otherwise: `x1`, `x2` before `w`."""
    for name, same in groupby(run, key=lambda one: _NUMBERED.sub("", one.name)):
        rows = [*same]
        if name and 1 < len(rows) < len(run):
            yield Grid(tuple(one.values for one in rows), rows[-1].span.start)


def _drawn(text: str) -> Iterator[Grid]:
    """Rows of numbers one below the other, in brackets or bare, as text and programs have them."""
    rows: list[tuple[fmpq, ...]] = []
    start, titles = 0, 0
    for line in (*re.finditer(r"[^\n]*\n?", text), None):
        found = None
        if line is not None:
            found = _BRACKETED.search(line[0]) or _BARE.fullmatch(line[0].rstrip("\n\r"))
        row = _numbers(found[1]) if found is not None else ()
        titles += found is not None and line is not None and "=" in line[0][: found.start()]
        if not row or titles > 1 or (rows and len(row) != len(rows[0])):
            if len(rows) > 1:
                yield Grid(tuple(rows), start)
            rows, titles = [], int(titles > 1)
        if row and line is not None:
            start = start if rows else line.start()
            rows.append(row)


def _beside(text: str) -> Iterator[Grid]:
    """Matrices that stand side by side, with more space between them than between their numbers."""
    blocks: list[list[tuple[fmpq, ...]]] = []
    start = 0
    for line in (*re.finditer(r"[^\n]*\n?", text), None):
        bare = _BARE.fullmatch(line[0].rstrip("\n\r")) if line is not None else None
        parts = [_numbers(part) for part in _APART.split(bare[1])] if bare is not None else []
        if line is not None and parts and not blocks and len(parts) > 1:
            blocks, start = [[] for _ in parts], line.start()
        if blocks and (not parts or len(parts) > len(blocks)):
            yield from (Grid(tuple(block), start) for block in blocks if _is_grid(block))
            blocks = []
        for block, part in zip(blocks, parts, strict=False):
            block.append(part)


def _is_grid(rows: Sequence[tuple[fmpq, ...]]) -> bool:
    return len(rows) > 1 and len({len(row) for row in rows}) == 1 and len(rows[0]) > 1


def _numbers(text: str) -> tuple[fmpq, ...]:
    found = [number_in(part) for part in _NUMERAL.findall(text)]
    return tuple(value for value in found if value is not None)


def _tabled(passages: Sequence[Passage]) -> Iterator[Grid]:
    """The columns of a table that hold numbers alone, side by side."""
    for grid in grids(passages):
        columns = [
            [number_in(cell.text.strip("$ ")) for cell in grid.column(at)] for at in range(len(grid.header))
        ]
        filled = [
            [value for value in column if value is not None] for column in columns if None not in column
        ]
        if filled and len(filled[0]) > 1:
            yield Grid(tuple(zip(*filled, strict=True)), grid.span.start, tabled=True)


def vectors_of(matrices: Sequence[Grid], listings: Sequence[Listing]) -> list[Vector]:
    """The rows and columns of matrices, and the lists of a page."""
    found: list[Vector] = []
    for number, grid in enumerate(matrices):
        if len(grid.rows) > LARGEST or len(grid.rows[0]) > LARGEST:
            continue
        found += [Vector(row, ROW, number, at, grid.start) for at, row in enumerate(grid.rows)]
        columns = zip(*grid.rows, strict=True)
        found += [Vector(column, COLUMN, number, at, grid.start) for at, column in enumerate(columns)]
        if grid.tabled:
            parts = [part for row in grid.rows for part in _parts(row)]
            found += [Vector(part, PART, number, at, grid.start) for at, part in enumerate(parts)]
    for at, listing in enumerate(listings):
        kind = RUN if listing.places and not listing.label else LIST
        found.append(Vector(listing.values, kind, -1 - at, 0, listing.first.start))
    return found


def _parts(row: tuple[fmpq, ...]) -> Iterator[tuple[fmpq, ...]]:
    """Neighbouring numbers in a row of a table, whose other columns are about something else."""
    for length in range(LEAST_PART, len(row)):
        for start in range(len(row) - length + 1):
            yield row[start : start + length]


def slices_of(vectors: Sequence[Vector], size: int) -> list[Vector]:
    """The stretches of so many numbers of every longer list and row, each a matrix of its own."""
    longer = [v for v in vectors if v.kind in (LIST, ROW) and size < len(v.values) <= LONGEST_SLID]
    return [
        Vector(v.values[at : at + size], SLICE, number, at, v.start)
        for number, v in enumerate(longer)
        for at in range(len(v.values) - size + 1)
    ]


def windows_of(matrices: Sequence[Grid], size: int) -> Iterator[list[Vector]]:
    """The windows of so many numbers, those of one matrix and one height together, row by row."""
    for number, grid in enumerate(matrices):
        height, width = len(grid.rows), len(grid.rows[0])
        for tall in range(2, size):
            wide = size // tall
            if size % tall or wide < 2 or tall > height or wide > width:
                continue
            windows = [
                tuple(grid.rows[top + r][left + c] for r in range(tall) for c in range(wide))
                for top in range(height - tall + 1)
                for left in range(width - wide + 1)
            ]
            yield [Vector(values, WINDOW, number, at, grid.start) for at, values in enumerate(windows)]
