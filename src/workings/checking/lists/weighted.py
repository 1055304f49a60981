"""Outputs that weights make of the rows of V: `α_2 = [0.7 0.3]`, and below it `o_2 = [1.4 0.9]`."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from flint import arb, fmpq

from workings.checking.comparing.digits import Stated
from workings.checking.methods.pages.ledger import Listing, place_in
from workings.checking.methods.sheet import Sheet
from workings.checking.methods.telling import claim_at
from workings.checking.wording import claim_about
from workings.evaluating.rendering import show
from workings.finding import Claim, Verdict
from workings.parsing.moods import is_contrasted
from workings.regex import regex
from workings.source import Places
from workings.value import Tensor

RULE = "list/odd-entry"
FARTHEST = 500  # characters between weights and what they make
LEAST_DIGITS = 3  # of the entries that are as they should be
_WEIGHTS = regex(r"\\alpha|α|\b(?:attention )?weights?\b|softmax|\bA_", re.I)
_OUTPUT = regex(r"\boutputs?\b|\bcontext|^\s*\\?(?:mathbf\{)?[oczO](?:_|\b)|\battention\b", re.I)
_OTHERWISE = regex(r"W_\{?O|\bresidual|\bnorm|\bconcat|\bscores?\b|\bbias", re.I)


def claims_of_weighted(sheet: Sheet) -> Iterator[Claim]:
    """Each output below weights that make it of the values: right, or wrong in one entry."""
    values = _values(sheet)
    if not values:
        return
    taken = Places([claim.span for claim in sheet.judge.told])
    for at, listing in enumerate(sheet.listings):
        written = sheet.text[listing.span.start : listing.span.end]
        if not _is_output(listing) or "&" in written or taken.meet(listing.span):
            continue
        above = [one for one in sheet.listings[:at] if 0 < listing.first.start - one.span.end < FARTHEST]
        weights = next((one for one in reversed(above) if _are_weights(one)), None)
        claim = _judged(sheet, listing, weights, values) if weights is not None else None
        if claim is not None:
            yield claim


def _values(sheet: Sheet) -> list[list[tuple[fmpq, ...]]]:
    """The rows of V, or v_1, v_2, … where the page has these."""
    said = sheet.judge.scope.said
    found: list[list[tuple[fmpq, ...]]] = []
    whole = said.get("V")
    if isinstance(whole, Tensor) and len(whole.shape) == 2:
        width = whole.shape[1]
        found.append([_exact(whole.items[at : at + width]) for at in range(0, len(whole.items), width)])
    rows = [said.get(f"v_{at}") for at in range(1, 9)]
    vectors = [_exact(row.items) for row in rows if isinstance(row, Tensor)]
    if len(vectors) > 1:
        found.append(vectors)
    return [rows for rows in found if all(rows) and len({len(row) for row in rows}) == 1]


def _exact(items: Sequence[object]) -> tuple[fmpq, ...]:
    exact = tuple(item for item in items if isinstance(item, fmpq))
    return exact if len(exact) == len(items) else ()


def _is_output(listing: Listing) -> bool:
    said = _OUTPUT.search(listing.name) or _OUTPUT.search(listing.label)
    return said is not None and not listing.says(_OTHERWISE) and listing.table is None and not listing.places


def _are_weights(listing: Listing) -> bool:
    """Shares that add up to one."""
    loose = sum((number.unit for number in listing.numbers), fmpq(0))
    shares = all(0 <= value <= 1 for value in listing.values)
    return shares and abs(sum(listing.values, fmpq(0)) - 1) <= loose and listing.says(_WEIGHTS)


def _judged(
    sheet: Sheet, listing: Listing, weights: Listing, values: Sequence[Sequence[tuple[fmpq, ...]]]
) -> Claim | None:
    found: list[tuple[int, fmpq]] = []
    for rows in values:
        if len(rows) != len(weights.numbers) or len(rows[0]) != len(listing.numbers):
            continue
        columns = [*zip(*rows, strict=True)]
        made = [_made(weights.numbers, column) for column in columns]
        off = [_off(number, *value) for number, value in zip(listing.numbers, made, strict=True)]
        odd = [at for at, far in enumerate(off) if far > 1]
        if not odd:
            return claim_about(sheet.judge.page, listing.span, Verdict.RIGHT)
        if len(odd) == 1 and off[odd[0]] > 2 and _tells(listing, odd[0], columns):
            found.append((odd[0], made[odd[0]][0]))
    if len(found) != 1 or is_contrasted(sheet.text, listing.span.start):
        return None
    at, right = found[0]
    place = place_in(listing, sheet.text, at)
    if place is None:
        return None
    shown = show(arb(right), max(3, len(str(listing.numbers[at].unit.q))))
    message = f"entry {at + 1} is {shown}, as the weights make it of the values; the other entries are so"
    return claim_at(sheet.judge, place, RULE, (), message, shown, (weights.first,))


def _made(weights: Sequence[Stated], column: Sequence[fmpq]) -> tuple[fmpq, fmpq]:
    """What weights make of a column, and how far away the rounding of the weights may take that."""
    pairs = [*zip(weights, column, strict=True)]
    rounded = (abs(x) * w.unit / 2 for w, x in pairs if not w.integer)
    return sum((w.value * x for w, x in pairs), fmpq(0)), sum(rounded, fmpq(0))


def _off(number: Stated, value: fmpq, rounded: fmpq) -> fmpq:
    """How far a number is from a value, in units of what rounding may do."""
    room = rounded + (fmpq(1, 1000) if number.integer else number.unit / 2)
    return fmpq(abs(number.value - value) / room)


def _tells(listing: Listing, odd: int, columns: Sequence[Sequence[fmpq]]) -> bool:
    """Whether the other entries have digits enough to be no coincidence, where other weights make others."""
    telling = (
        number
        for at, (number, column) in enumerate(zip(listing.numbers, columns, strict=True))
        if at != odd and number.value and len({*column}) > 1
    )
    return sum(len(str(abs(number.value / number.unit).p)) for number in telling) >= LEAST_DIGITS
