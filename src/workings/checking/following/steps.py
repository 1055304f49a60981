"""What is done for one query, one step after the other: scores, scaled, exponentials, weights, output."""

from __future__ import annotations

import re
from collections.abc import Sequence

from flint import arb, fmpq

from workings.checking.following.given import Rows
from workings.checking.lists.ways import Numbers
from workings.record import record
from workings.regex import regex

HIDDEN = fmpq(1, 200)  # that rounding takes from a number which is not written down


@record(frozen=True, slots=True)
class Way:
    """One way to work a step out: just so, and with all that may have been rounded on the way."""

    sharp: Numbers
    wide: Numbers


@record(frozen=True, slots=True)
class Step:
    """What is done for one query, and how authors call what comes of it."""

    called: str
    words: re.Pattern[str]


SCORES = Step("scores", regex(r"scores?|logits?|dot|products?|similarit|q\w* ?[·.×*]? ?k|\bs_?\{?\d?", re.I))
SCALED = Step("scaled scores", regex(r"scal|divi[ds]|sqrt|√|root|skalier", re.I))
POWERS = Step("exponentials", regex(r"\bexp|e\^|numerators?|powers", re.I))
WEIGHTS = Step(
    "attention weights", regex(r"weight|softmax|attention|alpha|α|prob|shares?|gewicht|\ba_?\{?\d?", re.I)
)
OUTPUT = Step("output", regex(r"output|o/p|context|weighted sum|result|ausgabe|\b[ozyc]_?\{?\d?", re.I))
STEPS = (SCORES, SCALED, POWERS, WEIGHTS, OUTPUT)


def scores(query: Sequence[fmpq], keys: Rows) -> Way:
    """A query times each key."""
    numbers = [arb(sum((a * b for a, b in zip(query, key, strict=True)), fmpq(0))) for key in keys]
    return Way(numbers, numbers)


def scaled(way: Way, width: int) -> Way:
    """Divided by the root of the width, which people take with two decimals or more."""
    root = arb(width).sqrt()
    loose = root if root.is_integer() else arb(root.mid(), fmpq(1, 200))
    return Way([x / root for x in way.sharp], [x / loose for x in way.wide])


def unwritten(way: Way) -> Way:
    """Numbers that people round on the way to the next step, without writing them down."""
    return Way(way.sharp, [arb(x.mid(), HIDDEN) for x in way.sharp])


def shifted(way: Way) -> Way:
    """Less the largest, which leaves nought of itself however it was rounded."""
    top = max(range(len(way.sharp)), key=lambda at: float(way.sharp[at].mid()))
    sharp, wide = (
        [arb(0) if at == top else x - numbers[top] for at, x in enumerate(numbers)]
        for numbers in (way.sharp, way.wide)
    )
    return Way(sharp, wide)


def powers(way: Way) -> Way:
    return Way([x.exp() for x in way.sharp], [x.exp() for x in way.wide])


def shares(way: Way) -> Way:
    sharp, wide = sum(way.sharp, arb(0)), sum(way.wide, arb(0))
    return Way([x / sharp for x in way.sharp], [x / wide for x in way.wide])


def mixed(way: Way, values: Rows) -> Way:
    """The values, weighted."""
    columns = [*zip(*values, strict=True)]
    sharp, wide = (
        [sum((x * arb(v) for x, v in zip(weights, column, strict=True)), arb(0)) for column in columns]
        for weights in (way.sharp, way.wide)
    )
    return Way(sharp, wide)
