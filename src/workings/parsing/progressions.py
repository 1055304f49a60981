"""Sums whose middle is left out: `1 + 2 + … + 10`, `1 + 1/2 + 1/4 + … + 1/64`."""

from __future__ import annotations

from itertools import pairwise

from flint import fmpq

from workings.expr import ELIDED, Alt, Call, Expr, Hole, Number
from workings.source import Span

MOST_TERMS = 10_000
MOST_FACTORS = 60


def completed(expr: Expr) -> Expr:
    """The sum with what its dots stand for, where the terms before and behind them tell."""
    terms = _terms(expr)
    places = [at for at, term in enumerate(terms) if isinstance(term, Hole) and term.reason == ELIDED]
    if len(places) != 1 or not 2 <= places[0] == len(terms) - 2:
        return expr
    values = [value for term in terms if (value := _value(term)) is not None]
    if len(values) < len(terms) - 1:
        return expr
    *first, last = values
    readings = tuple(
        made for made in (_added(first, last, expr.span), _scaled(first, last, expr.span)) if made is not None
    )
    if not readings:
        return expr
    return readings[0] if len(readings) == 1 else Alt(expr.span, readings)


def _terms(expr: Expr) -> list[Expr]:
    found: list[Expr] = []
    while isinstance(expr, Call) and expr.op == "add" and len(expr.args) == 2:
        found.append(expr.args[1])
        expr = expr.args[0]
    return [expr, *reversed(found)]


def _value(term: Expr) -> fmpq | None:
    """What a number or a fraction comes to."""
    match term:
        case Number():
            return term.value
        case Call(op="div", args=(Number() as over, Number() as under)) if under.value != 0:
            return over.value / under.value
        case _:
            return None


def _added(first: list[fmpq], last: fmpq, span: Span) -> Expr | None:
    """The mean of the ends so many times, where every term is that before it and the same number more."""
    step = first[1] - first[0]
    if len(first) == 2 and step not in (1, 2):
        return None  # 1 + 4 + … + 100 may be squares
    if step == 0 or any(b - a != step for a, b in pairwise(first)):
        return None
    count = (last - first[0]) / step + 1
    if count.q != 1 or not len(first) < count <= MOST_TERMS:
        return None
    ends = Call(span, "add", (_number(first[0], span), _number(last, span)))
    return Call(span, "div", (Call(span, "mul", (_number(count, span), ends)), _number(fmpq(2), span)))


def _scaled(first: list[fmpq], last: fmpq, span: Span) -> Expr | None:
    """All terms, where every one is that before it times the same number."""
    factor = first[1] / first[0] if first[0] != 0 else fmpq(0)
    if len(first) == 2 and factor != 2:
        return None
    if factor in (0, 1, -1) or any(b != a * factor for a, b in pairwise(first)):
        return None
    terms = list(first)
    while terms[-1] != last:
        terms.append(terms[-1] * factor)
        if len(terms) > MOST_FACTORS:
            return None
    whole: Expr = _number(terms[0], span)
    for term in terms[1:]:
        whole = Call(span, "add", (whole, _number(term, span)))
    return whole


def _number(value: fmpq, span: Span) -> Number:
    return Number(span, value, fmpq(1), str(value))
