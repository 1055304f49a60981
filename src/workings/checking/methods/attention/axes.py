"""Softmax down the columns of a table whose rows are the queries: `e^{s₁₁} / (e^{s₁₁} + e^{s₂₁})`."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from flint import fmpq

from workings.checking.comparing.digits import stated_number
from workings.checking.comparing.parts import summands
from workings.checking.methods.chances.lookups import Chart, charts_of
from workings.checking.methods.pages.knowing import Working, workings_of
from workings.checking.methods.sheet import Sheet
from workings.expr import Call, Expr, Number
from workings.finding import Claim
from workings.regex import regex

RULE = "softmax/wrong-axis"
LEAST = 2  # weights that are made so
_ROWS = regex(
    r"\brows? (?:are|is|=|hold|stand for)?\s*(?:the )?quer|\beach query['’]?s? weights"
    r"|\bsoftmax (?:is taken )?(?:over|along) (?:the |all )?keys"
    r"|\b(?:row[- ]wise|along (?:each|the|every) rows?|(?:of|over) each row)\b",
    re.I,
)
_COLUMNS = regex(
    r"\brows? (?:are|is|=|hold)?\s*(?:the )?keys?\b|column[- ]wise|down the columns"
    r"|over the queries",
    re.I,
)
_QUERY = regex(r"\W*(?:q|query)\W?\s?\w{1,8}\W*", re.I)
SAID: tuple[re.Pattern[str], ...] = (regex(r"softmax|attention", re.I),)


def claims_of_axes(sheet: Sheet) -> Iterator[Claim]:
    """The first of some weights that are all shares of their columns, where none is a share of its row."""
    charts = charts_of(sheet)
    if len(charts) != 1 or sheet.says(_COLUMNS):
        return
    (chart,) = charts
    if not sheet.says(_ROWS) and not all(map(_QUERY.fullmatch, chart.rows)):
        return
    powers = _powers(sheet)
    found = [
        (line, is_row)
        for line in workings_of(sheet)
        if line.start > chart.grid.span.end and (is_row := _is_of_row(line, chart, powers)) is not None
    ]
    if len(found) >= LEAST and not any(is_row for _, is_row in found):
        message = "each row is a query: its weights are shares of the row, not of the column"
        yield sheet.claim(found[0][0].formula.span, RULE, message, None, chart.grid.header[0].span)


def _powers(sheet: Sheet) -> dict[fmpq, fmpq]:
    """The scores by what their exponentials are stated to be, if that is so of one alone."""
    found: dict[fmpq, set[fmpq]] = {}
    for result in sheet.results:
        score = _score(result.formula, {}) if result.formula is not None else None
        if score is not None:
            found.setdefault(result.number.value, set()).add(score)
    return {made: scores.pop() for made, scores in found.items() if len(scores) == 1}


def _score(expr: Expr, powers: Mapping[fmpq, fmpq]) -> fmpq | None:
    """What an exponential is taken of, which is written or a number that stands for it."""
    match expr:
        case Call(op="exp", args=(inner,)):
            stated = stated_number(inner)
            return None if stated is None else stated.value
        case Number(value=value):
            return powers.get(value)
        case _:
            return None


def _is_of_row(line: Working, chart: Chart, powers: Mapping[fmpq, fmpq]) -> bool | None:
    """Whether a weight is a share of its row; False if of its column; None if of neither, or of both."""
    match line.formula.expr:
        case Call(op="div", args=(above, below)):
            inner = below.args[0] if isinstance(below, Call) and below.op == "brackets" else below
            own, total = _score(above, powers), [_score(term, powers) for term in summands(inner)]
        case _:
            return None
    places = [place for place, value in chart.entries.items() if value == own]
    scores = sorted(score for score in total if score is not None)
    if own is None or len(places) != 1 or len(scores) < max(2, len(total)):
        return None
    ((row, column),) = places
    in_row = sorted(value for (at, _), value in chart.entries.items() if at == row)
    in_column = sorted(value for (_, at), value in chart.entries.items() if at == column)
    if (scores == in_row) == (scores == in_column):
        return None
    return scores == in_row
