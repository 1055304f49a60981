"""Which points a single threshold unit can tell apart, settled exactly and without a solver.

If no weights exist, some fired points and some silent ones have the same sum: whatever the weights, both
sides then add up to the same, yet one would have to be larger. For all the inputs of up to eight bits two
points on each side are enough (such a function is 2-summable), so that the search is short; where there is no
such sum the perceptron rule ends, since weights exist.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations_with_replacement, product
from typing import TypeAlias

from flint import fmpq

from workings.evaluating.rendering import show
from workings.record import record

Point: TypeAlias = tuple[int, ...]
MOST_STEPS = 20_000  # of the perceptron rule
MOST_POINTS = 64
MOST_TRIED = 4  # inputs whose small weights are tried one after the other


@record(frozen=True, slots=True)
class Certificate:
    """Points with the same sum, some that should fire and some that should not, as often as they count."""

    fired: tuple[Point, ...]
    silent: tuple[Point, ...]

    def holds(self) -> bool:
        """Whether both sides add up to the same, coordinate by coordinate, with a one for the bias."""
        if not self.fired or len(self.fired) != len(self.silent):
            return False
        return [sum(column) for column in zip(*self.fired, strict=True)] == [
            sum(column) for column in zip(*self.silent, strict=True)
        ]

    def __str__(self) -> str:
        """As a sum that can be replayed: (0, 0, 1) + (1, 1, 1) = (0, 1, 1) + (1, 0, 1)."""
        sides = sorted((self.fired, self.silent), key=min)
        return " = ".join(" + ".join(_with_one(point) for point in side) for side in sides)


@record(frozen=True, slots=True)
class Weights:
    """Whole weights and a bias: the sum is positive where it fires, and negative elsewhere."""

    w: tuple[int, ...]
    b: fmpq

    def sum(self, point: Sequence[int]) -> fmpq:
        return sum(weight * entry for weight, entry in zip(self.w, point, strict=True)) + self.b

    def __str__(self) -> str:
        w = ", ".join(map(str, self.w))
        return f"w = ({w}), b = {show(self.b)}" if len(self.w) > 1 else f"w = {w}, b = {show(self.b)}"


def _with_one(point: Point) -> str:
    return f"({', '.join(map(str, (*point, 1)))})"


def separate(fired: Sequence[Point], silent: Sequence[Point]) -> Weights | Certificate | None:
    """Weights, or why there are none; None where the search is too long to tell."""
    if len(fired) + len(silent) > MOST_POINTS * 4 or not (fired or silent):
        return None
    found = same_sum(fired, silent)
    return found if found is not None else small_weights(fired, silent) or perceptron_rule(fired, silent)


def same_sum(fired: Sequence[Point], silent: Sequence[Point]) -> Certificate | None:
    """One or two fired points that add up to as many silent ones."""
    for count in (1, 2):
        sums = {
            tuple(map(sum, zip(*points, strict=True))): points
            for points in combinations_with_replacement(silent, count)
        }
        for points in combinations_with_replacement(fired, count):
            other = sums.get(tuple(map(sum, zip(*points, strict=True))))
            if other is not None:
                return Certificate(points, other)
    return None


def small_weights(fired: Sequence[Point], silent: Sequence[Point]) -> Weights | None:
    """The smallest whole weights that part the points, with the bias half-way between them."""
    size = len((*fired, *silent)[0])
    for largest in (1, 2, 3) if size <= MOST_TRIED else (1,) if size <= 2 * MOST_TRIED else ():
        choices = product(range(-largest, largest + 1), repeat=size)
        for w in sorted(choices, key=lambda w: (sum(map(abs, w)), [-entry for entry in w])):
            low, high = (_sums(points, w) for points in (silent, fired))
            if not low or not high or max(low) < min(high):
                above = min(high) if high else max(low) + 1
                below = max(low) if low else min(high) - 1
                return Weights(w, -fmpq(above + below, 2))
    return None


def _sums(points: Sequence[Point], w: Sequence[int]) -> list[int]:
    return [sum(weight * entry for weight, entry in zip(w, point, strict=True)) for point in points]


def perceptron_rule(fired: Sequence[Point], silent: Sequence[Point]) -> Weights | None:
    """Add a point that does not fire but should, take away one that should not, until all are right."""
    labelled = [(point, 1) for point in fired] + [(point, -1) for point in silent]
    if not labelled:
        return None
    w, b = [0] * len(labelled[0][0]), 0
    for _ in range(MOST_STEPS // len(labelled) + 1):
        clean = True
        for point, sign in labelled:
            total = sum(weight * entry for weight, entry in zip(w, point, strict=True)) + b
            if total * sign <= 0:
                w = [weight + sign * entry for weight, entry in zip(w, point, strict=True)]
                b += sign
                clean = False
        if clean:
            return Weights(tuple(w), fmpq(b))
    return None
