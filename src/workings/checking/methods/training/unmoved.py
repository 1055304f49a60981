"""Updates that move the weights and leave the bias as it was, though the page has a rule for both.

“w ← w + ηt x, b ← b + ηt”: on one line w goes to (3, 1), and “b = 0” is what it was before, where the other
lines that move w move b as well.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from flint import fmpq

from workings.checking.comparing.digits import stated_number
from workings.checking.methods.sheet import Sheet
from workings.checking.methods.trials.worth import literal
from workings.document import Member, Statement
from workings.evaluating.rendering import show
from workings.expr import Name
from workings.finding import Claim
from workings.parsing.moods import is_contrasted
from workings.record import record
from workings.regex import regex
from workings.source import line_start
from workings.value import Tensor

RULE = "update/not-made"
_MOVED = r"\s*(?:←|<-|:=|\\(?:left|get)\w*|=|\+=|-=)\s*\$?"
_BIAS = regex(rf"\bb\$?(?:{_MOVED}b\s*[-+−]|\s*(?:\+=|-=))")
_WEIGHTS = regex(
    rf"(?:\bw|\\mathbf\{{?w\}}?|\\vec\{{?w\}}?)\$?(?:{_MOVED}(?:w|\\mathbf\{{?w\}}?)\s*[-+−]|\s*(?:\+=|-=))"
)
_OTHERWISE = regex(
    r"\bno bias|bias (?:is |stays )?(?:fixed|frozen|kept|constant)|\bwithout (?:a |the )?bias", re.I
)
LEAST_OTHERS = 1  # lines that move both
SAID: tuple[re.Pattern[str], ...] = (_BIAS,)


@record(frozen=True, slots=True)
class Moved:
    """A line that gives the weights and the bias, what they were before, and where the bias stands."""

    weights: bool  # they have changed
    before: fmpq
    bias: fmpq
    member: Member


def claims_of_unmoved(sheet: Sheet) -> Iterator[Claim]:
    """The only line that moves the weights alone."""
    if not sheet.says(_BIAS) or not sheet.says(_WEIGHTS) or sheet.says(_OTHERWISE):
        return
    lines = [one for one in _lines(sheet) if one.weights]
    still = [one for one in lines if one.bias == one.before]
    if len(still) != 1 or len(lines) <= LEAST_OTHERS or is_contrasted(sheet.text, still[0].member.span.start):
        return
    message = f"the weights are moved here, and the bias is still {show(still[0].before)}"
    claim = sheet.claim(still[0].member.span, RULE, message)
    yield replace(claim, fits=(RULE,))


def _lines(sheet: Sheet) -> Iterator[Moved]:
    """Every line with both, in reading order."""
    text = sheet.text
    by_line: dict[int, list[Statement]] = {}
    for statement in sheet.statements:
        if not statement.offered:
            by_line.setdefault(line_start(text, statement.span.start), []).append(statement)
    weights: Tensor | None = None
    bias: fmpq | None = None
    for line in sorted(by_line):
        last, number, place, worked = weights, bias, None, False
        for statement in by_line[line]:
            head, member = statement.members[0].expr, statement.members[-1]
            value = literal(member.expr) if isinstance(head, Name) and head.base == "w" else None
            stated = stated_number(member.expr) if isinstance(head, Name) and head.key == "b" else None
            worked = worked or (isinstance(value, Tensor) and len(statement.members) > 2)
            if statement.hypothesis:
                continue  # behind “wrong →”
            last = value if isinstance(value, Tensor) else last
            number, place = (number, place) if stated is None else (stated.value, member)
        if weights is not None and bias is not None and last is not None and number is not None and place:
            yield Moved(worked and last.items != weights.items, bias, number, place)
        weights, bias = last, number
