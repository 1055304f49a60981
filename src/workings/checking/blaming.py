"""Errors traced back to the line that made them, where a line further down was found wrong by its formula.

`0.4 · 0.46 = 0.18` is right as it stands. Where the next line puts 0.18 into tanh(w x + u h + b), whose other
parts are right and whose u h is 0.23, the error was made above, and what goes on from there follows from it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import reduce
from itertools import combinations

from flint import arb, fmpq

from workings.checking.chain import Link
from workings.checking.comparing import compare
from workings.checking.comparing.aligning import is_literal, pairs
from workings.checking.comparing.digits import Stated, judge_digits, stated_number
from workings.checking.comparing.parts import factors
from workings.document import Statement
from workings.evaluating.rendering import show
from workings.expr import Call, Expr, Name, Number, call
from workings.finding import Because, Claim, Verdict
from workings.parsing.numerals import UNSIGNED, numeral
from workings.record import record
from workings.regex import regex
from workings.resolving.quantity import Quantity
from workings.resolving.scope import Scope, as_value
from workings.resolving.traits import is_plain, names_in
from workings.source import Page, Span
from workings.value import Scalar

RULE = "formula/differs"
FARTHEST = 900  # characters from a side calculation to the line that takes its result
MOST_FACTORS = 5  # of a part, of which some may have been left out
LEAST_DIGITS = 2  # of a result by which its line is known again
_NUMERAL = regex(rf"(?<![\d.]){UNSIGNED}")
_SOUND = (Verdict.RIGHT, Verdict.ROUNDING)


@record(frozen=True, slots=True)
class Misled:
    """A number that was put in for a part of a formula, and what that part is."""

    written: Number
    right: Scalar
    names: frozenset[str]  # of the part


def misled_by(scope: Scope, before: Link, link: Link) -> Misled | None:
    """The only number of a line that is not what it stands for in the formula of its name."""
    for formula in (before.source, scope.unfold(before.expr)[0]):
        if not isinstance(formula, Name) and not is_plain(formula):
            found = _odd_number(scope, formula, link)
            if found is not None:
                return found
    return None


def _odd_number(scope: Scope, formula: Expr, link: Link) -> Misled | None:
    how = link.printed.how
    odd: list[Misled] = []
    for part, written in pairs(formula, link.expr):
        expected, stated = Quantity(part, scope.said, how), Quantity(written, {}, how)
        value = as_value(expected.value)
        if not isinstance(value, fmpq | arb) or not is_literal(written):
            return None
        if compare(stated, expected, approximate=True).is_sound:
            continue
        if not isinstance(written, Number) or is_plain(part) or _is_of_fewer(scope, part, stated):
            return None
        odd.append(Misled(written, value, names_in(part)))
    if len(odd) != 1:
        return None
    known = [scope.said.get(name) for name in names_in(formula)]
    return None if odd[0].written.value in known else odd[0]  # which is put in twice: a·a for a(1 − a)


def _is_of_fewer(scope: Scope, part: Expr, stated: Quantity) -> bool:
    """Whether a number is what some factors of a part come to, so that the line itself leaves others out."""
    every = factors(part)
    some = (chosen for count in range(1, len(every)) for chosen in combinations(every[:MOST_FACTORS], count))
    products = (reduce(lambda first, second: call("mul", first, second), chosen) for chosen in some)
    return any(
        compare(stated, Quantity(one, scope.said, stated.how), approximate=True).is_sound for one in products
    )


def traced_back(
    page: Page, statements: Sequence[Statement], claims: Sequence[Claim], misled: Mapping[Span, Misled]
) -> list[Claim]:
    """The claims, with errors where their numbers were made, and carried from there."""
    found = {claim.id: claim for claim in claims if claim.id}
    for span, one in misled.items():
        blamed = next(
            (claim for claim in claims if claim.span == span and claim.verdict is Verdict.WRONG), None
        )
        source = _source_of(page.text, statements, one, span.start) if blamed is not None else None
        made = None if source is None else _claim_at(claims, source.members[-1].span)
        if blamed is None or made is None or source is None:
            continue
        where = page.place(span.start).line
        message = f"line {where} takes it for what is {show(one.right)} by its formula"
        because = (Because(where, blamed.text),)
        found[made.id] = replace(
            made, verdict=Verdict.WRONG, rule=RULE, computed=show(one.right), message=message, because=because
        )
        for claim in claims:
            if claim.id == blamed.id or claim.cause == blamed.id:
                found[claim.id] = _carried(claim, made.id)
    return [found.get(claim.id, claim) for claim in claims]


def _carried(claim: Claim, cause: str) -> Claim:
    message = f"{claim.stated} follows from an earlier error"
    return replace(
        claim,
        verdict=Verdict.CARRIED,
        cause=cause,
        rule=None,
        fits=(),
        slips=(),
        computed=None,
        message=message,
    )


def _claim_at(claims: Sequence[Claim], span: Span) -> Claim | None:
    """The claim that a result is what it was worked out to."""
    return next((one for one in claims if one.id and one.span == span and one.verdict in _SOUND), None)


def _source_of(text: str, statements: Sequence[Statement], one: Misled, end: int) -> Statement | None:
    """The last line above that works out a number, where the right one stands nowhere."""
    stated = Stated(one.written.value, one.written.unit, one.written.unit == 1)
    if len(one.written.text.replace(".", "").lstrip("0")) < LEAST_DIGITS:
        return None
    made = [each for each in statements if each.span.end <= end and _is_made(each, stated)]
    if not made or end - made[-1].span.end > FARTHEST or one.right in (0, 1):
        return None
    head = made[-1].members[0].expr
    if isinstance(head, Name) and any(head.key.startswith(name) for name in one.names):
        return None  # what is done with it is wrong, or v^+ is put in for v
    return None if _is_printed(text[:end], one) else made[-1]


def _is_made(statement: Statement, stated: Stated) -> bool:
    """Whether a line of numbers comes to a number, and is no definition of a name by its formula."""
    *workings, result = statement.members
    number = stated_number(result.expr)
    if number is None or abs(number.value) != stated.value or statement.offered or statement.hypothesis:
        return False
    return any(isinstance(one.expr, Call) and is_plain(one.expr) and one.expr.op != "neg" for one in workings)


def _is_printed(above: str, one: Misled) -> bool:
    """Whether the right number stands above, so that another one was put in for it."""
    right = one.right if one.right > 0 else -one.right
    found = (numeral(each[0], one.written.span) for each in _NUMERAL.finditer(above))
    return any(isinstance(each, Number) and _is_told(each, right, one.written) for each in found)


def _is_told(number: Number, right: Scalar, written: Number) -> bool:
    """Whether a number is the right one, in enough digits if it is rounded."""
    telling = number.unit <= written.unit or len(number.text.replace(".", "").lstrip("0")) > LEAST_DIGITS
    stated = Stated(number.value, number.unit, number.unit == 1)
    return bool(number.value == right) or (telling and judge_digits(right, stated, False) is Verdict.RIGHT)
