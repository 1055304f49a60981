"""convolution/window: a place of a kernel that is worked out with other entries than those under it."""

from __future__ import annotations

import re
from collections.abc import Iterable

from workings.checking.judging import Judge
from workings.checking.rules.catalogue import Description
from workings.document import Statement
from workings.finding import Claim
from workings.regex import regex

RULE = "convolution/window"
_GIVEN = "The kernel $K = [[1, 0], [-1, 2]]$ slides over $X = [[1, 2, 0], [3, 1, 2], [4, 0, 1]]$.\n\n"
_FIRST = "$Y_{11} = 1 \\cdot 1 + 2 \\cdot 0 + 3 \\cdot (-1) + 1 \\cdot 2 = 0$\n\n"
_SECOND = "$Y_{12} = 2 \\cdot 1 + 0 \\cdot 0 + 1 \\cdot (-1) + 2 \\cdot 2 = 5$\n\n"
DESCRIPTION = Description(
    "a place of a kernel is worked out with other entries than those that lie under it",
    wrong=f"{_GIVEN}{_FIRST}{_SECOND}$Y_{{21}} = 3 \\cdot 1 + 1 \\cdot 0 + 1 \\cdot (-1) + 0 \\cdot 2 = 2$",
    right=f"{_GIVEN}{_FIRST}{_SECOND}$Y_{{21}} = 3 \\cdot 1 + 1 \\cdot 0 + 4 \\cdot (-1) + 0 \\cdot 2 = -1$",
    why="The eye lands on the row above or the column beside when the window is moved.",
)
_MAY_BE = regex(r"convol|correlat|\bkernel|\bfilter", re.I)
_OTHERWISE = regex(
    r"strides?\W{1,3}(?:of |is |= ?)?\(?[4-9]|padding\W{1,3}(?:of |is |= ?)?\(?[1-9]|\bis (?:flipped|turned)",
    re.I,
)


def find(judge: Judge, statements: Iterable[Statement]) -> list[Claim]:
    """Only where a kernel moves by small steps over a matrix as it stands."""
    text = judge.page.text
    if not _MAY_BE.search(text) or _OTHERWISE.search(text):
        return []
    from workings.checking.prose.windows import claims_of_windows

    return claims_of_windows(judge, statements)
