"""What can be said of a decoder: who, what it does, to which sequences, and under what circumstances."""

from __future__ import annotations

from enum import Enum

from flint import fmpq

from workings.decoding.model import Prefix
from workings.parsing.trees.naming import Found
from workings.record import record
from workings.source import Span


class Rule(Enum):
    """Whose choice a sentence is about."""

    GREEDY = "greedy"
    BEAM = "beam"
    BEST = "exhaustive"


class Deed(Enum):
    """What a rule is said to do."""

    RETURN = "returns"
    KEEP = "keeps"
    DROP = "drops"
    MISS = "misses the best"  # the rule does not return the most probable sequence
    HIT = "finds the best"
    BEAT = "beats greedy"
    AGREE = "agrees with greedy"
    WEIGH = "has the probability"  # a sequence, whoever returns it
    OUTDO = "is more probable than"


class Mode(Enum):
    """What scores are compared."""

    OPEN = "not said"
    PLAIN = "total probability"
    NORMALISED = "length-normalised"


@record(frozen=True, slots=True)
class Saying:
    """One thing that a sentence says of a decoder."""

    rule: Rule
    deed: Deed
    objects: tuple[Found, ...]
    span: Span
    sentence: Span
    width: int | None = None
    mode: Mode = Mode.OPEN
    alpha: fmpq | None = None
    step: int | None = None
    after: Prefix | None = None
    hedged: bool = False
    denied: bool = False
    both: bool = False  # “keeps both”
    loose: bool = False  # “the best sentence”, of all or of those that were kept


def place_of(objects: tuple[Found, ...]) -> Span:
    """From the first to the last sequence, with the quotes of several."""
    wide = int(len(objects) > 1)
    first, last = objects[0], objects[-1]
    return Span(first.span.start - wide * first.quoted, last.span.end + wide * last.quoted)
