"""attention/odd-entry: an entry that a step of attention does not give, and rows of Q, K and V as well."""

from __future__ import annotations

from collections.abc import Sequence

from workings.checking.judging import Judge
from workings.checking.rules.catalogue import Description
from workings.document import Statement
from workings.finding import Claim
from workings.resolving.quantity import FIRST_BITS
from workings.value import precision

RULE = "attention/odd-entry"
_WORDS = ("ttention", "oftmax", "quer", "Quer")
_SHEET = (
    "$q_1 = [1, 2]$, $k_1 = [3, 0]$, $k_2 = [1, 1]$, $k_3 = [0, 2]$\n\nScores of query 1: $[3, 3, 4]$\n\n"
    "Divided by the root of 2: $[2.12, 2.12, 2.83]$\n\nAttention weights of query 1: "
)
DESCRIPTION = Description(
    "one entry of a list is not what this step of attention gives for its query",
    wrong=_SHEET + "$[0.248, 0.248, 0.540]$",
    right=_SHEET + "$[0.248, 0.248, 0.504]$",
    why="The lists are made from each other on a calculator, and one number is copied wrongly.",
)


def find(judge: Judge, statements: Sequence[Statement]) -> list[Claim]:
    """What is said of attention that is worked out by hand, from its inputs to its outputs."""
    if not any(word in judge.page.text for word in _WORDS):
        return []
    from workings.checking.following.assembled import claims_of_assembled
    from workings.checking.following.walking import claims_of_walks
    from workings.checking.methods.sheet import sheet_of

    with precision(FIRST_BITS):
        sheet = sheet_of(judge, tuple(statements))
        return [*claims_of_assembled(sheet), *claims_of_walks(sheet)]
