"""points/total: points per part or question that do not add up to the total that is stated."""

from __future__ import annotations

import re
from collections.abc import Iterable

from workings.checking.judging import Judge
from workings.checking.rules.catalogue import Description
from workings.document import Statement
from workings.finding import Claim
from workings.regex import regex

RULE = "points/total"
DESCRIPTION = Description(
    "the points of the parts do not add up to the total",
    wrong="## Question 1 (20 points)\n\n(a) The scores (8 points)\n\n(b) The weights (10 points)",
    right="## Question 1 (20 points)\n\n(a) The scores (8 points)\n\n(b) The weights (12 points)",
    why="A part was added, dropped or given other points, and the total was not added up again.",
)
_HINT = regex(r"\b(?:points?|pts|marks|punkte?)\b|\\question\b", re.IGNORECASE)
_SHORT = regex(r"\d ?[pP]\b")


def find(judge: Judge, statements: Iterable[Statement]) -> list[Claim]:
    """A claim for every total of points; most documents have none."""
    text = judge.page.text
    short = ("p" in text or "P" in text) and _SHORT.search(text) is not None
    if not short and not (judge.page.has_words and _HINT.search(text)):
        return []
    from workings.checking.prose.bookkeeping import claims_of_points

    return claims_of_points(judge)
