"""loss/target-leak: a position that is to predict a token can see it.

In a model that predicts the next token, row t is asked for token t + 1, so it must not depend on it. The
masks of the document are looked at, and its equations are run with one token changed: a row that changes has
seen it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from workings.checking.judging import Judge
from workings.checking.rules.catalogue import Description
from workings.document import Statement
from workings.finding import Claim
from workings.regex import regex

RULE = "loss/target-leak"
_GIVEN = "A decoder predicts the next token at every position. Its causal mask is\n\n"
DESCRIPTION = Description(
    "a position that predicts the next token can see it",
    wrong=_GIVEN + "$M = \\begin{bmatrix} 0 & 0 & -\\infty \\\\ 0 & 0 & 0 \\\\ 0 & 0 & 0 \\end{bmatrix}$",
    right=_GIVEN
    + "$M = \\begin{bmatrix} 0 & -\\infty \\\\ 0 & 0 \\end{bmatrix}$\n\nPosition 1 cannot see position 2.",
    why="The diagonal is moved by one, or the triangle is filled on the wrong side.",
)
_CUE = regex(
    r"\bmask|\bcausal|teacher[- ]forc|next[- ](?:token|word|symbol)|auto-?regressive|\bown target|"
    r"(?:see|attend to) (?:position|token)",
    re.I,
)
_WAITING = regex(r"in parallel|parallel over|one after (?:another|the other)|sequential|at a time", re.I)
_MODEL = regex(r"\b(?:RNN|LSTM|GRU|recurren|transformer|decoder|encoder)", re.I)


def find(judge: Judge, statements: Iterable[Statement]) -> list[Claim]:
    """Masks and equations that let a position see its target, and sentences about who sees whom."""
    text = judge.page.text
    if _CUE.search(text) is None and (_WAITING.search(text) is None or _MODEL.search(text) is None):
        return []
    from workings.checking.positions.leaking import claims_of_positions

    return claims_of_positions(judge, tuple(statements), RULE)
