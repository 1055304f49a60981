"""Leaky ReLU: what is negative is made small instead of nought."""

from __future__ import annotations

from flint import fmpq

from workings.expr import Expr
from workings.ops.operation import Let, Op, Setting
from workings.ops.writing import at_least, maximum

leaky_relu = Op(
    "leaky_relu",
    "x",
    slope=fmpq(1, 100),
    letters={"α": "slope", "alpha": "slope", "negative_slope": "slope"},
    follow=["slope"],
    usual={"slope": [fmpq(1, n) for n in (50, 20, 10, 5, 4)] + [fmpq(3, 10)]},
    names=["LeakyReLU", "leaky_relu", "LeakyRelu", "leakyrelu", "lrelu", "Leaky ReLU", "leaky ReLU"],
    oracle=lambda torch, x, slope: torch.nn.functional.leaky_relu(x, float(slope)),
    samples=[0, [-2, -0.5, 0, 1, 3], [[2, 0], [1, -3]], ([-2, 1], {"slope": fmpq(1, 5)})],
)


@leaky_relu.recipe
def textbook(let: Let, x: Expr, slope: Setting) -> Expr:
    return let("y", maximum(0, x) - slope * maximum(0, -x), "negative numbers count by the slope only")


@leaky_relu.mistake(
    "relu",
    says="negative numbers became nought, as in ReLU",
    why="The plain ReLU is known better.",
)
def as_relu(let: Let, x: Expr, slope: Setting) -> Expr:
    return let("y", maximum(0, x), "the larger of nought and the number")


@leaky_relu.mistake(
    "left-out",
    says="it was left out and negative numbers stayed",
    why="Positive numbers pass unchanged, so negative ones are let through as well.",
)
def left_out(let: Let, x: Expr, slope: Setting) -> Expr:
    return let("y", x, "the number as it is")


@leaky_relu.mistake(
    "sign-lost",
    says="negative numbers lost their sign",
    why="The outputs of a ReLU are never negative, so a minus looks wrong.",
)
def sign_lost(let: Let, x: Expr, slope: Setting) -> Expr:
    return let("y", maximum(0, x) + slope * maximum(0, -x), "the slope times the size of negative numbers")


@leaky_relu.mistake(
    "slope-everywhere",
    says="the slope was put on positive numbers too",
    why="The formula slope · x is kept and its condition is not.",
)
def slope_everywhere(let: Let, x: Expr, slope: Setting) -> Expr:
    return let("y", slope * x, "the number times the slope")


@leaky_relu.mistake(
    "slope-alone",
    says="negative numbers became the slope itself",
    why="The slope is taken for the value on the negative side.",
)
def slope_alone(let: Let, x: Expr, slope: Setting) -> Expr:
    return let(
        "y", maximum(0, x) - slope * (1 - at_least(x, 0)), "minus the slope where the number is negative"
    )
