"""Formulas of plain numbers that are of one kind: called the same in every part of a page, or in a list."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from workings.checking.methods.lines import MOST_LINES, MOST_SLOTS, Line, is_numeric, terms_of
from workings.checking.methods.siblings.rows import Rows, plain
from workings.document import Kind, Statement
from workings.expr import Array, Call

MOST_ALIKE = 24  # lines of a kind
_LISTED = ":"


def lines_of(rows: Rows, statements: Iterable[Statement]) -> list[Line]:
    """The formulas of plain numbers with what comes of them, in reading order."""
    found: list[Line] = []
    before = 0
    for statement in statements:
        line = _line(rows, statement, before)
        before = statement.span.end
        if line is not None and len(found) < MOST_LINES:
            found.append(line)
    return found


def kinds(lines: Iterable[Line]) -> Iterator[list[Line]]:
    """Lines that are called the same, where there are two of them or more."""
    found: dict[str, list[Line]] = {}
    for line in lines:
        found.setdefault(line.kind, []).append(line)
    for lines in found.values():
        if 1 < len(lines) <= MOST_ALIKE:
            yield lines


def has_formula(statement: Statement) -> bool:
    """Whether something is worked out in a statement, as far as can be seen at once."""
    members = statement.members
    if statement.hypothesis or statement.offered or statement.traced or len(members) < 2:
        return False
    return statement.passage.kind is not Kind.CELL and any(
        isinstance(member.expr, Call | Array) for member in members[:2]
    )


def _line(rows: Rows, statement: Statement, before: int) -> Line | None:
    """A formula of numbers and what comes of it, with its name or the words before it as its kind."""
    if not has_formula(statement):
        return None
    members = statement.members
    rest = members if is_numeric(members[0].expr) else members[1:]
    if len(rest) < 2 or not isinstance(rest[0].expr, Call | Array):
        return None
    if any(member.sign not in ("=", "≈", None) or not is_numeric(member.expr) for member in rest):
        return None
    terms = terms_of(rest[0].expr)
    if terms is None or not 1 <= sum(len(term.slots) for term in terms) <= MOST_SLOTS:
        return None
    return Line(_kind(rows, rest[0].span.start, before), (), terms, rest[0], rest[-1], statement)


def _kind(rows: Rows, start: int, before: int) -> str:
    """The words before a formula in its row; those of the row above where there are none."""
    if not rows.rows:
        return ""
    opening = max(rows.rows[rows.number_of(start)].start, before)
    lead = plain(rows.text[opening:start])
    return lead or f"{rows.key_above(start)}{_LISTED}"
