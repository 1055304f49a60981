"""Sizes of maps whose quotient was rounded up, `61 / 2 = 30.5 -> 31`: no window reaches over the edge."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise

from flint import fmpq

from workings.checking.comparing.digits import stated_number
from workings.checking.methods.sheet import Sheet
from workings.evaluating.rendering import show
from workings.expr import Call, Expr, Number
from workings.finding import Claim
from workings.regex import regex
from workings.source import Span

RULE = "recipe/other-method"
_MAPS = regex(r"\bconv\w*|\bpool\w*|\bfilters?\b|\bfeature maps?\b", re.I)
_STRIDE = regex(r"\bstrides?\b", re.I)
_UP = regex(r"\bceil|round\w* up|aufrund|\bsame\b[\s-]*padding|padding\W{1,3}same|\btransposed", re.I)
_BECOMES = regex(
    r"[\s$,;]*(?:->|→|⇒|=>|\\(?:right)?(?:arrow|to)\b|(?:which is )?rounded(?: to)?|rounds to|so|≈|\\approx)"
    r"[\s$]*(\d{1,5})(?![\d.]*\d)"
)
SAID: tuple[re.Pattern[str], ...] = (_STRIDE,)


def claims_of_floors(sheet: Sheet) -> Iterator[Claim]:
    """The first quotient that is rounded up before the 1 is added to it."""
    if not sheet.says(_STRIDE) or not sheet.says(_MAPS) or sheet.says(_UP):
        return
    for one, following in pairwise(sheet.statements):
        value = stated_number(one.members[-1].expr)
        is_quotient = any(isinstance(m.expr, Call) and m.expr.op == "div" for m in one.members[:-1])
        if value is None or not is_quotient or one.hypothesis or value.value.q == 1:
            continue
        becomes = _BECOMES.match(sheet.text, one.span.end, following.span.start)
        size = fmpq(int(becomes[1])) if becomes is not None else fmpq(0)
        is_up = 0 < size - value.value < 1 and _adds_one(following.members[0].expr, size)
        if becomes is None or not is_up:
            continue
        message = f"{show(value.value)} is rounded down: there are {show(size - 1)} whole steps of the stride"
        yield sheet.claim(Span(*becomes.span(1)), RULE, message, size - 1, one.span)
        return


def _adds_one(expr: Expr, size: fmpq) -> bool:
    """Whether the size goes on as `31 + 1`."""
    match expr:
        case Call(op="add", args=(Number(value=first), Number(value=second))):
            return {first, second} == {size, fmpq(1)}
        case _:
            return False
