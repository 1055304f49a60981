"""Whole numbers: factorials, binomial coefficients, common divisors and multiples."""

from __future__ import annotations

from math import comb
from math import factorial as integer_factorial

from flint import fmpq, fmpz

from workings.ops.primitives.primitive import NoValue, Primitive
from workings.ops.primitives.products import whole
from workings.ops.primitives.shaping import each, entrywise
from workings.value import Scalar

LARGEST_FACTORIAL = 1_000


def factorial(n: Scalar) -> Scalar:
    return fmpq(integer_factorial(whole(n, "the argument of a factorial", 0, LARGEST_FACTORIAL)))


def binomial(n: Scalar, k: Scalar) -> Scalar:
    """In how many ways k things are taken from n."""
    most = whole(n, "the upper number of a binomial", 0, 10**9)
    taken = whole(k, "the lower number of a binomial", 0, 10**9)
    if taken > most:
        return fmpq(0)
    taken = min(taken, most - taken)
    if taken > LARGEST_FACTORIAL:
        raise NoValue("a binomial coefficient too large to compute")
    return fmpq(comb(most, taken))


def gcd(a: Scalar, b: Scalar) -> Scalar:
    return fmpq(_integer(a).gcd(_integer(b)))


def lcm(a: Scalar, b: Scalar) -> Scalar:
    return fmpq(_integer(a).lcm(_integer(b)))


def _integer(x: Scalar) -> fmpz:
    if isinstance(x, fmpq) and x.q == 1:
        return x.p
    raise NoValue("a common divisor of numbers that are not whole")


COUNTING = (
    Primitive("factorial", lambda n: each(factorial, n), scalar=factorial),
    Primitive("binomial", lambda n, k: entrywise(binomial, n, k, "chosen from"), 2, 2, scalar=binomial),
    Primitive("gcd", lambda a, b: entrywise(gcd, a, b, "divided with"), 2, 2, scalar=gcd),
    Primitive("lcm", lambda a, b: entrywise(lcm, a, b, "multiplied with"), 2, 2, scalar=lcm),
)
