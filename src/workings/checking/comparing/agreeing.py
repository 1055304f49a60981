"""Whether two values are the same, as far as can be told."""

from __future__ import annotations

from flint import fmpq

from workings.value import Scalar, Tensor, Value, squeezed


def same(first: Scalar, second: Scalar) -> bool | None:
    """Equality of two scalars; None where two inexact enclosures overlap."""
    if type(first) is fmpq and type(second) is fmpq:
        return bool(first == second)
    return False if distance(first, second) > 0 else None


def distance(first: Scalar, second: Scalar) -> Scalar:
    return abs(first - second)  # type: ignore[return-value]  # flint types mixed operands as flint_scalar


def values_agree(first: Value | None, second: Value | None) -> bool:
    """Whether nothing tells two values apart; orientation does not, an absent value does."""
    if first is None or second is None:
        return False
    if isinstance(first, Tensor) and isinstance(second, Tensor):
        if squeezed(first.shape) != squeezed(second.shape):
            return False
        return all(same(a, b) is not False for a, b in zip(first.items, second.items, strict=True))
    if isinstance(first, Tensor) or isinstance(second, Tensor):
        return False
    return same(first, second) is not False
