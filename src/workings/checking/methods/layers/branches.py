"""Lists behind an activation whose negative entries took the branch of the positive ones."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise

from flint import arb, fmpq

from workings.checking.comparing.agreeing import distance
from workings.checking.comparing.digits import Stated
from workings.checking.methods.pages.ledger import COLUMN, Listing, place_in
from workings.checking.methods.sheet import Sheet
from workings.evaluating.rendering import show
from workings.finding import Claim
from workings.record import record
from workings.regex import regex
from workings.value import Scalar

RULE = "recipe/other-method"
LEFT_OUT = "recipe/left-out"
MOST_SOURCES = 12
_APPLIED = regex(
    r"\b(?:after|apply(?:ing)?|through|with|behind|using)\s+(?:the\s+)?(?P<word>leaky[- ]?ReLU|ReLU|ELU)\b"
    r"[^.;\n=]{0,40}[:=,]?[^.;\n]{0,24}$"
    r"|(?P<call>\\?(?:text|mathrm|operatorname)?\{?(?:ReLU|ELU)\}?)\s*\([^()=]{1,12}\)\s*=\s*[\[(\s]*$"
    r"|(?:^|\n)[^\w\n]*(?P<head>ReLU)\b(?: (?:layer|activation|step|unit)s?)?[^\w\n]{0,12}\s*"
    r"(?:[^\W\d_]_?\{?\w{0,2}\}?\s*=\s*)?[\s$\[(]*$",  # ReLU → […], or as a heading
    re.I,
)
_MAPPED = regex(
    r"(?P<name>\\(?:var)?phi|φ|ϕ|phi|\\psi|ψ|f|g)\s*\(\s*(?P<of>[^()]{1,14}?)\s*\)\s*=\s*[\[(\s]*$"
)
_THROUGH = regex(r"\b(?:through|past|behind|before|at) (?:the )?(?:derivative of (?:the )?)?ReLU\b", re.I)
_ON = regex(r"ReLU\W{0,4}\(|\bReLU\b|max\W{0,4}\(\s*0", re.I)
_LEAKY = regex(r"leaky|\bELU\b|GELU|PReLU|softplus", re.I)
_SHIFTED = regex(r"\belu\b\W{0,3}\(?\s*+\w?\s*+\)?\s*+\+\s*+1\b|elu\}?\s*+\(\s*+\w\s*+\)\s*+\+\s*+1\b", re.I)
_BACK = regex(r"grad|backward|∇|∂|δ|delta|deriv|error|partial|\bbefore\b|\bwithout\b|pre-?activ", re.I)
_ANY = regex(r"\bReLU\b|\bELU\b|\belu\b", re.I)
SAID = (_ANY,)


@record(frozen=True, slots=True)
class Bend:
    """What an activation makes of a negative number, and what it is mistaken for."""

    name: str
    right: Callable[[fmpq], Scalar]
    wrong: Sequence[Callable[[fmpq], Scalar]]
    positive: Callable[[fmpq], Scalar]


def _same(x: fmpq) -> Scalar:
    return x


def _more(x: fmpq) -> Scalar:
    return x + 1


_BENDS = {
    "relu": Bend("ReLU", lambda x: fmpq(0), (abs, _same), _same),
    "elu": Bend("ELU", lambda x: arb(x).exp() - 1, (_same, abs), _same),
    "elu+1": Bend("elu(x) + 1", lambda x: arb(x).exp(), (_more,), _more),
}


def claims_of_branches(sheet: Sheet) -> Iterator[Claim]:
    """The first list with a negative entry that an activation let through as if it were positive."""
    if not sheet.says(_ANY):
        return
    lists = [one for one in sheet.listings if one.label != COLUMN]
    for listing in lists:
        bend = _bend(sheet, listing)
        above = [one for one in lists if one.first.start < listing.first.start] if bend is not None else []
        for source in above[: -MOST_SOURCES - 1 : -1]:
            odd = _odd(source, listing, bend) if bend is not None else None
            if odd is None:
                continue
            if odd >= 0 and bend is not None and _is_of(sheet, source, listing):
                entry = source.values[odd]
                message = f"{show(entry)} is negative, and {bend.name} makes {show(bend.right(entry))} of it"
                place = place_in(listing, sheet.text, odd) or listing.span
                yield sheet.claim(place, RULE, message, None, source.first)
            break


def claims_of_way_back(sheet: Sheet) -> Iterator[Claim]:
    """The first gradient that goes back through a ReLU unchanged, also where the unit is off."""
    if not sheet.says(_THROUGH) or sheet.says(_LEAKY):
        return
    lists = [one for one in sheet.listings if one.label != COLUMN]
    for before, listing in pairwise(lists):
        start = listing.first.start
        lead = sheet.text[max(0, start - 90) : start].rpartition(". ")[2]
        if listing.values != before.values or not _THROUGH.search(lead) or not _BACK.search(lead):
            continue
        outputs = [
            one
            for one in sheet.listings
            if one.first.start < before.first.start
            and len(one.values) == len(listing.values)
            and min(one.values) == 0 < max(one.values)
            and _ON.search(sheet.text, max(0, one.first.start - 60), one.first.start)
        ]
        if not outputs or any(one.values != outputs[0].values for one in outputs):
            continue
        for at, (on, value) in enumerate(zip(outputs[0].values, listing.values, strict=True)):
            if on == 0 != value:
                message = f"unit {at + 1} is off, so ReLU lets nothing of the gradient through there"
                place = place_in(listing, sheet.text, at) or listing.span
                yield sheet.claim(place, LEFT_OUT, message, None, outputs[0].first)
                return


def _bend(sheet: Sheet, listing: Listing) -> Bend | None:
    """The activation that is said to make a list, right before it."""
    start = listing.first.start
    before = sheet.text[max(0, start - 90) : start]
    if _BACK.search(before.rpartition(". ")[2]) is not None:
        return None
    if (found := _APPLIED.search(before)) is not None:
        name = (found["word"] or found["call"] or found["head"]).lower()
        return None if "leaky" in name else _BENDS["elu" if "relu" not in name else "relu"]
    if _MAPPED.search(before) is not None and sheet.says(_SHIFTED):
        return _BENDS["elu+1"]
    return None


def _is_of(sheet: Sheet, source: Listing, listing: Listing) -> bool:
    """Whether a function of the page is applied to a list by its name; what is said in words needs none."""
    start = listing.first.start
    found = _MAPPED.search(sheet.text, max(0, start - 90), start)
    return found is None or found["of"].replace(" ", "") == source.name.replace(" ", "")


def _odd(source: Listing, listing: Listing, bend: Bend) -> int | None:
    """Where a negative entry took another branch; -1 where none did, None where the lists are unlike."""
    if len(source.numbers) != len(listing.numbers) or all(value >= 0 for value in source.values):
        return None
    odd, alike = -1, 0
    for at, (value, stated) in enumerate(zip(source.values, listing.numbers, strict=True)):
        if value >= 0:
            if not _is(stated, bend.positive(value)):
                return None
            alike += value > 0
        elif not _is(stated, bend.right(value)):
            if not any(_is(stated, way(value)) for way in bend.wrong):
                return None
            odd = at if odd < 0 else odd
    return odd if alike else None


def _is(stated: Stated, value: Scalar) -> bool:
    room = fmpq(0) if stated.integer else stated.unit * 6 / 10
    return bool(distance(value, stated.value) <= room)
