"""Φ: how much of a standard normal distribution lies below a number."""

from __future__ import annotations

from workings.expr import Expr, name
from workings.ops.operation import Let, Op
from workings.ops.writing import erf, exp, sqrt, square

normal_cdf = Op(
    "normal_cdf",
    "x",
    names=["normcdf", "normalcdf"],
    oracle=lambda torch, x: torch.special.ndtr(x),
    samples=[0, [-2, -0.5, 0, 1, 3], [[2, 0], [1, -3]]],
)


@normal_cdf.recipe
def textbook(let: Let, x: Expr) -> Expr:
    e = let("e", erf(x / sqrt(2)), "how much lies between the number and its opposite")
    return let("y", (1 + e) / 2, "and half of the rest below it")


@normal_cdf.mistake(
    "upper-tail",
    says="the share above the number was taken instead of the one below it",
    why="Tables print either of the two.",
)
def upper_tail(let: Let, x: Expr) -> Expr:
    return let("y", (1 - erf(x / sqrt(2))) / 2, "the share above the number")


@normal_cdf.mistake(
    "from-the-mean",
    says="only the share between the mean and the number was taken",
    why="Some tables begin at the mean, and the half below it has to be added.",
)
def from_the_mean(let: Let, x: Expr) -> Expr:
    return let("y", erf(x / sqrt(2)) / 2, "the share between the mean and the number")


@normal_cdf.mistake(
    "density",
    says="the height of the bell curve was taken instead of the share below the number",
    why="The letters φ and Φ are easily mixed up.",
)
def density(let: Let, x: Expr) -> Expr:
    return let("y", exp(-square(x) / 2) / sqrt(2 * name("pi")), "the height of the bell curve")
