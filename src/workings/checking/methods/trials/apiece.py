"""Lines that say what one part alone has, and the lines that take it so many times."""

from __future__ import annotations

import re
from collections.abc import Sequence

from workings.checking.comparing.parts import whole_factors
from workings.checking.methods.pages.knowing import Working
from workings.checking.methods.pages.subjects import Subject
from workings.regex import regex

FURTHER = 600  # characters from a part to the line that takes it so many times
_PART = regex(
    r"\b(?:one|each|every|a single|per|single|this)[\s-]+(?:(?:such|LSTM|GRU)\s+)?"
    r"(?:block|gate|head|set|part|copy|matrix|of (?:the|these|them))",
    re.I,
)
_SOME = regex(r"\bgates\b|\bcandidates?\b|\b(?:two|three|four|other|remaining) (?:blocks|of)\b", re.I)


def is_part(line: Subject) -> bool:
    """Whether a line says itself that it counts one part alone: “one block has …”."""
    return _PART.search(line.own) is not None


def multiple_of(line: Subject, lines: Sequence[Working]) -> Working | None:
    """The next line that multiplies the result of another by a whole number: `3 · 7360`."""
    result = line.numbers[-1].value
    for later in lines:
        if not line.span.end < later.start <= line.span.end + FURTHER:
            continue
        factors = whole_factors(later.formula.expr)
        if len(factors) == 2 and result in factors:
            return later
    return None


def is_whole(line: Working) -> bool:
    """Whether a line speaks of all parts together, not of “the three gates”."""
    return _SOME.search(line.own) is None
