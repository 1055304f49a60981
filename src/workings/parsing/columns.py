"""Tables with columns that are worked out from others: `z = 0.6 x_1 + 0.5 x_2` above a column of values."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import pairwise

from workings.document import Kind, Member, Passage, Statement
from workings.expr import (
    Apply,
    Array,
    Call,
    Cases,
    Expr,
    Fold,
    Hole,
    Name,
    Number,
    Relation,
    mapped,
    walk,
)
from workings.parsing.grammar import parse_maths
from workings.parsing.joints import joints
from workings.parsing.lexicon import Lexicon
from workings.parsing.tables import is_apart
from workings.parsing.titles import LONGEST_HEADER, WORKED, Column, column_of, is_number, with_functions
from workings.regex import regex
from workings.source import Span

MOST_CELLS = 4000  # of a table
LEAST_BESIDE = 2  # values to the right of a title
_TOTAL = regex(
    r"\b(?:sum|total|mean|average|avg|summe|mittel|var(?:iance|ianz)?|std|stdev|sd|spread|range|median|count)\b"
    r"|\bstandard|∑|(?-i:Σ)|\\(?:sum|Sigma|bar)\b",
    re.IGNORECASE,
)
_SLOPES = regex(r"backward|gradient|\bgrads?\b|derivative|∂|\\partial|\\nabla|rückw|ableitung", re.IGNORECASE)
_INPUT = regex(r"(?:x|u|X)_?\d")
_INFINITE = ("∞", "inf")


def column_statements(
    passages: Iterable[Passage], lexicon: Lexicon, stated: Sequence[Statement] = ()
) -> Iterator[Statement]:
    """A statement for each value in a column that is worked out from the others.

    The formula stands above the column, or its name was defined by one in the text before the table.
    """
    tables = list(tables_of(passages))
    definitions = _definitions(stated) if tables else {}
    read = {statement.members[-1].span.start for statement in stated} if tables else set()
    for table in tables:
        titles, *rows = rows_of(table)
        headers, worked = _headers(titles, lexicon, definitions)
        yield from joints(rows, titles, lexicon)
        for row in rows:
            yield from (one for one in _beside(row, headers, lexicon) if one.span.start not in read)
        if not worked and (lines := turned([titles, *rows])) is not None:
            titles, *rows = lines
            rows = [
                row for row in rows if not _SLOPES.search(row[0].text)
            ]  # those are no values of the names
            headers, worked = _headers(titles, lexicon, definitions)
        for row in rows:
            if worked and not any(_TOTAL.search(cell.text) for cell in row):
                yield from _row(row, headers, worked, lexicon)


def rows_of(table: list[Passage]) -> list[list[Passage]]:
    """The cells of a table row by row, with those of its head first."""
    rows: dict[int | None, list[Passage]] = {}
    for cell in table:
        rows.setdefault(cell.row, []).append(cell)
    return [*rows.values()]


def turned(rows: list[list[Passage]]) -> list[list[Passage]] | None:
    """A table with its rows for columns, whose titles stand to their left; None if it has gaps."""
    first = rows[0][0]
    if first.column == 1:  # nothing stands in the corner
        corner = Span(first.span.start, first.span.start)
        rows = [[replace(first, span=corner, written="", maths=(), column=0), *rows[0]], *rows[1:]]
    width = len(rows[0])
    if width <= LEAST_BESIDE or any([cell.column for cell in row] != [*range(width)] for row in rows):
        return None
    return [[replace(row[at], row=at, column=place) for place, row in enumerate(rows)] for at in range(width)]


def _headers(
    titles: list[Passage], lexicon: Lexicon, definitions: Mapping[str, list[Member]]
) -> tuple[dict[int, Column], dict[int, Column]]:
    """What stands above the columns, and those of them that are worked out from others."""
    headers = with_functions(titles, {cell.column: column_of(cell, lexicon) for cell in titles})
    names = [column.name for column in headers.values() if column.name is not None]
    designed = sum(_INPUT.fullmatch(name) is not None for name in names) > 1
    headers = {at: _defined(column, definitions, designed) for at, column in headers.items()}
    return headers, {
        at: column
        for at, column in headers.items()
        if column.formula is not None and _is_of_columns(column, names)
    }


def column_formulas(
    table: list[Passage], lexicon: Lexicon, stated: Sequence[Statement]
) -> dict[tuple[int | None, int], tuple[Expr, Span]]:
    """The formula for each cell of the columns that are worked out, by row and column, with its place."""
    titles, *rows = rows_of(table)
    headers, worked = _headers(titles, lexicon, _definitions(stated))
    found = {}
    for row in rows:
        values, _ = _values(row, headers, lexicon)
        for at, column in worked.items():
            formula = _for_row(column, headers, values)
            if formula is not None:
                found[row[0].row, at] = formula, column.source or column.span
                if column.name is not None:  # a column further to the right may be worked out from it
                    values.setdefault(column.name, formula)
    return found


def _beside(row: list[Passage], headers: dict[int, Column], lexicon: Lexicon) -> Iterator[Statement]:
    """A formula of numbers in one cell and its value in the next: `45/(45 + 15) | 0.75`."""
    for cell, follows in pairwise(row):
        if follows.column != cell.column + 1 or follows.column not in headers:
            continue
        if max(len(cell.text), len(follows.text)) > LONGEST_HEADER or not WORKED.search(cell.text, 1):
            continue
        written = cell.text.rstrip(" =≈")
        formula = parse_maths(written, lexicon, cell.span.start)
        stated = parse_maths(follows.text, lexicon, follows.span.start)
        if is_number(stated) and _is_worked_out(formula):
            start = cell.span.start + len(written) - len(written.lstrip())
            place = Span(start, cell.span.start + len(written))
            members = (Member(None, formula, place, apart=True), Member("=", stated, stated.span))
            yield Statement(members, stated.span, follows, column=headers[follows.column].span)


def _is_worked_out(expr: Expr) -> bool:
    """Whether a formula has an operation and nothing but numbers."""
    if is_number(expr) or not isinstance(expr, Call):
        return False
    return all(isinstance(node, Call | Number) for node in walk(expr))


def tables_of(passages: Iterable[Passage]) -> Iterator[list[Passage]]:
    """The cells of each table, in reading order."""
    cells: list[Passage] = []
    for passage in passages:
        is_cell = passage.kind is Kind.CELL
        if cells and (not is_cell or is_apart(cells[-1], passage)):
            if len(cells) <= MOST_CELLS:
                yield cells
            cells = []
        if is_cell:
            cells.append(passage)
    if cells and len(cells) <= MOST_CELLS:
        yield cells


def _definitions(stated: Sequence[Statement]) -> Mapping[str, list[Member]]:
    """What names were said to equal, other than a number, in reading order."""
    found: dict[str, list[Member]] = {}
    for statement in stated:
        head, *rest = statement.members
        if not rest or rest[0].sign not in ("=", "≈") or is_number(rest[0].expr):
            continue
        if isinstance(head.expr, Name):
            found.setdefault(head.expr.key, []).append(rest[0])
        elif isinstance(head.expr, Apply) and all(isinstance(arg, Name) for arg in head.expr.args):
            found.setdefault(head.expr.function.key, []).append(head)  # f(x) = …, above a column f
    return found


def _defined(column: Column, definitions: Mapping[str, list[Member]], designed: bool) -> Column:
    """A column with the formula that its name was defined by, the latest before the table.

    Thresholds of the inputs of a design are left to what runs the whole of it.
    """
    if column.name is None or column.formula is not None:
        return column
    known = definitions.get(column.name, ())
    before = [member for member in known if member.span.start <= column.span.start]
    if not before:
        return column
    formula = before[-1].expr
    usable = isinstance(formula, Call | Apply | Cases) and not any(
        isinstance(node, Hole) or (designed and decides(node)) for node in walk(formula)
    )
    return replace(column, formula=formula, source=before[-1].span) if usable else column


def decides(node: Expr) -> bool:
    """Whether a part is a threshold, or a function that may be one."""
    return isinstance(node, Apply | Cases) or (isinstance(node, Call) and node.op in ("step", "sign"))


def _is_of_columns(column: Column, names: list[str]) -> bool:
    """Whether a formula has names of other columns in it; the rest are names of the document."""
    assert column.formula is not None
    nodes = list(walk(column.formula))
    if any(isinstance(node, Fold) for node in nodes):
        return False
    used = _used(nodes)
    return (
        column.name not in used
        and any(key in names for key in used)
        and all(names.count(k) < 2 for k in used)
    )


def _used(nodes: Sequence[Expr]) -> set[str]:
    """The names in a formula, and the letters that count them: the t of `h_t`."""
    applied = {node.function for node in nodes if isinstance(node, Apply)}
    names = [node for node in nodes if isinstance(node, Name) and node not in applied]
    return {name.key for name in names} | {part.key for name in names for part in _counters(name)}


def _counters(name: Name) -> tuple[Name, ...]:
    """The letter that is the whole index of a name."""
    return tuple(part for part in name.index if isinstance(part, Name)) if len(name.index) == 1 else ()


def _row(
    row: list[Passage], headers: dict[int, Column], worked: dict[int, Column], lexicon: Lexicon
) -> Iterator[Statement]:
    """What one row states of the columns that are worked out."""
    values, cells = _values(row, headers, lexicon)
    for cell in row:
        column, stated = worked.get(cell.column), cells.get(cell.column)
        formula = None if column is None or stated is None else _for_row(column, headers, values)
        if column is not None and stated is not None and formula is not None:
            members = (
                Member(None, formula, column.source or column.span, apart=True, said=column.said),
                Member("=", stated, stated.span),
            )
            yield Statement(members, stated.span, cell, column=column.span)


def _values(
    row: list[Passage], headers: dict[int, Column], lexicon: Lexicon
) -> tuple[dict[str, Expr], dict[int, Expr]]:
    """The values of a row by the names of their columns, and its numbers and workings by their columns."""
    values: dict[str, Expr] = {}
    cells: dict[int, Expr] = {}
    for cell in row:
        value = parse_maths(cell.text, lexicon, cell.span.start) if len(cell.text) <= LONGEST_HEADER else None
        if value is not None and is_number(value):
            cells[cell.column] = value
        if isinstance(value, Relation):  # how it is worked out stands before it
            if {*value.signs} <= {"=", "≈"} and _is_worked_out(value.members[0]):
                cells[cell.column] = value.members[0]
            value = value.members[-1]
        column = headers.get(cell.column)
        if column is not None and column.name is not None and value is not None and _is_given(value):
            values[column.name] = value
    return values, cells


def _for_row(column: Column, headers: dict[int, Column], values: dict[str, Expr]) -> Expr | None:
    """The formula of a column with the values of a row put in, if that has all of them."""
    assert column.formula is not None
    own = {other.name for other in headers.values()}
    used = _used([*walk(column.formula)])
    if not used & own <= values.keys():
        return None
    return _put_in(column.formula, {key: value for key, value in values.items() if key != column.name})


def _written(expr: Expr) -> str:
    """What is put in for a name, as it is written."""
    match expr:
        case Number(text=text):
            return text
        case Call(op="neg", args=(inner,)):
            return f"-{_written(inner)}"
        case Array(items=items):
            return f"({', '.join(map(_written, items))})"
        case Name(key=key) | Apply(key=key):
            return key
        case _:
            return f"… at {expr.span.start}"


def _is_given(expr: Expr) -> bool:
    """A number, or a list of them; also the score of what is masked, −∞."""
    match expr:
        case Array(items=items):
            return all(map(is_number, items))
        case Call(op="neg", args=(Name(key=key),)):
            return key in _INFINITE
        case _:
            return is_number(expr)


def _put_in(expr: Expr, values: dict[str, Expr]) -> Expr:
    """The formula with the numbers of a row in the place of the names."""
    if isinstance(expr, Name):
        count = next((values.get(part.key) for part in _counters(expr)), None)
        if expr.key not in values and isinstance(count, Number) and count.text.isdecimal():
            return Name(expr.span, f"{expr.base}_{count.text}", expr.base, (count,))
        return values.get(expr.key, expr)
    if isinstance(expr, Apply):
        put_in = tuple(_put_in(arg, values) for arg in expr.args)
        factor = values.get(expr.function.key)
        if factor is not None and len(put_in) == 1:
            return Call(expr.span, "mul", (factor, put_in[0]))  # d(k - 1), a product
        return replace(expr, args=put_in, key=f"{expr.function.key}({', '.join(map(_written, put_in))})")
    return mapped(expr, lambda part: _put_in(part, values))
