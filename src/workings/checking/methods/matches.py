"""Matches of BLEU: a word counts as often as the reference has it, and no more."""

from __future__ import annotations

import re
from collections.abc import Iterator

from flint import fmpq

from workings.checking.methods.sheet import Sheet, summands
from workings.evaluating.rendering import show
from workings.expr import Number
from workings.finding import Claim
from workings.regex import regex

RULE = "recipe/not-limited"
_BLEU = regex(r"\bBLEU\b|modified precision|clipped precision", re.I)
_PLAIN = regex(r"unclipped|without clipping|not clipped|before clipping", re.I)
_CANDIDATE = regex(r"candidate|hypothesis|system|output", re.I)
_MATCHED = regex(r"\bmatch|\bclip|\bhits?\b|numerator", re.I)
_REFERENCE = regex(r"reference", re.I)
SAID: tuple[re.Pattern[str], ...] = (_BLEU,)


def claims_of_matches(sheet: Sheet) -> Iterator[Claim]:
    """A sum of the counts of the candidate, some of which are above those of the reference."""
    if not sheet.says(_BLEU) or sheet.says(_PLAIN):
        return
    tabled = [one for one in sheet.listings if one.table is not None]
    for own in (one for one in tabled if one.says(_CANDIDATE) and not one.says(_REFERENCE)):
        for other in (one for one in tabled if one.says(_REFERENCE) and one.table == own.table):
            clipped = [min(pair) for pair in zip(own.values, other.values, strict=True)]
            if tuple(clipped) != own.values:
                yield from _of_sums(sheet, own.values, clipped)


def _of_sums(sheet: Sheet, counts: tuple[fmpq, ...], clipped: list[fmpq]) -> Iterator[Claim]:
    for result in sheet.results():
        terms = summands(result.formula) if result.formula is not None else []
        values = tuple(term.value for term in terms if isinstance(term, Number))
        if values == counts and len(values) == len(terms) > 1 and _MATCHED.search(result.lead):
            right = show(sum(clipped, fmpq(0)))
            message = "the counts are not limited by those of the reference"
            yield sheet.claim(result.member.span, RULE, message, right)
            return
