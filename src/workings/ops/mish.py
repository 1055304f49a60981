"""Mish: the number, weighted by the tanh of its softplus."""

from __future__ import annotations

from workings.expr import Expr
from workings.ops.operation import Let, Op
from workings.ops.sigmoid import sigmoid
from workings.ops.softplus import softplus
from workings.ops.writing import tanh

mish = Op(
    "mish",
    "x",
    names=["mish", "Mish"],
    oracle=lambda torch, x: torch.nn.functional.mish(x),
    samples=[0, [-2, -0.5, 0, 1, 3], [[2, 0], [1, -3]]],
)


@mish.recipe
def textbook(let: Let, x: Expr) -> Expr:
    t = let("t", tanh(softplus(x)), "the tanh of its softplus")
    return let("y", x * t, "times the number")


@mish.mistake(
    "no-softplus",
    says="tanh was taken of the number itself, without softplus",
    why="Two functions inside each other are easily read as one.",
)
def no_softplus(let: Let, x: Expr) -> Expr:
    return let("y", x * tanh(x), "the number times its tanh")


@mish.mistake(
    "tanh-alone",
    says="the tanh was not multiplied by the number",
    why="The inner functions are the hard part, and once they are found the result seems to be there.",
)
def tanh_alone(let: Let, x: Expr) -> Expr:
    return let("y", tanh(softplus(x)), "the tanh of its softplus")


@mish.mistake(
    "sigmoid",
    says="the sigmoid of the number was taken for the tanh of its softplus, as in SiLU",
    why="SiLU has the same shape and is known better.",
)
def as_sigmoid(let: Let, x: Expr) -> Expr:
    s = let("s", sigmoid(x), "the sigmoid")
    return let("y", x * s, "times the number")
