"""list/odd-entry: a list that is made of the lists above it, but for one entry; list/total: its sum."""

from __future__ import annotations

from collections.abc import Sequence

from workings.checking.judging import Judge
from workings.checking.rules.catalogue import Description
from workings.document import Statement
from workings.finding import Claim
from workings.resolving.quantity import FIRST_BITS
from workings.value import precision

RULE = "list/odd-entry"
_POINTS = "$a = (1, 2, 5)$ and $b = (3, 1, 2)$\n\n"
DESCRIPTION = Description(
    "all entries of a list are made of the lists above it in the way its words say, but one is not",
    wrong=_POINTS + "Differences: $-2,\\ 1,\\ 4$",
    right=_POINTS + "Differences: $-2,\\ 1,\\ 3$",
    why="A list is worked out in one go, and a sign or a digit of one entry goes wrong.",
)
_EXPONENTIALS = "Logits: $2, 1, 0.5$\n\nExponentials: $7.3891,\\ 2.7183,\\ 1.6487$ with sum "
BESIDES: dict[str, Description] = {
    "list/total": Description(
        "the sum or mean beside a list is not that of its numbers",
        wrong=_EXPONENTIALS + "$12.7561$",
        right=_EXPONENTIALS + "$11.7561$",
        why="A carry is lost where several numbers are added up in the head.",
    ),
}


def find(judge: Judge, statements: Sequence[Statement]) -> list[Claim]:
    """What is said of the lists of a page."""
    from workings.checking.lists.telling import claims_of_lists
    from workings.checking.methods.sheet import sheet_of

    with precision(FIRST_BITS):
        return list(claims_of_lists(sheet_of(judge, tuple(statements))))
