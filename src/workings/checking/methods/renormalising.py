"""Shares that are made to add up to one again: divided by the mass that is kept, and by nothing else."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from flint import fmpq

from workings.checking.comparing.digits import stated_number
from workings.checking.methods.sheet import Result, Sheet
from workings.evaluating.rendering import show
from workings.expr import Call
from workings.finding import Claim
from workings.regex import regex

RULE = "recipe/other-size"
NEAR = 240  # characters before the first of the lines that say what is done
FARTHEST = 80  # characters between two of them
_AGAIN = regex(r"\bre-?normali[sz]", re.I)
SAID: tuple[re.Pattern[str], ...] = (_AGAIN,)


def claims_of_renormalising(sheet: Sheet) -> Iterator[Claim]:
    """The first of some quotients whose numerators add up to something else than their divisor."""
    if not sheet.says(_AGAIN):
        return
    stated = {result.number.value for result in sheet.results()}
    for group in _groups(sheet.results()):
        (_, below), start = group[0][1], group[0][0].start
        kept = sum((above for _, (above, _) in group), fmpq(0))
        near = _AGAIN.search(sheet.text, max(0, start - NEAR), start)
        earlier = [one for one in sheet.results() if one.start < start and one.number.value == kept]
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
