"""Larger and smaller: extremes, where they stand, signs, rounding and choices."""

from __future__ import annotations

from flint import arb, fmpq, fmpz

from workings.expr import Call, Expr, call, number
from workings.ops.primitives.arithmetic import magnitude
from workings.ops.primitives.primitive import NoValue, Primitive
from workings.ops.primitives.products import whole
from workings.ops.primitives.pullback import ONE, Back, Parts, meets, steps
from workings.ops.primitives.reductions import LAST, Reduction, along, sign_back
from workings.ops.primitives.shaping import each, entrywise, gathered
from workings.value import Scalar, Tensor, Value

_ONE, _ZERO = fmpq(1), fmpq(0)
NARROW = fmpq(1, 10**12)  # radius of a difference in which nothing but rounding is left


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


def argmax(*values: Value) -> Value:
    """The place of the largest entry, from 1, the first of equals; of a matrix, row by row."""
    return _places(gathered(values), _place_of_largest)


def argmin(*values: Value) -> Value:
    return _places(gathered(values), lambda items: _place_of_largest(tuple([-item for item in items])))


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
    if a >= b:
        return _ONE
    if a < b:
        return _ZERO
    return _ONE if is_narrow(a - b) else arb(0.5, 0.5)


def is_narrow(gap: Scalar) -> bool:
    """Whether the ball of a difference is so small that what overlaps counts as equal, as 3/√2 and 3/√2."""
    return isinstance(gap, fmpq) or bool(gap.rad() < NARROW)


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


def _extreme_back(back: Back, *, largest: bool) -> Parts:
    """What comes back goes to the extreme entry, or to the argument that is extreme in each place."""
    if len(back.args) == 1:
        return (_to_extreme(back, largest),)
    if len(back.args) == 2:
        return tuple(_to_winner(back, at, largest) for at in (0, 1))
    if back.needs.count(True) > 1 and any(isinstance(value, Tensor) for value in back.values):
        raise NoValue("the derivative of an extreme of several lists")
    marks = [_reaches(arg, back.out, largest) for arg in back.args]
    extreme = fmpq(0) if isinstance(back.result, Tensor) else back.result
    met = [value for value in back.values if not isinstance(value, Tensor) and meets(value, extreme)]
    if len(met) > 1:
        back.ties.append("several values are the extreme one")
    count: Expr = marks[0]
    for mark in marks[1:]:
        count = call("add", count, mark)
    return tuple(
        back.fit(at, back.scaled(mark if len(met) == 1 else call("div", mark, count)))
        for at, mark in enumerate(marks)
    )


def _reaches(a: Expr, b: Expr, largest: bool) -> Expr:
    return call("at_least", a, b) if largest else call("at_least", b, a)


def _to_extreme(back: Back, largest: bool) -> Expr:
    """One at the extreme entry; equal ones are a corner, and share it evenly."""
    x, value = back.args[0], back.values[0]
    if not isinstance(value, Tensor):
        return back.g
    marks = _reaches(x, back.out, largest)
    if not isinstance(back.result, Tensor) and sum(meets(item, back.result) for item in value.items) > 1:
        back.ties.append("several entries are the extreme one")
        marks = call("div", marks, call("total", marks))
    return call("hadamard", back.g, marks)


def _to_winner(back: Back, at: int, largest: bool) -> Expr | None:
    """One where this argument wins, half of it in a draw between two that both matter, nought elsewhere."""
    if not back.needs[at]:
        return None
    mine, other = back.args[at], back.args[1 - at]
    gap = entrywise(_gap, back.values[0], back.values[1], "compared with")
    if any(meets(item, 0) for item in (gap.items if isinstance(gap, Tensor) else (gap,))):
        back.ties.append("both sides of an extreme are equal")
    strictly = call("sub", ONE, _reaches(other, mine, largest))
    if not back.needs[1 - at]:
        return back.fit(at, back.scaled(strictly))
    halves = call("div", call("add", strictly, _reaches(mine, other, largest)), 2)
    return back.fit(at, back.scaled(halves))


def _gap(a: Scalar, b: Scalar) -> Scalar:
    return a - b


def _largest_back(back: Back) -> Parts:
    x, value = back.args[0], back.values[0]
    if not isinstance(value, Tensor):
        return (back.g,)
    marks = call("at_least", x, back.out)
    reached = at_least(value, back.result)
    items = reached.items if isinstance(reached, Tensor) else (reached,)
    if sum(item != 0 for item in items) > (len(back.result.items) if isinstance(back.result, Tensor) else 1):
        back.ties.append("several entries are the largest")
    axis = back.options.get("axis", LAST)
    counted = Call(
        marks.span, "total", (marks,), (("axis", number(axis if isinstance(axis, fmpq) else LAST)),)
    )
    return (call("hadamard", call("spread", back.g, x), call("div", marks, counted)),)


def _select_back(back: Back) -> Parts:
    """Each branch gets what comes back where it was chosen."""
    condition = back.args[0]
    if isinstance(back.values[0], fmpq):
        chosen = 1 if back.values[0] else 2
        return None, back.g if chosen == 1 else None, back.g if chosen == 2 else None
    yes = call("hadamard", condition, back.g)
    no = call("hadamard", call("sub", ONE, condition), back.g)
    return None, back.fit(1, yes), back.fit(2, no)


ORDERING = (
    Primitive("max", maximum, 1, None, pullback=lambda back: _extreme_back(back, largest=True)),
    Primitive("min", minimum, 1, None, pullback=lambda back: _extreme_back(back, largest=False)),
    Primitive("argmax", argmax, 1, None, pullback=steps),
    Primitive("argmin", argmin, 1, None, pullback=steps),
    Primitive("largest", largest, options=("axis",), pullback=_largest_back),
    Primitive("abs", lambda x: each(magnitude, x), scalar=magnitude, pullback=sign_back),
    Primitive("sign", lambda x: each(sign, x), scalar=sign, pullback=steps),
    Primitive("floor", lambda x: each(floor, x), scalar=floor, pullback=steps),
    Primitive("ceil", lambda x: each(ceiling, x), scalar=ceiling, pullback=steps),
    Primitive("round", rounded, 1, 2, options=("places",), pullback=steps),
    Primitive("mod", modulo, 2, 2),
    Primitive("at_least", at_least, 2, 2, pullback=steps),
    Primitive("select", select, 3, 3, pullback=_select_back),
)
