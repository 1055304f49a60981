"""How large a step may be on a quadratic: the steepest direction says, so it is 2 divided by λ_max."""

from __future__ import annotations

import re
from collections.abc import Iterator

from workings.checking.comparing.digits import stated_number
from workings.checking.methods.naming import spelt
from workings.checking.methods.sheet import Sheet
from workings.expr import Call, Name, Number
from workings.finding import Claim
from workings.regex import regex

RULE = "recipe/other-size"
NEAR = 200  # characters before a bound that say what it bounds
_BOUND = regex(
    r"\bconverg|\bstab(?:le|ility)|\bdiverg|(?:largest|maximal|maximum|greatest) (?:step|learning)", re.I
)
_DIRECTION = regex(r"\bdirection|\bcomponent|\balong\b|\bflat|\bslowest|\bonly the\b", re.I)
_SMALLEST = regex(r"(?:λ|lambda)_\{?min\}?")
_STEPS = ("η", "α", "lr", "γ", "eta", "alpha", "μ")
SAID: tuple[re.Pattern[str], ...] = (_BOUND,)


def claims_of_stability(sheet: Sheet) -> Iterator[Claim]:
    """A bound of the step size that has the smallest eigenvalue below."""
    if not sheet.says(_BOUND):
        return
    for statement in sheet.statements:
        head, rest = statement.members[0].expr, statement.members[1:]
        if not rest or not isinstance(head, Name) or spelt(head) not in _STEPS or statement.hypothesis:
            continue
        bound = rest[0]
        match bound.expr:
            case Call(op="div", args=(Number(value=two), Name() as below)) if two == 2:
                smallest = _SMALLEST.fullmatch(spelt(below)) is not None
            case _:
                smallest = False
        start = statement.span.start
        before = sheet.text[max(0, start - NEAR) : start].rstrip(" $\n").rpartition("\n\n")[2]
        if not smallest or bound.sign not in ("<", "≤", "=") or not _BOUND.search(before):
            continue
        if _DIRECTION.search(before) is None and stated_number(rest[-1].expr) is not None:
            message = "the largest eigenvalue bounds the step: above 2/λ_max the steepest direction diverges"
            yield sheet.claim(bound.span, RULE, message)
            return
