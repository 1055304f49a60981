"""Sums of products of two columns, one of which lost its sign: a covariance worked out term by term.

Below the points (-2, -3), (0, -2), (-1, 1), (3, 4) stand `s_11 = (4 + 0 + 1 + 9)/3` and
`s_22 = (9 + 4 + 1 + 16)/3`; then the terms of `s_12` are the products of their coordinates.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import combinations_with_replacement
from typing import TypeAlias

from flint import fmpq

from workings.checking.comparing.digits import stated_numbers
from workings.checking.comparing.parts import quotient, signed_terms
from workings.checking.methods.pages.pictures import Picture, pictures_of
from workings.checking.methods.sheet import Sheet
from workings.document import Member
from workings.evaluating.rendering import show
from workings.finding import Claim
from workings.record import record
from workings.regex import regex
from workings.source import line_start

RULE = "slip/sign"
LEAST = 3  # terms
LEAST_TELLING = 2  # products other than nought that are as they should be
NEAR = 30  # characters between two points
WANTS = ("worked",)
_ABSOLUTE = regex(r"[|∣]|\babs|\bmagnitude|\bsize|\bdistance", re.I)
_WORD = regex(r"(?<![\\\w])[^\W\d_]{3,}")
Columns: TypeAlias = Sequence[tuple[fmpq, ...]]


@record(frozen=True, slots=True)
class Sum:
    """The terms of a sum, which may be divided."""

    terms: tuple[fmpq, ...]
    member: Member


def claims_of_crossed(sheet: Sheet) -> Iterator[Claim]:
    """The first sum that has all products of two columns but one, whose sign is lost."""
    sums = [*_sums(sheet)]
    points = [*_points(sheet.judge.page.text)] if len(sums) > 1 else []
    for place, columns in points:
        made = [
            tuple(x * y for x, y in zip(first, second, strict=True))
            for first, second in combinations_with_replacement(columns, 2)
        ]
        own = [one for one in sums if one.member.span.start > place and len(one.terms) == len(columns[0])]
        if not any(one.terms in made for one in own):
            continue
        for one in own:
            terms = next((terms for terms in made if _is_off(one.terms, terms)), None)
            start = one.member.span.start
            absolute = _ABSOLUTE.search(sheet.text, line_start(sheet.text, start), start) is not None
            if terms is not None and one.terms not in made and not absolute:
                at = next(n for n, (x, y) in enumerate(zip(one.terms, terms, strict=True)) if x != y)
                message = f"term {at + 1} is {show(terms[at])} by the points above, its sign is lost"
                yield sheet.claim(one.member.span, RULE, message)
                return


def _sums(sheet: Sheet) -> Iterator[Sum]:
    for statement in sheet.statements:
        for member in () if statement.hypothesis or statement.offered else statement.members:
            divided = quotient(member.expr)
            parts = signed_terms(member.expr if divided is None else divided[0])
            numbers = stated_numbers(parts)
            if len(numbers) == len(parts) >= LEAST:
                yield Sum(tuple(number.value for number in numbers), member)
                break


def _points(text: str) -> Iterator[tuple[int, Columns]]:
    """Points of one size that stand in a row, by their coordinates, and where they end."""
    runs: list[list[Picture]] = []
    for one in pictures_of(text):
        if one.shape[0] > 1 or one.shape[1] not in (2, 3):
            continue
        if runs and _goes_on(text, runs[-1][-1], one):
            runs[-1].append(one)
        else:
            runs.append([one])
    for run in runs:
        if len(run) >= LEAST:
            yield run[-1].end, [*zip(*(point.values[0] for point in run), strict=True)]


def _goes_on(text: str, before: Picture, one: Picture) -> bool:
    """Whether nothing but marks or a short name stands between two points."""
    near = before.shape == one.shape and one.start - before.end < NEAR
    return near and _WORD.search(text, before.end, one.start) is None


def _is_off(terms: Sequence[fmpq], right: Sequence[fmpq]) -> bool:
    """Whether all terms are right but one that has the other sign."""
    off = [(x, y) for x, y in zip(terms, right, strict=True) if x != y]
    telling = sum(x == y != 0 for x, y in zip(terms, right, strict=True))
    return len(off) == 1 and off[0][0] == -off[0][1] and telling >= LEAST_TELLING
