"""decoding/differs: a sentence about greedy, beam or exhaustive search that the tree does not bear out."""

from __future__ import annotations

import re
from collections.abc import Iterable

from workings.checking.judging import Judge
from workings.checking.rules.catalogue import Description
from workings.document import Statement
from workings.finding import Claim
from workings.regex import regex

RULE = "decoding/differs"
DESCRIPTION = Description(
    "a decoder is said to return or keep another sequence than it does on the tree of the document",
    wrong='- Is it\n  - ? (0.55)\n  - tea (0.45)\n    - ? (0.8)\n\nBeam search with K = 2 returns "tea ?".',
    right='- Is it\n  - ? (0.55)\n  - tea (0.45)\n    - ? (0.8)\n\nBeam search with K = 2 returns "?".',
    why="A longer sequence looks better because each of its steps is probable; its product is not compared.",
)
_CUE = regex(r"greedy|beam|decod|exhaustive", re.IGNORECASE)


def find(judge: Judge, statements: Iterable[Statement]) -> list[Claim]:
    """A claim for every sentence about a decoder; most documents have none."""
    if _CUE.search(judge.page.text) is None:
        return []
    from workings.checking.decoding.telling import claims_of_decoders

    return claims_of_decoders(judge)
