"""Blank cells of tables: filled in where the column has a formula, and open where it has none."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from workings.document import Member, Passage, Statement
from workings.expr import BLANK, Hole
from workings.extracting.tables import split_row
from workings.ops import FUNCTIONS
from workings.parsing.columns import column_formulas, rows_of, tables_of
from workings.parsing.statements import lexicons
from workings.pipeline import Document
from workings.regex import regex
from workings.source import Page, Span

NO_FORMULA = "nothing says how this column is worked out"
_NUMBER = regex(r"\d")


def with_cells(document: Document) -> Document:
    """The document with a statement for each blank cell that asks for a value."""
    found = list(_cells(document))
    if not found:
        return document
    statements = sorted((*document.statements, *found), key=lambda statement: statement.span.start)
    return replace(document, statements=tuple(statements))


def _cells(document: Document) -> Iterator[Statement]:
    page = document.reading.page
    lexicon = None
    for table in tables_of(document.reading.passages):
        blanks = list(_blanks(page, table))
        if not blanks:
            continue
        lexicon = lexicon or lexicons(document.reading, FUNCTIONS)[1]
        formulas = column_formulas(table, lexicon, document.statements)
        numeric = _numeric(table)
        for row, column, span in blanks:
            hole = Hole(span, "", BLANK)
            passage = replace(row[0], span=span, text="", maths=(), column=column)
            start = row[0].span.start
            unknown = Hole(Span(start, start), "", NO_FORMULA), Span(start, span.start)
            formula, place = formulas.get((row[0].row, column), unknown)
            members = (Member(None, formula, place, apart=True), Member("=", hole, span))
            if not isinstance(formula, Hole) or column in numeric:
                yield Statement(members, Span(start, span.end), passage)


def _numeric(table: list[Passage]) -> set[int]:
    """The columns below whose titles nothing but numbers stand, or nothing at all."""
    titles, *rows = rows_of(table)
    worded = {cell.column for row in rows for cell in row if not _NUMBER.match(cell.text.strip("$ ()-−+"))}
    return {cell.column for cell in titles} - worded


def _blanks(page: Page, table: list[Passage]) -> Iterator[tuple[list[Passage], int, Span]]:
    """The empty cells below a title, in rows that have a number: the row, the column and the place."""
    titles, *rows = rows_of(table)
    titled = {cell.column for cell in titles if cell.text.strip()}
    for row in rows:
        start = page.text.rfind("\n", 0, row[0].span.start) + 1
        end = page.text.find("\n", start)
        cells = split_row(page.text, start, len(page.text) if end < 0 else end, ())
        if len(cells) != len(titles) or not any(_NUMBER.search(cell.text) for cell in row):
            continue
        for column, (first, last) in enumerate(cells):
            if column and column in titled and not page.text[first:last].strip():
                place = first + (last - first > 1)
                yield row, column, Span(place, place)
