"""A mean or deviation that is only stated: a list is normalised with it, and it is not that of the list."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from math import sqrt

from workings.checking.comparing.digits import Stated
from workings.checking.methods.pages.knowing import Working, workings_of
from workings.checking.methods.pages.ledger import Listing
from workings.checking.methods.sheet import Sheet
from workings.finding import Claim
from workings.record import record
from workings.regex import regex

RULE = "value/differs"
LEAST = 3  # entries, so that it is no chance that all of them are made so
ROOM = 1.5  # units of the last digit, of numbers on the way
CLEARLY = 0.02  # of the deviation: less may be left by rounding
_OTHERS = regex(
    r"\b(?:running|moving|inference|test[- ]time|population|global|pre-?trained|fixed|frozen|stored|eval\w*)"
    r"\b",
    re.I,
)  # statistics of something else
REACH = 300  # characters before a list that say so
_MEANS = ("μ", "mu", "mean")
_SPREADS = ("σ", "sigma", "std", "sd")


@record(frozen=True, slots=True)
class Step:
    """A list, the one that it becomes, and the numbers that are taken away from it and divide it."""

    before: Listing
    after: Listing
    mean: Working | None
    spread: Working | None

    @property
    def is_made(self) -> bool:
        """Whether every entry is made just so."""
        centre = _value(self.mean.number) if self.mean else 0.0
        scale = _value(self.spread.number) if self.spread else 1.0
        if scale <= 0:
            return False
        pairs = zip(self.before.numbers, self.after.numbers, strict=True)
        return all(abs((_value(old) - centre) / scale - _value(new)) <= _unit(new) for old, new in pairs)


def claims_of_statistics(sheet: Sheet) -> Iterator[Claim]:
    """The numbers by which a list becomes the next one, and which are not its own."""
    lines = [line for line in workings_of(sheet) if line.is_bare and not line.index]
    named = [[line for line in lines if line.base in names] for names in (_MEANS, _SPREADS)]
    told: set[int] = set()
    for step in _steps(sheet.listings, *named) if any(named) else ():
        values = [_value(number) for number in step.before.numbers]
        mean = sum(values) / len(values)
        spread = sqrt(sum((value - mean) ** 2 for value in values) / len(values))
        opening = max(0, step.before.first.start - REACH)
        if not step.is_made or not spread or _OTHERS.search(sheet.text, opening, step.after.span.end):
            continue
        for line, right, word in ((step.mean, mean, "mean"), (step.spread, spread, "standard deviation")):
            if line is None or line.start in told or not _is_another(line.number, right, spread, len(values)):
                continue
            told.add(line.start)
            shown = f"{right:.{max(0, len(str(line.number.unit.q)) - 1)}f}"
            says = f"the {word} of the list above is {shown}"
            yield sheet.claim(line.formula.span, RULE, says, shown, step.before.first)


def _steps(
    listings: Sequence[Listing], means: Sequence[Working], spreads: Sequence[Working]
) -> Iterator[Step]:
    """Every list with the next one as long as it is, and what is stated between the two."""
    for at, after in enumerate(listings):
        above = [one for one in listings[:at] if one.span.end <= after.first.start]
        if len(after.numbers) < LEAST or not above or len(above[-1].numbers) != len(after.numbers):
            continue
        between = above[-1].span.end, after.first.start
        mean, spread = (
            _last([one for one in found if between[0] <= one.start < between[1]])
            for found in (means, spreads)
        )
        if mean is not None or spread is not None:
            yield Step(above[-1], after, mean, spread)


def _last(lines: Sequence[Working]) -> Working | None:
    return lines[-1] if lines else None


def _is_another(stated: Stated, right: float, spread: float, count: int) -> bool:
    """Whether a number is not what it should be, however rounded; a variance is told of elsewhere."""
    ways = (right, right * sqrt(count / (count - 1)), right**2) if right == spread else (right,)
    return all(abs(_value(stated) - way) > max(ROOM * _unit(stated), CLEARLY * spread) for way in ways)


def _value(number: Stated) -> float:
    return float(number.value)


def _unit(number: Stated) -> float:
    return float(number.unit)
