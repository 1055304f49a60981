"""Trigonometric and hyperbolic functions, and the error function."""

from __future__ import annotations

from collections.abc import Callable

from flint import arb, fmpq

from workings.expr import NOWHERE, Expr, Name, call
from workings.ops.primitives.arithmetic import magnitude
from workings.ops.primitives.primitive import NoValue, Primitive
from workings.ops.primitives.pullback import ONE, Back, Parts, negative, smooth
from workings.ops.primitives.shaping import each
from workings.value import Scalar, Value

_ZERO, _ONE = fmpq(0), fmpq(1)
_STEEPEST = 1 << 200  # an angle larger than this is not reduced


def _square(x: Expr) -> Expr:
    return call("hadamard", x, x)


def _slope_of_tanh(x: Expr) -> Expr:
    return call("sub", ONE, _square(call("tanh", x)))


SLOPES: dict[str, Callable[[Expr], Expr]] = {
    "sin": lambda x: call("cos", x),
    "cos": lambda x: negative(call("sin", x)),
    "tan": lambda x: call("add", ONE, _square(call("tan", x))),
    "cot": lambda x: negative(call("add", ONE, _square(call("cot", x)))),
    "sec": lambda x: call("hadamard", call("sec", x), call("tan", x)),
    "csc": lambda x: negative(call("hadamard", call("csc", x), call("cot", x))),
    "asin": lambda x: call("div", ONE, call("sqrt", call("sub", ONE, _square(x)))),
    "acos": lambda x: negative(call("div", ONE, call("sqrt", call("sub", ONE, _square(x))))),
    "atan": lambda x: call("div", ONE, call("add", ONE, _square(x))),
    "sinh": lambda x: call("cosh", x),
    "cosh": lambda x: call("sinh", x),
    "tanh": _slope_of_tanh,
    "asinh": lambda x: call("div", ONE, call("sqrt", call("add", ONE, _square(x)))),
    "acosh": lambda x: call("div", ONE, call("sqrt", call("sub", _square(x), ONE))),
    "atanh": lambda x: call("div", ONE, call("sub", ONE, _square(x))),
    "erf": lambda x: call(
        "hadamard", call("div", 2, call("sqrt", Name(NOWHERE, "π", "π"))), call("exp", negative(_square(x)))
    ),
}


def _in_radians(name: str) -> Callable[[Back], Parts]:
    """The rule of an angle; in degrees there is a factor that nobody writes."""

    def rule(back: Back) -> Parts:
        if back.settings.get("degrees"):
            raise NoValue("a derivative by an angle in degrees")
        return smooth(SLOPES[name])(back)

    return rule


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

    return Primitive(name, compute, setting="degrees", pullback=_in_radians(name))


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

    return Primitive(name, compute, setting="degrees", pullback=_in_radians(name))


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

    return Primitive(name, lambda x: each(entry, x), scalar=entry, pullback=smooth(SLOPES[name]))


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
