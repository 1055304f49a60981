"""Lists behind a ReLU or a leaky one: what is negative above is cut off, or multiplied by the slope."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from flint import fmpq

from workings.checking.comparing.digits import number_in
from workings.checking.methods.pages.ledger import Listing
from workings.checking.methods.sheet import Sheet
from workings.checking.methods.telling import claim_at
from workings.evaluating.rendering import show
from workings.finding import Claim
from workings.parsing.moods import is_contrasted
from workings.parsing.numerals import NUMERAL
from workings.regex import regex
from workings.source import Span

RULE = "list/odd-entry"
LEAST = 3  # numbers of a list
_AFTER = regex(
    r"\b(?:after|apply(?:ing)?|through)\b(?:\s+the)?\s+(leaky[- ]?)?relu\b(?:\s*\([^()]{0,20}\))?\W*+\Z"
    r"|(?:^|\n)\W*+(leaky[- ]?)?relu\b\s*+:?\s*+\Z",
    re.I,
)
_SLOPE = regex(
    r"\bslope\b\D{0,25}?(0?\.\d{1,3})|(0?\.\d{1,3})\s+(?:as\s+)?(?:the\s+)?(?:negative\s+)?slope\b", re.I
)
_NUMERAL = regex(NUMERAL)
SAID: tuple[re.Pattern[str], ...] = (_AFTER,)


def claims_of_cuts(sheet: Sheet) -> Iterator[Claim]:
    """The entry of a list behind a ReLU that is not made of its number above, as all others are."""
    for at, listing in enumerate(sheet.listings):
        found = _AFTER.search(sheet.text, max(0, listing.first.start - 40), listing.first.start)
        if found is None or len(listing.numbers) < LEAST or listing.places:
            continue
        slope = _slope(sheet) if found[1] or found[2] else fmpq(0)
        sources = [one for one in sheet.listings[:at] if len(one.numbers) == len(listing.numbers)]
        if slope is not None and sources:
            yield from _judged(sheet, listing, sources, slope)


def _slope(sheet: Sheet) -> fmpq | None:
    """The slope that the page gives, if it gives one alone."""
    found = {number_in(match[1] or match[2]) for match in _SLOPE.finditer(sheet.text)}
    return found.pop() if len(found) == 1 else None


def _judged(sheet: Sheet, listing: Listing, sources: Sequence[Listing], slope: fmpq) -> Iterator[Claim]:
    odd = {one.first: found for one in sources if (found := _odd(listing, one, slope)) is not None}
    places = [*_NUMERAL.finditer(sheet.text, listing.span.start, listing.span.end)]
    if len(set(odd.values())) != 1 or len(places) != len(listing.numbers):
        return
    first, found = next(iter(odd.items()))
    if not found:
        return
    at, right = found
    place = Span(places[at].start(), places[at].end())
    if not is_contrasted(sheet.text, place.start):
        name = "the leaky ReLU" if slope else "ReLU"
        message = f"entry {at + 1} is {show(right)} behind {name}; the other entries are made so"
        yield claim_at(sheet.judge, place, RULE, ("slip/function",), message, show(right), (first,))


def _odd(listing: Listing, source: Listing, slope: fmpq) -> tuple[int, fmpq] | tuple[()] | None:
    """The one entry that is made otherwise, with what it should be; () if there is none, None if several."""
    found: list[tuple[int, fmpq]] = []
    for at, (stated, above) in enumerate(zip(listing.numbers, source.numbers, strict=True)):
        right = above.value if above.value > 0 else slope * above.value
        if abs(stated.value - right) > max(stated.unit, above.unit):
            found.append((at, right))
    kept = {number.value for at, number in enumerate(listing.numbers) if number.value not in (0, 1)}
    if not found:
        return ()
    is_cut = source.numbers[found[0][0]].value < 0
    return found[0] if len(found) == 1 and is_cut and len(kept) >= LEAST - 1 else None
