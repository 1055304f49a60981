"""Weights with the largest margin by linear programming, and the proof that there are none.

The solver works with floats, so that nothing it says is taken on trust: its solution is read as fractions,
and these have to fulfil every inequality exactly; so are its multipliers, and these have to prove that no
margin is larger. With multipliers λ that add up to one and weigh both classes alike, no margin exceeds the
length of Σ ± λ x; where that length is nought, the multipliers are the certificate that no weights exist.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from importlib import import_module
from math import lcm
from typing import Any

from flint import fmpq

from workings.checking.designs.separable import Certificate, Point
from workings.record import record

DENOMINATORS = (12, 120, 2520, 100_000, 10_000_000)  # of fractions that floats are read as
MOST_REPEATED = 60  # points of a certificate that is written out
MISSING = "finding weights needs scipy: pip install 'workings[design]'"


class NoSolverError(RuntimeError):
    """The solver is not installed."""


class UnprovedError(RuntimeError):
    """The solver's answer could not be proved exactly."""


@record(frozen=True, slots=True)
class Unit:
    """A threshold unit, and by how much its sums keep away from nought; λ prove that no more is possible."""

    w: tuple[fmpq, ...]
    b: fmpq
    margin: fmpq
    proof: tuple[fmpq, ...] = ()

    def sum(self, point: Sequence[int]) -> fmpq:
        total = self.b
        for weight, entry in zip(self.w, point, strict=True):
            total += weight * entry
        return total

    def computes(self, fired: Sequence[Point], silent: Sequence[Point]) -> bool:
        return all(self.sum(p) > 0 for p in fired) and all(self.sum(p) < 0 for p in silent)

    def whole(self) -> Unit:
        """The same unit with whole numbers."""
        scale = lcm(*(int(number.q) for number in (*self.w, self.b)))
        return Unit(tuple(weight * scale for weight in self.w), self.b * scale, self.margin * scale)


def linprog() -> Any:
    """The solver, which only those wait for who need it."""
    try:
        return import_module("scipy.optimize").linprog
    except ImportError as problem:
        raise NoSolverError(MISSING) from problem


def best_unit(fired: Sequence[Point], silent: Sequence[Point], norm: str = "max") -> Unit | Certificate:
    """The unit with the largest margin, every |w_i| ≤ 1 or (`sum`) all of them together; or why none is."""
    size = len((*fired, *silent)[0])
    if not fired or not silent:
        return Unit((fmpq(0),) * size, fmpq(1 if fired else -1), fmpq(1))
    signed = [(point, 1) for point in fired] + [(point, -1) for point in silent]
    solution, multipliers = _solved(signed, size, norm)
    for largest in DENOMINATORS:
        proof = _shares(multipliers, largest)
        certificate = _certificate(signed, proof)
        if certificate is not None:
            return certificate
        unit = _unit(signed, [_fraction(number, largest) for number in solution], proof, norm)
        if unit is not None:
            return unit
    raise UnprovedError("the solver's weights could not be proved to be the best")


def _solved(signed: Sequence[tuple[Point, int]], size: int, norm: str) -> tuple[list[float], list[float]]:
    """Weights, bias and margin as the solver has them, and the multipliers of the points."""
    rows = [
        [*(-sign * entry for entry in point), *(sign * entry for entry in point), -sign, 1]
        for point, sign in signed
    ]
    limits = [0.0] * len(rows)
    top: float | None = 1.0
    if norm == "sum":
        rows.append([*[1] * (2 * size), 0, 0])
        limits.append(1.0)
        top = None
    bounds = [(0, top)] * (2 * size) + [(None, None), (0, None)]
    found = linprog()([0] * (2 * size + 1) + [-1], A_ub=rows, b_ub=limits, bounds=bounds, method="highs")
    if not found.success:
        raise UnprovedError(f"the solver gave up: {found.message}")
    values = [float(number) for number in found.x]
    weights = [values[at] - values[size + at] for at in range(size)]
    multipliers = [-float(number) for number in found.ineqlin.marginals[: len(signed)]]
    return [*weights, values[-2], values[-1]], multipliers


def _fraction(number: float, largest: int) -> fmpq:
    near = Fraction(number).limit_denominator(largest)
    return fmpq(near.numerator, near.denominator)


def _shares(multipliers: Sequence[float], largest: int) -> tuple[fmpq, ...]:
    """Multipliers as fractions that add up to one."""
    found = [max(fmpq(0), _fraction(number, largest)) for number in multipliers]
    total = sum(found, fmpq(0))
    return tuple(number / total for number in found) if total > 0 else tuple(found)


def _pull(signed: Sequence[tuple[Point, int]], proof: Sequence[fmpq]) -> list[fmpq] | None:
    """Σ ± λ x, if the multipliers weigh both classes alike."""
    balance = sum((share * sign for share, (_, sign) in zip(proof, signed, strict=True)), fmpq(0))
    if balance != 0 or sum(proof, fmpq(0)) != 1:
        return None
    return [
        sum((share * sign * point[at] for share, (point, sign) in zip(proof, signed, strict=True)), fmpq(0))
        for at in range(len(signed[0][0]))
    ]


def _certificate(signed: Sequence[tuple[Point, int]], proof: Sequence[fmpq]) -> Certificate | None:
    """The points that the multipliers repeat, if they add up to the same on both sides."""
    pull = _pull(signed, proof)
    if pull is None or any(pull):
        return None
    scale = lcm(*(int(share.q) for share in proof))
    counts = [int((share * scale).p) for share in proof]
    if sum(counts) > MOST_REPEATED:
        return None
    sides = {
        side: tuple(
            point
            for (point, sign), count in zip(signed, counts, strict=True)
            if sign == side
            for _ in range(count)
        )
        for side in (1, -1)
    }
    made = Certificate(sides[1], sides[-1])
    return made if made.holds() else None


def _unit(
    signed: Sequence[tuple[Point, int]], solution: Sequence[fmpq], proof: Sequence[fmpq], norm: str
) -> Unit | None:
    """The unit, if it keeps its margin exactly and the multipliers prove that none is larger."""
    *weights, bias, margin = solution
    made = Unit(tuple(weights), bias, margin, tuple(proof))
    sizes = [abs_of(weight) for weight in weights]
    allowed = max(sizes) if norm == "max" else sum(sizes, fmpq(0))
    pull = _pull(signed, proof)
    if margin <= 0 or allowed > 1 or pull is None:
        return None
    if any(made.sum(point) * sign < margin for point, sign in signed):
        return None
    lengths = [abs_of(number) for number in pull]
    limit = sum(lengths, fmpq(0)) if norm == "max" else max(lengths)
    return made if limit == margin else None


def abs_of(number: fmpq) -> fmpq:
    return -number if number < 0 else number
