"""Shares that are said again as percentages with the point in the wrong place: “0.000622, i.e. 0.622 %”."""

from __future__ import annotations

import re
from collections.abc import Iterator

from flint import fmpq

from workings.checking.comparing.digits import number_in, unit_of
from workings.checking.methods.sheet import Sheet
from workings.evaluating.rendering import show
from workings.finding import Claim
from workings.regex import regex
from workings.source import Span

RULE = "copy/differs"
_SAID_AGAIN = regex(
    r"(?<![\d.,])(0\.\d{2,9})[\s$]*"
    r"(?:,\s*(?:i\.\s?e\.|that is|or|so|hence|thus)|\(|=|≈|\\approx|i\.\s?e\.)[,\s\\$]*"
    r"(?:about|roughly|around|approximately|only|just|≈|\\approx)?[\s$~]*"
    r"(\d{1,3}(?:\.\d{1,6})?)[\s$]*(?:\\[,;]?\s*)?\\?%"
)
SAID: tuple[re.Pattern[str], ...] = (_SAID_AGAIN,)


def claims_of_percentages(sheet: Sheet) -> Iterator[Claim]:
    """The first percentage that is ten or a hundred times too large or too small."""
    for found in _SAID_AGAIN.finditer(sheet.text):
        share, percent = number_in(found[1]), number_in(found[2])
        unit = unit_of(found[2])
        if share is None or percent is None or share == 0 or abs(share * 100 - percent) <= unit:
            continue
        if any(abs(share * 100 * times - percent) <= unit for times in (10, 100, fmpq(1, 10), fmpq(1, 100))):
            message = f"{found[1]} is {show(share * 100)} %"
            yield sheet.claim(Span(found.start(2), found.end(2)), RULE, message, show(share * 100))
            return
