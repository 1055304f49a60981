"""Inverted dropout of a whole list: what the mask keeps is left as it is, or made smaller."""

from __future__ import annotations

import re
from collections.abc import Iterator

from flint import fmpq

from workings.checking.comparing.digits import number_in
from workings.checking.methods.pages.ledger import Listing
from workings.checking.methods.sheet import Sheet
from workings.evaluating.rendering import show
from workings.finding import Claim
from workings.regex import regex

MULTIPLIED, LEFT_OUT = "dropout/multiplied", "recipe/left-out"
LEAST = 2  # numbers that are kept
FURTHER = 400  # characters behind a list in which it may still be made larger
_INVERTED = regex(r"\binverted dropout", re.I)
_DROPS = regex(
    r"\bdrop(?:out|ping)?[- ](?:prob\w*|rate|chance)[^.\n\d]{0,14}(0?\.\d+)"
    r"|\bp\s*=\s*(0?\.\d+)(?=[^\n]*\n)(?=(?s:.*)(?:dropped with (?:the )?prob\w*[\s$]+p\b"
    r"|divided by[\s$]+\(?1\s*[-−]\s*p))",
    re.I,
)
_KEEPS = regex(r"\bkeep(?:ing)?[- ](?:prob\w*|rate|chance)", re.I)
_AFTER = regex(r"dropout|dropped|tilde|odot|⊙|\bkept\b", re.I)
_OTHERWISE = regex(
    r"\btest\b|inference|evaluation|\bwithout\b|\bplain\b|before (?:the )?(?:re)?scal|gradient|backward", re.I
)
_STILL = regex(r"scal|divi|/|÷|\\[dt]?frac|\bfactor|\btimes\b|larger", re.I)
SAID: tuple[re.Pattern[str], ...] = (_INVERTED,)


def claims_of_dropped(sheet: Sheet) -> Iterator[Claim]:
    """The first list behind a mask that is not divided by the chance of being kept."""
    rates = {number_in(one[1] or one[2]) for one in _DROPS.finditer(sheet.text)}
    if not sheet.says(_INVERTED) or sheet.says(_KEEPS) or len(rates) != 1 or None in rates:
        return
    (dropped,) = rates
    for at, listing in enumerate(sheet.listings):
        if dropped is None or not 0 < dropped < 1 or not listing.says(_AFTER) or listing.says(_OTHERWISE):
            continue
        found = [
            (mask, source)
            for mask in sheet.listings[:at]
            for source in sheet.listings[:at]
            if set(mask.values) == {0, 1} and source is not mask and _is_masked(source, mask, listing)
        ]
        factors = {_factor(source, mask, listing) for mask, source in found}
        if len(factors) != 1 or None in factors:
            continue
        (factor,) = factors
        mask, source = found[-1]
        right = tuple(x * m / (1 - dropped) for x, m in zip(source.values, mask.values, strict=True))
        if factor not in (1, 1 - dropped) or any(one.values == right for one in sheet.listings[at:]):
            continue
        end = listing.span.end
        if factor == 1 and _STILL.search(sheet.text, end, end + FURTHER):
            continue
        rule = LEFT_OUT if factor == 1 else MULTIPLIED
        how = "is left as it is" if factor == 1 else f"is multiplied by {show(factor)}"
        message = f"what is kept {how}; inverted dropout divides it by 1 − {show(dropped)}"
        shown = f"[{', '.join(show(value) for value in right)}]"
        yield sheet.claim(listing.first, rule, message, shown, source.first)
        return


def _is_masked(source: Listing, mask: Listing, listing: Listing) -> bool:
    """Whether a list has noughts where a mask has them, and numbers where the list above it has some."""
    if not len(source.numbers) == len(mask.numbers) == len(listing.numbers):
        return False
    rows = [*zip(source.values, mask.values, listing.values, strict=True)]
    kept = [x for x, m, _ in rows if m == 1 and x]
    return len(kept) >= LEAST and all((made == 0) == (m == 0 or x == 0) for x, m, made in rows)


def _factor(source: Listing, mask: Listing, listing: Listing) -> fmpq | None:
    """By what all that is kept is multiplied."""
    rows = zip(source.values, mask.values, listing.values, strict=True)
    factors = {made / x for x, m, made in rows if m == 1 and x}
    return factors.pop() if len(factors) == 1 else None
