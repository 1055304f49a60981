"""Columns of tables that are worked out from others: judged only where most of their values agree."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import TypeAlias, TypeGuard

from flint import arb, fmpq

from workings.checking.comparing import compare
from workings.checking.wording import claim_about
from workings.document import Statement
from workings.evaluating import How
from workings.evaluating.rendering import show
from workings.expr import Apply, Call, Expr, Number, walk
from workings.finding import Claim, Verdict
from workings.parsing.titles import is_number
from workings.regex import regex
from workings.resolving.quantity import Names, Quantity
from workings.resolving.scope import as_value
from workings.resolving.traits import names_in, traits
from workings.source import Page, Span
from workings.value import Value

_PLAIN, _IN_DEGREES = How(), How(degrees=True)
_EQUALS = ("=", "≈", "\\approx")
LEAST = 3  # rows that agree with a formula in the text before others are judged by it
_AFTER = regex(r"\W*(?:after|apply|with|nach|mit)\b", re.IGNORECASE)  # so that it is of what stands before
_NEARLY = 50  # one part in so many may be rounding in a working
LEAST_APPLIED = 2  # the same of a function whose argument is a column as well


Kind: TypeAlias = tuple[Span, bool]


class Columns:
    """The values of each such column of a document, and whether its header means its formula."""

    def __init__(self, statements: Iterable[Statement]) -> None:
        self.rows: dict[Kind, list[Statement]] = defaultdict(list)
        self.believed: dict[Kind, bool] = {}
        self.puzzles: dict[Kind, str | None] = {}
        for statement in statements:
            if statement.column is not None:
                self.rows[_kind(statement, statement.column)].append(statement)

    def believes(self, statement: Statement, names: Names) -> bool:
        """Whether a value is to be judged: its column holds for most rows, and it is not their total."""
        column = statement.column
        if column is None:
            return True
        kind = _kind(statement, column)
        rows = self.rows[kind]
        if kind not in self.believed:
            agreeing = sum(_holds(row, names) for row in rows)
            if statement.members[0].said is not None:  # a word for a function, and its argument is not said
                self.believed[kind] = _is_of_argument(rows, names)
            elif statement.members[0].span == column:
                self.believed[kind] = 2 * agreeing > len(rows) or _is_without_a_term(rows, names)
            elif statement.members[0].span.start > column.end:  # each row has its own
                plainly = sum(_holds(row, names, roughly=False) for row in rows)
                self.believed[kind] = 2 * agreeing > len(rows) and plainly > 1
            else:  # its formula stands in the text, and its name may have been used again
                least = LEAST_APPLIED if isinstance(statement.members[0].expr, Apply) else LEAST
                self.believed[kind] = len(rows) - 1 <= agreeing and agreeing >= least
        if not self.believed[kind] or _is_rough_working(statement, names):
            return False
        return not (statement is rows[-1] and _is_of_totals(rows, column))

    def left_open(self, statement: Statement, page: Page, names: Names, earlier: int) -> list[Claim]:
        """The claim that a value below `z = wx + b` makes where it is not judged, with the reason."""
        column = statement.column
        if column is None or statement.members[0].span != column:
            return []
        kind = _kind(statement, column)
        if self.believed[kind]:
            return []
        if not page.text[: column.start].rstrip().endswith(_EQUALS):
            return []
        if kind not in self.puzzles:
            self.puzzles[kind] = _puzzle(self.rows[kind], names)
        reason = self.puzzles[kind]
        if reason is None:
            return []
        claim = claim_about(page, statement.span, Verdict.UNDECIDED, message=reason)
        return [replace(claim, id=f"c{earlier + 1}")]


def _kind(statement: Statement, column: Span) -> Kind:
    """The column of a value, and whether it is worked out there."""
    return column, not is_number(statement.members[1].expr)


def _is_of_argument(rows: Sequence[Statement], names: Names) -> bool:
    """Whether all rows but one in four agree with a function, and not only where it changes nothing."""
    agreeing = [row for row in rows if _holds(row, names)]
    telling = any(
        not _is_idle(row.members[0].expr) or _AFTER.match(row.members[0].said or "") for row in agreeing
    )
    return telling and len(agreeing) >= LEAST_APPLIED and len(rows) - len(agreeing) <= max(1, len(rows) // 4)


def _is_idle(applied: Expr) -> bool:
    """Whether a function of a number gives just that number."""
    if not isinstance(applied, Call) or len(applied.args) != 1:
        return False
    made, taken = (as_value(Quantity(expr, {}, _PLAIN).value) for expr in (applied, applied.args[0]))
    return isinstance(made, fmpq) and made == taken


def _is_rough_working(statement: Statement, names: Names) -> bool:
    """Whether a working in a cell comes to nearly what its column asks for, with numbers rounded before."""
    formula, stated = (member.expr for member in statement.members[:2])
    if is_number(stated):
        return False
    asked, made = (as_value(Quantity(expr, names, _PLAIN).value) for expr in (formula, stated))
    if not isinstance(asked, fmpq | arb) or not isinstance(made, fmpq | arb):
        return True
    return not bool(abs(arb(asked) - arb(made)) * _NEARLY > abs(arb(asked)))


def _puzzle(rows: Sequence[Statement], names: Names) -> str | None:
    """What keeps most rows from being what the formula above them gives, as far as it is known."""
    if len(rows) < LEAST or any(_computed(row, names) is None for row in rows):
        return None
    if _is_of_totals([*rows], rows[0].members[0].span):
        return None
    other = _other_value(rows, names)
    if other is None:
        return "most rows of this column are not what the formula above it gives"
    key, value = other
    own = as_value(names[key])
    return f"the column holds with {key} = {show(value)}" + (
        f", and {key} is {show(own)}" if own is not None else ""
    )


def _is_without_a_term(rows: Sequence[Statement], names: Names) -> bool:
    """Whether every row is off and holds without one name of the formula, as where b was forgotten."""
    if len(rows) < LEAST or any(_holds(row, names) for row in rows):
        return False
    other = _other_value(rows, names)
    return other is not None and other[1] == 0


def _other_value(rows: Sequence[Statement], names: Names) -> tuple[str, fmpq] | None:
    """A name of the formula above a column, and the only other value with which all rows hold."""
    found: list[tuple[str, fmpq]] = []
    for key in sorted(names_in(rows[0].members[0].expr)):
        value = _solved(rows[0], key, names)
        if value is not None and all(_holds(row, {**names, key: value}) for row in rows):
            found.append((key, value))
    return found[0] if len(found) == 1 else None


def _solved(row: Statement, key: str, names: Names) -> fmpq | None:
    """The value of a name with which a row holds, if its formula is linear in it."""
    if not isinstance(names.get(key), fmpq):
        return None
    stated = as_value(Quantity(row.members[1].expr, {}, _PLAIN).value)
    nought, one = (_computed(row, {**names, key: fmpq(value)}) for value in (0, 1))
    if not (isinstance(stated, fmpq) and isinstance(nought, fmpq) and isinstance(one, fmpq)) or one == nought:
        return None
    return (stated - nought) / (one - nought)


def _computed(row: Statement, names: Names) -> Value | None:
    return as_value(Quantity(row.members[0].expr, names, _PLAIN).value)


def _is_of_totals(rows: list[Statement], column: Span) -> bool:
    """Whether the last row has the sums of the others, or their means, in a column and those it is of."""
    stated = [as_value(Quantity(row.members[1].expr, {}, How()).value) for row in rows]
    put_in = [[node.value for node in walk(row.members[0].expr) if _is_of_cell(node, column)] for row in rows]
    alike = len({len(numbers) for numbers in put_in}) == 1
    return _is_total(stated) and (not alike or all(map(_is_total, zip(*put_in, strict=True))))


def _is_of_cell(node: Expr, column: Span) -> TypeGuard[Number]:
    """Whether a number of a row's formula comes from one of its cells, and not from the heading."""
    return isinstance(node, Number) and node.span.start > column.end


def _is_total(column: Sequence[object]) -> bool:
    """Whether the last of some numbers is what the others add up to, or their mean."""
    numbers = [value for value in column if isinstance(value, fmpq)]
    if len(numbers) < 3 or len(numbers) < len(column):
        return False
    total = sum(numbers[:-1], fmpq(0))
    return numbers[-1] in (total, total / (len(numbers) - 1))


def _holds(statement: Statement, names: Names, roughly: bool = True) -> bool:
    """Whether a row agrees with the formula above its column, also rounded to a whole number."""
    for how in (_PLAIN, _IN_DEGREES) if traits(statement.members[0].expr).angles else (_PLAIN,):
        formula, stated = (Quantity(member.expr, names, how) for member in statement.members)
        compared = compare(stated, formula, roughly)
        if compared.is_sound if roughly else compared.verdict is Verdict.RIGHT:
            return True
    return False
