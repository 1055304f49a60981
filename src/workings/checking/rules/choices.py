"""choice/wrong-answer: a true answer chosen where the false one is asked for, or the other way round."""

from __future__ import annotations

from collections.abc import Iterable

from workings.checking.judging import Judge
from workings.checking.rules.catalogue import Description
from workings.document import Statement
from workings.finding import Claim

RULE = "choice/wrong-answer"
DESCRIPTION = Description(
    "the answer that was chosen is not the one that the question asks for",
    wrong="Which of the following is true?\n\n- [x] $\\sigma(0) = 0$\n- [ ] $\\sigma(0) = 0.5$",
    right="Which of the following is true?\n\n- [ ] $\\sigma(0) = 0$\n- [x] $\\sigma(0) = 0.5$",
    why="The word “false” in the question was overlooked, or the key of an older sheet was kept.",
)


def find(judge: Judge, statements: Iterable[Statement]) -> list[Claim]:
    """A claim for every answer of the questions that were answered; most documents have none."""
    if not judge.offered:
        return []
    from workings.checking.prose.choosing import claims_of_choices

    return claims_of_choices(judge)
