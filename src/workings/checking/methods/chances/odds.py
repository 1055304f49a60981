"""Odds taken for a chance: P(a|b) as the share with a divided by the share without it, not by both."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from flint import fmpq

from workings.checking.comparing.digits import Stated, stated_number
from workings.checking.comparing.parts import factors
from workings.checking.methods.sheet import Result, Sheet
from workings.evaluating.rendering import show
from workings.expr import Call, Expr
from workings.finding import Claim
from workings.regex import regex
from workings.source import line_start

RULE = "recipe/other-size"
REACH = 3000  # characters in which the shares are stated
_POSTERIOR = regex(
    r"(?:\b(?:P|p|Pr|\\Pr)\s*(?:\\left)?\([^|∣()\n]+(?:\||∣|\\mid\b)[^|∣()\n]+\)|\bposterior\b[^=.\n]{0,40})"
    r"[\s$&]*(?:=|≈|\\approx|:)[\s$&]*$"
)
_ODDS = regex(r"\bodds\b|\bratio\b|\bfactor\b|/\s*(?:P|p|Pr)\s*\(", re.I)
_OF_ONE_EVENT = regex(r"\b(?:P|p|Pr)\s*\([^\s,;|∣∩&()]+\)[\s$&]*=[\s$&]*$")
SAID = (regex(r"\| ?[^\s|()]{1,12}\)|∣|\\mid"), regex(r"posterior", re.I))


def claims_of_odds(sheet: Sheet) -> Iterator[Claim]:
    """Posteriors that are one of two shares divided by the other."""
    results = sheet.results
    for at, result in enumerate(results):
        match result.formula:
            case Call(op="div", args=(first, second)):
                above, below = stated_number(first), stated_number(second)
            case _:
                continue
        if above is None or below is None or not _is_posterior(sheet, result):
            continue
        before = [one for one in results[:at] if one.start > result.start - REACH]
        if _are_parted(sheet, before, above, below):
            total = above.value + below.value
            message = f"these are the odds: both shares are divided by their sum, {show(total)}"
            yield sheet.claim(result.member.span, RULE, message, above.value / total)
            return


def _is_posterior(sheet: Sheet, result: Result) -> bool:
    """Whether a quotient is said to be a conditional chance, and not what two of them are to each other."""
    lead = _lead(sheet, result)
    return _POSTERIOR.search(lead) is not None and not _ODDS.search(lead)


def _are_parted(sheet: Sheet, before: Sequence[Result], above: Stated, below: Stated) -> bool:
    """Whether the last lines that came to two shares multiply with a chance and with the rest of it."""
    made = [_last(before, share) for share in (above, below)]
    chances = [_chances(one.formula) if one is not None and one.formula is not None else [] for one in made]
    if made[1] is not None and _OF_ONE_EVENT.search(_lead(sheet, made[1])):
        return False  # P(b), which happens to be such a product
    return above.value != below.value and any(one + other == 1 for one in chances[0] for other in chances[1])


def _last(before: Sequence[Result], share: Stated) -> Result | None:
    """The last line with such a result."""
    return next((one for one in reversed(before) if one.number.value == share.value), None)


def _lead(sheet: Sheet, result: Result) -> str:
    """What stands before a formula on its line."""
    text, start = sheet.judge.page.text, result.formula.span.start if result.formula else result.start
    return text[line_start(text, start) : start]


def _chances(formula: Expr) -> list[fmpq]:
    numbers = [stated_number(part) for part in factors(formula)]
    values = [number.value for number in numbers if number is not None and 0 < number.value < 1]
    return values if len(values) == len(numbers) >= 2 else []
