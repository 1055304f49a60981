"""Values to compare, and the samples of every operation."""

from __future__ import annotations

from typing import Any

from flint import arb

from workings.ops import OPERATIONS, Op
from workings.value import Result, Tensor, Undefined


def same(one: Result, other: Result) -> bool:
    if isinstance(one, Undefined) or isinstance(other, Undefined):
        return isinstance(one, Undefined) and isinstance(other, Undefined)
    if isinstance(one, Tensor):
        return (
            isinstance(other, Tensor) and one.shape == other.shape and all(map(near, one.items, other.items))
        )
    return not isinstance(other, Tensor) and near(one, other)


def near(one: Any, other: Any) -> bool:
    return one == other or bool(arb(one).overlaps(arb(other)))


def samples() -> list[tuple[Op, Any]]:
    return [(op, sample) for op in OPERATIONS.values() for sample in op.samples]
