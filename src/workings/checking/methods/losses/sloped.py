"""(p − y) p (1 − p) for a cross-entropy behind a sigmoid, where the slope of the sigmoid cancels."""

from __future__ import annotations

import re
from collections.abc import Iterator

from workings.checking.comparing.parts import OF_NUMBERS, operands
from workings.checking.methods.pages.naming import spelt
from workings.checking.methods.sheet import Sheet
from workings.expr import Call, Expr, Name, Number
from workings.finding import Claim
from workings.regex import regex

RULE = "recipe/other-method"
_LOG_LOSS = regex(
    r"[-−]\s*+\(?\s*+(?:y|t)\s*(?:\\cdot|·|\*|\\,)?\s*\\?(?:ln|log)\b"
    r"|binary cross[- ]entropy|log[- ]?loss|\bBCE\b",
    re.I,
)
_SQUARED = regex(r"squared|\bMSE\b|\bSSE\b|quadratic|\)\s*(?:\^\s*\{?2|²)", re.I)
_BY_SCORE = regex(r"(?:∂|d)[A-Zℓ]\w*/(?:∂|d)(?:z|a|u|s|net|o)(?:_.*)?|δ(?:_.*)?|delta(?:_.*)?|dz(?:_.*)?")
SAID: tuple[re.Pattern[str], ...] = (_LOG_LOSS,)


def claims_of_slopes(sheet: Sheet) -> Iterator[Claim]:
    """The first derivative by a score that has the slope of the sigmoid as a factor."""
    if not sheet.says(_LOG_LOSS) or sheet.says(_SQUARED):
        return
    for statement in sheet.statements:
        head = statement.members[0].expr
        named = isinstance(head, Name) and _BY_SCORE.fullmatch(head.key) is not None
        for member in statement.members[1:] if named and not statement.hypothesis else ():
            share = _share(operands(member.expr, OF_NUMBERS, applied=True))
            if share is not None:
                message = (
                    f"behind the logarithm the slope {share} (1 − {share}) cancels; what is left is the error"
                )
                yield sheet.claim(member.span, RULE, message)
                return


def _share(factors: list[Expr]) -> str | None:
    """The p of (p − y) p (1 − p)."""
    names = {spelt(factor) for factor in factors if isinstance(factor, Name)}
    errors: set[str] = set()
    rests: set[str] = set()
    for factor in factors:
        match factor:
            case Call(op="sub", args=(Number(value=one), Name() as rest)) if one == 1:
                rests.add(spelt(rest))
            case Call(op="sub", args=(Name() as first, Name())):
                errors.add(spelt(first))
            case _:
                pass
    found = names & errors & rests
    return found.pop() if len(found) == 1 and len(factors) == 3 else None
