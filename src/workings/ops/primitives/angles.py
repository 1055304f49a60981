"""Trigonometric and hyperbolic functions, and the error function."""

from __future__ import annotations

from collections.abc import Callable

from flint import arb, fmpq

from workings.ops.primitives.arithmetic import magnitude
from workings.ops.primitives.primitive import NoValue, Primitive
from workings.ops.primitives.shaping import each
from workings.value import Scalar, Value

_ZERO, _ONE = fmpq(0), fmpq(1)
_STEEPEST = 1 << 200  # an angle larger than this is not reduced


def _circular(name: str, ball: Callable[[arb], arb], at_zero: fmpq | None) -> Primitive:
    """sin, cos … of an angle in radians, or in degrees where the run says so."""

    def entry(x: Scalar, degrees: bool) -> Scalar:
        if isinstance(x, fmpq) and not x:
            if at_zero is None:
                raise NoValue(f"{name} of zero")
            return at_zero
        if not magnitude(x) < _STEEPEST:
            raise NoValue("an angle too large to compute")
        angle = arb(x) * arb.pi() / 180 if degrees else arb(x)
        result = ball(angle)
        if not result.is_finite():
            raise NoValue(f"{name} has no value there")
        return result

    def compute(x: Value, degrees: bool = False) -> Value:
        return each(lambda item: entry(item, degrees), x)

    return Primitive(name, compute, setting="degrees")


def _inverse(name: str, ball: Callable[[arb], arb], exact: tuple[fmpq, fmpq]) -> Primitive:
    """asin, acos, atan; the answer is in degrees where the run says so."""
    known_at, known = exact

    def entry(x: Scalar, degrees: bool) -> Scalar:
        if isinstance(x, fmpq) and x == known_at:
            return known
        angle = ball(arb(x))
        if not angle.is_finite():
            raise NoValue(f"{name} has no value there")
        return angle * 180 / arb.pi() if degrees else angle

    def compute(x: Value, degrees: bool = False) -> Value:
        return each(lambda item: entry(item, degrees), x)

    return Primitive(name, compute, setting="degrees")


def _smooth(name: str, ball: Callable[[arb], arb], exact: tuple[fmpq, fmpq]) -> Primitive:
    """A function known exactly at one point and as a ball elsewhere."""
    known_at, known = exact

    def entry(x: Scalar) -> Scalar:
        if isinstance(x, fmpq) and x == known_at:
            return known
        if not magnitude(x) < _STEEPEST:
            raise NoValue(f"{name} of a number too large")
        result = ball(arb(x))
        if not result.is_finite():
            raise NoValue(f"{name} has no value there")
        return result

    return Primitive(name, lambda x: each(entry, x), scalar=entry)


ANGLES = (
    _circular("sin", arb.sin, _ZERO),
    _circular("cos", arb.cos, _ONE),
    _circular("tan", arb.tan, _ZERO),
    _circular("cot", arb.cot, None),
    _circular("sec", arb.sec, _ONE),
    _circular("csc", arb.csc, None),
    _inverse("asin", arb.asin, (_ZERO, _ZERO)),
    _inverse("acos", arb.acos, (_ONE, _ZERO)),
    _inverse("atan", arb.atan, (_ZERO, _ZERO)),
    _smooth("sinh", arb.sinh, (_ZERO, _ZERO)),
    _smooth("cosh", arb.cosh, (_ZERO, _ONE)),
    _smooth("tanh", arb.tanh, (_ZERO, _ZERO)),
    _smooth("asinh", arb.asinh, (_ZERO, _ZERO)),
    _smooth("acosh", arb.acosh, (_ONE, _ZERO)),
    _smooth("atanh", arb.atanh, (_ZERO, _ZERO)),
    _smooth("erf", arb.erf, (_ZERO, _ZERO)),
)
