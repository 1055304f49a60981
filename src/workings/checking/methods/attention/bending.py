"""Graph attention: scores go through a LeakyReLU before the softmax, and a negative one was left alone."""

from __future__ import annotations

import re
from collections.abc import Iterator

from flint import fmpq

from workings.checking.comparing.digits import number_in, stated_number
from workings.checking.methods.sheet import Sheet
from workings.checking.methods.trials.worth import scalar
from workings.evaluating.rendering import show
from workings.expr import Call, call, number, walk
from workings.finding import Claim
from workings.parsing.numerals import NUMERAL
from workings.regex import regex

RULE = "recipe/left-out"
_BENT = regex(r"leaky[-_ ]?relu", re.I)
_THEN = regex(r"leaky[-_ ]?relu[^.\n]{0,80}\b(?:softmax|exp|normali[sz])|\bGAT\b|graph attention", re.I)
_SLOPE = regex(
    r"leaky[-_ ]?relu[^.\n]{0,40}?(?:slope|\\alpha|α|alpha|leak|factor)[^\d\n.]{0,12}(0?\.\d{1,3})"
    r"|(?:slope|leak)[^\d\n.]{0,12}(0?\.\d{1,3})",
    re.I,
)
_AFTER = regex(
    r"\b(?:after|behind|following|post)\b[^.\n]{0,12}(?:leaky|activation)|\bno leaky"
    r"|\bwithout (?:the |a )?(?:leaky|activ|nonlin|non-lin)",
    re.I,
)
_NUMBER = regex(rf"(?<![\w.^{{/]){NUMERAL}(?![\w])")
SAID: tuple[re.Pattern[str], ...] = (_BENT,)


def claims_of_bending(sheet: Sheet) -> Iterator[Claim]:
    """The first exponential of a negative score of the page that no LeakyReLU has made smaller."""
    said, slope = _BENT.search(sheet.text), _slope(sheet)
    if said is None or slope is None or not sheet.says(_THEN) or sheet.says(_AFTER):
        return
    written = {
        (value, found.start()) for found in _NUMBER.finditer(sheet.text) if (value := number_in(found[0]))
    }
    values = {str(value) for value, _ in written}
    for statement in sheet.statements:
        for member in () if statement.hypothesis else statement.members:
            for node in walk(member.expr):
                power = stated_number(node.args[0]) if isinstance(node, Call) and node.op == "exp" else None
                start = member.span.start
                if power is None or power.value >= 0 or start < said.end():
                    continue
                given = any(value == power.value and place < start for value, place in written)
                bent, before = power.value * slope, power.value / slope
                if given and str(bent) not in values and str(before) not in values:
                    says = f"LeakyReLU makes {show(bent)} of {show(power.value)} before the exponential"
                    right = scalar(call("exp", number(bent)), {})
                    yield sheet.claim(node.span, RULE, says, right)
                    return


def _slope(sheet: Sheet) -> fmpq | None:
    """The one slope that the page gives for what is negative."""
    found = {one[1] or one[2] for one in _SLOPE.finditer(sheet.text)}
    return number_in(found.pop()) if len(found) == 1 else None
