"""Lines of one kind that all multiply by the same constant, but for one: `r + 0.9·V`, and once `r + V`.

Powers of one base whose exponents go up or down with the numbers of their lines, but for one: `x_3: 0.5^1`,
`x_2: 0.5^2`, `x_1: 0.5^4`. Derivatives of one mean of squares, of which one lacks the 2 that the other has.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from flint import fmpq

from workings.checking.comparing.digits import stated_number
from workings.checking.methods.pages.lines import is_numeric
from workings.checking.methods.pages.naming import called
from workings.checking.methods.sheet import Sheet
from workings.document import Member, Statement
from workings.evaluating.rendering import show
from workings.expr import PRODUCTS, Apply, Call, Expr, Name, Number, walk
from workings.finding import Claim
from workings.record import record
from workings.regex import regex
from workings.source import line_start

RULE = "recipe/left-out"
FORMULA = "formula/differs"
_WORD = regex(r"[^\W\d_]{3}")
_LABEL = regex(r"[\s>*_•-]*[^\W\d_]{1,8}[ _]?\{?(\d{1,2})\}?[\s*_]*:[\s*_]*")
LEAST = 3  # lines that have the factor
WANTS = ("worked", "derives")


@record(frozen=True, slots=True)
class Sum:
    """`a + c·b`, or `a + b` without a factor."""

    kind: str
    first: fmpq
    factor: fmpq | None
    second: fmpq
    member: Member


def claims_of_factors(sheet: Sheet) -> Iterator[Claim]:
    if len(sheet.statements) > LEAST:
        yield from _of_sums(sheet)
        yield from _of_powers(sheet)
    yield from _of_derivatives(sheet)


def _of_derivatives(sheet: Sheet) -> Iterator[Claim]:
    """The derivative of a mean of squares that lacks the 2 which another one of the same loss has."""
    derived = [one for one in sheet.statements if _is_derivative(one)]
    for statement in sheet.statements if len(derived) > 1 else ():
        head, *rest = statement.members
        squares = [k for one in rest if _has_square(one.expr) and (k := _leading(one.expr)) is not None]
        if not isinstance(head.expr, Name) or not squares or statement.hypothesis:
            continue
        slopes = [
            (factor, one.members[1])
            for one in derived
            if isinstance(slope := one.members[0].expr, Name)
            and slope.key.startswith(f"∂{head.expr.key}/∂")
            and (factor := _leading(one.members[1].expr)) is not None
        ]
        lacking = [member for factor, member in slopes if factor == squares[0]]
        if len(lacking) == 1 and any(factor == 2 * squares[0] for factor, _ in slopes):
            message = f"the 2 of the square is left out: the factor is {2 * squares[0]}, as in the other one"
            yield sheet.claim(lacking[0].span, RULE, message)
            return


def _is_derivative(statement: Statement) -> bool:
    head = statement.members[0].expr
    return isinstance(head, Name) and head.key.startswith("∂") and len(statement.members) > 1


def _has_square(expr: Expr) -> bool:
    return any(
        isinstance(node, Call)
        and node.op == "pow"
        and isinstance(node.args[1], Number)
        and node.args[1].value == 2
        for node in walk(expr)
    )


def _leading(expr: Expr) -> fmpq | None:
    """The fraction that a product begins with: the 1/3 of `1/3 Σ r x`."""
    while isinstance(expr, Call) and expr.op in PRODUCTS:
        expr = expr.args[0]
    match expr:
        case Call(op="div", args=(Number(value=over), Number(value=under))) if under:
            return over / under
        case _:
            return None


def _of_powers(sheet: Sheet) -> Iterator[Claim]:
    """The one power of a run whose exponent does not go with the number of its line."""
    run: list[tuple[int, Member, fmpq, fmpq]] = []  # the number of the line, the power, base and exponent
    for statement in (*sheet.statements, None):
        found = None if statement is None else _power(sheet, statement)
        if found is not None and run and (abs(found[0] - run[-1][0]) != 1 or found[2] != run[-1][2]):
            found, run = None, []
        if found is not None:
            run.append(found)
            continue
        for sign in (1, -1):
            shifts = [exponent - sign * at for at, _, _, exponent in run]
            usual = max(shifts, key=shifts.count, default=fmpq(0))
            if len(run) > LEAST and shifts.count(usual) == len(run) - 1:
                at, member, base, _ = run[next(i for i, one in enumerate(shifts) if one != usual)]
                right = usual + sign * at
                message = f"the exponents go with the numbers of their lines: here it is {show(right)}"
                claim = sheet.claim(member.span, FORMULA, message, base ** int(right.p))
                yield replace(claim, fits=("slip/off-by-one",))
                return
        run = []


def _power(sheet: Sheet, statement: Statement) -> tuple[int, Member, fmpq, fmpq] | None:
    """`x_3: 0.5^1 = 0.5`, a power behind the number of its line."""
    member = statement.members[0]
    if not isinstance(member.expr, Call) or member.expr.op != "pow":
        return None
    opening = line_start(sheet.text, member.span.start)
    if _WORD.search(sheet.text[statement.span.end :].partition("\n")[0]):
        return None  # it says why
    label = _LABEL.fullmatch(sheet.text, opening, member.span.start)
    match member.expr:
        case Call(op="pow", args=(Number(value=base), Number(value=exponent))) if exponent.q == 1:
            known = label is not None and len(statement.members) > 1 and not statement.hypothesis
            return (int(label[1]), member, base, exponent) if known and label is not None else None
        case _:
            return None


def _of_sums(sheet: Sheet) -> Iterator[Claim]:
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
            yield sheet.claim(one.member.span, RULE, message, one.first + factor * one.second)
            return


def _sum(statement: Statement) -> Sum | None:
    if len(statement.members) < 2 or statement.hypothesis or statement.offered:
        return None
    head, member = statement.members[0].expr, statement.members[1]
    if not isinstance(member.expr, Call) or member.expr.op != "add":
        return None
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
