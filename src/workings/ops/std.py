"""Standard deviation: the root of the variance."""

from __future__ import annotations

from workings.expr import Expr
from workings.ops.operation import Let, Op, Setting
from workings.ops.variance import variance
from workings.ops.writing import absolute, length, mean, sqrt, square, total

std = Op(
    "std",
    "x",
    sample=0,
    gathers=True,
    names=["std", "Std", "stdev", "SD"],
    said=["standard deviation"],
    oracle=lambda torch, x, sample: torch.std(x, correction=int(sample)),
    samples=[[1, 2, 4], [1, 2, 4, 9], ([1, 2, 4], {"sample": 1})],
)


@std.recipe
def textbook(let: Let, x: Expr, sample: Setting) -> Expr:
    return let("s", sqrt(variance(x, sample=sample)), "the root of the variance")


@std.mistake(
    "no-root",
    says="the root was not taken, which gives the variance",
    why="The variance is worked out first, and its root is forgotten.",
)
def no_root(let: Let, x: Expr, sample: Setting) -> Expr:
    return let("s", variance(x, sample=sample), "the variance")


@std.mistake(
    "mean-distance",
    says="the distances from the mean were averaged without squaring them",
    why="The mean distance is a measure of spread too.",
)
def mean_distance(let: Let, x: Expr, sample: Setting) -> Expr:
    return let("s", total(absolute(x - mean(x))) / (length(x) - sample), "the mean distance")


@std.mistake(
    "root-above-only",
    says="the root was taken of the sum of squares and not of their number",
    why="The root ends above the line instead of reaching over the whole fraction.",
)
def root_above_only(let: Let, x: Expr, sample: Setting) -> Expr:
    return let("s", sqrt(total(square(x - mean(x)))) / (length(x) - sample), "the root above only")


@std.mistake(
    "standard-error",
    says="the result was divided by √n as well, which gives the standard error of the mean",
    why="The spread of the values is confused with that of their mean.",
)
def standard_error(let: Let, x: Expr, sample: Setting) -> Expr:
    return let("s", std(x, sample=sample) / sqrt(length(x)), "the standard error")
