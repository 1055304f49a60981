"""What a procedure is made of: its steps, what each is called, and how it is made of those before."""

from __future__ import annotations

import re

from workings.record import record
from workings.regex import regex

Range = tuple[int | None, int | None]
ANY: Range = (None, None)
SHARE: Range = (0, 1)
POSITIVE: Range = (0, None)
BOUNDED: Range = (-1, 1)
TIMES = (1, 2, 3, 4, 5)  # steps that are followed
RELU, SIGMOID, TANH = r"(?i:\brelu|max\(0)", r"(?i:sigmoid|logistic|σ|\\sigma)", r"(?i:tanh)"


@record(frozen=True, slots=True, eq=False)
class Stage:
    """Something a procedure starts from or comes to, by its letter in the formulas.

    A way is a formula, and behind a bar what the page has to say so that it is meant.
    """

    key: str
    names: re.Pattern[str]  # of the whole name, in one spelling
    words: re.Pattern[str]
    ways: tuple[str, ...] = ()  # none where it is given
    also: tuple[str, ...] = ()  # by which some work it out, without saying so
    range: Range = ANY  # that it cannot leave


@record(frozen=True, slots=True, eq=False)
class Procedure:
    """A page that speaks of `topic`, and not of what is done otherwise, follows these steps in order."""

    called: str
    topic: re.Pattern[str]
    unless: re.Pattern[str]
    stages: tuple[Stage, ...]
    optional: tuple[str, ...] = ()  # summands that a page may do without
    either: tuple[str, ...] = ()  # steps that some write with the other sign


def given(key: str, names: str = "", words: str = "(?!)") -> Stage:
    """What a procedure starts from."""
    return Stage(key, regex(names or key), regex(words, re.I))


def made(
    key: str, names: str, words: str, *ways: str, also: tuple[str, ...] = (), within: Range = ANY
) -> Stage:
    """What it comes to."""
    return Stage(key, regex(names), regex(words, re.I), ways, also, within)
