"""Blank cells of tables: filled in where the column has a formula, and open where it has none."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from workings.document import Member, Passage, Statement
from workings.expr import BLANK, Expr, Hole, Name
from workings.extracting.tables import split_row
from workings.ops import FUNCTIONS
from workings.parsing import parse_maths
from workings.parsing.columns import column_formulas, rows_of, tables_of
from workings.parsing.lexicon import Lexicon
from workings.parsing.statements import lexicons
from workings.pipeline import Document
from workings.regex import regex
from workings.resolving.steps import instantiate, step_of
from workings.source import Page, Span

NO_FORMULA = "nothing says how this column is worked out"
_NUMBER = regex(r"\d")
_MARK = regex(r"\s*(\?+|_{2,})\s*")


def with_cells(document: Document) -> Document:
    """The document with a statement for each blank cell that asks for a value."""
    asked = {statement.members[-1].span.start for statement in document.statements}
    found = [cell for cell in _cells(document) if cell.members[-1].span.start not in asked]
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
        numeric, titles = _numeric(table), _titles(table, lexicon)
        for row, column, span in blanks:
            passage = replace(row[0], span=span, written="", maths=(), column=column)
            start = row[0].span.start
            unknown = Hole(Span(start, start), "", NO_FORMULA), Span(start, span.start)
            formula, place = formulas.get((row[0].row, column), unknown)
            if not isinstance(formula, Hole) or column in numeric:
                answer = Member("=", Hole(span, "", BLANK), span)
                members = _step(formula, titles.get(column), titles.get(0), row[0]) or (
                    Member(None, formula, place, apart=True),
                )
                yield Statement((*members, answer), Span(start, span.end), passage)


def _titles(table: list[Passage], lexicon: Lexicon) -> dict[int, Expr]:
    """What stands above the columns, as maths."""
    return {cell.column: parse_maths(cell.text, lexicon, cell.span.start) for cell in rows_of(table)[0]}


def _step(formula: Expr, title: Expr | None, letter: Expr | None, first: Passage) -> tuple[Member, ...]:
    """A step of a sequence, and its formula, in a row that is counted: h_2 and 0.5 h_1 + x_2 below `h_t`."""
    count, step = first.text.strip(" $"), None if title is None else step_of(title)
    if title is None or step is None or isinstance(formula, Hole) or not count.isdecimal():
        return ()
    if not isinstance(letter, Name) or not isinstance(step.index, Name) or step.index.key != letter.key:
        return ()
    head, body = (instantiate(expr, letter.key, int(count)) for expr in (title, formula))
    return Member(None, head, first.span, apart=True), Member("=", body, first.span, apart=True)


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
        start = page.written.rfind("\n", 0, row[0].span.start) + 1
        end = page.written.find("\n", start)
        cells = split_row(page.written, start, len(page.written) if end < 0 else end, ())
        if len(cells) != len(titles) or not any(_NUMBER.search(cell.text) for cell in row):
            continue
        for column, (first, last) in enumerate(cells):
            if not column or column not in titled:
                continue
            if not page.written[first:last].strip():
                place = first + (last - first > 1)
                yield row, column, Span(place, place)
            elif (mark := _MARK.fullmatch(page.written, first, last)) is not None:
                yield row, column, Span(*mark.span(1))
