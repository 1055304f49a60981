"""What values an expression can take when its names may be any numbers, or are bounded."""

from __future__ import annotations

from collections.abc import Mapping

from flint import fmpq

from workings.expr import Alt, Array, Call, Expr, Index, Name, Number
from workings.record import record

DEEPEST = 40


@record(frozen=True, slots=True)
class Range:
    """Between two bounds, either of which may be missing; an open end is approached but not taken."""

    low: fmpq | None = None
    high: fmpq | None = None
    low_open: bool = False
    high_open: bool = False

    def is_above(self, bound: fmpq, strictly: bool) -> bool:
        """Whether every value is at least the bound, or larger than it."""
        if self.low is None:
            return False
        return bool(self.low > bound) or (self.low == bound and (self.low_open or not strictly))

    def is_below(self, bound: fmpq, strictly: bool) -> bool:
        return negated(self).is_above(-bound, strictly)


EVERYTHING = Range()
_ZERO, _ONE = fmpq(0), fmpq(1)
_POSITIVE = Range(_ZERO, None, True)
_NOT_NEGATIVE = Range(_ZERO)
_SHARE = Range(_ZERO, _ONE, True, True)
_KNOWN = {  # whatever the argument is
    "sigmoid": _SHARE,
    "softmax": _SHARE,
    "tanh": Range(-_ONE, _ONE, True, True),
    "exp": _POSITIVE,
    "abs": _NOT_NEGATIVE,
    "bars": _NOT_NEGATIVE,
    "norm": _NOT_NEGATIVE,
    "relu": _NOT_NEGATIVE,
    "softplus": _POSITIVE,
    "sigmoid_prime": Range(_ZERO, fmpq(1, 4), True),
    "tanh_prime": Range(_ZERO, _ONE, True),
    "relu_prime": Range(_ZERO, _ONE),
    "step": Range(_ZERO, _ONE),
    "sin": Range(-_ONE, _ONE),
    "cos": Range(-_ONE, _ONE),
    "sqrt": _NOT_NEGATIVE,
    "variance": _NOT_NEGATIVE,
    "std": _NOT_NEGATIVE,
    "entropy": _NOT_NEGATIVE,
}


def range_of(expr: Expr, names: Mapping[str, Range], depth: int = 0) -> Range:
    """A range that surely holds every value of an expression; everything where nothing better is known."""
    if depth > DEEPEST:
        return EVERYTHING
    match expr:
        case Number():
            return Range(expr.value, expr.value)
        case Name():
            return names.get(expr.key, EVERYTHING)
        case Alt():
            return range_of(expr.options[0], names, depth + 1) if expr.options else EVERYTHING
        case Index() if isinstance(expr.base, Call) and expr.base.op == "softmax":
            return _SHARE
        case Call(op="softmax", args=(Array(),)):
            return EVERYTHING  # a vector
        case Call() if expr.op in _KNOWN:
            return _of_function(expr, names, depth)
        case Call(options=()):
            return _of_operator(expr, [range_of(arg, names, depth + 1) for arg in expr.args])
        case _:
            return EVERYTHING


def _of_function(expr: Call, names: Mapping[str, Range], depth: int) -> Range:
    """The range of a function; a rising one keeps the side of its middle that its argument is on."""
    known = _KNOWN[expr.op]
    if expr.op not in ("sigmoid", "tanh", "exp") or len(expr.args) != 1:
        return known
    inside = range_of(expr.args[0], names, depth + 1)
    middle = {"sigmoid": fmpq(1, 2), "tanh": _ZERO, "exp": _ONE}[expr.op]
    if inside.low is not None and inside.low >= 0:
        return Range(middle, known.high, bool(inside.low > 0) or inside.low_open, known.high_open)
    if inside.high is not None and inside.high <= 0:
        return Range(known.low, middle, known.low_open, bool(inside.high < 0) or inside.high_open)
    return known


def _of_operator(expr: Call, parts: list[Range]) -> Range:
    match expr.op, parts:
        case "neg", [one]:
            return negated(one)
        case "add", [one, other]:
            return _sum(one, other)
        case "sub", [one, other]:
            return _sum(one, negated(other))
        case (("mul" | "times" | "hadamard"), [one, other]):
            if _is_same(*expr.args):
                return _square(one)
            return _product(one, other)
        case "div", [one, other]:
            return _product(one, _inverse(other))
        case "pow", [one, other]:
            return _POSITIVE if _is_euler(expr.args[0]) else _power(one, other)
        case "max", [one, other]:
            return Range(_larger(one.low, other.low), None)
        case _:
            return EVERYTHING


def _is_same(one: Expr, other: Expr) -> bool:
    return isinstance(one, Name) and isinstance(other, Name) and one.key == other.key


def _is_euler(expr: Expr) -> bool:
    return isinstance(expr, Name) and expr.key == "e"


def negated(one: Range) -> Range:
    return Range(
        None if one.high is None else -one.high,
        None if one.low is None else -one.low,
        one.high_open,
        one.low_open,
    )


def _sum(one: Range, other: Range) -> Range:
    low = None if one.low is None or other.low is None else one.low + other.low
    high = None if one.high is None or other.high is None else one.high + other.high
    return Range(low, high, one.low_open or other.low_open, one.high_open or other.high_open)


def _product(one: Range, other: Range) -> Range:
    """Products of ranges that lie on one side of nought; elsewhere nothing is said."""
    for first, second, sign in ((one, other, 1), (negated(one), other, -1), (one, negated(other), -1)):
        if first.low is None or second.low is None or first.low < 0 or second.low < 0:
            continue
        low = first.low * second.low
        high = None if first.high is None or second.high is None else first.high * second.high
        low_open = (first.low_open or first.low > 0) and (second.low_open or second.low > 0)
        opened = first.low_open or second.low_open
        found = Range(low, high, bool(low_open and opened), first.high_open or second.high_open)
        return found if sign > 0 else negated(found)
    both = negated(one), negated(other)
    if all(side.low is not None and side.low >= 0 for side in both):
        return _product(*both)
    return EVERYTHING


def _inverse(one: Range) -> Range:
    if one.low is None or one.low < 0 or (one.low == 0 and not one.low_open):
        return EVERYTHING
    high = None if one.low == 0 else 1 / one.low
    low = _ZERO if one.high is None else 1 / one.high
    return Range(low, high, one.high is None or one.high_open, one.low_open)


def _square(one: Range) -> Range:
    if one.low is not None and one.low >= 0:
        return _product(one, one)
    if one.high is not None and one.high <= 0:
        return _product(negated(one), negated(one))
    return _NOT_NEGATIVE


def _power(one: Range, other: Range) -> Range:
    exponent = other.low if other.low is not None and other.low == other.high else None
    if exponent is not None and exponent.q == 1 and exponent > 0:
        if exponent == 1:
            return one
        if exponent == 2:
            return _square(one)
        if exponent.p % 2 == 0:
            return _NOT_NEGATIVE
    if one.low is not None and (one.low > 0 or (one.low == 0 and one.low_open)):
        return _POSITIVE
    return EVERYTHING


def _larger(one: fmpq | None, other: fmpq | None) -> fmpq | None:
    if one is None or other is None:
        return one if other is None else other
    return max(one, other)
