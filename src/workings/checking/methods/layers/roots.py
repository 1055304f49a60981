"""Roots that are forgotten: a variance for the deviation, an eigenvalue of AᵀA for a singular value."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from flint import arb, fmpq

from workings.checking.comparing.agreeing import distance
from workings.checking.comparing.digits import Stated, number_in, unit_of
from workings.checking.methods.pages.facts import Fact
from workings.checking.methods.pages.knowing import facts_of
from workings.checking.methods.pages.ledger import Listing
from workings.checking.methods.sheet import Sheet
from workings.checking.prose.sums import exact_tensors
from workings.evaluating.rendering import show
from workings.finding import Claim
from workings.parsing.numerals import NUMERAL
from workings.record import record
from workings.regex import regex
from workings.source import Span

NO_ROOT = "layer_norm/no-root"
MOST_LISTS = 40
LEAST_TELLING = 2  # entries other than nought that were divided by the variance
_NORM = regex(r"(?:layer|batch|group|instance)[- ]?norm|standardi[sz]|\bz-?scores?\b", re.I)
_OTHERWISE = regex(
    r"divid\w*[^.\n]{0,20}\bby (?:the |its )?variance|precision|whiten|mahalanobis|likelihood|\bdensity", re.I
)
_DIVISOR = regex(
    r"(?:\bstandard deviations?|\bstd|\bdivid\w*(?: \w+){0,2} by)[\s$=:(]*(?:is |are |of )?"
    rf"[\s$]*({NUMERAL})",
    re.I,
)
EIGENVALUE = "recipe/no-root"
MOST_VALUES = 5  # singular values
_SINGULAR = regex(r"\bsingular value|\bSVD\b", re.I)
SAID: tuple[re.Pattern[str], ...] = (_NORM, _SINGULAR)


@record(frozen=True, slots=True)
class Division:
    """A list that is another one less its mean, divided by its variance."""

    made: Listing
    given: Listing
    variance: fmpq


def claims_of_standardising(sheet: Sheet) -> Iterator[Claim]:
    """The first list that was divided by its variance; the place is where the divisor is named, if it is."""
    if not sheet.says(_NORM) or sheet.says(_OTHERWISE):
        return
    lists = [one for one in sheet.listings if len(one.numbers) > 2][:MOST_LISTS]
    for made in lists:
        division = _division(lists, made)
        if division is not None:
            root = show(arb(division.variance).sqrt())
            says = (
                f"it is divided by the variance {show(division.variance)} instead of its square root {root}"
            )
            place = _named(sheet, division) or _first(division)
            if place is not None:
                yield sheet.claim(place, NO_ROOT, says, root, division.given.first)
                return


def _division(lists: Sequence[Listing], made: Listing) -> Division | None:
    """The list before it that it is made of; None if there is none, or if it is made as it should be."""
    found: Division | None = None
    for given in lists:
        if given.first.start >= made.first.start or len(given.numbers) != len(made.numbers):
            continue
        values = given.values
        middle = sum(values, fmpq(0)) / len(values)
        squares = sum(((value - middle) ** 2 for value in values), fmpq(0))
        variances = [squares / count for count in (len(values), len(values) - 1)]
        if any(not variance or abs(variance - 1) < fmpq(1, 10) for variance in variances):
            continue  # it was standardised already
        for variance in variances:
            if _is_made(values, middle, arb(variance).sqrt(), made.numbers):
                return None
            if _is_made(values, middle, arb(variance), made.numbers):
                found = Division(made, given, variance)
    return found


def _is_made(values: Sequence[fmpq], middle: fmpq, divisor: arb, numbers: Sequence[Stated]) -> bool:
    """Whether numbers are others less their mean and divided, to their digits."""
    telling = 0
    for value, number in zip(values, numbers, strict=True):
        unit = fmpq(1, 1000) if number.integer else number.unit
        if not distance((value - middle) / divisor, number.value) <= unit:
            return False
        telling += not number.integer and abs(number.value) > 20 * unit
    return telling >= LEAST_TELLING


def _named(sheet: Sheet, division: Division) -> Span | None:
    """Where the variance is said to be what is divided by, before the list."""
    for found in _DIVISOR.finditer(sheet.text, 0, division.made.first.start):
        number = number_in(found[1])
        if number is not None and abs(number - division.variance) <= unit_of(found[1]):
            return Span(*found.span(1))
    return None


def _first(division: Division) -> Span | None:
    """The first entry that is not nought, if each has a place."""
    numbers = division.made.numbers
    places = division.made.places or (division.made.span,) * len(numbers)
    return next((place for number, place in zip(numbers, places, strict=True) if number.value), None)


def claims_of_singular_values(sheet: Sheet) -> Iterator[Claim]:
    """σ_1 where all of them add up to the sum of squares of a matrix, as their squares should."""
    if not sheet.says(_SINGULAR):
        return
    stated = [*_stated(sheet)]
    values = [fact.value for fact in stated if isinstance(fact.value, fmpq)]
    if not 1 < len(values) <= MOST_VALUES:
        return
    for key, shape, items in exact_tensors(sheet.judge.scope.given):
        whole = sum((item * item for item in items), fmpq(0))
        if len(shape) != 2 or min(shape) != len(values) or not whole:
            continue
        if sum(values, fmpq(0)) == whole and sum((v * v for v in values), fmpq(0)) != whole:
            first = stated[0]
            root = show(arb(values[0]).sqrt())
            says = f"{show(values[0])} is an eigenvalue of {key}ᵀ{key}; the singular value is its root {root}"
            yield sheet.claim(Span(first.start, first.start + len(show(values[0]))), EIGENVALUE, says, root)
            return


def _stated(sheet: Sheet) -> Iterator[Fact]:
    """σ_1, σ_2, … as they are first given, in order."""
    given: dict[str, Fact] = {}
    for fact in facts_of(sheet):
        if fact.base in ("σ", "sigma", "s") and fact.index.isdecimal():
            given.setdefault(fact.index, fact)
    for at in range(1, len(given) + 1):
        if str(at) not in given:
            return
        yield given[str(at)]
