"""Sums, differences, entrywise products and quotients."""

from __future__ import annotations

import operator

from flint import arb, fmpq

from workings.expr import call
from workings.ops.primitives.primitive import NoValue, Primitive
from workings.ops.primitives.pullback import Back, Parts, negative, times
from workings.ops.primitives.shaping import each, entrywise
from workings.value import Scalar, Tensor, Value


def add(a: Value, b: Value) -> Value:
    return entrywise(operator.add, a, b, "added to")


def sub(a: Value, b: Value) -> Value:
    return entrywise(_minus, a, b, "reduced by")


def neg(a: Value) -> Value:
    return each(_minus_of, a)


def hadamard(a: Value, b: Value) -> Value:
    """The product entry by entry."""
    return entrywise(operator.mul, a, b, "multiplied entry by entry with")


def div(a: Value, b: Value) -> Value:
    return entrywise(quotient, a, b, "divided by")


def quotient(a: Scalar, b: Scalar) -> Scalar:
    """One number over another; a divisor that may be zero has no quotient."""
    if isinstance(b, fmpq):
        if not b:
            raise NoValue("division by zero")
        return a / b
    if b.contains(0):
        raise NoValue("division by zero" if b.is_zero() else "division by a value that may be zero")
    if isinstance(a, fmpq) and not a:
        return a
    return arb(a) / b


def magnitude(x: Scalar) -> Scalar:
    """The absolute value."""
    if isinstance(x, fmpq):
        return -x if x < 0 else x
    return x.__abs__()


def _minus_of(a: Scalar) -> Scalar:
    return -a


def _minus(a: Scalar, b: Scalar) -> Scalar:
    return a - b


def _add_back(back: Back) -> Parts:
    return back.fit(0, back.g), back.fit(1, back.g)


def _sub_back(back: Back) -> Parts:
    return back.fit(0, back.g), back.fit(1, negative(back.g))


def _hadamard_back(back: Back) -> Parts:
    """Each factor gets what comes back times the other one."""
    a, b = back.args
    whole = [back.is_scalar or back.shape_of(at) == getattr(back.result, "shape", ()) for at in (0, 1)]
    return back.fit(0, back.scaled(b, whole[1])), back.fit(1, back.scaled(a, whole[0]))


def _div_back(back: Back) -> Parts:
    a, b = back.args
    square = call("pow", b, 2) if not isinstance(back.values[1], Tensor) else call("hadamard", b, b)
    below = negative(call("div", times(back.g, a, back.is_scalar), square))
    return back.fit(0, back.over(b)), back.fit(1, below)


ARITHMETIC = (
    Primitive("add", add, 2, 2, scalar=operator.add, pullback=_add_back),
    Primitive("sub", sub, 2, 2, scalar=operator.sub, pullback=_sub_back),
    Primitive("neg", neg, scalar=operator.neg, pullback=lambda back: (negative(back.g),)),
    Primitive("hadamard", hadamard, 2, 2, scalar=operator.mul, pullback=_hadamard_back),
    Primitive("div", div, 2, 2, scalar=quotient, pullback=_div_back),
)
