"""Series that are cut off behind a few terms: `sin(x) = x − x³/6 + x⁵/120`."""

from __future__ import annotations

from flint import arb, fmpq

from workings.checking.comparing.parts import operands
from workings.evaluating import evaluate
from workings.expr import Call, Expr, Name, Number, walk
from workings.resolving.scope import as_value
from workings.resolving.traits import names_in

LEAST_TERMS = 3
NEAR_NOUGHT = fmpq(1, 8)
_SMALL = 4  # times what is left out, the last term is still more
_POLYNOMIAL = frozenset({"add", "sub", "neg", "mul", "times", "div", "pow", "factorial"})


def is_cut_off(function: Expr, series: Expr) -> bool:
    """Whether a polynomial is a function of the same letter near 0, but for less than its last term."""
    letters = names_in(function)
    if (
        len(letters) != 1
        or names_in(series) != letters
        or not _is_polynomial(series)
        or _is_polynomial(function)
    ):
        return False
    terms = operands(series, frozenset({"add", "sub"}))
    values = [_at(part, NEAR_NOUGHT) for part in (function, series, *terms)]
    if len(terms) < LEAST_TERMS or any(value is None for value in values):
        return False
    whole, made, *each = [abs(arb(value)) if at > 1 else arb(value) for at, value in enumerate(values)]
    last = min(each, key=lambda term: float(term.mid()))
    return bool(abs(whole - made) * _SMALL < last)


def _is_polynomial(expr: Expr) -> bool:
    return all(
        isinstance(node, Name | Number) or (isinstance(node, Call) and node.op in _POLYNOMIAL)
        for node in walk(expr)
    )


def _at(expr: Expr, point: fmpq) -> fmpq | arb | None:
    """The value of an expression in one letter."""
    value = as_value(evaluate(expr, dict.fromkeys(names_in(expr), point)))
    return value if isinstance(value, fmpq | arb) else None
