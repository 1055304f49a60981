"""Lists behind an activation whose negative entries took the branch of the positive ones."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence

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
