"""Hard sigmoid: a straight line from nought at -3 to one at 3, and flat outside."""

from __future__ import annotations

from workings.expr import Expr
from workings.ops.operation import Let, Op, setting
from workings.ops.sigmoid import sigmoid
from workings.ops.writing import maximum

hard_sigmoid = Op(
    "hard_sigmoid",
    "x",
    names=["hard_sigmoid", "HardSigmoid", "Hardsigmoid", "hardsigmoid"],
    oracle=lambda torch, x: torch.nn.functional.hardsigmoid(x),
    samples=[0, [-4, -3, -0.5, 0, 1, 3, 5], [[2, 0], [1, -3]]],
)


@hard_sigmoid.recipe
def textbook(let: Let, x: Expr) -> Expr:
    r = let("r", maximum(0, x + 3) - maximum(0, x - 3), "how far it is past -3, at most six")
    return let("y", r / 6, "as a share of six")


@hard_sigmoid.mistake(
    "not-cut",
    says="it was not cut off at nought and one",
    why="Only the straight line in the middle is remembered.",
)
def not_cut(let: Let, x: Expr) -> Expr:
    return let("y", (x + 3) / 6, "the straight line, everywhere")


@hard_sigmoid.mistake(
    "not-shifted",
    says="the line was not moved by three, so that it starts at nought",
    why="The formula x / 6 + 1/2 is cut short after its first term.",
)
def not_shifted(let: Let, x: Expr) -> Expr:
    r = let("r", maximum(0, x) - maximum(0, x - 6), "the number, from nought to six")
    return let("y", r / 6, "as a share of six")


@hard_sigmoid.mistake(
    "sigmoid",
    says="the smooth sigmoid was taken instead",
    why="The name differs in one word.",
)
def as_sigmoid(let: Let, x: Expr) -> Expr:
    return let("y", sigmoid(x), "the sigmoid of the number")


@hard_sigmoid.mistake(
    "slope-of-a-fifth",
    says="the line had slope 1/5 instead of 1/6",
    why="Another library draws the line from -2.5 to 2.5 under the same name.",
)
def slope_of_a_fifth(let: Let, x: Expr) -> Expr:
    r = let(
        "r",
        maximum(0, x + 5 / setting(2)) - maximum(0, x - 5 / setting(2)),
        "how far it is past -2.5, at most five",
    )
    return let("y", r / 5, "as a share of five")
