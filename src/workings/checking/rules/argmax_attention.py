"""attention/argmax: weights that are said to go to the largest score, and do not.

Argmax attention gives everything to the largest score of a row, shared evenly among equals; under a causal
mask only what came before counts. The scores are those of the queries and keys above.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from workings.checking.judging import Judge
from workings.checking.rules.catalogue import Description
from workings.document import Statement
from workings.finding import Claim
from workings.regex import regex

RULE = "attention/argmax"
_GIVEN = (
    "$Q = [[1, 0], [0, 1], [1, 1]]$\n\n$K = [[2, 0], [0, 2], [1, 1]]$\n\n"
    "With causal argmax attention we get\n\n"
)
DESCRIPTION = Description(
    "weights that are said to be attention by argmax do not go to the largest scores",
    wrong=_GIVEN + "$P = [[1, 0, 0], [0, 1, 0], [1, 0, 0]]$",
    right=_GIVEN + "$P = [[1, 0, 0], [0, 1, 0], [1/3, 1/3, 1/3]]$",
    why="The first of several equal scores takes everything, or a later position is not hidden.",
)
_CUE = regex(r"arg-?max|hardmax|hard attention", re.I)


def find(judge: Judge, statements: Iterable[Statement]) -> list[Claim]:
    """The matrices that are said to be attention by argmax."""
    if _CUE.search(judge.page.text) is None:
        return []
    from workings.checking.positions.comparing import claims_of_argmax

    return claims_of_argmax(judge, tuple(statements), RULE)
