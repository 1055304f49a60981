"""Squared distances of points from one place: `A (1,5): 9 + 4 = 13`, and one whose square is another.

Where the lines of other points are the squares of the differences to one place of the page, term by term,
a line that has all its terms but one is wrong.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from flint import fmpq

from workings.checking.comparing.digits import number_in
from workings.checking.comparing.parts import summands
from workings.checking.methods.pages.knowing import Working, workings_of
from workings.checking.methods.pages.lines import is_numeric
from workings.checking.methods.sheet import Sheet
from workings.checking.methods.trials.worth import scalar
from workings.evaluating.rendering import show
from workings.expr import Call, Expr
from workings.finding import Claim
from workings.parsing.numerals import NUMERAL
from workings.regex import regex
from workings.source import line_start

RULE = "formula/differs"
LEAST_ALIKE = 2  # lines that have the squares of their own point
MOST_POINTS = 40
NEAR = 200  # characters from the lines of the other points
_DISTANCE = regex(r"\bdistan|nearest neighbo|\bk-?NN\b|k-?means|\bEuclid")
_WEIGHTED = regex(r"Mahalanobis|weighted distance|standardi[sz]|normali[sz]ed|scaled", re.I)
_UNSQUARED = regex(
    r"Manhattan|city[- ]?block|taxicab|\bL_?\{?1\b|\babsolute|Minkowski|Hamming|Chebyshev", re.I
)
_POINT = regex(
    rf"(?<![\w\\])\$?([^\W\d_](?:_?\{{?\w{{1,3}}\}}?)?)\$?\s{{0,2}}(?:=|:|\bat\b)?\s{{0,2}}\$?\(\s?({NUMERAL}(?:\s?,\s?{NUMERAL})+)\s?\)"
)
_LABEL = regex(r"[\s>|*$•-]*(?:d\w?\(|\\\|)?\s?([^\W\d_](?:_?\{?\w{1,3}\}?)?)(?![\w'])")
SAID = (_DISTANCE,)

Point = tuple[fmpq, ...]


def claims_of_distances(sheet: Sheet) -> Iterator[Claim]:
    """The first line whose squares are those of its point, but for one."""
    if not sheet.says(_DISTANCE) or sheet.says(_WEIGHTED):
        return
    points = _points(sheet.text)
    lines = (
        [found for line in workings_of(sheet) if (found := _squares(sheet, line, points))] if points else []
    )
    if len(lines) <= LEAST_ALIKE:
        return
    unsquared = sheet.says(_UNSQUARED)
    for name, place in points.items():
        own = [one for one in lines if one[1] != name and len(one[2]) == len(place)]
        if unsquared:
            own = [one for one in own if not _is_plain(one[2], points[one[1]], place)]
        off = [one for one in own if one[2] != _squared(points[one[1]], place)]
        alike = (
            {label: line.start for line, label, _ in own if line is not off[0][0]} if len(off) == 1 else {}
        )
        if len(alike) < LEAST_ALIKE:
            continue
        line, label, terms = off[0]
        if label in alike or not min(alike.values()) - NEAR < line.start < max(alike.values()) + NEAR:
            continue  # the same point, from another place
        message = _misdone(terms, points[label], place)
        fits_elsewhere = any(terms == _squared(points[label], other) for other in points.values())
        if message is not None and not fits_elsewhere:
            right = sum(_squared(points[label], place), fmpq(0))
            yield sheet.claim(line.formula.span, RULE, message, right)
            return


def _misdone(terms: Sequence[fmpq], point: Point, place: Point) -> str | None:
    """What is wrong with the squares of a line: one of them, or that they are none."""
    if _is_plain(terms, point, place):
        return "the differences are not squared, as those of the other points are"
    right = _squared(point, place)
    off = [at for at, term in enumerate(terms) if term != right[at]]
    if len(off) != 1:
        return None
    at = off[0]
    return (
        f"from {show(point[at])} to {show(place[at])} the square is {show(right[at])}, not {show(terms[at])}"
    )


def _is_plain(terms: Sequence[fmpq], point: Point, place: Point) -> bool:
    """Whether the terms are the differences themselves."""
    return [*terms] == [abs(a - b) for a, b in zip(point, place, strict=False)]


def _points(text: str) -> dict[str, Point]:
    """The points that a page gives coordinates, each once."""
    found: dict[str, Point] = {}
    twice: set[str] = set()
    for match in _POINT.finditer(text):
        numbers = [number_in(part) for part in match[2].split(",")]
        point = tuple(value for value in numbers if value is not None)
        if len(point) == len(numbers) and len(found) < MOST_POINTS:
            twice |= {match[1]} if found.setdefault(match[1], point) != point else set()
    return {name: point for name, point in found.items() if name not in twice}


def _squares(
    sheet: Sheet, line: Working, points: Mapping[str, Point]
) -> tuple[Working, str, tuple[fmpq, ...]] | None:
    """The terms of a sum on the line of a point."""
    found = _LABEL.match(sheet.text, line_start(sheet.text, line.start), len(sheet.text))
    label = "" if found is None else found[1]
    if label not in points or not is_numeric(line.formula.expr):
        return None
    values = [scalar(term, {}) for term in summands(_unrooted(line.formula.expr))]
    terms = tuple(value for value in values if isinstance(value, fmpq) and value >= 0)
    return (line, label, terms) if len(terms) == len(values) == len(points[label]) else None


def _unrooted(expr: Expr) -> Expr:
    return expr.args[0] if isinstance(expr, Call) and expr.op in ("sqrt", "brackets") else expr


def _squared(point: Sequence[fmpq], place: Sequence[fmpq]) -> tuple[fmpq, ...]:
    """The squares of the differences; of two lengths, none."""
    if len(point) != len(place):
        return ()
    return tuple((a - b) ** 2 for a, b in zip(point, place, strict=True))
