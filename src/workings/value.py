"""Values: exact rationals while they can be, certified enclosures after that, and tensors of both.

A scalar is a flint `fmpq` (exact) or `arb` (a ball that surely contains the true value).
Floats never appear here, so no verdict depends on one.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TypeAlias

from flint import arb, ctx, fmpq

from workings.record import record

Scalar: TypeAlias = fmpq | arb


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


@contextmanager
def precision(bits: int) -> Iterator[None]:
    """Run enclosures at the given number of bits."""
    before = ctx.prec
    ctx.prec = bits
    try:
        yield
    finally:
        ctx.prec = before
