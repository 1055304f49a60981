"""What is said of lists: right where they are made as the words before them say, wrong in an odd entry."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from flint import arb, fmpq

from workings.checking.comparing.digits import Stated, number_in
from workings.checking.lists import cutting, entries, footing, joined, ledgers, stacks, totals
from workings.checking.lists.balls import Balls
from workings.checking.lists.making import Made, fitting_above, made_from
from workings.checking.lists.products import made_of_two
from workings.checking.lists.weighted import claims_of_weighted
from workings.checking.methods.pages.ledger import Listing, place_in
from workings.checking.methods.sheet import Sheet
from workings.checking.methods.telling import claim_at
from workings.checking.wording import claim_about
from workings.evaluating.rendering import show
from workings.finding import Claim, Verdict
from workings.likely import Needs
from workings.parsing.moods import is_contrasted
from workings.parsing.numerals import NUMERAL
from workings.regex import regex, strings_of
from workings.resolving.updates import RATES
from workings.source import Places
from workings.value import key_of

RULE = "list/odd-entry"
REACH = 70  # characters before a list that may say how it is made
_STOP = regex(r"\n[ \t]*\n|[.;!?](?=\s)|\n(?=[ \t]*(?:[-*•|]|\d+[.)]))")
_SOME = regex(r"\bonly the\b", re.I)  # said of a list right before it
TENTH = fmpq(1, 10)  # a decimal of one place is nearly always exact
_ABOUT = regex(r"(?:≈|\\approx|\babout|\bround\w*|\broughly)[\s([{]*\Z")
TELLING = 40  # a part in so many that rounding may take away from a value
_EXACTLY = regex(r"\bsquares\b", re.I)  # of every entry alike, whatever else is by parts
_BY_PARTS = regex(
    r"\\begin\{cases\}|\botherwise\b|\bclip|\bhuber\b|\bthreshold|\bdropout\b|\bdropped\b|\bmask|\bcap(?:ped)?\b"
    r"|\bmin\(|\\min\b|\bnot updated\b|\bunchanged\b|\bexcept\b|\bleaky|\bELU\b"
    r"|\bhinge|\bslack|\bmargin",
    re.I,
)
_GAIN, _SHIFT = (
    regex(rf"(?:\\?{word}|{sign})\s*=\s*({NUMERAL})(?![\d.]*\d)")
    for word, sign in (("gamma", "γ"), ("beta", "β"))
)
_RATES = sorted(RATES)
_SPOKEN = (
    cutting.claims_of_cuts,
    totals.claims_of_totals,
    entries.claims_of_entries,
    joined.claims_of_joined,
    ledgers.claims_of_ledgers,
)
_SAID = Needs(strings_of(*one.SAID) for one in (cutting, totals, entries, joined, ledgers))


def claims_of_lists(sheet: Sheet) -> Iterator[Claim]:
    """Claims about every list that words say is made of those above it, and about the sums beside them."""
    if len(sheet.listings) > 1:
        yield from _claims_of_made(sheet)
    yield from claims_of_weighted(sheet)
    for at in _SAID.likely(sheet.look):
        yield from _SPOKEN[at](sheet)
    yield from footing.claims_of_tables(sheet)


def _claims_of_made(sheet: Sheet) -> Iterator[Claim]:
    """Claims about the lists that have others above them."""
    taken = Places([claim.span for claim in sheet.judge.told])
    doubted = Places([claim.span for claim in sheet.judge.told if claim.verdict is Verdict.WRONG])
    computed = Places([claim.span for claim in sheet.judge.told])
    numbers: tuple[list[fmpq], list[fmpq]] | None = None
    matrices = [*stacks.matrices_of(sheet)] if sheet.says(stacks.DRAWN) else []
    gains = sheet.says(_GAIN) and sheet.says(_SHIFT)
    balls = Balls(lambda one: _is_given(one, computed))
    before = 0
    shaped: dict[tuple[int, int | None], list[Listing]] = {}  # the lists so far, and all matrices
    for matrix in matrices:
        shaped.setdefault((len(matrix.numbers), matrix.width), []).append(matrix)
    for listing in (*matrices, *sheet.listings):
        start, before = before, max(before, listing.span.end)
        above = shaped.setdefault((len(listing.numbers), listing.width), [])
        fitting = fitting_above(listing, above)
        if not listing.width:
            above.append(listing)
        if doubted:
            fitting = [one for one in fitting if not doubted.meet(one.first)]
        if not fitting and not listing.width:
            continue
        numbers = numbers or (_factors(sheet), _rates(sheet))
        lead = _lead(sheet, listing, start)
        gain = _gain(sheet.text, listing.first.start) if gains else None
        found = made_from(listing, fitting, lead, *numbers, gain, balls) if fitting else ()
        if listing.width and not found:
            known = [one for one in matrices if not doubted.meet(one.span)]
            found = tuple(made_of_two(listing, known))
            found = tuple(one for one in found if one.odd is None)[:1] or found
        if found and found[0].odd is not None and _has_flags(listing, above[:-1]):
            found = ()
        claim = _claim(sheet, listing, found, lead)
        if claim is not None and not taken.meet(claim.span):
            yield claim
            computed.add(listing.first)
            balls.forget_given()
            if listing.width:
                taken.add(listing.span)  # whose rows are lists as well
            if claim.verdict is Verdict.WRONG:
                doubted.add(listing.span)


def _has_flags(listing: Listing, above: Sequence[Listing]) -> bool:
    """Whether a column of noughts and ones beside a column may say which rows are made in another way."""
    return listing.table is not None and any(
        one.table == listing.table and len(one.numbers) == len(listing.numbers) and set(one.values) == {0, 1}
        for one in above
    )


def _is_given(listing: Listing, computed: Places) -> bool:
    """Whether a list is no result of the page: its few digits are all there are."""
    few = all(number.integer or number.unit >= TENTH for number in listing.numbers)
    return few and not computed.meet(listing.first) and _ABOUT.search(listing.label) is None


def _lead(sheet: Sheet, listing: Listing, before: int) -> str:
    """What is said just before a list: its name, the heading of its column, or the words of its sentence."""
    if listing.places:
        return f"{listing.label} {listing.name}"
    start = max(before, listing.span.start - REACH)
    stops = [found.end() for found in _STOP.finditer(sheet.text, start, listing.span.start)]
    return sheet.text[stops[-1] if stops else start : listing.span.start]


def _factors(sheet: Sheet) -> list[fmpq]:
    """The numbers that the page gives names to, and whose root may be meant."""
    said = (value for value in sheet.judge.scope.said.values() if isinstance(value, fmpq))
    distinct = {key_of(value): value for value in said}
    return [value for value in distinct.values() if value not in (0, 1, -1)]


def _rates(sheet: Sheet) -> list[fmpq]:
    """The learning rates of the page."""
    said = sheet.judge.scope.said
    values = [said[key] for key in _RATES if key in said]
    return [value for value in values if isinstance(value, fmpq) and value not in (0, 1, -1)]


def _gain(text: str, end: int) -> tuple[fmpq, fmpq] | None:
    """The gain and shift of a normalisation that are named last before a place."""
    named = [[*pattern.finditer(text, 0, end)] for pattern in (_GAIN, _SHIFT)]
    gain, shift = (number_in(found[-1][1]) if found else None for found in named)
    return None if gain is None or shift is None or gain in (0, 1) else (gain, shift)


def _claim(sheet: Sheet, listing: Listing, found: Sequence[Made], lead: str) -> Claim | None:
    if not found:
        return None
    if found[0].odd is None:
        return claim_about(sheet.judge.page, listing.span, Verdict.RIGHT)
    first, at = found[0], found[0].odd
    stated = listing.numbers[at]
    if any(one.odd != at for one in found) or first.expected is None or stated.value == 0:
        return None
    if at == len(listing.numbers) - 1 and sum(listing.values, fmpq(0)) == 2 * stated.value:
        return None  # the total of the column, in its last row
    lone = len(first.sources) == 1 and not stated.integer
    if lone and abs(first.expected - arb(stated.value) - 1) < arb(2 * stated.unit):
        return None  # the entry of the true class, less one
    place = place_in(listing, sheet.text, at)
    mixed = first.mixes and listing.width is None  # what is done by parts changes all of it, or a row
    alike = mixed or _EXACTLY.search(lead) is not None
    by_parts = not alike and _BY_PARTS.search(sheet.text) is not None
    if place is None or by_parts or is_contrasted(sheet.text, place.start):
        return None
    if _SOME.search(sheet.text, max(0, listing.span.start - 2 * REACH), listing.span.end):
        return None
    value = _rounded(first.expected, stated)
    if first.is_rounded:
        message = f"{first.told} is {value} to these digits"
        return claim_about(sheet.judge.page, place, Verdict.ROUNDING, None, message, value)
    slip, aside = first.slip(stated), "the other entries are made so"
    if first.exchanged is not None:
        slip, aside = "slip/exchanged", f"it has changed places with entry {first.exchanged + 1}"
    message = f"{_entry(listing, at)} is {first.told}, which is {value}; {aside}"
    because = tuple(one.first for one in first.sources)
    return claim_at(sheet.judge, place, RULE, (slip,) if slip else (), message, value, because)


def _entry(listing: Listing, at: int) -> str:
    """How a message calls an entry."""
    if listing.width is None:
        return f"entry {at + 1}"
    row, column = divmod(at, listing.width)
    return f"row {row + 1}, column {column + 1}"


def _rounded(expected: arb, stated: Stated) -> str:
    """A value to the digits of the one that is stated in its place, if these tell it."""
    places = 0 if stated.integer else len(str(stated.unit.q)) - 1
    written = f"{float(expected.mid()):.{places}f}"
    is_told = abs(float(written) - float(expected.mid())) * TELLING <= abs(float(expected.mid()))
    if not is_told:
        return f"{float(expected.mid()):.3g}"
    return written if places or expected.is_integer() else show(expected)
