"""ReLU: what is positive stays, the rest becomes nought."""

from __future__ import annotations

from workings.expr import Expr
from workings.ops.operation import Let, Op
from workings.ops.writing import absolute, at_least, maximum

relu = Op(
    "relu",
    "x",
    names=["ReLU", "relu", "RELU", "Relu", "ReLu"],
    said=["relu"],
    oracle=lambda torch, x: torch.relu(x),
    samples=[0, [-2, -0.5, 0, 1, 3], [[2, 0], [1, -3]]],
)


@relu.recipe
def textbook(let: Let, x: Expr) -> Expr:
    return let("y", maximum(0, x), "the larger of nought and the number")


@relu.mistake(
    "left-out",
    says="the ReLU was left out and negative numbers stayed",
    why="Most numbers are positive, where it changes nothing.",
)
def left_out(let: Let, x: Expr) -> Expr:
    return let("y", x, "the number as it is")


@relu.mistake(
    "absolute",
    says="negative numbers lost their sign instead of becoming nought",
    why="Making a number positive and cutting it off at nought are easily mixed up.",
)
def as_absolute(let: Let, x: Expr) -> Expr:
    return let("y", absolute(x), "the number without its sign")


@relu.mistake(
    "smaller",
    says="the smaller of nought and the number was taken",
    why="The formula max(0, x) is read as a bound from above.",
)
def smaller(let: Let, x: Expr) -> Expr:
    return let("y", -maximum(0, -x), "the smaller of nought and the number")


@relu.mistake(
    "derivative",
    says="its derivative was taken, one for positive numbers",
    why="Forward and backward pass look at the same signs.",
)
def derivative(let: Let, x: Expr) -> Expr:
    return let("y", 1 - at_least(0, x), "one where the number is more than nought")


@relu.mistake(
    "leaky",
    says="a hundredth of the negative numbers stayed, as in leaky ReLU",
    why="The leaky variant differs in its negative side only.",
)
def leaky(let: Let, x: Expr) -> Expr:
    return let("y", maximum(0, x) - maximum(0, -x) / 100, "negative numbers count a hundredth")
