"""Rows of weights of which one gives something to a position that the mask of the page hides.

“Position i may look only at j < i” hides itself as well: `i=3: (0, ½, 0, ½, 0)` cannot be, where the other
rows have noughts from their own position on.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from flint import fmpq

from workings.checking.comparing.digits import number_in
from workings.checking.methods.sheet import Sheet
from workings.finding import Claim
from workings.parsing.moods import is_contrasted
from workings.parsing.numerals import UNSIGNED
from workings.record import record
from workings.regex import regex
from workings.source import Span

RULE = "softmax/mask-ignored"
LEAST = 3  # positions
LEAST_OTHERS = 2  # rows that keep to the mask
FARTHEST = 70  # characters between the label of a row and its weights
_HUNDREDTH = fmpq(1, 50)
_SIGHT = r"(?:look|see|attend|visible|allow|mask|hid)\w*"
_STRICT = regex(
    rf"\b{_SIGHT}[^.\n]{{0,40}}\bj\$?\s*(?:<|\\lt)\s*\$?i\b|\bonly (?:strictly )?earlier (?:positions|tokens)"
    r"|\bstrictly causal",
    re.I,
)
_CAUSAL = regex(
    rf"\b{_SIGHT}[^.\n]{{0,40}}\bj\$?\s*(?:≤|<=|\\leq?\b)\s*\$?i\b"
    r"|\bcausal(?:ly)?\b|\bsees? 1\s*(?:\.\.\.?|…|,)",
    re.I,
)
_OTHERWISE = regex(
    r"\b(?:without|no|before|un)[- ]?(?:the |a |any )?(?:causal )?mask\b"
    r"|\bbidirectional|\bcross\b|\bpad",
    re.I,
)
_FROM_NOUGHT = regex(
    r"\b(?:positions?|tokens?|rows?|[ij])\s*=?\s*0\b|\bfrom (?:0|zero|nought)\b|\b0\s?\.\.", re.I
)
_ROW = regex(r"\b(?:row|token|position|pos|query|i\s*=)\s*\$?(\d)\$?\s*(?:\([^)\n]{1,12}\)\s*)?[:.)]", re.I)
_WEIGHT = rf"(?:\d{{1,3}}/\d{{1,3}}|[½⅓¼¾⅔]|{UNSIGNED})"
_LIST = regex(rf"[(\[]\s*({_WEIGHT}(?:\s*,\s*{_WEIGHT}){{2,9}})\s*[)\]]")
_PARTS = {"½": fmpq(1, 2), "⅓": fmpq(1, 3), "¼": fmpq(1, 4), "¾": fmpq(3, 4), "⅔": fmpq(2, 3)}
SAID: tuple[re.Pattern[str], ...] = (_STRICT, _CAUSAL)


@record(frozen=True, slots=True)
class Row:
    """The weights of one position."""

    number: int
    weights: tuple[fmpq, ...]
    place: Span


def claims_of_barred(sheet: Sheet) -> Iterator[Claim]:
    """The one row of each section that gives weight to what its mask hides."""
    strict, causal = _STRICT.search(sheet.text), _CAUSAL.search(sheet.text)
    said = strict or causal
    if said is None:
        return
    own = sheet.section_at(said.start())
    text = sheet.text[own.start : own.end]
    if _OTHERWISE.search(_SCORES_BEFORE.sub("", text)):
        return
    rows = [row for row in _rows(sheet, own) if row.place.start > said.end()]
    first = 0 if _FROM_NOUGHT.search(text) else 1
    if len({len(row.weights) for row in rows}) != 1 or len({row.number for row in rows}) < len(rows):
        return
    seen = {row.number: row.number - first + (strict is None) for row in rows}
    odd = [row for row in rows if any(row.weights[seen[row.number] :])]
    if len(odd) != 1 or len(rows) <= LEAST_OTHERS or seen[odd[0].number] <= 0:
        return
    if not is_contrasted(sheet.text, odd[0].place.start):
        at = next(at for at, weight in enumerate(odd[0].weights) if weight and at >= seen[odd[0].number])
        message = f"position {odd[0].number} gives weight to position {at + first}, which the mask hides"
        yield sheet.claim(odd[0].place, RULE, message, None, Span(*said.span()))


_SCORES_BEFORE = regex(r"\bscores? before the mask", re.I)


def _rows(sheet: Sheet, own: Span) -> Iterator[Row]:
    """The lists that follow the label of a row on its line and add up to one."""
    labels = [*_ROW.finditer(sheet.text, own.start, own.end)]
    for label in labels:
        end = sheet.text.find("\n", label.end())
        found = _LIST.search(sheet.text, label.end(), end if end >= 0 else len(sheet.text))
        if found is None or found.start() - label.end() > FARTHEST:
            continue
        weights = _weights(found[1])
        if len(weights) >= LEAST and abs(sum(weights, fmpq(0)) - 1) <= _HUNDREDTH:
            yield Row(int(label[1]), weights, Span(*found.span()))


def _weights(text: str) -> tuple[fmpq, ...]:
    found = [_weight(part.strip()) for part in text.split(",")]
    known = tuple(value for value in found if value is not None)
    return known if len(known) == len(found) else ()


def _weight(text: str) -> fmpq | None:
    over, _, under = text.partition("/")
    if under:
        return fmpq(int(over), int(under)) if int(under) else None
    return _PARTS.get(text) or number_in(text)
