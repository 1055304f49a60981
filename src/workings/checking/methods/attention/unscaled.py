"""The one row of weights that is the softmax of scores which were not divided, where the others were.

“Divide by √2 and take the softmax along each row”: two rows do so, and the third goes straight from (1, 0, 4)
to its exponentials.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from math import isqrt

from flint import arb, fmpq

from workings.checking.comparing.agreeing import distance
from workings.checking.comparing.digits import Stated
from workings.checking.methods.pages.ledger import COLUMN, Listing
from workings.checking.methods.sheet import Sheet
from workings.evaluating.rendering import show
from workings.finding import Claim
from workings.parsing.moods import is_contrasted, is_counterfactual, sentence_before
from workings.regex import regex
from workings.source import line_start

RULE = "attention/missing-scale"
LEAST = 2  # entries of a row
MOST_LISTS = 40
MOST_WIDTH = 4096
_TINY = fmpq(1, 100)  # from one, of rows that are shares
_DIVIDED = regex(
    r"\b(?:divid|scal)\w*[^.\n]{0,40}?(?:√|\\sqrt|sqrt)\s*[{(]?\s*(\d{1,4})(?![\d.])"
    r"|(?:/|\}\{)\s*(?:√|\\sqrt|sqrt)\s*[{(]?\s*(\d{1,4})(?![\d.])",
    re.I,
)
_OTHERWISE = regex(
    r"\b(?:without|skip\w*|no|not|unscaled|raw|before|instead|leav\w+ out|forget\w*|mask\w*|causal"
    r"|temperature|logits?|predict\w*|vocab\w*)\b",
    re.I,
)
_ROW = regex(r"[\s>*_$|(-]*(?:row|token|query|position|q)\s*_?\$?\{?\d", re.I)
SAID: tuple[re.Pattern[str], ...] = (_DIVIDED,)


def claims_of_unscaled(sheet: Sheet) -> Iterator[Claim]:
    """The only row of weights that is made of scores as they are."""
    widths = {int(one[1] or one[2]) for one in _DIVIDED.finditer(sheet.text)}
    said = _DIVIDED.search(sheet.text)
    if said is None or len(widths) != 1 or not 1 < (width := widths.pop()) <= MOST_WIDTH:
        return
    root = arb(width).sqrt()
    lists = [one for one in sheet.listings if len(one.numbers) >= LEAST and one.label != COLUMN][:MOST_LISTS]
    own = sheet.section_at(said.start())
    weights = [
        one
        for one in lists
        if _are_shares(one.numbers) and said.end() < one.first.start < own.end and _is_row(sheet, one)
    ]
    scores = [one for one in lists if not _are_shares(one.numbers)]
    scaled = [one for one in scores if any(_is_divided(one, other, root) for other in scores)]
    plain = [one for one in scores if one not in scaled]
    right: list[Listing] = []
    odd: list[tuple[Listing, Listing]] = []
    for one in weights:
        above = [other for other in plain if _is_above(other, one)]
        below = [other for other in scaled if _is_above(other, one)]
        divided = any(_is_softmax(one, other, root) for other in above)
        if divided or any(_is_softmax(one, other, arb(1)) for other in below):
            right.append(one)
        else:
            raw = [other for other in above if _is_raw(other, said.start(), width)]
            odd += [(one, other) for other in raw if _is_softmax(one, other, arb(1))][:1]
    odd = [pair for pair in odd if not _is_said_so(sheet, pair[0])]
    if right and len({one.first for one, _ in odd}) == 1:
        one, other = odd[0]
        made = ", ".join(show(value) for value in _shares([arb(n.value) / root for n in other.numbers]))
        message = f"its scores are not divided by √{width}, as those of the other rows are"
        yield sheet.claim(one.first, RULE, message, made, other.first)


def _is_row(sheet: Sheet, one: Listing) -> bool:
    """Whether the line of a list, or the sentence above it, begins with the row that it is of."""
    line = sheet.text[line_start(sheet.text, one.first.start) : one.first.start]
    return (
        _ROW.match(line) is not None or _ROW.match(sentence_before(sheet.text, one.first.start)) is not None
    )


def _is_raw(one: Listing, said: int, width: int) -> bool:
    """Whether scores surely are not divided yet: they stand above the division, or are whole behind √2."""
    last = one.places[-1] if one.places else one.span
    whole = all(number.integer for number in one.numbers)
    return whole and (last.end <= said or isqrt(width) ** 2 != width)


def _is_said_so(sheet: Sheet, one: Listing) -> bool:
    start = one.first.start
    if is_contrasted(sheet.text, start) or is_counterfactual(sheet.text, start):
        return True
    return _OTHERWISE.search(sentence_before(sheet.text, start)) is not None


def _is_above(one: Listing, other: Listing) -> bool:
    last = one.places[-1] if one.places else one.span
    return len(one.numbers) == len(other.numbers) and last.start < other.first.start


def _are_shares(numbers: Sequence[Stated]) -> bool:
    return (
        all(0 <= n.value <= 1 and not n.integer for n in numbers)
        and abs(sum((n.value for n in numbers), fmpq(0)) - 1) <= _TINY
    )


def _is_divided(one: Listing, other: Listing, root: arb) -> bool:
    """Whether the numbers of one list are those of another, divided."""
    if one is other or len(one.numbers) != len(other.numbers) or not any(n.value for n in other.numbers):
        return False
    pairs = zip(one.numbers, other.numbers, strict=True)
    return all(bool(distance(arb(m.value) / root, n.value) <= n.unit) for n, m in pairs)


def _is_softmax(one: Listing, other: Listing, root: arb) -> bool:
    """Whether weights are the softmax of scores divided by something, to their digits."""
    made = _shares([arb(n.value) / root for n in other.numbers])
    spread = max(n.value for n in other.numbers) - min(n.value for n in other.numbers)
    fits = all(bool(distance(x, n.value) <= n.unit) for x, n in zip(made, one.numbers, strict=True))
    return fits and spread != 0


def _shares(scores: Sequence[arb]) -> list[arb]:
    powers = [score.exp() for score in scores]
    total = sum(powers, arb(0))
    return [power / total for power in powers]
