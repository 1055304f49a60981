"""embedding/row: a row of the inputs is not the embedding of the token that it stands for.

The sequence names the tokens in order, and the table has a row for each token of the vocabulary. Nothing is
said where something is added to the embeddings, or where so many rows differ that another matrix is meant.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from workings.checking.judging import Judge
from workings.checking.rules.catalogue import Description
from workings.document import Statement
from workings.finding import Claim
from workings.regex import regex

RULE = "embedding/row"
_GIVEN = (
    "The vocabulary is {a, b, stop} with the embeddings\n\n$E = [[1, 0], [0, 1], [1, 1]]$\n\n"
    "The input embeddings of “a b a stop” are\n\n"
)
DESCRIPTION = Description(
    "a row of the inputs is not the embedding of the token that it stands for",
    wrong=_GIVEN + "$X = [[1, 0], [1, 0], [1, 0], [1, 1]]$",
    right=_GIVEN + "$X = [[1, 0], [0, 1], [1, 0], [1, 1]]$",
    why="The rows are looked up one by one, and the finger slips to the line above.",
)
_CUE = regex(r"\bvocabulary\b|\b(?:tokens|symbols)\s+are\b", re.I)


def find(judge: Judge, statements: Iterable[Statement]) -> list[Claim]:
    """The matrices of inputs whose tokens the document names."""
    if _CUE.search(judge.page.text) is None:
        return []
    from workings.checking.positions.comparing import claims_of_embeddings

    return claims_of_embeddings(judge, tuple(statements), RULE)
