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
    return entrywise(_minus, a, b, "compared by subtraction with")


def neg(a: Value) -> Value:
    return each(operator.neg, a)


def hadamard(a: Value, b: Value) -> Value:
    """The product entry by entry."""
    return entrywise(operator.mul, a, b, "multiplied entry by entry with")


def div(a: Value, b: Value) -> Value:
    return entrywise(quotient, a, b, "divided by")


def quotient(a: Scalar, b: Scalar) -> Scalar:
    """One number over another; a divisor that may be zero has no quotient."""
    if type(b) is fmpq:
        if not b:
            raise NoValue("division by zero")
        return a / b
    if b.contains(0):
        raise NoValue("division by zero" if b.is_zero() else "division by a value that may be zero")
    if type(a) is fmpq and not a:
        return a
    return arb(a) / b


def _minus(a: Scalar, b: Scalar) -> Scalar:
    return a - b


ARITHMETIC = (
    Primitive("add", add, 2, 2, scalar=operator.add),
    Primitive("sub", sub, 2, 2, scalar=operator.sub),
    Primitive("neg", neg, scalar=operator.neg),
    Primitive("hadamard", hadamard, 2, 2, scalar=operator.mul),
    Primitive("div", div, 2, 2, scalar=quotient),
)
