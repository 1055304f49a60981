"""Deviations that are no roots: of a mean divided by n, of N(m, v) taken as v; variances by another n."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise

from flint import arb, fmpq

from workings.checking.comparing.digits import number_in
from workings.checking.comparing.parts import quotient, summands
from workings.checking.methods.pages.knowing import Working, workings_of
from workings.checking.methods.sheet import Sheet
from workings.checking.methods.trials.recipes import is_near
from workings.evaluating.rendering import show
from workings.expr import Call, Expr, Number
from workings.finding import Claim
from workings.parsing.numerals import NUMERAL
from workings.regex import regex

RULE = "recipe/no-root"
NEAR = 160  # characters between a variance and the deviation beside it
REACH = 400  # characters behind a distribution that speak of it
_NEARLY = 200  # one part in so many may be rounding
_VARIANCE = regex(r"\bvariances?\b[^.;]{0,40}$|\bVar\b", re.I)
_DEVIATION = regex(r"\b(?:standard deviations?|std|sd|stdev)\b[^.;]{0,20}$", re.I)
_NORMAL = regex(
    r"(?:\\mathcal\{?\s?N\}?|\\mathrm\{N\}|𝒩|\bN)\s*"
    rf"\(\s*(?P<mean>[-−]?{NUMERAL})\s*[,;]\s*(?P<spread>{NUMERAL})\s*\)"
)
_SCORE = regex(r"\bz\b|z-?score|standardi[sz]", re.I)
_SPREAD = regex(r"\b[Vv]arian[cz]|\bσ²|\\sigma\^2")
_SAMPLE = regex(r"\bsample var|unbiased|Bessel|n\s*[-−]\s*1\b|degrees of freedom", re.I)
LEAST_ALIKE = 2  # variances by the number of their terms, beside one that is not
SAID = (_NORMAL, _DEVIATION, _SPREAD)


def claims_of_spreads(sheet: Sheet) -> Iterator[Claim]:
    """Deviations of means first, then scores."""
    lines = workings_of(sheet)
    for one, other in pairwise(lines):
        yield from _of_mean(sheet, one, other)
    yield from _of_scores(sheet, lines)
    if not sheet.says(_SAMPLE):
        yield from _of_another_count(sheet, lines)


def _of_another_count(sheet: Sheet, lines: list[Working]) -> Iterator[Claim]:
    """`(1 + 1 + 25 + 9)/3` for the variance of one of several columns, where all others divide by 4."""
    squares = [(line, *found) for line in lines if (found := _mean_of_squares(line.formula.expr)) is not None]
    odd = [one for one in squares if one[1] != one[2]]
    if len(odd) != 1 or sum(one[1:] == (odd[0][1], odd[0][1]) for one in squares) < LEAST_ALIKE:
        return
    line, terms, count = odd[0]
    rule = "mean/one-less" if count == terms - 1 else "mean/other-count"
    message = f"{terms} squares are divided by {count}, and those of the lines beside it by {terms}"
    yield sheet.claim(line.formula.span, rule, message)


def _mean_of_squares(expr: Expr) -> tuple[int, int] | None:
    """How many squares are added up, and by what that is divided."""
    parts = quotient(expr)
    terms = summands(parts[0]) if parts is not None else []
    squared = all(_is_square(term) for term in terms)
    return (len(terms), parts[1]) if parts is not None and squared and len(terms) > 2 else None


def _is_square(expr: Expr) -> bool:
    match expr:
        case Call(op="pow", args=(_, Number(value=power))):
            return bool(power == 2)
        case _:
            return False


def _of_mean(sheet: Sheet, one: Working, other: Working) -> Iterator[Claim]:
    """“the variance is 2.9/4 = 0.73 and the standard deviation 1.7/4 = 0.43”, where 1.7² is 2.9."""
    if not 0 < other.start - one.start < NEAR:
        return
    match one.formula.expr, other.formula.expr:
        case (
            Call(op="div", args=(Number(value=variance), Number(value=count))),
            Call(op="div", args=(Number(value=deviation), Number(value=again))),
        ) if count == again and count > 1 and count.q == 1:
            said = _VARIANCE.search(one.said.partition(" | ")[0]), _DEVIATION.search(other.words)
            if all(said) and is_near(deviation * deviation, variance, _NEARLY):
                right = arb(deviation) / arb(count).sqrt()
                message = f"the variance is divided by {show(count)}, so the deviation is by its root"
                yield sheet.claim(other.formula.span, RULE, message, show(right))
        case _:
            pass


def _of_scores(sheet: Sheet, lines: list[Working]) -> Iterator[Claim]:
    """`z = (8 - 2)/9` below `x ~ N(2, 9)` on a page that takes 3 for the deviation."""
    for found in _NORMAL.finditer(sheet.text):
        mean, spread = (number_in(found[key].replace("−", "-")) for key in ("mean", "spread"))
        root = None if spread is None else _root(spread)
        if mean is None or spread is None or root is None or spread == 1:
            continue
        if not _is_variance(sheet, found, spread, root):
            continue
        for line in lines:
            if line.start < found.start() or not _SCORE.search(line.said):
                continue
            match line.formula.expr:
                case Call(op="div", args=(above, Number(value=below))) if below == spread:
                    if _is_less(above, mean):
                        message = f"{show(spread)} is the variance, its root {show(root)} is divided by"
                        yield sheet.claim(line.formula.span, RULE, message)
                        return
                case _:
                    pass


def _is_less(expr: Expr, mean: fmpq) -> bool:
    match expr:
        case Call(op="brackets", args=(inner,)):
            return _is_less(inner, mean)
        case Call(op="sub", args=(Number(), Number(value=value))):
            return value == mean
        case _:
            return False


def _is_variance(sheet: Sheet, found: re.Match[str], spread: fmpq, root: fmpq) -> bool:
    """Whether the text behind it has the root for the deviation: `3\\sqrt{2\\pi}`, “sd 3”."""
    again = _NORMAL.search(sheet.text, found.end())
    end = min(found.end() + REACH, len(sheet.text) if again is None else again.start())
    text = sheet.text[found.end() : end]
    return _has_deviation(text, root) and not _has_deviation(text, spread)


def _has_deviation(text: str, value: fmpq) -> bool:
    written = show(value).replace(".", r"\.")
    shown = regex(
        rf"(?<![\d.]){written}\s*(?:\\cdot\s*)?(?:\\sqrt\s*\{{?\s*2|√\s?\(?2)"
        rf"|(?:standard deviation|std|sd|\\sigma|σ)[\s$]*(?:is|=|of|:)?[\s$]*{written}(?![\d.]*\d)"
    )
    return shown.search(text) is not None


def _root(value: fmpq) -> fmpq | None:
    """The root of a number that is a square."""
    above, below = round(float(value.p) ** 0.5), round(float(value.q) ** 0.5)
    root = fmpq(above, below)
    return root if root * root == value else None
