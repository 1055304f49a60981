"""The sum or mean that stands beside a list: “exponentials 7.39, 2.72, sum 10.11”, “total credit: 12.5”."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from flint import arb, fmpq

from workings.checking.comparing.digits import Stated, number_in, stated_in
from workings.checking.comparing.miscopying import misread_near
from workings.checking.lists.ledgers import OF_LOGARITHMS
from workings.checking.methods.pages.ledger import Listing
from workings.checking.methods.sheet import Sheet
from workings.checking.methods.telling import claim_at
from workings.checking.wording import claim_about
from workings.evaluating.rendering import show
from workings.finding import Claim, Verdict
from workings.parsing.moods import is_contrasted
from workings.parsing.numerals import NUMERAL
from workings.record import record
from workings.regex import regex
from workings.source import Span

RULE = "list/total"
AROUND = 160  # characters in which something may be said of what is added up
REACH = 48  # characters between a list and its total
LEAD = 40  # characters before a list that say what it is
LEAST = 2  # numbers of a list
TELLING = 1000  # units of the last digit, in a number whose digits tell what it is
LEAST_USED = 3  # numbers of such a list
LEAST_DIGITS = 6
FOLLOWING = 4  # lists behind one that may be made with its total
TENTH = fmpq(1, 10)  # a decimal of one place is nearly always exact
WHOLE = TENTH  # twice of how far a whole number may be off that is stated for another
_NUMERAL = regex(r"(?<![\w^_{])\d")
_ENDS = r"(?![\d.,{}]*\d|[^\S\n]*(?:-(?!>)|[−–+*/·×^%=≈]|\\(?:cdot|times|%)|[kKMG]\b|\w*illion))"
_GAP = r"[ \t)\]}.,;:(|—–→⇒]*+(?:->|=>)?[ \t)]*+"
_SUM = r"(?P<word>sum|total|altogether|together|in all|mean|average|avg|Summe|Mittelwert)\b"
_SAYS = r"(?: (?:is|are|of|=)| gives?)?(?: (?:about|roughly|exactly|again|then))?"
_CALLED = r"(?:\\?[A-Za-zΣ]\w{0,6}(?:_\{?\w+\}?)?\s*+(?==))?"  # sum S = …
_VERB = (
    r"(?P<verb>add(?:s|ing)? up to|add(?:s|ing)? to|sum(?:s|ming)?(?: up)? to|total(?:s|ling|ing)?"
    r"|averag(?:e|es|ing)(?: to| out at)?)"
)
_BESIDE = regex(
    rf"{_GAP}(?:(?:and|with|so|hence|that|which|this|they|these|(?P<own>their|its|whose)|the) )*"
    rf"(?:{_VERB}|{_SUM}(?: of (?P<what>(?:the )?[a-z]{{3,20}}|(?:all )?(?:of )?(?:these|them))\b)?{_SAYS})"
    rf"\s*+{_CALLED}\s*+[=:≈]?\s*+(?P<number>{NUMERAL}){_ENDS}",
    re.I,
)
_NEXT = regex(
    rf"[ \t)\]}}.,;:]*+\r?\n?[ \t]*+\r?\n?[ \t]*+(?:So |Hence |Thus )?"
    r"(?:(?:[Tt]he(?:ir)? |[Ii]ts )(?P<word>sum|total|mean|average)"
    r"(?: is| of(?: the| all)? (?:three|four|five|six|these|them)(?: is)?)"
    r"|(?:Adding (?:them|these|it all)(?: up)? gives|Together (?:they|these) (?:are|make|give))"
    r"|(?:They|These|All of them) (?:add|sum)(?: up)? to)"
    rf"\s*+[=:≈]?\s*+(?P<number>{NUMERAL}){_ENDS}"
)  # a sentence of its own
_BELOW = regex(
    rf"[ \t)\]}}.,;:]*+\r?\n[ \t]*+(?P<word>sum|total)\s*+[=:≈]\s*+(?P<number>{NUMERAL}){_ENDS}", re.I
)  # on a line of its own
_OF = regex(
    rf"\b(?P<word>total|sum|mean|average)\b(?: of(?: the| all)?)? (?P<what>[a-z]{{3,20}})\s*(?:is|=|:|≈)\s*"
    rf"(?P<number>{NUMERAL}){_ENDS}",
    re.I,
)

_TERMS = regex(
    rf"[ \t)\]}}.,;:$]*+(?:\r?\n[ \t]*+){{0,2}}+[ \t$]*+(?:(?:and|the|its|their|with) )*(?P<word>sum|total)\b"
    rf"[ \t$]*+[=:≈]?[ \t$]*+(?P<terms>{NUMERAL}(?:[ \t]*+\+[ \t]*+{NUMERAL})+)[ \t]*+(?:=|≈|\\approx)",
    re.I,
)  # a sum that is written out
_PART_ONLY = regex(
    r"\b(?:top|nucleus|first|last|mask\w*|pad\w*|except|without|only|remain\w*|others?|rest|kept|keep\w*"
    r"|drop\w*|exclud\w*|ignor\w*|skip\w*|positiv\w*|negativ\w*|target\w*|visible|besides|left out"
    r"|cumul\w*|partial\w*)\b",
    re.I,
)
_ADDED = regex(NUMERAL)
_THEM = regex(r"(?:all )?(?:of )?(?:these|them)", re.I)
_MEAN = regex(r"mean|averag|avg|mittel", re.I)
_OF_THESE = regex(
    r"\b(?:of|at|for|from|over|in|to|between|twice|double|half|plus|minus|times"
    r"|heads?|class(?:es)?|epochs?|steps?|layers?|positions?|samples?"
    r"|tokens?|examples?|rows?|columns?|questions?|indices|items)(?: the)?[\s([{]*$",
    re.I,
)  # exponentials of 2, 1, 0; heads 1, 2
SAID: tuple[re.Pattern[str], ...] = (_BESIDE, _NEXT, _BELOW, _OF, _TERMS)


@record(frozen=True, slots=True)
class Total:
    """A number that is said to be the sum or the mean of a list."""

    listing: Listing
    mean: bool
    stated: Stated
    place: Span
    apart: bool = False  # in a sentence of its own, which may speak of something else
    confirms: bool = False  # it surely may speak of something else, and only agreement tells


def claims_of_totals(sheet: Sheet) -> Iterator[Claim]:
    taken = [claim.span for claim in sheet.judge.claims]
    for total in _totals(sheet):
        if any(span.start <= total.place.start < span.end for span in taken):
            continue
        claim = _judged(sheet, total)
        if claim is not None:
            yield claim
    yield from _shortened(sheet)


def _shortened(sheet: Sheet) -> Iterator[Claim]:
    """Sums below a list that are written out and lack just one of its numbers."""
    summed = [*_summed(sheet)]
    are_whole = [sorted(terms) == sorted(listing.values) for listing, _, terms in summed]
    for listing, found, terms in summed:
        left_out = _left_out(listing.values, terms)
        reach = 0 if any(are_whole) else AROUND  # what others are told of is no reason where they are whole
        end = sheet.text.find("\n", found.end()) if any(are_whole) else found.end()
        around = max(0, listing.span.start - reach), max(end, found.end()) + reach
        if not left_out or _PART_ONLY.search(sheet.text, *around):
            continue
        message = f"{show(left_out)} of the list is not among the terms of its sum"
        place, total = Span(*found.span("terms")), sum(listing.values, fmpq(0))
        yield claim_at(
            sheet.judge, place, RULE, ("slip/dropped-term",), message, show(total), (listing.first,)
        )


def _summed(sheet: Sheet) -> Iterator[tuple[Listing, re.Match[str], list[fmpq]]]:
    """The lists that have a sum written out below them, and its terms."""
    for listing in sheet.listings:
        found = _TERMS.match(sheet.text, listing.span.end) if len(listing.numbers) > LEAST else None
        if found is None or listing.places:
            continue
        terms = [number_in(term[0]) for term in _ADDED.finditer(found["terms"])]
        yield listing, found, [term for term in terms if term is not None]


def _left_out(values: Sequence[fmpq], terms: Sequence[fmpq]) -> fmpq | None:
    """The number of a list that is missing where all others are added up in order."""
    for at, value in enumerate(values):
        if [*values[:at], *values[at + 1 :]] == [*terms]:
            return value
    return None


def _totals(sheet: Sheet) -> Iterator[Total]:
    for listing in sheet.listings:
        found = None if listing.places else _BESIDE.match(sheet.text, listing.span.end)
        if found is not None and _is_meant(listing, found):
            lead = max(0, listing.span.start - LEAD)
            confirms = _OF_THESE.search(sheet.text, lead, listing.span.start) is not None
            yield from _total(listing, found, _is_unsure(sheet.text, listing, found), confirms)
        elif found is None:
            end = listing.places[-1].end if listing.places else listing.span.end
            below = _NEXT.match(sheet.text, end) or _BELOW.match(sheet.text, end)
            beside = _BESIDE.match(sheet.text, end) if below is None else None
            if beside is None or _is_meant(listing, beside):
                yield from _total(listing, below or beside, apart=True)
    for found in _OF.finditer(sheet.text):
        what = found["what"].lower().rstrip("s")
        named = [one for one in sheet.listings if one.places and one.name.lower().rstrip("s") == what]
        if len(named) == 1 and named[0].span.end <= found.start():
            yield from _total(named[0], found)


def _is_meant(listing: Listing, found: re.Match[str]) -> bool:
    """Whether words near a list speak of its numbers, and not of “the sum of the exponentials”."""
    if found.start("number") - listing.span.end > REACH and not listing.places:
        return False
    what = (found["what"] or "").removeprefix("the ")
    if not what or _THEM.fullmatch(what):
        return True
    stem = what.lower()[: max(3, len(what) - 2)]
    return stem in f"{listing.label} {listing.name}".lower()


def _is_unsure(text: str, listing: Listing, found: re.Match[str]) -> bool:
    """Whether words beside a list may well speak of something else than the sum of its numbers."""
    if _NUMERAL.search(text, _opening(text, listing.span.start), listing.span.start):
        return True
    stated = number_in(found["number"])
    low, high = min(listing.values), max(listing.values)
    return _is_mean(found) and not found["own"] and stated is not None and not low <= stated <= high


def _opening(text: str, place: int) -> int:
    """Where the line or sentence of a place begins."""
    return max(text.rfind("\n", 0, place), text.rfind(". ", 0, place), 0)


def _is_mean(found: re.Match[str]) -> bool:
    said = found.groupdict()
    return _MEAN.match(said.get("word") or said.get("verb") or "") is not None


def _total(
    listing: Listing, found: re.Match[str] | None, apart: bool = False, confirms: bool = False
) -> Iterator[Total]:
    stated = stated_in(found["number"]) if found is not None else None
    if found is None or stated is None or len(listing.numbers) < LEAST:
        return
    place = Span(found.start("number"), found.end("number"))
    yield Total(listing, _is_mean(found), stated, place, apart, confirms)


def _judged(sheet: Sheet, total: Total) -> Claim | None:
    """Right where the list gives it, also roughly; wrong where no rounding does."""
    numbers, stated = total.listing.numbers, total.stated
    exact = sum(total.listing.values, fmpq(0)) / (len(numbers) if total.mean else 1)
    loose = _looseness(numbers) / (len(numbers) if total.mean else 1)
    unit = WHOLE if stated.integer and exact.q != 1 else stated.unit
    if abs(exact - stated.value) <= loose + unit / 2 or _is_of_the_last(total, loose):
        return claim_about(sheet.judge.page, total.place, Verdict.RIGHT)
    is_near = abs(exact - stated.value) <= loose + 2 * unit
    if abs(exact + stated.value) <= loose + stated.unit / 2:
        opening = total.listing.places[-1].end if total.listing.places else total.listing.span.end
        if max(total.listing.values) <= 0 or OF_LOGARITHMS.search(sheet.text, opening, total.place.start):
            return None  # of logarithms, with the sign of a loss, or the other way round
    if total.confirms or is_near or is_contrasted(sheet.text, total.place.start):
        return None
    slip = _slip(total, exact)
    if slip is None and (total.apart or not _is_likely(total, exact)) and not _is_used(sheet, total, exact):
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


def _is_likely(total: Total, exact: fmpq) -> bool:
    """Whether a slip in adding may lead so far; what is farther off is a total of something else."""
    most = sum((abs(value) for value in total.listing.values), fmpq(0))
    return abs(exact - total.stated.value) <= most / (len(total.listing.numbers) if total.mean else 1)


def _is_used(sheet: Sheet, total: Total, exact: fmpq) -> bool:
    """Whether a list below is the one above divided by its sum, or less its mean: no other total is meant."""
    values, end = total.listing.values, total.place.start
    if len(values) < LEAST_USED or not exact:
        return False
    made = [value - exact if total.mean else value / exact for value in values]
    below = [one for one in sheet.listings if one.first.start >= end and len(one.numbers) == len(made)]
    return any(_is_rounded_to(one.numbers, made) for one in below[:FOLLOWING])


def _is_rounded_to(numbers: Sequence[Stated], made: Sequence[fmpq]) -> bool:
    """Whether all numbers of a list but one are those that were made, and enough of them to tell."""
    fitting = [n for n, value in zip(numbers, made, strict=True) if abs(n.value - value) <= n.unit]
    digits = sum(len(str(abs(n.value / n.unit).p)) for n in {n.value: n for n in fitting}.values())
    return len(fitting) >= max(2, len(numbers) - 1) and digits >= LEAST_DIGITS


def _slip(total: Total, exact: fmpq) -> str | None:
    """The slip that makes the stated number: a term left out, or a slip of the pen."""
    stated, count = total.stated, len(total.listing.numbers) if total.mean else 1
    loose = _looseness(total.listing.numbers) / count
    for value in total.listing.values:
        if value and abs(exact - value / count - stated.value) <= loose:
            return "slip/dropped-term"
    return misread_near(exact, loose, stated.value, stated.unit) or _slip_in_list(total, exact, loose)


def _slip_in_list(total: Total, exact: fmpq, loose: fmpq) -> str | None:
    """The slip that makes a number of the list of the one with which the list would add up."""
    lacks = total.stated.value - exact
    for one in () if total.mean or total.listing.places else total.listing.numbers:
        if abs(one.value / one.unit) >= TELLING:
            slip = misread_near(one.value + lacks, loose + total.stated.unit / 2, one.value, one.unit)
            if slip is not None and slip != "slip/decimal-point":
                return slip
    return None


def _looseness(numbers: Sequence[Stated]) -> fmpq:
    """How far rounding may have taken the sum of the numbers."""
    rounded = [number.unit for number in numbers if not number.integer and number.unit < TENTH]
    return sum(rounded, fmpq(0)) / 2
