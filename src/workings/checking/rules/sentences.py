"""sentence/differs: a sentence about a result that the result does not bear out."""

from __future__ import annotations

from collections.abc import Iterable

from workings.checking.judging import Judge
from workings.checking.rules.catalogue import Description
from workings.document import Statement
from workings.finding import Claim

RULE = "sentence/differs"
DESCRIPTION = Description(
    "a sentence about the result says something else than the result",
    wrong="$A = \\operatorname{softmax}([[2, 0], [1, 3]]) = [[0.881, 0.119], [0.119, 0.881]]$\n\n"
    "Output 1 attends most to input 2.",
    right="$A = \\operatorname{softmax}([[2, 0], [1, 3]]) = [[0.881, 0.119], [0.119, 0.881]]$\n\n"
    "Output 1 attends most to input 1.",
    why="The sentence is written from a first impression, or by counting rows where columns are meant.",
)


def find(judge: Judge, statements: Iterable[Statement]) -> list[Claim]:
    """A claim for every sentence that picks weights of this document; most documents have none."""
    if not judge.weighings.tables:
        return []
    from workings.checking.prose.telling import claims_of_sentences

    return claims_of_sentences(judge)
