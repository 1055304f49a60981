"""Matrices that words call a product of matrices above them: “Queries:”, “Scores:”, “Output:”."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import permutations

from flint import arb

from workings.checking.lists.balls import Written, widened
from workings.checking.lists.making import Evidence, Made, tell
from workings.checking.methods.pages.ledger import Listing
from workings.record import record
from workings.regex import regex

MOST = 6  # matrices above that a product may be of
PROVEN = Evidence(4, 3, 3)  # entries, digits of them, and how many that are neither 0 nor ±1
_OUTPUT = r"\b(?:outputs?|contexts?|attended)\b"
_SCORES = r"\b(?:scores?|logits|similarit\w+|dot products?|q\s?k\^?\{?(?:t|\\top))\b"
_ANY = r"\b(?:queries|keys|values|(?:query|key|value) matrix|projections?|hidden|pre-?activations?|product)\b"
_CALLED = regex(rf"{_OUTPUT}|{_SCORES}|{_ANY}", re.I)
_OTHERWISE = regex(
    r"mask|residual|norm|bias|relu|drop|concat|\bheads?\b|\bgiven\b|softmax|weights|scal|after|\badd|eigen|singular"
    r"|gradient|\bd[A-Z]|partial|old|new|update|desired|target|expected|assum",
    re.I,
)
SAID: tuple[re.Pattern[str], ...] = (_CALLED,)


@record(frozen=True, slots=True)
class _Matrix:
    """The entries of a matrix, as they are written and as far as they may be off."""

    exact: list[list[arb]]
    wide: list[list[arb]]

    @property
    def turned(self) -> _Matrix:
        return _Matrix(
            *([list(column) for column in zip(*rows, strict=True)] for rows in (self.exact, self.wide))
        )


def made_of_two(listing: Listing, above: Sequence[Listing]) -> Iterator[Made]:
    """The products of two matrices above that give a matrix, or all of it but one entry."""
    if _CALLED.search(listing.label) is None or _OTHERWISE.search(listing.label) is not None:
        return
    near = [one for one in reversed(above) if one.span.end <= listing.span.start][:MOST]
    written = [Written(number) for number in listing.numbers]
    shape = len(listing.numbers) // (listing.width or 1), listing.width
    for first, second in permutations(near, 2):
        left = _matrix(first)
        for right in (_matrix(second), _matrix(second).turned):
            if len(left.exact[0]) != len(right.exact) or (len(left.exact), len(right.exact[0])) != shape:
                continue
            exact, wide = (_product(*pair) for pair in ((left.exact, right.exact), (left.wide, right.wide)))
            odd = [at for at, number in enumerate(written) if number.is_off(wide[at])]
            if len(odd) < 2:
                told = "the product of its row and column"
                made = tell(written, exact, wide, odd, told, (), PROVEN, 0)
                if made is not None:
                    yield Made((first, second), made.odd, made.expected, made.told, made.is_rounded)


def _matrix(listing: Listing) -> _Matrix:
    width = listing.width or 1
    starts = range(0, len(listing.numbers), width)
    rows = [listing.numbers[at : at + width] for at in starts]
    return _Matrix([[arb(x.value) for x in row] for row in rows], [[widened(x) for x in row] for row in rows])


def _product(left: Sequence[Sequence[arb]], right: Sequence[Sequence[arb]]) -> list[arb]:
    """The entries of a product, row by row."""
    columns = [*zip(*right, strict=True)]
    return [
        sum((x * y for x, y in zip(row, column, strict=True)), arb(0)) for row in left for column in columns
    ]
