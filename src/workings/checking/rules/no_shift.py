"""loss/no-shift: the loss of a model that predicts the next token, with every position asked for its own.

Under teacher forcing row t has read token t and is asked for token t + 1. Rows and tokens stand side by side,
so that the shift is easily left out; then each position is asked for what it has just read. The arithmetic is
right as it is, and both values are given. A document that states the shifted loss too compares the two.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from workings.checking.judging import Judge
from workings.checking.rules.catalogue import Description
from workings.document import Statement
from workings.finding import Claim
from workings.regex import regex

RULE = "loss/no-shift"
_GIVEN = (
    "The vocabulary is {a, b, stop}. A decoder is trained with teacher forcing on “a b a stop”.\n\n"
    "$E = [[1, 0], [0, 1], [1, 1]]$\n\n$X = [[1, 0], [0, 1], [1, 0], [1, 1]]$\n\n$W = [[2, 0], [0, 1]]$\n\n"
    "$R = X W = [[2, 0], [0, 1], [2, 0], [2, 1]]$\n\n"
    "$S = R E^T = [[2, 0, 2], [0, 1, 1], [2, 0, 2], [2, 1, 3]]$\n\nThe loss over a and stop is\n\n"
)
DESCRIPTION = Description(
    "each position is asked for its own token, where the model predicts the next one",
    wrong=_GIVEN + "$L = -\\ln \\frac{e^2}{2e^2 + 1} - \\ln \\frac{e^3}{e^2 + e + e^3} = 1.1662$",
    right=_GIVEN + "$L = -\\ln \\frac{1}{1 + 2e} - \\ln \\frac{e^2}{2e^2 + 1} = 2.6206$",
    why="Rows and tokens stand side by side, and the shift by one has to be added in thought.",
)
_CUE = regex(r"\bvocabulary\b|\b(?:tokens|symbols)\s+are\b", re.I)
_TARGET = regex(r"\btargets?\b", re.I)
_NEXT = regex(r"\bnext\b|teacher|auto-?regress|language model|causal|\bGPT|decoder|predict", re.I)


def find(judge: Judge, statements: Iterable[Statement]) -> list[Claim]:
    """The losses in which each position is asked for the token that it has just read."""
    text = judge.page.text
    if _CUE.search(text) is None and (_TARGET.search(text) is None or _NEXT.search(text) is None):
        return []
    from workings.checking.positions.shifting import unshifted

    return unshifted(judge, tuple(statements), RULE)
