"""copy/other-row and its kin: lines whose arithmetic is right and whose numbers belong elsewhere."""

from __future__ import annotations

from collections.abc import Iterable

from workings.checking.judging import Judge
from workings.checking.rules.catalogue import Description
from workings.document import Statement
from workings.finding import Claim

RULE = "copy/other-row"
_GIVEN = "$x = [3, 5, 7]$ and $g = [2, 4, 6]$\n\n$y_1 = 2 \\cdot 3 = 6$\n\n"
DESCRIPTION = Description(
    "a line is worked out with the numbers of another row, column or step than its own",
    wrong=_GIVEN + "$y_2 = 4 \\cdot 3 = 12$\n\n$y_3 = 6 \\cdot 7 = 42$",
    right=_GIVEN + "$y_2 = 4 \\cdot 5 = 20$\n\n$y_3 = 6 \\cdot 7 = 42$",
    why="Lines that are made alike are written by changing the line above, and one number stays as it was.",
)
_UNITS = (
    "$x = (3, 2)$, $w_1 = (5, 4)$, $b_1 = 7$, $w_2 = (6, 9)$, $b_2 = 8$\n\n"
    "$z_1 = 5 \\cdot 3 + 4 \\cdot 2 + 7 = 30$\n\n"
)
BESIDES = {
    "copy/left-out": Description(
        "a line leaves out a term that the lines beside it have",
        wrong=_UNITS + "$z_2 = 6 \\cdot 3 + 9 \\cdot 2 = 36$",
        right=_UNITS + "$z_2 = 6 \\cdot 3 + 9 \\cdot 2 + 8 = 44$",
        why="The last term, often a bias, stands apart from the products and is left for later.",
    ),
}


def find(judge: Judge, statements: Iterable[Statement]) -> list[Claim]:
    """The lines that are made otherwise than those beside them."""
    from workings.checking.methods.telling import claims_of_families

    return list(claims_of_families(judge, tuple(statements)))
