"""A value written the way its author writes: the same decimals, separators, notation and sign.

Only the characters of a numeral change. What is no numeral, a formula say, is not respelt.
"""

from __future__ import annotations

import re
from itertools import pairwise

from flint import fmpq

from workings.checking.comparing.digits import Stated, judge_digits
from workings.evaluating.rendering import show_like
from workings.expr import Alt, Call, Expr, Number
from workings.extracting.editing import Edit
from workings.finding import Verdict
from workings.record import record
from workings.regex import regex
from workings.source import Span
from workings.value import Scalar

MANTISSA = regex(r"(?:\d|[.,](?=\d)|\{,\}(?=\d)|\\,(?=\d)|[\u202f\u2009\u00a0' ](?=\d{3}))+")
WRITTEN_PLACES = regex(r"[^.]*\.(\d*)")
EXPONENT = regex(r"10\^|\d[eE]")
SIGN = regex(r"[-−–]\s*")
GROUP = 3  # digits between separators of thousands
FEWEST = 3  # significant digits of a value that has no end, where the author's digits are too few
MOST_PLACES = 6  # of a value that is written out to its end


@record(frozen=True, slots=True)
class Numeral:
    """How one number is written: where its digits stand, and what one unit of their first place is worth."""

    span: Span  # of its digits and the marks between them
    text: str
    scale: fmpq  # 1/100 where a per cent sign follows
    places: int  # behind the decimal mark
    point: str  # the decimal mark
    thousands: str  # between groups of digits, or nothing

    def spelled(self, size: Scalar, places: int) -> str:
        """A size, which is no negative number, in this style."""
        whole, _, fraction = (
            show_like(size / self.scale, fmpq(1, 10**places)).removeprefix("-").partition(".")
        )
        if self.thousands and len(whole) > GROUP:
            first = len(whole) % GROUP
            cuts = [0, *range(first or GROUP, len(whole), GROUP), len(whole)]
            whole = self.thousands.join(whole[a:b] for a, b in pairwise(cuts))
        if fraction and whole == "0" and self.text.startswith(self.point):
            whole = ""
        return f"{whole}{self.point}{fraction}" if fraction else whole


def respelled(expr: Expr, value: Scalar, page: str, least: int = 0) -> list[Edit] | None:
    """The edits that make a stated scalar state a value; None where it cannot be respelt.

    `least` are the places that its neighbours in a matrix have, if the author's own are too few.
    """
    negative = isinstance(expr, Call) and expr.op == "neg"
    inner = expr.args[0] if isinstance(expr, Call) and negative else expr
    if isinstance(inner, Alt):
        inner = inner.options[0]
    size = -value if value < 0 else value
    if isinstance(inner, Number):
        edits = _number(inner, size, page, least)
    elif isinstance(inner, Call) and inner.op == "div":
        edits = _fraction(inner, size, page)
    else:
        return None
    if edits is None:
        return None
    vanishes = all(not re.search(r"[1-9]", edit.text) for edit in edits) and bool(edits)
    return _signed(edits, negative, bool(value < 0) and not vanishes, expr, inner, page)


def _signed(
    edits: list[Edit], was: bool, becomes: bool, expr: Expr, inner: Expr, page: str
) -> list[Edit] | None:
    """The same edits with the sign put in front, left there or taken away."""
    if was == becomes:
        return edits
    start = inner.span.start
    if was:
        place = Span(expr.span.start, start)
        return [Edit(place, ""), *edits] if SIGN.fullmatch(page[place.start : place.end]) else None
    before = page[:start].rstrip()
    minus = _minus(page)
    if before.endswith("+"):
        return [Edit(Span(len(before) - 1, len(before)), minus), *edits]
    return [Edit(Span(start, start), minus), *edits]


def _minus(page: str) -> str:
    """The sign that the author writes before numbers."""
    return "−" if len(re.findall(r"−\s?\d", page)) > len(re.findall(r"-\s?\d", page)) else "-"


def _number(number: Number, size: Scalar, page: str, least: int) -> list[Edit] | None:
    numeral = _numeral(number, page)
    if numeral is None:
        return None
    for places in _enough(numeral, size, least):
        text = numeral.spelled(size, places)
        if _holds(numeral, text, size, places):
            if (
                EXPONENT.search(page[number.span.start : number.span.end])
                and not 1 <= size / numeral.scale < 10
            ):
                return None
            return [] if text == numeral.text else [Edit(numeral.span, text)]
    return None


def _enough(numeral: Numeral, size: Scalar, least: int) -> list[int]:
    """How many places to try: the author's own, those of neighbours, then as many as the value needs."""
    own = [numeral.places, max(least, numeral.places)]
    scaled = size / numeral.scale
    if isinstance(scaled, fmpq):
        ending = [n for n in range(numeral.places + 1, MOST_PLACES + 1) if (scaled * 10**n).q == 1]
        own += ending[:1]
    few = next((n for n in range(MOST_PLACES + GROUP) if scaled * 10**n >= 10 ** (FEWEST - 1)), MOST_PLACES)
    return [*own, max(few, numeral.places)]


def _holds(numeral: Numeral, text: str, size: Scalar, places: int) -> bool:
    """Whether the digits say something of the value, and say it rightly."""
    digits = int(re.sub(r"\D", "", text))
    unit = fmpq(1, 10**places)
    stated = Stated(digits * unit * numeral.scale, unit * numeral.scale, unit * numeral.scale == 1)
    says = digits > 0 or size == 0
    return says and judge_digits(size, stated, False) is Verdict.RIGHT


def _numeral(number: Number, page: str) -> Numeral | None:
    """The style of a number as it stands on the page; None where its digits are not found there."""
    source = page[number.span.start : number.span.end]
    found = MANTISSA.search(source)
    if found is None:
        return None
    text = found.group()
    written = WRITTEN_PLACES.match(number.text)
    places = len(re.match(r"\d*", written[1])[0]) if written else 0  # type: ignore[index]
    groups = re.split(r"\D+", text)
    marks = re.findall(r"\D+", text)
    point = "."
    if places:
        if not marks or len(groups[-1]) != places:
            return None
        point = marks.pop()
    if len(set(marks)) > 1:
        return None
    digits = fmpq(int("".join(groups)), 10**places)
    scale = number.value / digits if digits else number.unit * 10**places
    start = number.span.start + found.start()
    return Numeral(Span(start, start + len(text)), text, scale, places, point, marks[0] if marks else "")


def _fraction(expr: Call, size: Scalar, page: str) -> list[Edit] | None:
    """A fraction of two whole numbers stays one: with its denominator where the value allows."""
    over, under = expr.args
    if not (isinstance(over, Number) and isinstance(under, Number)) or not isinstance(size, fmpq):
        return None
    if over.unit != 1 or under.unit != 1 or under.value == 0:
        return None
    kept = (size * under.value).q == 1
    parts = (size * under.value, under.value) if kept else (fmpq(size.p), fmpq(size.q))
    edits = []
    for number, part in zip((over, under), parts, strict=True):
        numeral = _numeral(number, page)
        if numeral is None or numeral.text != number.text:
            return None
        text = numeral.spelled(part, 0)
        if text != numeral.text:
            edits.append(Edit(numeral.span, text))
    touching = over.span.end == under.span.start  # \frac12
    return None if touching and any(len(edit.text) > 1 for edit in edits) else edits
