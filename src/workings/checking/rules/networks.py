"""network/shape-mismatch: a layer of a network in a program that cannot take what reaches it."""

from __future__ import annotations

from collections.abc import Iterable

from workings.checking.judging import Judge
from workings.checking.rules.catalogue import Description
from workings.document import Statement
from workings.finding import Claim
from workings.regex import regex

RULE = "network/shape-mismatch"
DESCRIPTION = Description(
    "a layer of a network does not take what the layer before it gives",
    wrong="```python\nnet = nn.Sequential(nn.Linear(784, 128), nn.ReLU(), nn.Linear(64, 10))\n```",
    right="```python\nnet = nn.Sequential(nn.Linear(784, 128), nn.ReLU(), nn.Linear(128, 10))\n```",
    why="A layer was changed, or the size after the convolutions was worked out for another picture.",
)
_MAY_BE = regex(r"\bnn\s?\.\s?[A-Z]|\btorch\b|\bConv[123]d\b")


def find(judge: Judge, statements: Iterable[Statement]) -> list[Claim]:
    """A claim for every layer whose input is determined; most documents have no program."""
    if not _MAY_BE.search(judge.page.text):
        return []
    from workings.checking.prose.networks import claims_of_programs

    return claims_of_programs(judge)
