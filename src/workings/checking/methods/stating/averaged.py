"""Means that are worked out alike: one is divided by another count, or not taken of the list above it.

`(25 + 1 + 4 + 4)/3` where the other sums of four are divided by four; `(2 + 4 + 6)/3` below the list 8, 1, 3,
where the other means have the numbers of the lists above them.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence

from flint import fmpq

from workings.checking.comparing.digits import stated_numbers
from workings.checking.comparing.parts import quotient, summands
from workings.checking.methods.pages.ledger import Listing
from workings.checking.methods.pages.naming import called
from workings.checking.methods.sheet import Sheet
from workings.document import Member
from workings.evaluating.rendering import show
from workings.expr import Name
from workings.finding import Claim
from workings.record import record
from workings.regex import regex
from workings.source import line_start

RULE = "recipe/other-size"
COPIED = "copy/other-row"
LEAST_TERMS = 3
LEAST_OTHERS = 2
NEAR = 120  # characters before a line that may say what it is divided by
_WORD = regex(r"[^\W\d_]{3}")
_LABEL = regex(r"([^\W\d_]{1,12})[ _]?(\d{1,2})")  # `s1: (4 + 1 + 9)/3`
_OTHERWISE = regex(r"\bsample\b|\bunbias|\bBessel|\bcorrected\b|\bn\s?[-−]\s?1\b|\bdegrees? of freedom", re.I)
WANTS = ("worked",)


@record(frozen=True, slots=True)
class Mean:
    """A sum of numbers divided by a count: what it is of, its terms, and the count."""

    base: str
    index: str
    terms: tuple[fmpq, ...]
    count: int
    member: Member

    @property
    def start(self) -> int:
        return self.member.span.start


def claims_of_averages(sheet: Sheet) -> Iterator[Claim]:
    """The mean of each family that is made otherwise than the others."""
    families: dict[tuple[str, bool], list[Mean]] = {}
    for mean in _means(sheet):
        families.setdefault((mean.base, bool(mean.index)), []).append(mean)
    for family in families.values():
        if len(family) > LEAST_OTHERS:
            yield from _of_counts(sheet, family)
            yield from _of_lists(sheet, family)


def _means(sheet: Sheet) -> Iterator[Mean]:
    for statement in sheet.statements:
        head, *rest = statement.members
        labelled = _LABEL.fullmatch(statement.label or "") if not isinstance(head.expr, Name) else None
        own = head if labelled is not None else rest[0] if rest and isinstance(head.expr, Name) else None
        divided = quotient(own.expr) if own is not None else None
        terms = summands(divided[0]) if divided is not None else []
        numbers = stated_numbers(terms)
        if own is None or divided is None or statement.hypothesis or statement.offered:
            continue
        if len(numbers) == len(terms) >= LEAST_TERMS:
            base, index = called(head.expr) if labelled is None else (labelled[1], labelled[2])
            yield Mean(base, index, tuple(number.value for number in numbers), divided[1], own)


def _of_counts(sheet: Sheet, family: Sequence[Mean]) -> Iterator[Claim]:
    """The one of several with an index that is divided by n − 1 where the others are by n, or the reverse."""
    sizes = {len(one.terms) for one in family}
    counts = Counter(one.count for one in family)
    if len(sizes) > 1 or len(counts) != 2 or not all(one.index for one in family):
        return
    size, ((usual, _), (other, times)) = sizes.pop(), counts.most_common()
    odd = next(one for one in family if one.count == other)
    if times > 1 or {usual, other} != {size, size - 1}:
        return
    text, opening = sheet.text, max(0, line_start(sheet.text, odd.start) - NEAR)
    if _OTHERWISE.search(text[opening : odd.start] + text[odd.member.span.end :].partition("\n")[0]):
        return
    message = f"it is divided by {other}; the others that are sums of {size} are divided by {usual}"
    right = sum(odd.terms, fmpq(0)) / usual
    yield sheet.claim(odd.member.span, RULE, message, right, family[odd is family[0]].member.span)


def _of_lists(sheet: Sheet, family: Sequence[Mean]) -> Iterator[Claim]:
    """The one that has other numbers than the list right above it, where all others have theirs."""
    found = [(one, _list_above(sheet, one)) for one in family]
    odd = [
        (one, above) for one, above in found if above is None or Counter(above.values) != Counter(one.terms)
    ]
    if len(odd) != 1 or len({above.span for _, above in found if above is not None}) < len(family):
        return
    ((mean, above),) = odd
    sizes = {len(one.terms) for one in family if one is not mean}
    between = "" if above is None else sheet.text[above.span.end : line_start(sheet.text, mean.start)]
    if above is not None and sizes == {len(above.values)} and not _WORD.search(between):
        message = f"the list above is {', '.join(map(show, above.values))}"
        right = sum(above.values, fmpq(0)) / len(above.values)
        yield sheet.claim(mean.member.span, COPIED, message, right, above.first)


def _list_above(sheet: Sheet, mean: Mean) -> Listing | None:
    """The last list of numbers that ends before a line."""
    above = [one for one in sheet.listings if one.span.end <= mean.start and one.table is None]
    return max(above, key=lambda one: one.span.end, default=None)
