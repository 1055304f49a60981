"""Which entry of a row is the largest, which the second, and whether a row is the shares of a whole."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TypeAlias

from flint import arb, fmpq

from workings.evaluating.rendering import midpoint
from workings.value import Scalar, Tensor, Value

Ranking: TypeAlias = tuple[tuple[int, ...], ...]
SLACK = fmpq(1, 200)  # by which rounding to hundredths may move one share


def rows_of(value: Value) -> tuple[tuple[Scalar, ...], ...] | None:
    """The rows of a matrix, a vector as its only row; None for a number and for more than two axes."""
    if not isinstance(value, Tensor) or not 1 <= len(value.shape) <= 2 or not value.items:
        return None
    width = value.shape[-1]
    return tuple(value.items[at : at + width] for at in range(0, len(value.items), width))


def are_shares(row: Sequence[Scalar]) -> bool:
    """Whether the numbers are parts of one whole, as far as rounding to hundredths lets them be."""
    if len(row) < 2 or any(item < 0 for item in row):
        return False
    off: Scalar = sum(row, fmpq(0)) - 1
    slack = SLACK * len(row)
    return bool(-slack <= off <= slack)


def ranking(row: Sequence[Scalar]) -> Ranking:
    """The places of a row from the largest down; places that cannot be told apart stand together."""
    order = sorted(range(len(row)), key=lambda at: midpoint(row[at]), reverse=True)
    groups: list[list[int]] = []
    for at in order:
        if groups and not row[at] < row[groups[-1][0]]:
            groups[-1].append(at)
        else:
            groups.append([at])
    return tuple(tuple(sorted(group)) for group in groups)


def are_finite(items: Iterable[Scalar]) -> bool:
    """Whether every number can be drawn and put in order."""
    return all(not isinstance(item, arb) or item.is_finite() for item in items)
