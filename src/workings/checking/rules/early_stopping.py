"""decoding/early-stopping: a beam is said to be safe to stop early though its scores can still rise."""

from __future__ import annotations

import re
from collections.abc import Iterable

from workings.checking.judging import Judge
from workings.checking.rules.catalogue import Description
from workings.document import Statement
from workings.finding import Claim
from workings.regex import regex

RULE = "decoding/early-stopping"
DESCRIPTION = Description(
    "stopping a beam early is called safe though its scores are divided by the length and may rise",
    wrong="With length-normalised scores, beam search can safely stop as soon as the best finished "
    "hypothesis is better than every open one.",
    right="With sums of log-probabilities, beam search can safely stop as soon as the best finished "
    "hypothesis is better than every open one.",
    why="The argument for log-probabilities, that a token never raises the score, is carried over unchanged.",
)
_CUE = regex(r"\bstop|terminat|halt", re.IGNORECASE)
_SUBJECT = regex(r"beam|hypothes", re.IGNORECASE)


def find(judge: Judge, statements: Iterable[Statement]) -> list[Claim]:
    """A claim for every clause about stopping a beam early; most documents have none."""
    text = judge.page.text
    if _CUE.search(text) is None or _SUBJECT.search(text) is None:
        return []
    from workings.checking.decoding.stopping import claims_of_stopping

    return claims_of_stopping(judge)
