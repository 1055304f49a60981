"""Columns of tables that are worked out from others: judged only where most of their values agree."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable

from flint import fmpq

from workings.checking.comparing import compare
from workings.document import Statement
from workings.evaluating import How
from workings.resolving.quantity import Quantity
from workings.resolving.scope import as_value
from workings.source import Span


def believable(statements: Iterable[Statement]) -> list[Statement]:
    """The statements without those of columns whose header hardly means its formula."""
    listed = list(statements)
    columns: dict[Span, list[Statement]] = defaultdict(list)
    for statement in listed:
        if statement.column is not None:
            columns[statement.column].append(statement)
    if not columns:
        return listed
    doubtful = {span for span, rows in columns.items() if 2 * sum(map(_holds, rows)) <= len(rows)}
    totals = [rows[-1] for rows in columns.values() if _is_total(rows)]
    return [s for s in listed if s.column not in doubtful and not any(s is total for total in totals)]


def _is_total(rows: list[Statement]) -> bool:
    """Whether the last value of a column is what the others add up to, or their mean."""
    stated = [as_value(Quantity(row.members[1].expr, {}, How()).value) for row in rows]
    numbers = [value for value in stated if isinstance(value, fmpq)]
    if len(numbers) < 3 or len(numbers) < len(rows):
        return False
    total = sum(numbers[:-1], fmpq(0))
    return numbers[-1] in (total, total / (len(numbers) - 1))


def _holds(statement: Statement) -> bool:
    """Whether a row agrees with the formula above its column."""
    formula, stated = (Quantity(member.expr, {}, How()) for member in statement.members)
    return compare(stated, formula, True).is_sound
