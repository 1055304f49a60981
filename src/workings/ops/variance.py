"""Variance: the mean squared distance from the mean; `sample` divides by one less."""

from __future__ import annotations

from workings.expr import Expr
from workings.ops.operation import Let, Op, Setting
from workings.ops.writing import absolute, length, mean, sqrt, square, total

variance = Op(
    "variance",
    "x",
    sample=0,
    gathers=True,
    names=["variance", "Var", "var", "Variance"],
    said=["variance"],
    oracle=lambda torch, x, sample: torch.var(x, correction=int(sample)),
    samples=[[1, 2, 4], [1, 2, 4, 9], ([1, 2, 4], {"sample": 1})],
)


@variance.recipe
def textbook(let: Let, x: Expr, sample: Setting) -> Expr:
    d = let("d", x - mean(x), "how far each is from the mean")
    return let("v", total(square(d)) / (length(x) - sample), "the mean of the squares")


@variance.mistake(
    "mean-kept",
    says="the squares were averaged without taking the mean away first",
    why="The mean is worked out, and then not used.",
)
def mean_kept(let: Let, x: Expr, sample: Setting) -> Expr:
    return let("v", total(square(x)) / (length(x) - sample), "the mean square")


@variance.mistake(
    "not-divided",
    says="the squares were added up and not divided by their number",
    why="The sum of squares is the long part of the work.",
)
def not_divided(let: Let, x: Expr, sample: Setting) -> Expr:
    return let("v", total(square(x - mean(x))), "the sum of the squares")


@variance.mistake(
    "root-taken",
    says="the root was taken, which gives the standard deviation",
    why="The standard deviation is what is asked for most of the time.",
)
def root_taken(let: Let, x: Expr, sample: Setting) -> Expr:
    return let("v", sqrt(variance(x, sample=sample)), "the standard deviation")


@variance.mistake(
    "sizes-for-squares",
    says="the distances from the mean were averaged without squaring them",
    why="The mean distance is a measure of spread too.",
)
def sizes_for_squares(let: Let, x: Expr, sample: Setting) -> Expr:
    return let("v", total(absolute(x - mean(x))) / (length(x) - sample), "the mean distance")


@variance.mistake(
    "mean-not-squared",
    says="the mean was taken from the mean of the squares without being squared",
    why="In E[x²] − E[x]² the second square is overlooked.",
)
def mean_not_squared(let: Let, x: Expr, sample: Setting) -> Expr | None:
    return None if sample else let("v", mean(square(x)) - mean(x), "the mean not squared")


@variance.mistake(
    "two-less",
    says="the squares were divided by n − 2",
    why="The degrees of freedom of a regression line are taken for those of a mean.",
)
def two_less(let: Let, x: Expr, sample: Setting) -> Expr:
    return let("v", total(square(x - mean(x))) / (length(x) - 2), "over n − 2")
