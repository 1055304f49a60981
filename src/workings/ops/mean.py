"""Wrong recipes of the mean, which is a primitive."""

from __future__ import annotations

from workings.expr import Expr, call
from workings.ops.operation import Let, Mistakable, Setting
from workings.ops.writing import length, total

mean = Mistakable("mean", "x", axis=None, gathers=True, samples=[[1, 2, 6], [[1, 2], [3, 9]]])


@mean.mistake(
    "not-divided",
    says="the numbers were added up and not divided by how many they are",
    why="The sum is the long part of the work.",
)
def not_divided(let: Let, x: Expr, axis: Setting | None) -> Expr:
    return let("m", total(x, axis), "the sum")


@mean.mistake(
    "one-less",
    says="the sum was divided by one less than the number of terms",
    why="The variance of a sample divides by n − 1, a mean never does.",
)
def one_less(let: Let, x: Expr, axis: Setting | None) -> Expr | None:
    return None if axis is not None else let("m", total(x) / (length(x) - 1), "over one less")


@mean.mistake(
    "of-extremes",
    says="the mean of the smallest and the largest was taken",
    why="The middle of the range is taken for the mean.",
)
def of_extremes(let: Let, x: Expr, axis: Setting | None) -> Expr | None:
    return (
        None
        if axis is not None
        else let("m", (call("max", x) + call("min", x)) / 2, "the middle of the range")
    )
