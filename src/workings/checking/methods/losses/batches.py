"""Gradients of a batch that are added up, where the page has its loss as a mean: L = 1/N Σ …"""

from __future__ import annotations

import re
from collections.abc import Iterator

from workings.checking.comparing.parts import terms
from workings.checking.methods.pages.lines import is_numeric
from workings.checking.methods.sheet import Result, Sheet
from workings.evaluating.rendering import show
from workings.expr import Call, Name, Number
from workings.finding import Claim
from workings.parsing.moods import is_contrasted
from workings.regex import regex
from workings.source import line_start

RULE = "mean/not-divided"
REACH = 120  # characters behind a sum in which it may still be divided
_MEAN = regex(
    r"=\s*+(?:\\[dt]?frac\s*+\{?1\}?\s*+\{?\s*+(?P<below>\d|[NnmB])\s*+\}?|\(?\s*+1\s*+/\s*+(?P<under>\d|[NnmB])\s*+\)?)"
    r"\s*+(?:\\cdot|·|\*|\\,)?\s*+(?:\\sum|Σ|∑|sum(?![a-z]))"
)
_GRADIENT = regex(r"\bgrad(?:ient)?\b(?! (?:of|for) (?:example|sample|point)s? \d)", re.I)
_BY_WEIGHT = regex(r"(?:∂|d)[A-Zℓ]\w*/(?:∂|d)[wbθW]")
_SUMMED = regex(r"\b(?:sum|summed|total|accumulat\w*)\b", re.I)
_DIVIDED = regex(r"/|÷|\bdivid|\\frac|\bmean\b|\baverag|\bhalf\b", re.I)
_PLAIN = frozenset({"mul", "times", "neg", "dot", "hadamard", "brackets"})
SAID: tuple[re.Pattern[str], ...] = (_MEAN,)


def claims_of_batches(sheet: Sheet) -> Iterator[Claim]:
    """The first gradient that is the sum over as many examples as the mean of the loss is taken of."""
    formulas = [*_MEAN.finditer(sheet.text)]
    if len(formulas) != 1:
        return
    said = formulas[0]["below"] or formulas[0]["under"]
    for result in sheet.results:
        count = _summed(result)
        counted = (
            said == str(count) if said.isdigit() else count in {len(one.numbers) for one in sheet.listings}
        )
        if count < 2 or not counted or result.start < formulas[0].end() or not _is_of_batch(sheet, result):
            continue
        right = result.number.value / count
        end = result.statement.span.end
        reached = any(one.number.value == right for one in sheet.results if one.start > end)
        if reached or _DIVIDED.search(sheet.text[end : end + REACH].partition("\n")[0]):
            continue
        if result.number.value and not is_contrasted(sheet.text, result.start):
            message = f"the loss is a mean over {count} examples, so their gradients are divided by {count}"
            yield sheet.claim(result.member.span, RULE, message, show(right))
            return


def _summed(result: Result) -> int:
    """How many numbers, or products of numbers, are added up."""
    if result.formula is None or not is_numeric(result.formula):
        return 0
    parts = [part for _, part in terms(result.formula)]
    plain = all(isinstance(part, Number) or isinstance(part, Call) and part.op in _PLAIN for part in parts)
    return len(parts) if plain else 0


def _is_of_batch(sheet: Sheet, result: Result) -> bool:
    """Whether a line is called the gradient by a weight, and not a sum that is yet to be divided."""
    lead = sheet.text[line_start(sheet.text, result.start) : result.start]
    if _SUMMED.search(lead):
        return False
    named = isinstance(result.head, Name) and _BY_WEIGHT.match(result.head.key) is not None
    return named or _GRADIENT.search(lead) is not None
