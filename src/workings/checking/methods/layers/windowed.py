"""Convolutions and pooling worked out place by place, held to what the windows on its matrices come to.

Results that follow each other, or a matrix of them, are the places of a window in order. Where all but one
are what the window gives, that one is wrong, however it was worked out.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from flint import fmpq

from workings.checking.comparing.digits import Stated, number_in, stated_in
from workings.checking.methods.layers.sliding import SPOKEN, Map, maps_of
from workings.checking.methods.pages.pictures import pictures_of
from workings.checking.methods.pages.runs import Series, is_whole, results_of, runs_of
from workings.checking.methods.sheet import Sheet
from workings.evaluating.rendering import show
from workings.finding import Claim
from workings.parsing.numerals import NUMERAL
from workings.record import record
from workings.regex import regex
from workings.source import Span

RULE = "convolution/window"
LEAST_RIGHT = 3  # places before another is called wrong; one less if it is what another place comes to
LEAST_SIZE = 3  # of one of them, as small numbers agree by chance
FAR = 4000  # characters between a map and the bias that is added to it
NEAR = 240  # characters before results that may say that something was changed
_BIAS = regex(r"\bbias\w*[^\d\n.;−-]{0,14}([-−]?\d+(?:\.\d+)?)|\bb\s*=\s*([-−]?\d+(?:\.\d+)?)")
_RELU = regex(r"\bReLU\b|\brectif")
_CHANGED = regex(
    r"\b(?:chang|rais|replac|modif|perturb|mov|shift)\w*|\bset (?:to|it)\b|\bbecomes?\b|\binstead\b", re.I
)
_ARROWED = regex(
    rf"(?<![\w.]){NUMERAL}(?:(?:,\s?| ){NUMERAL}){{3,24}}[)\]}}$\s]{{0,3}}"
    rf"(?:->|=>|→|⇒|\\(?:to|rightarrow))[\s$]{{0,3}}({NUMERAL})(?![\w.]*\w)"
)
_OTHERWISE = regex(r"\bdilat|\batrous\b")
_APPLIED = regex(r"(?<!\\left)(?<=[^\W_])\(\s?\Z")


@record(frozen=True, slots=True)
class Finding:
    """A series that is a map in all places but one, or in all."""

    map: Map
    series: Series
    right: tuple[fmpq, ...]
    odd: int | None

    @property
    def place(self) -> Span:
        return self.series.places[self.odd or 0]

    def shows(self, other: Finding) -> bool:
        """Whether the places of another finding stand here before it, after which others are made of them."""
        mine, its = self.map.origin, other.map.origin
        same = self.map.source == other.map.source and (self.map is other.map or not mine.part)
        return (
            same
            and mine.largest == its.largest
            and self.series.places[0].start < other.series.places[0].start
        )


def claims_of_windowed(sheet: Sheet) -> Iterator[Claim]:
    """The first place of each window that is not what its entries come to; the others are."""
    found = _found(sheet)
    whole = [finding for finding in found if finding.odd is None]
    settled = {span.start for finding in whole for span in finding.series.places}
    told: set[tuple[int, ...]] = set()
    for finding in sorted(found, key=lambda finding: finding.place.start):
        places, source = finding.series.places, finding.map.source
        if finding.odd is None or source in told or any(place.start in settled for place in places):
            continue
        if _CHANGED.search(sheet.text, max(finding.map.start, places[0].start - NEAR), places[0].start):
            continue
        shown = any(one.shows(finding) for one in whole)
        if not shown and sheet.speaks_of(SPOKEN[finding.map.origin.what], finding.place.start):
            told.add(source)
            yield _claim(sheet, finding)


def _claim(sheet: Sheet, finding: Finding) -> Claim:
    at = finding.odd or 0
    under = ", ".join(map(show, finding.map.under[at]))
    right, stated = show(finding.right[at]), show(finding.series.numbers[at].value)
    where = f"under the {finding.map.origin.what} in {finding.map.spot(at)} lie {under}"
    text = sheet.judge.page.text
    lines = {text.rfind("\n", 0, one.start): one.places[0] for one in finding.map.origin.pictures}
    return sheet.claim(
        finding.place, RULE, f"{where}, so this is {right}, not {stated}", right, *lines.values()
    )


def _found(sheet: Sheet) -> list[Finding]:
    """Every series of the page that is what a window comes to, but for one place at most."""
    text = sheet.judge.page.text
    pictures = pictures_of(text)
    maps = maps_of(text, pictures) if pictures else []
    if _OTHERWISE.search(text):
        maps = [one for one in maps if one.origin.what == "window"]  # whose entries lie side by side
    if not maps:
        return []
    results = results_of(sheet)
    listed = [Series(picture.numbers, picture.places) for picture in pictures]
    listed += [Series(one.numbers, one.places) for one in sheet.listings if one.places]
    listed = [one for one in listed if not _is_applied(text, one.places[0].start)]
    listed += _arrowed(text)
    biases = [(found.start(), number_in(found[1] or found[2])) for found in _BIAS.finditer(text)]
    found: list[Finding] = []
    for one in maps:
        near = [bias for at, bias in biases if bias is not None and abs(at - one.start) < FAR]
        shifts = list(dict.fromkeys((fmpq(0), *near)))
        for right in _expected(one.values, shifts, _RELU.search(text) is not None):
            found += _findings(text, one, right, results, listed)
    return found


def _is_applied(text: str, start: int) -> bool:
    """Whether a list is what a function is taken of: `max(0, 3, 0, 1)` lies under a window."""
    return _APPLIED.search(text, max(0, start - 6), start) is not None


def _arrowed(text: str) -> list[Series]:
    """Windows that are written out with what comes of them, `5, 2, 9, 4 -> 9`, one after the other."""
    groups: list[list[re.Match[str]]] = []
    for found in _ARROWED.finditer(text):
        if groups and text.count("\n", groups[-1][-1].end(), found.start()) <= 2:
            groups[-1].append(found)
        else:
            groups.append([found])
    return [
        Series(tuple(map(_stated, group)), tuple(Span(*one.span(1)) for one in group))
        for group in groups
        if len(group) > LEAST_RIGHT
    ]


def _stated(found: re.Match[str]) -> Stated:
    number = stated_in(found[1])
    assert number is not None  # by its pattern
    return number


def _expected(values: tuple[fmpq, ...], shifts: Sequence[fmpq], cut: bool) -> Iterator[tuple[fmpq, ...]]:
    """A map as it is and with a bias, also cut off at nought."""
    for shift in shifts:
        shifted = tuple(value + shift for value in values)
        yield shifted
        if cut:
            yield tuple(max(value, fmpq(0)) for value in shifted)


def _findings(
    text: str, one: Map, right: tuple[fmpq, ...], results: Series, listed: Sequence[Series]
) -> Iterator[Finding]:
    def is_like(numbers: Sequence[Stated]) -> bool:
        return len(numbers) == len(right) and len(_odd_places(right, numbers)) < 2

    below = [series for series in listed if series.places[0].start > one.start and is_like(series.numbers)]
    for series in (*runs_of(results, len(right), one.start, is_like), *below):
        odd = _odd_places(right, series.numbers)
        if not series.is_in_order(one.columns):
            continue  # names of other places, whose numbers agree by chance if they do
        if not odd:
            yield Finding(one, series, right, None)
            continue
        certain = _is_certain(one, right, odd[0], series.numbers[odd[0]].value)
        if certain and is_whole(text, series):
            yield Finding(one, series, right, odd[0])


def _odd_places(right: Sequence[fmpq], numbers: Sequence[Stated]) -> list[int]:
    """The first places, two at most, that are not what they should be to their digits."""
    odd: list[int] = []
    for at, (value, number) in enumerate(zip(right, numbers, strict=True)):
        if value != number.value and (number.integer or abs(value - number.value) > number.unit):
            odd.append(at)
            if len(odd) > 1:
                break
    return odd


def _is_certain(one: Map, right: Sequence[fmpq], at: int, stated: fmpq) -> bool:
    """Whether the places that agree say enough to call the one that does not wrong."""
    agreeing = [value for place, value in enumerate(right) if place != at]
    telling = {value for value in agreeing if value}
    if len(telling) < 2 or max(abs(value.p) for value in telling) < LEAST_SIZE:
        return False
    if right[at] < 0 and stated == 0:
        return False
    shift = right[at] - one.values[at]
    return len(agreeing) >= LEAST_RIGHT or (len(telling) == 2 and stated - shift in one.elsewhere)
