"""Step: one from nought on, nought below."""

from __future__ import annotations

from workings.expr import Expr
from workings.ops.operation import Let, Op
from workings.ops.writing import at_least

step = Op(
    "step",
    "x",
    names=["step", "heaviside", "Heaviside"],
    oracle=lambda torch, x: torch.heaviside(x, torch.ones((), dtype=x.dtype)),
    samples=[0, [-2, -0.5, 0, 1, 3], [[2, 0], [1, -3]]],
)


@step.recipe
def textbook(let: Let, x: Expr) -> Expr:
    return let("y", at_least(x, 0), "one where the number is not negative")


@step.mistake(
    "strict",
    says="nought counts as below, as if > stood for ≥",
    why="Whether the threshold itself fires has to be looked up.",
)
def strict(let: Let, x: Expr) -> Expr:
    return let("y", 1 - at_least(0, x), "one where the number is more than nought")


@step.mistake(
    "sign",
    says="the sign was taken, minus one below nought",
    why="Perceptrons are also written with outputs -1 and 1.",
)
def as_sign(let: Let, x: Expr) -> Expr:
    return let("y", 2 * at_least(x, 0) - 1, "one, or minus one where the number is negative")


@step.mistake(
    "inverted",
    says="nought and one were swapped",
    why="It is easily mixed up which side of the threshold fires.",
)
def inverted(let: Let, x: Expr) -> Expr:
    return let("y", 1 - at_least(x, 0), "one where the number is negative")


@step.mistake(
    "left-out",
    says="the threshold was left out",
    why="The weighted sum looks like the output of the unit already.",
)
def left_out(let: Let, x: Expr) -> Expr:
    return let("y", x, "the number as it is")
