"""shares/sum: numbers that are called probabilities or attention weights and do not add up to one.

What a softmax gives, and what is called a distribution, are shares of a whole. Rounding leaves a sum a
little off; a sum that rounding cannot explain means that one of the shares is wrong. Only short lists of
numbers between nought and one are looked at, and only where nothing else was said about them.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from flint import fmpq

from workings.checking.comparing.digits import Stated, stated_number
from workings.checking.judging import Judge
from workings.checking.rules.catalogue import Description
from workings.document import Statement
from workings.evaluating.rendering import show
from workings.expr import Array, Expr, Name
from workings.finding import Claim, Verdict
from workings.regex import regex
from workings.source import Span

RULE = "shares/sum"
DESCRIPTION = Description(
    "shares of a whole, such as probabilities, do not add up to one",
    wrong="$1 - 0.62 - 0.24 = 0.14$\n\nThe probabilities = [0.62, 0.24, 0.24]",
    right="$1 - 0.62 - 0.24 = 0.14$\n\nThe probabilities = [0.62, 0.24, 0.14]",
    why="One of the shares was copied from its neighbour or rounded away, and nobody adds them up again.",
)
FARTHEST = fmpq(1, 4)  # from one; farther off they are not meant as shares
_SHARES = regex(r"probabilit|attention weights|softmax (?:output|weights)|distribution$", re.IGNORECASE)


def find(judge: Judge, statements: Iterable[Statement]) -> list[Claim]:
    """The lists that are called shares and are none."""
    judged = {claim.span for claim in judge.claims if claim.verdict is not Verdict.UNDECIDED}
    found: list[Claim] = []
    for statement in statements:
        head = statement.members[0].expr
        if statement.hypothesis or not isinstance(head, Name) or not _SHARES.search(head.key):
            continue
        for member in statement.members[1:]:
            total = _wrong_total(member.expr)
            if total is not None and member.span not in judged:
                found.append(_claim(judge, member.span, head.key, total))
    return found


def _wrong_total(expr: Expr) -> fmpq | None:
    """The sum of a list of shares if rounding does not explain that it is not one."""
    if not isinstance(expr, Array) or not 2 <= len(expr.items) <= 64:
        return None
    shares = [stated_number(item) for item in expr.items]
    known: list[Stated] = [share for share in shares if share is not None and 0 <= share.value <= 1]
    if len(known) < len(shares):
        return None
    total = sum((share.value for share in known), fmpq(0))
    unit = min(share.unit for share in known)
    slack = sum((share.unit for share in known if not share.integer), fmpq(0)) / 2 + unit
    off = abs(total - 1)
    return total if slack < off <= FARTHEST else None


def _claim(judge: Judge, span: Span, key: str, total: fmpq) -> Claim:
    text = judge.page.text[span.start : span.end]
    message = f"{key} add up to {show(total)}, not to 1"
    return Claim("", "value", span, text, Verdict.WRONG, RULE, text, message=message)
