"""Shares are divided by their total: by all that is divided by it, or by the mass that is kept, no more."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from flint import fmpq

from workings.checking.comparing.digits import stated_number
from workings.checking.comparing.parts import summands
from workings.checking.methods.sheet import Result, Sheet
from workings.document import Member
from workings.evaluating.rendering import show
from workings.expr import Call, Expr, Number, walk
from workings.finding import Claim
from workings.regex import regex

RULE, DROPPED = "recipe/other-size", "slip/dropped-term"
NEAR = 240  # characters before the first of the lines that say what is done
FARTHEST = 80  # characters between two of them
_AGAIN = regex(r"\bre-?normali[sz]", re.I)
_POWER = regex(r"\bexp|e\^|\bsoftmax", re.I)
SAID: tuple[re.Pattern[str], ...] = (_AGAIN, _POWER)


def claims_of_renormalising(sheet: Sheet) -> Iterator[Claim]:
    yield from _of_kept(sheet)
    yield from _of_totals(sheet)


def _of_totals(sheet: Sheet) -> Iterator[Claim]:
    """A total of exponentials that lacks one of those that are divided by it further down."""
    if not sheet.says(_POWER):
        return
    powers = {
        result.number.value
        for result in sheet.results
        if isinstance(result.formula, Call) and result.formula.op == "exp"
    }
    for result in sheet.results if len(powers) > 2 else ():
        if result.formula is None:
            continue
        terms = {term.value for term in summands(result.formula) if isinstance(term, Number)}
        if len(terms) < 2 or not terms < powers:
            continue
        divided = _divided_by(sheet, result)
        lost = divided - terms
        if terms < divided <= powers and len(lost) == 1 and sum(powers) == sum(divided):
            one = lost.pop()
            message = f"{show(one)} is left out of the total, though it is divided by it as well"
            right = show(result.number.value + one)
            yield sheet.claim(result.formula.span, DROPPED, message, right)
            return


def _divided_by(sheet: Sheet, total: Result) -> set[fmpq]:
    """The numbers that are divided by a total where the page goes on."""
    divided = set()
    for statement in sheet.statements:
        for node in _nodes(statement.members) if statement.span.start > total.start else ():
            match node:
                case Call(op="div", args=(Number(value=above), Number(value=below))):
                    if below == total.number.value:
                        divided.add(above)
    return divided


def _nodes(members: Sequence[Member]) -> Iterator[Expr]:
    return (node for member in members for node in walk(member.expr))


def _of_kept(sheet: Sheet) -> Iterator[Claim]:
    """The first of some quotients whose numerators add up to something else than their divisor."""
    if not sheet.says(_AGAIN):
        return
    stated = {result.number.value for result in sheet.results}
    for group in _groups(sheet.results):
        (_, below), start = group[0][1], group[0][0].start
        kept = sum((above for _, (above, _) in group), fmpq(0))
        near = _AGAIN.search(sheet.text, max(0, start - NEAR), start)
        earlier = [one for one in sheet.results if one.start < start and one.number.value == kept]
        if near is not None and kept != below and kept in stated and earlier and 0 < kept < 1:
            message = f"what is kept adds up to {show(kept)}; it is divided by that, not by {show(below)}"
            right = show(group[0][1][0] / kept)
            place = earlier[-1].statement.span
            yield sheet.claim(group[0][0].statement.members[-2].span, RULE, message, right, place)
            return


def _groups(results: Sequence[Result]) -> Iterator[list[tuple[Result, tuple[fmpq, fmpq]]]]:
    """Quotients of two numbers that follow each other and have one divisor."""
    group: list[tuple[Result, tuple[fmpq, fmpq]]] = []
    for result in results:
        parts = _quotient(result)
        near = bool(group) and result.start - group[-1][0].statement.span.end < FARTHEST
        if len(group) > 1 and (parts is None or not near or parts[1] != group[-1][1][1]):
            yield group
        if parts is None or not near or parts[1] != group[-1][1][1]:
            group = []
        if parts is not None:
            group.append((result, parts))
    if len(group) > 1:
        yield group


def _quotient(result: Result) -> tuple[fmpq, fmpq] | None:
    match result.formula:
        case Call(op="div", args=(above, below)):
            first, second = stated_number(above), stated_number(below)
            return None if first is None or second is None else (first.value, second.value)
        case _:
            return None
