"""Lines of one kind that all multiply by the same constant, but for one: `r + 0.9·V`, and once `r + V`."""

from __future__ import annotations

from collections.abc import Iterator

from flint import fmpq

from workings.checking.comparing.digits import stated_number
from workings.checking.methods.lines import is_numeric
from workings.checking.methods.naming import called
from workings.checking.methods.sheet import Sheet
from workings.document import Member, Statement
from workings.evaluating.rendering import show
from workings.expr import Apply, Call, Expr, Name, Number
from workings.finding import Claim
from workings.record import record

RULE = "recipe/left-out"
LEAST = 3  # lines that have the factor


@record(frozen=True, slots=True)
class Sum:
    """`a + c·b`, or `a + b` without a factor."""

    kind: str
    first: fmpq
    factor: fmpq | None
    second: fmpq
    member: Member


def claims_of_factors(sheet: Sheet) -> Iterator[Claim]:
    """The first line whose constant is missing, where its second number is one that others multiply by it."""
    sums = [found for statement in sheet.statements if (found := _sum(statement)) is not None]
    if len(sums) <= LEAST:
        return
    constants = _constants(sheet)
    for one in sums:
        alike = [other for other in sums if other.kind == one.kind and other is not one]
        factors = {other.factor for other in alike}
        if one.factor is not None or len(alike) < LEAST or len(factors) != 1:
            continue
        (factor,) = factors
        if factor is None or factor not in constants or one.second in (0, 1):
            continue
        if any(other.second == one.second for other in alike):
            message = f"the factor {show(factor)} that all lines of this kind have is left out"
            yield sheet.claim(one.member.span, RULE, message, show(one.first + factor * one.second))
            return


def _sum(statement: Statement) -> Sum | None:
    if len(statement.members) < 2 or statement.hypothesis or statement.offered:
        return None
    head, member = statement.members[0].expr, statement.members[1]
    if not isinstance(head, Name | Apply) or not is_numeric(member.expr):
        return None
    kind = head.function.key if isinstance(head, Apply) else called(head)[0]
    match member.expr:
        case Call(op="add", args=(first, Call(op="mul" | "times", args=(Number(value=factor), second)))):
            a, b = stated_number(first), stated_number(second)
            return None if a is None or b is None else Sum(kind, a.value, factor, b.value, member)
        case Call(op="add", args=(first, second)):
            a, b = stated_number(first), stated_number(second)
            return None if a is None or b is None else Sum(kind, a.value, None, b.value, member)
    return None


def _constants(sheet: Sheet) -> set[fmpq]:
    """The numbers that a single letter was given."""
    found: set[fmpq] = set()
    for statement in sheet.statements:
        head: Expr = statement.members[0].expr
        number = stated_number(statement.members[-1].expr)
        if isinstance(head, Name) and len(statement.members) == 2 and number is not None and not head.index:
            found.add(number.value)
    return found
