"""Scores of sequences, compared exactly: totals as rationals, normalised ones through powers or balls."""

from __future__ import annotations

from functools import lru_cache

from flint import arb, fmpq

from workings.record import record
from workings.value import Scalar, precision

_BITS = (64, 256, 512)
_LARGEST_POWER = 64


@record(frozen=True, slots=True)
class Norm:
    """Division of the log-probability by length^alpha; alpha = 0 leaves the total as it is.

    `counts_end` says whether the end token counts as a part of the length, `extra` is the length of a
    prompt where that counts too.
    """

    alpha: fmpq = fmpq(0)
    counts_end: bool = True
    extra: int = 0

    @property
    def is_plain(self) -> bool:
        return bool(self.alpha == 0)


PLAIN = Norm()
MEAN = Norm(fmpq(1))


@record(frozen=True, slots=True)
class Total:
    """What a score is made of: a probability, or a log-probability, and the length that divides it."""

    weight: fmpq
    length: int
    logs: bool = False


def compare(one: Total, other: Total, norm: Norm) -> int:
    """1 if the first score is higher, -1 if the second is, 0 if they are equal."""
    if norm.is_plain or (one.length == other.length and one.length > 0):
        return _sign(one.weight - other.weight)
    if not one.logs and (one.weight <= 0 or other.weight <= 0):
        return _sign(one.weight - other.weight)
    if norm.alpha == 1 and max(one.length, other.length) <= _LARGEST_POWER:
        if one.logs:
            return _sign(one.weight * other.length - other.weight * one.length)
        return _sign(one.weight**other.length - other.weight**one.length)
    for bits in _BITS:
        with precision(bits):
            difference = _remembered(one, norm, bits) - _remembered(other, norm, bits)
            if difference > 0:
                return 1
            if difference < 0:
                return -1
    return 0


def score(total: Total, norm: Norm) -> arb:
    """The log-probability, divided by length^alpha, as a ball; minus infinity for what cannot be."""
    logarithm = arb(total.weight) if total.logs else arb(total.weight).log()
    if norm.is_plain:
        return logarithm
    return logarithm / arb(total.length) ** arb(norm.alpha)


@lru_cache(maxsize=8192)
def _remembered(total: Total, norm: Norm, bits: int) -> arb:
    """A score at the precision that is set; sorting asks for the same ones over and over."""
    return score(total, norm)


def geometric_mean(total: Total) -> Scalar:
    """The probability of one token on average: the root that the mean log-probability is the logarithm of."""
    if total.logs:
        return (arb(total.weight) / total.length).exp()
    if total.length == 1:
        return total.weight
    return arb(total.weight) ** (arb(1) / total.length)


def turning_point(one: Total, other: Total) -> arb | None:
    """The alpha at which log p / length^alpha of two totals is the same; None if none is above nought."""
    if one.logs or not (0 < one.weight < 1 and 0 < other.weight < 1) or one.length == other.length:
        return None
    ratio = arb(other.weight).log() / arb(one.weight).log()
    alpha = ratio.log() / (arb(other.length) / one.length).log()
    return alpha if alpha > 0 else None


def _sign(difference: fmpq) -> int:
    return int(difference > 0) - int(difference < 0)
