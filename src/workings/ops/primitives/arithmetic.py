"""Sums, differences, entrywise products and quotients."""

from __future__ import annotations

import operator

from flint import arb, fmpq

from workings.ops.primitives.primitive import NoValue, Primitive
from workings.ops.primitives.shaping import each, entrywise
from workings.value import Scalar, Value


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


ARITHMETIC = (
    Primitive("add", add, 2, 2, scalar=operator.add),
    Primitive("sub", sub, 2, 2, scalar=operator.sub),
    Primitive("neg", neg, scalar=operator.neg),
    Primitive("hadamard", hadamard, 2, 2, scalar=operator.mul),
    Primitive("div", div, 2, 2, scalar=quotient),
)
