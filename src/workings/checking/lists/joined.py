"""Lists that are said to be the lists above them, one behind the other: `concat = [0.5, 1.2, 0.3, 2]`."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from flint import fmpq

from workings.checking.comparing.digits import Stated
from workings.checking.comparing.miscopying import misread
from workings.checking.methods.pages.ledger import Listing, place_in
from workings.checking.methods.sheet import Sheet
from workings.checking.methods.telling import claim_at
from workings.checking.wording import claim_about
from workings.evaluating.rendering import show
from workings.finding import Claim, Verdict
from workings.parsing.moods import is_contrasted
from workings.record import record
from workings.regex import regex
from workings.source import Places

RULE = "copy/differs"
LEAST, MOST = 3, 16  # numbers of such a list
MOST_SOURCES = 24  # lists above that it may be made of
MOST_PARTS = 4
REACH = 90  # characters before a list that may say how it is made
_JOINED = regex(
    r"\bconcat|\bglu(?:e|ed|ing)\b|\bside by side\b|\b(?:next to|behind|after) each other\b|\bput together\b"
    r"|\bjoin(?:ed|ing)?\b|\bappend|\bflatten|\bunroll|\bhstack\b|\bstack(?:ed|ing)?\b"
    r"|\[\s*\\?[^\W\d][\w^{}()\\ -]{0,12};\s*\\?[^\W\d][\w^{}()\\ -]{0,12}\]",
    re.I,
)
_CHANGED = regex(
    r"\bdropout|\bmask|\bnormali[sz]|\bscal(?:e|ed|ing)\b|\bmultipl|\btimes\b|\bperturb|\bswap", re.I
)
_TRIVIAL = (fmpq(0), fmpq(1), fmpq(-1))
SAID: tuple[re.Pattern[str], ...] = (_JOINED,)


@record(frozen=True, slots=True)
class Join:
    """The lists that make up another one in order, and the entry that is not theirs, if there is one."""

    parts: tuple[Listing, ...] = ()
    odd: int | None = None
    expected: fmpq | None = None


def claims_of_joined(sheet: Sheet) -> Iterator[Claim]:
    """Claims about every list that words say is made of others in a row: right, or wrong in one entry."""
    taken = Places([claim.span for claim in sheet.judge.claims])
    for at, listing in enumerate(sheet.listings):
        start = listing.span.start
        if listing.places or not LEAST <= len(listing.numbers) <= MOST or taken.meet(listing.span):
            continue
        if _JOINED.search(sheet.text, max(0, start - REACH), start):
            yield from _judged(sheet, listing, sheet.listings[:at])


def _judged(sheet: Sheet, listing: Listing, above: Sequence[Listing]) -> Iterator[Claim]:
    sources = [one for one in above if one.span.end <= listing.span.start and len(one.numbers) > 1]
    joins = [*_joins(listing.numbers, 0, sources[-MOST_SOURCES:], Join())]
    if any(join.odd is None for join in joins):
        yield claim_about(sheet.judge.page, listing.span, Verdict.RIGHT)
        return
    odd = {(join.odd, str(join.expected)): join for join in joins}
    if len(odd) != 1:
        return
    (join,) = odd.values()
    start = listing.span.start
    if join.odd is None or join.expected is None or _CHANGED.search(sheet.text, max(0, start - REACH), start):
        return
    stated = listing.numbers[join.odd]
    place, slip = place_in(listing, sheet.text, join.odd), _slip(join.expected, stated)
    rest = {abs(one.value) for at, one in enumerate(listing.numbers) if at != join.odd}
    telling = len(rest - {*_TRIVIAL}) > 1
    if place is None or slip is None or not telling or is_contrasted(sheet.text, place.start):
        return
    message = f"{show(join.expected)} of the lists that are joined is put in as {show(stated.value)}"
    because = tuple(part.first for part in join.parts)
    yield claim_at(sheet.judge, place, RULE, (slip,), message, show(join.expected), because)


def _joins(numbers: Sequence[Stated], at: int, sources: Sequence[Listing], begun: Join) -> Iterator[Join]:
    """All ways to make up a list from a place on, with one entry that is another at most."""
    if at == len(numbers):
        yield begun
        return
    for source in sources if len(begun.parts) < MOST_PARTS else ():
        end = at + len(source.numbers)
        if end > len(numbers) or end - at == len(numbers) or source in begun.parts:
            continue
        pairs = enumerate(zip(numbers[at:end], source.values, strict=True), at)
        off = [(place, value) for place, (number, value) in pairs if not _is_copied(number, value)]
        if not off:
            yield from _joins(numbers, end, sources, Join((*begun.parts, source), begun.odd, begun.expected))
        elif len(off) == 1 and begun.odd is None and _slip(off[0][1], numbers[off[0][0]]) is not None:
            yield from _joins(numbers, end, sources, Join((*begun.parts, source), *off[0]))


def _is_copied(number: Stated, value: fmpq) -> bool:
    """Whether a number is another one, or what that is rounded to."""
    return bool(number.value == value or not number.integer and abs(number.value - value) * 2 <= number.unit)


def _slip(expected: fmpq, stated: Stated) -> str | None:
    return misread(expected, stated.value, stated.unit)
