"""Germs: how a quantity behaves while t grows without bound, as a sum of its largest terms.

A term is a coefficient times exp(P) · t^a · (log t)^b, where P is a sum of powers of t that grow. Terms
are kept largest first; `rest` bounds what was left out. Coefficients are exact or enclosed; enclosures
that overlap at the precision of the run count as equal, as everywhere.
"""

from __future__ import annotations

from typing import ClassVar

from flint import arb, fmpq

from workings.ops.primitives import NoValue
from workings.ops.primitives.powers import exp_of_number, ln_of_number, power_of_numbers
from workings.record import record
from workings.value import Scalar

COARSE, FINE = 2, 8  # terms that are kept, at first and where those cancel
_ZERO, _ONE = fmpq(0), fmpq(1)


class fineness:  # noqa: N801  # reads as a statement: with fineness(2)
    """Keep so many terms of every germ, and as many orders of a series."""

    kept: ClassVar[int] = COARSE

    def __init__(self, terms: int) -> None:
        self.terms = terms

    def __enter__(self) -> None:
        self.before = fineness.kept
        fineness.kept = self.terms

    def __exit__(self, *_: object) -> None:
        fineness.kept = self.before


@record(frozen=True, slots=True)
class Rate:
    """exp(growth) · t^power · (log t)^logs; growth maps (power, logs) to coefficients, largest first."""

    growth: tuple[tuple[fmpq, int, Scalar], ...] = ()
    power: fmpq = _ZERO
    logs: int = 0

    def times(self, other: Rate) -> Rate:
        return Rate(_added(self.growth, other.growth), self.power + other.power, self.logs + other.logs)

    def inverted(self) -> Rate:
        return Rate(tuple((p, k, -c) for p, k, c in self.growth), -self.power, -self.logs)

    def raised(self, exponent: fmpq) -> Rate:
        logs = exponent * self.logs
        if logs.q != 1:
            raise NoValue("a root of a logarithm in a limit")
        return Rate(
            tuple((p, k, c * exponent) for p, k, c in self.growth), self.power * exponent, int(logs.p)
        )

    @property
    def direction(self) -> int:
        """1 where it grows without bound, -1 where it vanishes, 0 where it is 1."""
        for _, _, coefficient in self.growth:
            return 1 if coefficient > 0 else -1
        if self.power:
            return 1 if self.power > 0 else -1
        return (self.logs > 0) - (self.logs < 0)


CONSTANT = Rate()
_NEGLIGIBLE = Rate(((fmpq(100), 0, fmpq(-1)),))  # below every exp(-t^k) that is written down


def _added(
    a: tuple[tuple[fmpq, int, Scalar], ...], b: tuple[tuple[fmpq, int, Scalar], ...]
) -> tuple[tuple[fmpq, int, Scalar], ...]:
    """Sums of powers added, largest first, without those that cancel."""
    sums: dict[tuple[fmpq, int], Scalar] = {}
    for power, logs, coefficient in (*a, *b):
        before = sums.get((power, logs))
        sums[power, logs] = coefficient if before is None else before + coefficient
    kept = [(p, k, c) for (p, k), c in sums.items() if not is_zero(c)]
    return tuple(sorted(kept, key=lambda part: (part[0], part[1]), reverse=True))


def is_zero(value: Scalar) -> bool:
    """Nought, or not told apart from it by enclosures as narrow as we have them."""
    return not value if isinstance(value, fmpq) else bool(value.contains(0))


def order(a: Rate, b: Rate) -> int:
    """1 where a grows faster than b, -1 where it is slower, 0 where they are the same."""
    return a.times(b.inverted()).direction


@record(frozen=True, slots=True)
class Germ:
    """The largest terms of a quantity, and a bound of the others; None where nothing was left out."""

    terms: tuple[tuple[Rate, Scalar], ...]
    rest: Rate | None = None

    @property
    def lead(self) -> tuple[Rate, Scalar]:
        if not self.terms:
            raise NoValue("a limit whose leading term cancels")
        return self.terms[0]

    @property
    def is_nought(self) -> bool:
        return not self.terms and self.rest is None


