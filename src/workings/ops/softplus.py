"""Softplus: a smooth ReLU."""

from __future__ import annotations

from workings.expr import Expr
from workings.ops.operation import Let, Op
from workings.ops.sigmoid import sigmoid
from workings.ops.writing import exp, ln, maximum

softplus = Op(
    "softplus",
    "x",
    names=["softplus", "Softplus", "SoftPlus"],
    oracle=lambda torch, x: torch.nn.functional.softplus(x),
    samples=[0, [-2, -0.5, 0, 1, 3], [[2, 0], [1, -3]]],
)


@softplus.recipe
def textbook(let: Let, x: Expr) -> Expr:
    return let("y", ln(1 + exp(x)), "the logarithm of one plus e to the number")


@softplus.mistake(
    "no-one",
    says="the one was left out, ln(e^x)",
    why="The one looks too small to matter.",
)
def no_one(let: Let, x: Expr) -> Expr:
    return let("y", x, "the logarithm of e to the number")


@softplus.mistake(
    "no-logarithm",
    says="the logarithm was left out",
    why="The inner sum is worked out first and then taken for the result.",
)
def no_logarithm(let: Let, x: Expr) -> Expr:
    return let("y", 1 + exp(x), "one plus e to the number")


@softplus.mistake(
    "relu",
    says="negative numbers became nought, as in ReLU",
    why="Softplus is remembered as a smooth ReLU.",
)
def as_relu(let: Let, x: Expr) -> Expr:
    return let("y", maximum(0, x), "the larger of nought and the number")


@softplus.mistake(
    "derivative",
    says="its derivative was taken instead, the sigmoid",
    why="The formulas of softplus and sigmoid both have 1 + e^x in them.",
)
def derivative(let: Let, x: Expr) -> Expr:
    return let("y", sigmoid(x), "the sigmoid of the number")
