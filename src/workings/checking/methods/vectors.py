"""Lists that are worked out entry by entry: `w = (2.6 − 0.68, −0.6 − 0.6)`, held to a formula of the page."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from flint import fmpq

from workings.checking.methods.facts import Fact, Known
from workings.checking.methods.formulas import Formula
from workings.checking.methods.lines import is_numeric
from workings.checking.methods.naming import called
from workings.checking.methods.putting import misput
from workings.checking.methods.recipes import Misdone
from workings.document import Member, Statement
from workings.expr import Array, Call, Expr, Name
from workings.record import record
from workings.value import Tensor

MOST_ENTRIES = 8


@record(frozen=True, slots=True)
class Row:
    """A list of formulas of numbers, and what it is called."""

    base: str
    entries: tuple[Expr, ...]
    member: Member
    statement: Statement


def rows_of(statements: Sequence[Statement]) -> Iterator[Row]:
    """The lists of a page whose entries are worked out where they stand."""
    for statement in statements:
        head = statement.members[0].expr
        if not isinstance(head, Name) or statement.hypothesis or statement.offered:
            continue
        for member in statement.members[1:]:
            if isinstance(member.expr, Array) and _is_worked_out(member.expr):
                yield Row(called(head)[0], member.expr.items, member, statement)
                break


def _is_worked_out(listed: Array) -> bool:
    entries = listed.items
    return 2 <= len(entries) <= MOST_ENTRIES and all(
        isinstance(entry, Call) and entry.op != "neg" and is_numeric(entry) for entry in entries
    )


def misput_in(row: Row, formula: Formula, facts: Sequence[Fact]) -> Misdone | None:
    """What an entry has in place of a part of a formula, where everything else in the list is right."""
    above = [fact for fact in facts if fact.start < row.statement.span.start]

    before = max((fact.start for fact in above if fact.base == row.base), default=0)

    def known(name: Name, at: int) -> list[Known]:
        """The entries of the lists that a name may be, or its number."""
        base, index = called(name)
        lists = [fact for fact in above if fact.base == base and isinstance(fact.value, Tensor)]
        if lists:
            since = [fact for fact in lists if fact.start >= before]
            return [*_entries(since or lists, at, len(row.entries))]
        numbers = [fact for fact in above if fact.base == base and fact.index == index]
        return [Known(fact.value, fact.start) for fact in numbers[-1:] if isinstance(fact.value, fmpq)]

    return misput(formula.expr, row.entries, known, lambda name, at: ())


def _entries(lists: Sequence[Fact], at: int, length: int) -> Iterator[Known]:
    for fact in lists:
        if isinstance(fact.value, Tensor) and len(fact.value.items) == length:
            yield Known(fact.value.items[at], fact.start)
