"""SiLU, also called swish: the number times its sigmoid."""

from __future__ import annotations

from workings.expr import Expr
from workings.ops.operation import Let, Op
from workings.ops.sigmoid import sigmoid
from workings.ops.writing import maximum

silu = Op(
    "silu",
    "x",
    names=["SiLU", "silu", "swish", "Swish"],
    oracle=lambda torch, x: torch.nn.functional.silu(x),
    samples=[0, [-2, -0.5, 0, 1, 3], [[2, 0], [1, -3]]],
)


@silu.recipe
def textbook(let: Let, x: Expr) -> Expr:
    return let("y", x * sigmoid(x), "the number times its sigmoid")


@silu.mistake(
    "sigmoid-alone",
    says="the sigmoid was not multiplied by the number",
    why="The sigmoid is the hard part, and once it is found the result seems to be there.",
)
def sigmoid_alone(let: Let, x: Expr) -> Expr:
    return let("y", sigmoid(x), "the sigmoid of the number")


@silu.mistake(
    "relu",
    says="negative numbers became nought, as in ReLU",
    why="SiLU is remembered as a smooth ReLU.",
)
def as_relu(let: Let, x: Expr) -> Expr:
    return let("y", maximum(0, x), "the larger of nought and the number")


@silu.mistake(
    "inside",
    says="the sigmoid was taken of the product instead, σ(x · x)",
    why="Brackets around x · σ(x) are read the wrong way.",
)
def inside(let: Let, x: Expr) -> Expr:
    return let("y", sigmoid(x * x), "the sigmoid of the square")
