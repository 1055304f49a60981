"""Larger and smaller: extremes, where they stand, signs, rounding and choices."""

from __future__ import annotations

from flint import arb, fmpq, fmpz

from workings.ops.primitives.arithmetic import magnitude
from workings.ops.primitives.primitive import NoValue, Primitive
from workings.ops.primitives.products import whole
from workings.ops.primitives.reductions import LAST, Reduction, along
from workings.ops.primitives.shaping import each, entrywise
from workings.value import Scalar, Tensor, Value

_ONE, _ZERO = fmpq(1), fmpq(0)


def larger(a: Scalar, b: Scalar) -> Scalar:
    if a >= b:
        return a
    if b >= a:
        return b
    return arb(a).max(arb(b))


def smaller(a: Scalar, b: Scalar) -> Scalar:
    if a <= b:
        return a
    if b <= a:
        return b
    return arb(a).min(arb(b))


def largest_of(items: tuple[Scalar, ...]) -> Scalar:
    result = items[0]
    for item in items[1:]:
        result = larger(result, item)
    return result


def smallest_of(items: tuple[Scalar, ...]) -> Scalar:
    result = items[0]
    for item in items[1:]:
        result = smaller(result, item)
    return result


def maximum(*values: Value) -> Value:
    """The largest entry of one tensor, or the largest of several values entry by entry."""
    first = values[0]
    if len(values) == 1:
        return largest_of(first.items) if isinstance(first, Tensor) else first
    for value in values[1:]:
        first = entrywise(larger, first, value, "compared with")
    return first


def minimum(*values: Value) -> Value:
    """The smallest entry of one tensor, or the smallest of several values entry by entry."""
    first = values[0]
    if len(values) == 1:
        return smallest_of(first.items) if isinstance(first, Tensor) else first
    for value in values[1:]:
        first = entrywise(smaller, first, value, "compared with")
    return first


def argmax(a: Value) -> Value:
    """The place of the largest entry, from 1, the first of equals; of a matrix, row by row."""
    return _places(a, _place_of_largest)


def argmin(a: Value) -> Value:
    return _places(a, lambda items: _place_of_largest(tuple([-item for item in items])))


def _places(a: Value, place: Reduction) -> Value:
    if not isinstance(a, Tensor):
        raise NoValue("the place of the largest entry of a number")
    if len(a.shape) == 1 or 1 in a.shape:
        return place(a.items)
    width = a.shape[-1]
    rows = [a.items[start : start + width] for start in range(0, len(a.items), width)]
    return Tensor(a.shape[:-1], tuple([place(row) for row in rows]), loose=len(a.shape) == 2)


def _place_of_largest(items: tuple[Scalar, ...]) -> Scalar:
    best = 0
    for at in range(1, len(items)):
        if items[at] > items[best]:
            best = at
        elif not items[at] <= items[best]:
            raise NoValue("entries too close to tell which is the largest")
    return fmpq(best + 1)


def sign(x: Scalar) -> Scalar:
    if isinstance(x, fmpq):
        return fmpq((x > 0) - (x < 0))
    return _ONE if x > 0 else -_ONE if x < 0 else _ZERO if x.is_zero() else arb(0, 1)


def floor(x: Scalar) -> Scalar:
    return fmpq(x.floor()) if isinstance(x, fmpq) else _settled(x.floor())


def ceiling(x: Scalar) -> Scalar:
    return fmpq(x.ceil()) if isinstance(x, fmpq) else _settled(x.ceil())


def _settled(x: arb) -> Scalar:
    """An exact integer where the ball has only one, the ball otherwise."""
    exact: fmpz | None = x.unique_fmpz()
    return x if exact is None or not x.is_exact() else fmpq(exact)


def rounded(x: Value, places: Value = _ZERO) -> Value:
    """Rounding to decimal places, halves away from zero."""
    factor = fmpq(10) ** whole(places, "the number of places", -300, 300)
    half = fmpq(1, 2)

    def nearest(entry: Scalar) -> Scalar:
        scaled = entry * factor
        if entry >= 0:
            return floor(scaled + half) / factor
        if entry < 0:
            return ceiling(scaled - half) / factor
        return smaller(floor(scaled + half), ceiling(scaled - half)) / factor + arb(0, 1 / arb(factor))

    return each(nearest, x)


def at_least(a: Value, b: Value) -> Value:
    """1 where a ≥ b, 0 where a < b, and a ball over both where that is open."""
    return entrywise(_at_least, a, b, "compared with")


def _at_least(a: Scalar, b: Scalar) -> Scalar:
    return _ONE if a >= b else _ZERO if a < b else arb(0.5, 0.5)


def select(condition: Value, yes: Value, no: Value) -> Value:
    """Entries of `yes` where the condition is 1, of `no` where it is 0, a ball over both where it is open."""
    if isinstance(condition, fmpq):
        return yes if condition else no
    kept = entrywise(_kept, condition, yes, "a condition for")
    other = entrywise(_kept, entrywise(_flipped, condition, _ONE, ""), no, "a condition for")
    return entrywise(_joined, kept, other, "joined with")


def _flipped(condition: Scalar, one: Scalar) -> Scalar:
    return one - condition


def _kept(condition: Scalar, x: Scalar) -> Scalar:
    """The entry, nothing, or a ball from 0 to the entry where the condition is open."""
    if isinstance(condition, fmpq):
        return x if condition else _ZERO
    return condition * x


def _joined(a: Scalar, b: Scalar) -> Scalar:
    return a + b


def modulo(a: Value, b: Value) -> Value:
    """The remainder with the sign of the divisor."""
    return entrywise(_modulo, a, b, "divided by")


def _modulo(a: Scalar, b: Scalar) -> Scalar:
    if not b > 0 and not b < 0:
        raise NoValue("division by zero")
    return a - floor(a / b) * b


def largest(a: Value, axis: Value = LAST) -> Value:
    """The largest entry along an axis, which stays with extent one."""
    return along(largest_of, a, axis)


ORDERING = (
    Primitive("max", maximum, 1, None),
    Primitive("min", minimum, 1, None),
    Primitive("argmax", argmax),
    Primitive("argmin", argmin),
    Primitive("largest", largest, options=("axis",)),
    Primitive("abs", lambda x: each(magnitude, x), scalar=magnitude),
    Primitive("sign", lambda x: each(sign, x), scalar=sign),
    Primitive("floor", lambda x: each(floor, x), scalar=floor),
    Primitive("ceil", lambda x: each(ceiling, x), scalar=ceiling),
    Primitive("round", rounded, 1, 2, options=("places",)),
    Primitive("mod", modulo, 2, 2),
    Primitive("at_least", at_least, 2, 2),
    Primitive("select", select, 3, 3),
)
