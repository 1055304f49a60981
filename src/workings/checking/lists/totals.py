"""The sum or mean that stands beside a list: “exponentials 7.39, 2.72, sum 10.11”, “total credit: 12.5”."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from flint import arb, fmpq

from workings.checking.comparing.digits import Stated
from workings.checking.methods.ledger import Listing
from workings.checking.methods.miscopying import misread
from workings.checking.methods.sheet import Sheet, is_meant_otherwise
from workings.checking.methods.stores import number_in
from workings.checking.methods.telling import claim_at
from workings.evaluating.rendering import show
from workings.expr import NOWHERE, Number
from workings.finding import Claim, Verdict
from workings.record import record
from workings.regex import regex
from workings.source import Span

RULE = "list/total"
REACH = 48  # characters between a list and its total
LEAST = 2  # numbers of a list
_NUMBER = r"[-−–]?\d{1,9}(?:\.\d{1,12})?"
_NUMERAL = regex(r"(?<![\w^_{])\d")
_ENDS = r"(?![\d.,{}]*\d|\s*[-−–+*/·×^%=≈]|\s*(?:\\cdot|\\times|[kKMG]\b|\w*illion))"
_BESIDE = regex(
    rf"[ \t)\]}}.,;:(]*(?:and |with |so |their |the |its |whose |which |that |hence )*"
    rf"(?P<word>sum|total|altogether|together|in all|mean|average)\b(?: is| of)?\s*[=:≈]?\s*"
    rf"(?P<number>{_NUMBER}){_ENDS}",
    re.I,
)
_NEXT = regex(
    rf"[ \t)\]}}.,;:]*\r?\n?[ \t]*\r?\n?[ \t]*(?:So |Hence |Thus )?(?:[Tt]he(?:ir)? |[Ii]ts )"
    r"(?P<word>sum|total|mean|average)(?: is| of(?: the| all)? (?:three|four|five|six|these|them)(?: is)?)"
    rf"\s*[=:≈]?\s*(?P<number>{_NUMBER}){_ENDS}"
)  # a sentence of its own
_BELOW = regex(
    rf"[ \t)\]}}.,;:]*\r?\n[ \t]*(?P<word>sum|total)\s*[=:≈]\s*(?P<number>{_NUMBER}){_ENDS}", re.I
)  # on a line of its own
_OF = regex(
    rf"\b(?P<word>total|sum|mean|average)\b(?: of(?: the| all)?)? (?P<what>[a-z]{{3,20}})\s*(?:is|=|:|≈)\s*"
    rf"(?P<number>{_NUMBER}){_ENDS}",
    re.I,
)


@record(frozen=True, slots=True)
class Total:
    """A number that is said to be the sum or the mean of a list."""

    listing: Listing
    mean: bool
    stated: Stated
    place: Span
    apart: bool = False  # in a sentence of its own, which may speak of something else


def claims_of_totals(sheet: Sheet) -> Iterator[Claim]:
    taken = [claim.span for claim in sheet.judge.claims]
    for total in _totals(sheet):
        if any(span.start <= total.place.start < span.end for span in taken):
            continue
        claim = _judged(sheet, total)
        if claim is not None:
            yield claim


def _totals(sheet: Sheet) -> Iterator[Total]:
    for listing in sheet.listings:
        found = None if listing.places else _BESIDE.match(sheet.text, listing.span.end)
        whole = _NUMERAL.search(sheet.text, _opening(sheet.text, listing.span.start), listing.span.start)
        if found is not None and whole is None and found.start("word") - listing.span.end <= REACH:
            yield from _total(listing, found)
        elif found is None:
            end = listing.places[-1].end if listing.places else listing.span.end
            below = _NEXT.match(sheet.text, end) or _BELOW.match(sheet.text, end)
            yield from _apart(listing, below or _BESIDE.match(sheet.text, end))
    for found in _OF.finditer(sheet.text):
        what = found["what"].lower().rstrip("s")
        named = [one for one in sheet.listings if one.places and one.name.lower().rstrip("s") == what]
        if len(named) == 1 and named[0].span.end <= found.start():
            yield from _total(named[0], found)


def _apart(listing: Listing, found: re.Match[str] | None) -> Iterator[Total]:
    if found is not None:
        yield from (replace(total, apart=True) for total in _total(listing, found))


def _opening(text: str, place: int) -> int:
    """Where the line or sentence of a place begins."""
    return max(text.rfind("\n", 0, place), text.rfind(". ", 0, place), 0)


def _total(listing: Listing, found: re.Match[str]) -> Iterator[Total]:
    value = number_in(found["number"])
    places = len(found["number"].partition(".")[2])
    if value is not None and len(listing.numbers) >= LEAST:
        stated = Stated(value, fmpq(1, 10**places), places == 0)
        place = Span(found.start("number"), found.end("number"))
        yield Total(listing, found["word"].lower() in ("mean", "average"), stated, place)


def _judged(sheet: Sheet, total: Total) -> Claim | None:
    """Right where the list gives it, also roughly; wrong where no rounding does."""
    numbers, stated = total.listing.numbers, total.stated
    exact = sum(total.listing.values, fmpq(0)) / (len(numbers) if total.mean else 1)
    loose = _looseness(numbers) / (len(numbers) if total.mean else 1)
    if abs(exact - stated.value) <= loose + stated.unit / 2 or _is_of_the_last(total, loose):
        text = sheet.judge.page.text[total.place.start : total.place.end]
        return Claim("", "value", total.place, text, Verdict.RIGHT, None, text)
    if abs(exact - stated.value) <= loose + 2 * stated.unit or is_meant_otherwise(
        sheet.text, total.place.start
    ):
        return None
    slip = _slip(total, exact)
    if total.apart and slip is None:
        return None
    word = "mean" if total.mean else "sum"
    message = f"the {word} of the list is {show(arb(exact) if total.mean else exact)}"
    slips = () if slip is None else (slip,)
    return claim_at(sheet.judge, total.place, RULE, slips, message, show(exact), (total.listing.first,))


def _is_of_the_last(total: Total, loose: fmpq) -> bool:
    """Whether results that stand apart give a total without the first of them, which belong elsewhere."""
    values = total.listing.values
    if not total.listing.places or total.mean:
        return False
    sums = (sum(values[at:], fmpq(0)) for at in range(1, len(values) - LEAST + 1))
    return any(abs(one - total.stated.value) <= loose + total.stated.unit / 2 for one in sums)


def _slip(total: Total, exact: fmpq) -> str | None:
    """The slip that makes the stated number: a term left out, or a slip of the pen."""
    stated, count = total.stated, len(total.listing.numbers) if total.mean else 1
    loose = _looseness(total.listing.numbers) / count
    for value in total.listing.values:
        if value and abs(exact - value / count - stated.value) <= loose:
            return "slip/dropped-term"
    rounded = fmpq(round(float(exact / stated.unit))) * stated.unit
    return misread(rounded, stated.value, Number(NOWHERE, stated.value, stated.unit, ""))


def _looseness(numbers: Sequence[Stated]) -> fmpq:
    """How far rounding may have taken the sum of the numbers."""
    return sum((number.unit / 2 for number in numbers if not number.integer), fmpq(0))