NOUGHT = Germ(())
VARIABLE = Germ(((Rate((), _ONE), _ONE),))  # t itself


def constant(value: Scalar) -> Germ:
    return NOUGHT if is_zero(value) else Germ(((CONSTANT, value),))


def _gathered(terms: list[tuple[Rate, Scalar]], rests: list[Rate]) -> Germ:
    """Terms put in order and together; what lies below the largest rest, or is too much, goes into it."""
    ordered: list[tuple[Rate, Scalar]] = []
    for rate, coefficient in terms:
        at = 0
        while at < len(ordered) and (compared := order(ordered[at][0], rate)) > 0:
            at += 1
        if at < len(ordered) and compared == 0:
            ordered[at] = (ordered[at][0], ordered[at][1] + coefficient)
        else:
            ordered.insert(at, (rate, coefficient))
    kept = [(rate, c) for rate, c in ordered if not is_zero(c)]
    rest: Rate | None = None
    for bound in rests:
        rest = bound if rest is None or order(bound, rest) > 0 else rest
    if len(kept) > fineness.kept:
        cut = kept[fineness.kept][0]
        rest = cut if rest is None or order(cut, rest) > 0 else rest
    if rest is not None:
        bound = rest
        kept = [(rate, c) for rate, c in kept[: fineness.kept] if order(rate, bound) > 0]
    return Germ(tuple(kept), rest)


def add(a: Germ, b: Germ) -> Germ:
    return _gathered([*a.terms, *b.terms], [r for r in (a.rest, b.rest) if r is not None])


def negate(a: Germ) -> Germ:
    return Germ(tuple((rate, -c) for rate, c in a.terms), a.rest)


def multiply(a: Germ, b: Germ) -> Germ:
    if a.is_nought or b.is_nought:
        return NOUGHT
    terms = [(r.times(s), c * d) for r, c in a.terms for s, d in b.terms]
    rests: list[Rate] = []
    for one, other in ((a, b), (b, a)):
        if one.rest is not None:
            bound = other.terms[0][0] if other.terms else other.rest
            rests.append(one.rest.times(bound or CONSTANT))
    return _gathered(terms, rests)


def _relative(a: Germ) -> tuple[Rate, Scalar, Germ]:
    """A germ as c · m · (1 + something small)."""
    rate, coefficient = a.lead
    inverse = rate.inverted()
    terms = tuple((r.times(inverse), c / coefficient) for r, c in a.terms[1:])
    return rate, coefficient, Germ(terms, None if a.rest is None else a.rest.times(inverse))


def _series(small: Germ, coefficients: list[Scalar]) -> Germ:
    """c₀ + c₁δ + c₂δ² + … for something small, with the order of the first power left out as its rest."""
    if small.is_nought:
        return constant(coefficients[0])
    total, power = constant(coefficients[0]), constant(_ONE)
    for c in coefficients[1:]:
        power = multiply(power, small)
        total = add(total, multiply(constant(c), power))
    after = multiply(power, small)
    bound = after.terms[0][0] if after.terms else after.rest
    return total if bound is None else add(total, Germ((), bound))


def raise_to(a: Germ, exponent: fmpq) -> Germ:
    """A power with an exact exponent, by the binomial series."""
    if exponent == 0:
        return constant(_ONE)
    if a.is_nought:
        if exponent > 0:
            return a
        raise NoValue("division by zero")
    if not a.terms and exponent > 0 and a.rest is not None:
        return Germ((), a.rest.raised(exponent))
    rate, coefficient, small = _relative(a)
    coefficients: list[Scalar] = [_ONE]
    for k in range(fineness.kept):
        coefficients.append(coefficients[-1] * (exponent - k) / (k + 1))
    lead = Germ(((rate.raised(exponent), power_of_numbers(coefficient, exponent)),))
    return multiply(lead, _series(small, coefficients))


