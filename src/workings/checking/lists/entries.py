"""The sum of all entries of a matrix, as the sentence behind it has it: “the entries add up to 24”."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from flint import fmpq

from workings.checking.comparing.digits import number_in, unit_of
from workings.checking.comparing.miscopying import misread
from workings.checking.methods.sheet import Sheet
from workings.checking.methods.telling import claim_at
from workings.checking.methods.trials.worth import literal
from workings.checking.wording import claim_about
from workings.evaluating.rendering import show
from workings.expr import Array
from workings.finding import Claim, Verdict
from workings.parsing.moods import is_contrasted
from workings.parsing.numerals import NUMERAL
from workings.record import record
from workings.regex import regex
from workings.source import Span
from workings.value import Tensor

RULE = "list/total"
REACH = 160  # characters between a matrix and its sum
LEAST = 2  # rows
_ENTRIES = r"(?:entries|elements|cells|numbers in (?:it|the matrix))"
_SUMMED = regex(
    rf"(?:(?:\bsum|\btotal) of (?:all |the |its |all the |all its )?{_ENTRIES}|\b(?:all|its|the) {_ENTRIES}"
    rf"(?=(?: together)? (?:add|sum)))(?: of (?:the matrix|this matrix|it|\\?[A-Za-z]))?\s*"
    rf"(?:is|are|=|:|≈|(?:together )?(?:add|sum)(?: up)? to)\s*+[=:]?\s*+(?P<number>{NUMERAL})"
    r"(?![\d.,]*\d|[^\S\n]*(?:[-−–+*/·×^%=≈]|\\(?:cdot|times)))",
    re.I,
)
_ROW = rf"[ \t]*+[\[(|]*[ \t]*+{NUMERAL}(?:[ \t,]+{NUMERAL}){{1,11}}[ \t]*+[\])|,]*+[ \t]*+"
_BLOCK = regex(rf"^{_ROW}(?:\n{_ROW}){{1,11}}$", re.M)
_ONE = regex(NUMERAL)
_BETWEEN = regex(
    r"\n\s*\n[^\n]*\n\s*\n|\bproduct|\bmultipl|⊙|\\odot|\bconvol|\bkernel|\bfilter|\bsquare|=", re.I
)
SAID: tuple[re.Pattern[str], ...] = (_SUMMED,)


@record(frozen=True, slots=True)
class Matrix:
    """The entries of a matrix, and where it stands."""

    entries: tuple[fmpq, ...]
    span: Span


def claims_of_entries(sheet: Sheet) -> Iterator[Claim]:
    """Every sum of all entries: right where the matrix before it has it, wrong where it surely has not."""
    said = [*_SUMMED.finditer(sheet.text)]
    if not said:
        return
    matrices = sorted((*_stated(sheet), *_drawn(sheet.text)), key=lambda one: one.span.end)
    for found in said:
        above = [one for one in matrices if one.span.end <= found.start()]
        claim = _judged(sheet, above, found) if above else None
        if claim is not None:
            yield claim


def _stated(sheet: Sheet) -> Iterator[Matrix]:
    for statement in sheet.statements:
        last = statement.members[-1]
        value = literal(last.expr) if isinstance(last.expr, Array) else None
        if isinstance(value, Tensor) and len(value.shape) == LEAST:
            entries = tuple(item for item in value.items if isinstance(item, fmpq))
            yield Matrix(entries, last.span)


def _drawn(text: str) -> Iterator[Matrix]:
    """Rows of numbers below each other, all of one length."""
    for found in _BLOCK.finditer(text):
        rows = [[number_in(one[0]) for one in _ONE.finditer(line)] for line in found[0].splitlines()]
        entries = tuple(entry for row in rows for entry in row if entry is not None)
        if len({len(row) for row in rows}) == 1:
            yield Matrix(entries, Span(found.start(), found.end()))


def _judged(sheet: Sheet, above: Sequence[Matrix], found: re.Match[str]) -> Claim | None:
    stated = number_in(found["number"])
    place = Span(found.start("number"), found.end("number"))
    if stated is None:
        return None
    sums = [sum(one.entries, fmpq(0)) for one in above]
    if stated == sums[-1]:
        return claim_about(sheet.judge.page, place, Verdict.RIGHT)
    last = above[-1]
    unit = unit_of(found["number"])
    if stated in sums or abs(sums[-1] - stated) <= unit * len(last.entries) and unit < 1:
        return None
    if found.start() - last.span.end > REACH or _BETWEEN.search(sheet.text, last.span.end, found.start()):
        return None
    most = sum((abs(entry) for entry in last.entries), fmpq(0))
    if abs(sums[-1] - stated) > most or is_contrasted(sheet.text, place.start):
        return None
    slip = misread(sums[-1], stated, unit)
    dropped = sums[-1] - stated in last.entries
    slips = (slip,) if slip is not None else ("slip/dropped-term",) if dropped else ()
    message = f"the entries add up to {show(sums[-1])}"
    return claim_at(sheet.judge, place, RULE, slips, message, show(sums[-1]), (last.span,))
