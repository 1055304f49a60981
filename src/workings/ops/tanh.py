"""Wrong recipes of tanh, which is a primitive: what is taken for it."""

from __future__ import annotations

from workings.expr import Expr
from workings.ops.operation import Let, Mistakable
from workings.ops.sigmoid import sigmoid
from workings.ops.writing import exp, square
from workings.ops.writing import tanh as right

tanh = Mistakable("tanh", "x", samples=[0, [-2, -0.5, 0, 1, 3], [[2, 0], [1, -3]]])


@tanh.mistake(
    "sigmoid",
    says="the sigmoid was taken instead of tanh",
    why="Both are S-shaped, and one often follows the other on a sheet.",
)
def as_sigmoid(let: Let, x: Expr) -> Expr:
    return let("y", sigmoid(x), "the sigmoid of the number")


@tanh.mistake(
    "left-out",
    says="the tanh was left out",
    why="The weighted sum looks like the output of the unit already.",
)
def left_out(let: Let, x: Expr) -> Expr:
    return let("y", x, "the number as it is")


@tanh.mistake(
    "derivative",
    says="its derivative 1 − tanh² was taken instead",
    why="Forward and backward pass use the same numbers, one after the other.",
)
def derivative(let: Let, x: Expr) -> Expr:
    return let("y", 1 - square(right(x)), "one less its square")


@tanh.mistake(
    "half-argument",
    says="e^x stood where e^(2x) belongs, 2σ(x) − 1",
    why="The formula by the sigmoid has a two in front and another one inside.",
)
def half_argument(let: Let, x: Expr) -> Expr:
    return let("y", 2 * sigmoid(x) - 1, "twice the sigmoid less one")


@tanh.mistake(
    "not-divided",
    says="e^x − e^(-x) was not divided by e^x + e^(-x)",
    why="The numerator is worked out first and then taken for the result.",
)
def not_divided(let: Let, x: Expr) -> Expr:
    return let("y", exp(x) - exp(-x), "the numerator alone")
