"""convolution/window: a place of a kernel or window that is not what the entries under it come to."""

from __future__ import annotations

import re

from workings.checking.judging import Judge
from workings.checking.rules.catalogue import Description
from workings.document import Statement
from workings.finding import Claim, Verdict
from workings.parsing.moods import is_contrasted
from workings.regex import regex

RULE = "convolution/window"
_GIVEN = "The kernel $K = [[1, 0], [-1, 2]]$ slides over $X = [[1, 2, 0], [3, 1, 2], [4, 0, 1]]$.\n\n"
_FIRST = "$Y_{11} = 1 \\cdot 1 + 2 \\cdot 0 + 3 \\cdot (-1) + 1 \\cdot 2 = 0$\n\n"
_SECOND = "$Y_{12} = 2 \\cdot 1 + 0 \\cdot 0 + 1 \\cdot (-1) + 2 \\cdot 2 = 5$\n\n"
DESCRIPTION = Description(
    "a place of a kernel or pooling window is not what the entries under it come to",
    wrong=f"{_GIVEN}{_FIRST}{_SECOND}$Y_{{21}} = 3 \\cdot 1 + 1 \\cdot 0 + 1 \\cdot (-1) + 0 \\cdot 2 = 2$",
    right=f"{_GIVEN}{_FIRST}{_SECOND}$Y_{{21}} = 3 \\cdot 1 + 1 \\cdot 0 + 4 \\cdot (-1) + 0 \\cdot 2 = -1$",
    why="The eye lands on the row above or the column beside when the window is moved.",
)
_MAY_BE = regex(r"convol|correlat|\bkernel|\bfilter|pool", re.I)
_OTHERWISE = regex(
    r"strides?\W{1,3}(?:of |is |= ?)?\(?[4-9]|padding\W{1,3}(?:of |is |= ?)?\(?[1-9]|\bis (?:flipped|turned)",
    re.I,
)


def find(judge: Judge, statements: tuple[Statement, ...]) -> list[Claim]:
    """Kernels that move by small steps over a matrix as it stands, then all windows by their values."""
    text = judge.page.text
    if not _MAY_BE.search(text):
        return []
    from workings.checking.methods.layers.windowed import claims_of_windowed
    from workings.checking.methods.sheet import sheet_of
    from workings.checking.prose.windows import claims_of_windows

    found = [] if _OTHERWISE.search(text) else claims_of_windows(judge, statements)
    sheet = sheet_of(judge, statements)
    for claim in claims_of_windowed(sheet):
        if not found and not _is_told(judge, claim) and not is_contrasted(sheet.text, claim.span.start):
            found.append(claim)
    return found


def _is_told(judge: Judge, claim: Claim) -> bool:
    """Whether the line of a claim was found wrong before."""
    text = judge.page.text
    start, end = text.rfind("\n", 0, claim.span.start), text.find("\n", claim.span.end)
    end = len(text) if end < 0 else end
    told = (one for one in judge.told if one.verdict in (Verdict.WRONG, Verdict.CARRIED))
    return any(start < one.span.start and one.span.end <= end for one in told)
