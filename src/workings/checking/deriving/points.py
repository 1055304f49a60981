"""Points at which an equation holds: all letters but one are made up, and it is solved for that one."""

from __future__ import annotations

from collections.abc import Mapping
from zlib import crc32

from flint import arb, fmpq

from workings.checking.deriving.equations import Equation
from workings.checking.identities.sampling import Source
from workings.checking.linking.expecting.inverting import roots
from workings.evaluating import How
from workings.expr import Expr
from workings.resolving.quantity import Quantity, is_near
from workings.resolving.traits import has_decimals
from workings.value import Scalar

TRIES = 8
ENOUGH = 4  # points that settle a question about several letters
_ODD, _EVEN = 40, 14  # so many numerators, none of them the denominator
PLAIN = How()
Point = Mapping[str, Scalar]


def points(equation: Equation, known: Point) -> list[list[Point]]:
    """Draws of made-up numbers, each with the points of the equation there, if it can be solved."""
    free = sorted(equation.names.difference(known))
    if len(free) == 1:
        found = _solved(equation, free[0], known)
        return [found] if found else []
    seed = crc32("|".join(free).encode("utf-8", "replace"))
    for pivot in free:
        others = [key for key in free if key != pivot]
        draws = []
        for at in range(TRIES):
            drawn = {key: _drawn(key, seed, at) for key in others}
            found = _solved(equation, pivot, {**known, **drawn})
            draws += [found] if found else []
        if len(draws) >= ENOUGH:
            return draws
    return []


def _drawn(key: str, seed: int, at: int) -> fmpq:
    """A positive number that is never one, and in every other draw a probability that is never a half."""
    value = fmpq(2 * (Source(key, seed, at).next() % _ODD) + 1, _EVEN)
    return value / (value + 1) if at % 2 else value


def _solved(equation: Equation, pivot: str, known: Point) -> list[Point]:
    """The points with the given numbers at which both sides surely have the same value."""
    found: list[Point] = []
    for root in roots(equation.left, equation.right, pivot, PLAIN, known):
        value = Quantity(root, known, PLAIN).value
        if isinstance(value, fmpq | arb):
            point = {**known, pivot: value}
            found += [point] if holds(equation, point) else []
    return found


def holds(equation: Equation, point: Point) -> bool | None:
    """Whether both sides have the same value at a point; None without values, or where digits are rounded."""
    left, right = (_value(side, point) for side in equation.sides)
    if left is None or right is None:
        return None
    apart = left - right
    if apart == 0 if isinstance(apart, fmpq) else apart.contains(0):
        return True
    rounded = any(has_decimals(side) for side in equation.sides)
    return None if rounded and is_near(left, right) else False


def _value(side: Expr, point: Point) -> Scalar | None:
    value = Quantity(side, point, PLAIN).value
    if isinstance(value, fmpq):
        return value
    return value if isinstance(value, arb) and value.is_finite() else None