def divide(a: Germ, b: Germ) -> Germ:
    return multiply(a, raise_to(b, fmpq(-1)))


def exponential(a: Germ) -> Germ:
    """e to a germ: what grows goes into the rate, the constant into the coefficient, the rest is a series."""
    if a.rest is not None and a.rest.direction >= 0:
        raise NoValue("an exponent that is not known well enough")
    growth: list[tuple[fmpq, int, Scalar]] = []
    power, level, small = _ZERO, _ZERO, []
    scale: Scalar = level
    for rate, c in a.terms:
        if rate.direction < 0:
            small.append((rate, c))
        elif rate.direction == 0:
            scale = scale + c
        elif rate.growth:
            if c < 0:
                return Germ((), _NEGLIGIBLE)
            raise NoValue("an exponential of an exponential that grows")
        elif rate.power == 0 and rate.logs == 1 and isinstance(c, fmpq):
            power = c
        else:
            growth.append((rate.power, rate.logs, c))
    factorials: list[Scalar] = [_ONE]
    for k in range(1, fineness.kept + 1):
        factorials.append(factorials[-1] / k)
    lead = Germ(((Rate(_added(tuple(growth), ()), power), exp_of_number(scale)),))
    return multiply(lead, _series(Germ(tuple(small), a.rest), factorials))


def logarithm(a: Germ) -> Germ:
    rate, coefficient, small = _relative(a)
    if rate.logs:
        raise NoValue("a logarithm of a logarithm in a limit")
    terms: list[tuple[Rate, Scalar]] = [(Rate((), p, k), c) for p, k, c in rate.growth]
    if rate.power:
        terms.append((Rate((), _ZERO, 1), rate.power))
    whole = add(_gathered(terms, []), constant(ln_of_number(coefficient)))
    coefficients: list[Scalar] = [_ZERO, *(fmpq((-1) ** (k + 1), k) for k in range(1, fineness.kept + 1))]
    return add(whole, _series(small, coefficients))


def sign(a: Germ) -> int:
    """The sign it has in the end; 0 for nought."""
    if a.is_nought:
        return 0
    coefficient = a.lead[1]
    return 1 if coefficient > 0 else -1


def absolute(a: Germ) -> Germ:
    if not a.terms:
        return a
    return negate(a) if sign(a) < 0 else a


def larger(a: Germ, b: Germ) -> Germ:
    return b if sign(add(a, negate(b))) < 0 else a


def limit_of(a: Germ) -> Scalar | int:
    """What it tends to: a number, or 1 or -1 for plus or minus infinity."""
    if a.terms:
        rate, coefficient = a.terms[0]
        if rate.direction > 0:
            return 1 if coefficient > 0 else -1
        if rate.direction == 0:
            return coefficient
    if a.rest is not None and a.rest.direction >= 0:
        raise NoValue("a limit that is not known well enough")
    return _ZERO


def around(a: Germ) -> tuple[Scalar, Germ]:
    """A germ that tends to a number, as that number and something small."""
    level = limit_of(a)
    if isinstance(level, int):
        raise NoValue("it grows without bound inside a function that keeps changing")
    return level, add(a, negate(constant(level)))


def swinging(a: Germ, cosine: bool) -> Germ:
    """sin or cos near a number, by the first terms of the series there; far out only that it is bounded."""
    if isinstance(limit_of(a), int):
        return Germ((), CONSTANT)
    level, small = around(a)
    ball = arb(level)
    s, c = ball.sin(), ball.cos()
    rows: list[Scalar] = [c, -s, -c / 2, s / 6] if cosine else [s, c, -s / 2, -c / 6]
    exact: list[Scalar] = list(rows)
    if isinstance(level, fmpq) and not level:
        exact = [_ONE, _ZERO, fmpq(-1, 2), _ZERO] if cosine else [_ZERO, _ONE, _ZERO, fmpq(-1, 6)]
    return _series(small, exact)
