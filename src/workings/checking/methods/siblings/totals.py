"""Sums of a list: a number of it left out, put in twice, or put in with the other sign."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from flint import fmpq

from workings.checking.methods.lines import Line
from workings.checking.methods.siblings.rows import Rows
from workings.checking.methods.siblings.vectors import LIST, RUN, Vector
from workings.checking.methods.siblings.worked import (
    OTHER,
    SIGN,
    Stray,
    Worked,
    stray,
    telling,
    without_term,
)
from workings.regex import regex

LEAST_TERMS = 3
NEAR = 48  # characters before a sum that say what it is
_TOTAL = regex(
    r"\b(?:sum|total|denominator|together|altogether|mean|average|adding|add|normali[sz]er|partition)\b|(?-i:Σ)|∑",
    re.I,
)
_PARTLY = regex(
    r"\b(?:except|without|others?|rest|remaining|top|only|excluding|but|kept|keep|drop\w*|mask\w*|first|last"
    r"|two|three|half|nucleus|neighbou?rs?|negatives?|positives?|wrong|hidden|previous|past|visible|partial|tail)\b",
    re.I,
)


def of_lists(worked: Worked, vectors: Sequence[Vector], rows: Rows, lines: Sequence[Line]) -> Iterator[Stray]:
    """The one slip by which a sum is not that of a list above it."""
    if worked.width != 1 or worked.terms < LEAST_TERMS - 1 or not worked.is_plain:
        return
    row = worked.rows(0)[0]
    values = tuple(slot.value for slot in row)
    above = [v for v in vectors if v.start < worked.line.start]
    if any(v.values == values for v in above):
        return
    lists = [v for v in above if v.kind in (LIST, RUN)]
    even = [v for v in lists if len(v.values) == len(values)]
    total = _TOTAL.search(rows.lead(worked.line.start)[-NEAR:]) is not None
    found = [one for v in even if (one := _turned_or_twice(worked, v)) is not None]
    found = [one for one in found if total or one.slip != SIGN]
    if not found and total and not is_of_part(rows, worked.line):
        summed = {tuple(slot.value for slot in line.slots) for line in lines}
        longer = [v for v in lists if len(v.values) == len(values) + 1 and v.values not in summed]
        longer = [v for v in longer if v.kind == LIST or len(values) >= LEAST_TERMS]
        found = [one for v in longer if (one := _left_out(worked, v)) is not None]
    if len({(one.slip, one.expected) for one in found}) == 1:
        yield found[0]


def is_of_part(rows: Rows, line: Line) -> bool:
    """Whether the words before a line say that something is left out of it."""
    return _PARTLY.search(rows.lead(line.start)) is not None


def _turned_or_twice(worked: Worked, vector: Vector) -> Stray | None:
    """A positive number of a list that is taken away, or its neighbour in its place."""
    row = worked.rows(0)[0]
    off = [at for at, slot in enumerate(row) if slot.value != vector.values[at]]
    rest = [value for at, value in enumerate(vector.values) if at not in off]
    if len(off) != 1 or telling(rest) < LEAST_TERMS - 1 or len(row) < LEAST_TERMS:
        return None
    slot, expected = row[off[0]], vector.values[off[0]]
    if slot.value == -expected < 0:
        return stray(worked.line, SIGN, ((slot, expected),), vector.start)
    beside = [vector.values[at] for at in (off[0] - 1, off[0] + 1) if 0 <= at < len(row)]
    long = len(str(abs(slot.value / slot.written.unit).p)) > 2
    if slot.value in beside and long:
        return stray(worked.line, OTHER, ((slot, expected),), vector.start)
    return None


def _left_out(worked: Worked, vector: Vector) -> Stray | None:
    row = worked.rows(0)[0]
    values = tuple(slot.value for slot in row)
    at = next((n for n, value in enumerate(values) if value != vector.values[n]), len(values))
    lost = vector.values[at]
    if (*vector.values[:at], *vector.values[at + 1 :]) != values or not lost or telling(values) < 2:
        return None
    if lost == sum(values, fmpq(0)) or any(slot.value in (len(values), lost) for slot in worked.line.slots):
        return None  # a total, a mean over those that are there, or it is there more than once: 6 · 1
    return without_term(worked.line, row[0], row[0].value + lost, lost, vector.start)
