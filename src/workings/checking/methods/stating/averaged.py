"""Means that are worked out alike: one is divided by another count, or not taken of the list above it.

`(25 + 1 + 4 + 4)/3` where the other sums of four are divided by four; `(2 + 4 + 6)/3` below the list 8, 1, 3,
where the other means have the numbers of the lists above them.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence

from flint import fmpq

from workings.checking.comparing.digits import stated_number, stated_numbers
from workings.checking.comparing.parts import quotient, signed_terms
from workings.checking.methods.pages.ledger import Listing
from workings.checking.methods.pages.naming import called
from workings.checking.methods.sheet import Sheet
from workings.checking.methods.trials.worth import scalar
from workings.document import Member, Statement
from workings.evaluating.rendering import show
from workings.expr import Name
from workings.finding import Claim
from workings.record import record
from workings.regex import regex
from workings.source import last_gap, line_start

RULE = "recipe/other-size"
COPIED = "copy/other-row"
LEAST_TERMS = 3
LEAST_OTHERS = 2
NEAR = 120  # characters before a line that may say what it is divided by
_WORD = regex(r"[^\W\d_]{3}")
_LABEL = regex(r"([^\W\d_]{1,12})[ _]?(\d{1,2})")  # `s1: (4 + 1 + 9)/3`
_OTHERWISE = regex(r"\bsample\b|\bunbias|\bBessel|\bcorrected\b|\bn\s?[-−]\s?1\b|\bdegrees? of freedom", re.I)
_SOME = regex(
    r"\bvalid\b|\bnon-?zero|\bpad|\bmask|\bignor|\bexclud|\bwithout\b|\bonly\b|\bskip|varian|\bdeviation|\bstd\b|\bsd\b|\bcount(?:s|ed|ing)?\b",
    re.I,
)  # of the numbers that are added up
REACH = 500  # characters from a sum to its mean
TELLING = 100  # units of its last digit, so that a number is known again
_OF_LOSS = regex(
    r"cross[- ]?entropy|\bNLL\b|log[- ]?likelihood|\bper[- ](?:token|word|symbol|character|example)|\bloss\b"
    r"|\b(?:bits|nats)\s?/|/\s?(?:token|word|symbol)|\bperplex",
    re.I,
)
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
    families: dict[tuple[str, bool, int], list[Mean]] = {}
    for mean in _means(sheet):
        block = 0 if mean.base else last_gap(sheet.text, mean.start)
        families.setdefault((mean.base, bool(mean.index), block), []).append(mean)
    for family in families.values():
        if len(family) > LEAST_OTHERS:
            yield from _of_counts(sheet, family) if family[0].base else _of_block(sheet, family)
            yield from _of_lists(sheet, family) if family[0].base else ()
    yield from _of_sums_above(sheet)


def _of_sums_above(sheet: Sheet) -> Iterator[Claim]:
    """The first mean of a sum that stands above it, divided by one more or less than the sum has terms."""
    sums: dict[fmpq, tuple[int, Member]] = {}
    for statement in sheet.statements:
        if statement.hypothesis or statement.offered:
            continue
        for member in statement.members:
            divided = quotient(member.expr)
            whole = None if divided is None else stated_number(divided[0])
            count, above = sums.get(abs(whole.value), (0, None)) if whole is not None else (0, None)
            if divided is None or above is None or abs(divided[1] - count) != 1:
                continue
            start, opening = member.span.start, line_start(sheet.text, member.span.start)
            around = sheet.text[opening:start] + sheet.text[member.span.end :].partition("\n")[0]
            near = start - above.span.end < REACH and _OF_LOSS.search(around) is not None
            said = sheet.text[max(0, above.span.start - NEAR) : start] + around
            if near and not _OTHERWISE.search(said) and not _SOME.search(said):
                message = f"it is divided by {divided[1]}; the sum above has {count} terms"
                right = scalar(divided[0], {})
                shown = None if right is None else right / count
                yield sheet.claim(member.span, RULE, message, shown, above.span)
                return
        sums.update(_sum_of(statement))


def _sum_of(statement: Statement) -> Iterator[tuple[fmpq, tuple[int, Member]]]:
    """What a sum of plain numbers comes to, and how many it has; none of them is nought."""
    stated = stated_number(statement.members[-1].expr)
    for member in statement.members[:-1]:
        terms = signed_terms(member.expr)
        numbers = stated_numbers(terms)
        telling = stated is not None and abs(stated.value) >= TELLING * stated.unit
        whole = len(numbers) == len(terms) >= LEAST_TERMS and all(number.value for number in numbers)
        if stated is not None and telling and whole:
            yield abs(stated.value), (len(terms), member)


def _means(sheet: Sheet) -> Iterator[Mean]:
    for statement in sheet.statements:
        head, *rest = statement.members
        labelled = _LABEL.fullmatch(statement.label or "") if not isinstance(head.expr, Name) else None
        own = rest[0] if rest and isinstance(head.expr, Name) else head
        divided = quotient(own.expr)
        terms = signed_terms(divided[0]) if divided is not None else []
        numbers = stated_numbers(terms)
        if divided is None or statement.hypothesis or statement.offered:
            continue
        if len(numbers) == len(terms) >= LEAST_TERMS:
            base, index = called(head.expr) if isinstance(head.expr, Name) else ("", "")
            base, index = (base, index) if labelled is None else (labelled[1], labelled[2])
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
    line = line_start(sheet.text, odd.start)
    opening = max(0, line - NEAR) if other < usual else line  # what is said above all of them is kept
    if _OTHERWISE.search(_around(sheet, odd, opening)):
        return
    message = f"it is divided by {other}; the others that are sums of {size} are divided by {usual}"
    right = sum(odd.terms, fmpq(0)) / usual
    yield sheet.claim(odd.member.span, RULE, message, right, family[odd is family[0]].member.span)


def _of_block(sheet: Sheet, family: Sequence[Mean]) -> Iterator[Claim]:
    """The one of several on neighbouring lines that is divided by another count than its terms have."""
    sizes = {len(one.terms) for one in family}
    odd = [one for one in family if one.count != len(one.terms)]
    if len(sizes) > 1 or len(odd) != 1 or abs(odd[0].count - len(odd[0].terms)) != 1:
        return
    around = _around(sheet, odd[0], max(0, line_start(sheet.text, family[0].start) - NEAR))
    if not _OTHERWISE.search(around) and not _SOME.search(around):
        count = len(odd[0].terms)
        message = f"it is divided by {odd[0].count}; {count} numbers are added up, as in the others"
        yield sheet.claim(odd[0].member.span, RULE, message, sum(odd[0].terms, fmpq(0)) / count)


def _around(sheet: Sheet, mean: Mean, opening: int) -> str:
    """What is said before a mean, and behind it on its line."""
    return sheet.text[opening : mean.start] + sheet.text[mean.member.span.end :].partition("\n")[0]


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
