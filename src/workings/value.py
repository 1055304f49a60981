"""Values: exact rationals while they can be, certified enclosures after that, and tensors of both.

A scalar is a flint `fmpq` (exact) or `arb` (a ball that surely contains the true value).
Floats never appear here, so no verdict depends on one.
"""

from __future__ import annotations

from typing import TypeAlias

from flint import arb, ctx, fmpq

from workings.record import record

Scalar: TypeAlias = fmpq | arb
Rational: TypeAlias = tuple[int, int]  # a number in a set or a mapping


def key_of(number: fmpq) -> Rational:
    """What a number goes by in a mapping; FLINT's own hash takes ten times as long."""
    return int(number.p), int(number.q)


@record(frozen=True, slots=True)
class Tensor:
    """A block of scalars in row-major order.

    `loose` marks a bracketed list, which has no orientation: `[a, b]` may act as a row or a column.
    A loose tensor has rank 1.
    """

    shape: tuple[int, ...]
    items: tuple[Scalar, ...]
    loose: bool = False

    def __getitem__(self, index: int) -> Value:
        """The index-th entry of a vector or row of a matrix, counted from 0."""
        rest = self.shape[1:]
        size = 1
        for extent in rest:
            size *= extent
        if not rest:
            return self.items[index]
        return Tensor(rest, self.items[index * size : (index + 1) * size])


def squeezed(shape: tuple[int, ...]) -> tuple[int, ...]:
    """A shape without its extents of one: a row and a column of n are both n long."""
    return tuple(extent for extent in shape if extent != 1)


@record(frozen=True, slots=True)
class Truth:
    """The value of a condition; None where it cannot be decided."""

    holds: bool | None


@record(frozen=True, slots=True)
class Undefined:
    """No value, and the reason in words; `missing` are the names that had no value."""

    reason: str
    missing: tuple[str, ...] = ()


Value: TypeAlias = fmpq | arb | Tensor
Result: TypeAlias = Value | Truth | Undefined


class precision:  # noqa: N801  # reads as a statement: with precision(64)
    """Run enclosures at the given number of bits."""

    __slots__ = ("before", "bits")

    def __init__(self, bits: int) -> None:
        self.bits = bits

    def __enter__(self) -> None:
        self.before = ctx.prec
        ctx.prec = self.bits

    def __exit__(self, *_: object) -> None:
        ctx.prec = self.before
