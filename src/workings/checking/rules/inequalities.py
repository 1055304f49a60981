"""inequality/does-not-follow: a step or a contradiction that the inequalities before it do not bear out."""

from __future__ import annotations

from collections.abc import Iterable

from workings.checking.judging import Judge
from workings.checking.rules.catalogue import Description
from workings.document import Statement
from workings.finding import Claim

RULE = "inequality/does-not-follow"
DESCRIPTION = Description(
    "an inequality is drawn as a conclusion, but does not follow from those before it",
    wrong="We have $a + b > 0$ and $b < 0$. Hence $a < 0$.",
    right="We have $a + b > 0$ and $b < 0$. Hence $a > 0$.",
    why="A sign turns when both sides change their sign, or is taken over from another line.",
)
_SIGNS = ("<", ">", "≤", "≥")


def find(judge: Judge, statements: Iterable[Statement]) -> list[Claim]:
    """A claim for every inequality that is said to follow, and every contradiction."""
    listed = list(statements)
    if not any(member.sign in _SIGNS for statement in listed for member in statement.members):
        return []
    from workings.checking.prose.arguing import claims_of_arguments

    return claims_of_arguments(judge, listed)
