"""Sums of products of two rows of the page, into which one number was copied without its minus, or misread.

`A: 0.6·2 + 0.8·1` and `C: 0.6·4 + 0.8·3` are made of u = (0.6, 0.8) and of the rows A and C; then
`B: 0.6·5 + 0.8·10` is made of u and B = (-5, 10). Lines beside it have to show that such rows are multiplied.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from flint import fmpq

from workings.checking.comparing.miscopying import exchanged, last_place, misread
from workings.checking.methods.pages.knowing import facts_of
from workings.checking.methods.sheet import Sheet
from workings.checking.methods.telling import COPIED, claim_at
from workings.checking.prose.sums import Numbers, Place, place_of
from workings.evaluating.rendering import show
from workings.finding import Claim
from workings.record import record
from workings.regex import regex
from workings.source import Span, line_start

WANTS = ("worked",)
MOST_PLACES = 80  # sums of products that are looked at
MOST_ROWS = 60
LEAST_TELLING = 3  # numbers of two rows that are neither 0 nor ±1
LEAST_BESIDE = 2  # other sums that are made of two rows, where they have two terms
_ABSOLUTE = regex(r"[|∣‖]|\babs|\bmagnitude|\bdistance|\bopposite|\bnegated|\breflect", re.I)


@record(frozen=True, slots=True)
class Row:
    """Numbers in a row or column of the page."""

    values: Numbers
    span: Span
    name: str


@record(frozen=True, slots=True)
class Odd:
    """A sum that has the factors of two rows, but for one."""

    place: Place
    first: Row
    second: Row
    at: int
    stated: fmpq
    slip: str


def claims_of_factors(sheet: Sheet) -> Iterator[Claim]:
    """The first sum of products with one factor that its row has otherwise."""
    places = [one for statement in sheet.statements if (one := place_of(statement)) is not None]
    places = [one for one in places[:MOST_PLACES] if not one.rest]
    if len(places) < 2:
        return
    rows = [*_rows(sheet)][:MOST_ROWS]
    made: list[tuple[Row, Row]] = []
    odd: list[Odd] = []
    for place in places:
        whole, off = _laid(place, rows)
        made += whole
        odd += off if not whole and len({(one.at, one.second.values[one.at]) for one in off}) == 1 else []
    for found in odd:
        if _is_shown(found, made) and not _is_meant(sheet, found):
            yield _told(sheet, found)
            return


def _rows(sheet: Sheet) -> Iterator[Row]:
    """The lists of a page, and the rows of its tables."""
    for listing in sheet.listings:
        yield Row(listing.values, listing.first, listing.name.strip("$ "))
    for store in sheet.stores if sheet.grids else ():
        for key in store.keys_along(0) if store.rank == 2 else ():
            entries = [entry for index, entry in store.entries.items() if index[0] == key]
            start = entries[0].start if entries else 0
            yield Row(tuple(entry.value for entry in entries), Span(start, start + 1), str(key))


def _laid(place: Place, rows: Sequence[Row]) -> tuple[list[tuple[Row, Row]], list[Odd]]:
    """The pairs of rows that a sum is made of, and those of which it is made but for one factor."""
    start, count = place.statement.span.start, len(place.pairs)
    above = [row for row in rows if row.span.start < start and len(row.values) == count]
    whole: list[tuple[Row, Row]] = []
    off: list[Odd] = []  # with a minus on the other side
    exact: list[Odd] = []
    for side in (0, 1):
        weights, entries = place.factors(side), place.factors(1 - side)
        for first in above:
            if any(abs(one) != abs(other) for one, other in zip(weights, first.values, strict=True)):
                continue
            turned = zip(entries, weights, first.values, strict=True)
            own = tuple(entry if weight == value else -entry for entry, weight, value in turned)
            for second in above:
                differing = [at for at in range(count) if own[at] != second.values[at] and first.values[at]]
                if not differing:
                    whole.append((first, second))
                elif len(differing) == 1 and (odd := _odd(place, first, second, differing[0], own)):
                    (exact if weights == first.values else off).append(odd)
    return whole, exact or off


def _odd(place: Place, first: Row, second: Row, at: int, own: Numbers) -> Odd | None:
    expected, stated = second.values[at], own[at]
    unit = last_place(expected, stated)
    slip = misread(expected, stated, unit) or exchanged(expected, stated, unit)
    telling = {abs(value) for value in (*first.values, *second.values)} - {fmpq(0), fmpq(1)}
    if slip is None or len(telling) < LEAST_TELLING:
        return None
    return Odd(place, first, second, at, stated, slip)


def _is_shown(one: Odd, made: Sequence[tuple[Row, Row]]) -> bool:
    """Whether sums beside it are made of one of its rows and another."""
    beside = {
        (first.values, second.values)
        for first, second in made
        if (first.values == one.first.values) != (second.values == one.second.values)
    }
    return len(beside) >= (LEAST_BESIDE if len(one.place.pairs) == 2 else 1)


def _is_meant(sheet: Sheet, one: Odd) -> bool:
    """Whether the number is that of another row, has been worked out, or its sign is taken away in words."""
    start = one.place.statement.span.start
    if _ABSOLUTE.search(sheet.text, line_start(sheet.text, start), start):
        return True
    listed = any(one.stated in listing.values for listing in sheet.listings if listing.first.start < start)
    above = (result for result in sheet.results if result.formula is not None and result.start < start)
    worked = any(result.number.value == one.stated for result in above)
    name, facts = one.second.name, facts_of(sheet)
    renamed = any(facts[at].value == one.stated for at in (facts.called(re.escape(name)) if name else ()))
    turned = [value for value in (one.stated, -one.first.values[one.at]) if value < 0]
    if renamed or any(_stands_above(sheet.text, value, start) for value in turned):
        return True
    return listed or worked or (one.slip != "slip/sign" and _stands_above(sheet.text, one.stated, start))


def _stands_above(text: str, value: fmpq, before: int) -> bool:
    sign = "[-−]" if value < 0 else ""
    return re.search(rf"(?<![\d.]){sign}{re.escape(show(abs(value)))}(?![\d])", text[:before]) is not None


def _told(sheet: Sheet, one: Odd) -> Claim:
    expected = one.second.values[one.at]
    right = one.place.stated + one.first.values[one.at] * (expected - one.stated)
    message = f"{show(expected)} is put in as {show(one.stated)}"
    place = one.place.result.span
    return claim_at(sheet.judge, place, COPIED, (one.slip,), message, show(right), (one.second.span,))
