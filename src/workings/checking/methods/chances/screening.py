"""Tests for something rare: the specificity taken for the rate of false alarms on the way to a posterior."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from flint import fmpq

from workings.checking.comparing.digits import stated_number
from workings.checking.methods.pages.knowing import facts_of
from workings.checking.methods.pages.lines import is_numeric
from workings.checking.methods.pages.naming import leaves
from workings.checking.methods.sheet import Sheet
from workings.checking.methods.trials.recipes import is_near
from workings.checking.methods.trials.worth import scalar
from workings.document import Member
from workings.evaluating.rendering import show
from workings.expr import Call, Expr, walk
from workings.finding import Claim
from workings.regex import regex
from workings.value import Scalar

RULE = "recipe/other-size"
SHARE = 400  # one part in so many may be lost by rounding
_SPECIFIC = regex(r"\bspecificit|true[- ]negative rate|\bTNR\b|correctly (?:negative|cleared)", re.I)
_SENSITIVE = regex(r"\bsensitivit|true[- ]positive rate|\bTPR\b|\brecall\b|hit rate|detection rate", re.I)
_WHOLE = tuple(fmpq(10**power) for power in range(8))
SAID = (_SPECIFIC,)


def claims_of_screening(sheet: Sheet) -> Iterator[Claim]:
    """The first product with the specificity that goes into a posterior of a positive test."""
    specific, sensitive = (_rates(sheet, words) for words in (_SPECIFIC, _SENSITIVE))
    if not specific or not sensitive:
        return
    members = [
        member
        for statement in sheet.statements
        if not (statement.hypothesis or statement.offered)
        for member in statement.members
        if is_numeric(member.expr)
    ]
    for member in members:
        for node in walk(member.expr):
            match node:
                case Call(op="div", args=(top, bottom)):
                    for rate, other in _taken(top, bottom, members, specific, sensitive):
                        place = _product(members, rate, other)
                        if place is None:
                            if rate not in {leaf.value for leaf in leaves(node)}:
                                continue  # nothing says that it was multiplied with it
                            place = member
                        message = (
                            f"{show(rate)} is the specificity; the rate of false alarms is 1 − {show(rate)}"
                        )
                        yield sheet.claim(place.span, RULE, f"{message} = {show(1 - rate)}")
                        return
                case _:
                    pass


def _rates(sheet: Sheet, words: re.Pattern[str]) -> set[fmpq]:
    """The shares that the page calls so."""
    found: set[fmpq] = set()
    for fact in facts_of(sheet):
        called = [*words.finditer(fact.before)]
        near = bool(called) and len(fact.before) - called[-1].end() < 40
        if (near or words.search(fact.after)) and isinstance(fact.value, fmpq) and not fact.is_result:
            found |= {fact.value} if 0 < fact.value < 1 else set()
            found |= {fact.value / 100} if 1 < fact.value < 100 else set()
    return found


def _taken(
    top: Expr, bottom: Expr, members: Sequence[Member], specific: set[fmpq], sensitive: set[fmpq]
) -> Iterator[tuple[fmpq, Scalar]]:
    """Where a quotient is `t q / (t q + s (1 - q))`: the specificity s, and what it is multiplied to."""
    hits = scalar(top, {})
    if hits is None:
        return
    for other in _others(hits, bottom, members):
        for rate in specific - {fmpq(1, 2)}:
            for hit in sensitive:
                taken, right = (hits / hit + other / share for share in (rate, 1 - rate))
                if _is_whole(taken) and not _is_whole(right):
                    yield rate, other


def _others(hits: Scalar, bottom: Expr, members: Sequence[Member]) -> Iterator[Scalar]:
    """What is added to the hits below: in the sum itself, or in a sum further up that came to this number."""
    whole = stated_number(bottom)
    sums = [bottom] if whole is None else [member.expr for member in members]
    for expr in sums:
        match expr:
            case Call(op="add", args=(first, second)):
                parts = scalar(first, {}), scalar(second, {})
                total = scalar(expr, {})
                if whole is not None and not is_near(total, whole.value, SHARE):
                    continue
                for one, other in (parts, parts[::-1]):
                    if one is not None and other is not None and is_near(one, hits, SHARE):
                        yield other
                        break
            case _:
                pass


def _is_whole(value: Scalar) -> bool:
    """Whether the two groups together are everybody: 1, or 100, 1000 … of them."""
    return any(is_near(value, whole, SHARE) for whole in _WHOLE)


def _product(members: Sequence[Member], rate: fmpq, other: Scalar) -> Member | None:
    """The line that multiplies with the specificity."""
    for member in members:
        multiplies = isinstance(member.expr, Call) and member.expr.op in ("mul", "times")
        used = {leaf.value for leaf in leaves(member.expr)}
        if multiplies and rate in used and is_near(scalar(member.expr, {}), other, SHARE):
            return member
    return None
