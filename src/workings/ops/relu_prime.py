"""The derivative of ReLU: one where the number is positive, nought elsewhere, also at nought."""

from __future__ import annotations

from workings.expr import Expr
from workings.ops.operation import Let, Op
from workings.ops.relu import relu
from workings.ops.slope import slope_of
from workings.ops.writing import at_least

relu_prime = Op(
    "relu_prime",
    "x",
    names=[f"{written}'" for written in relu.names],
    oracle=slope_of(relu),
    samples=[0, [-2, -0.5, 0, 1, 3], [[2, 0], [1, -3]]],
)


@relu_prime.recipe
def textbook(let: Let, x: Expr) -> Expr:
    return let("y", 1 - at_least(0, x), "one where the number is more than nought")


@relu_prime.mistake(
    "left-out",
    says="the derivative was left out",
    why="The chain rule has a factor for every function, and this one is easily passed over.",
)
def left_out(let: Let, x: Expr) -> Expr:
    return let("y", 1 + 0 * x, "one, as if there were no activation")


@relu_prime.mistake(
    "not-derived",
    says="the ReLU itself was taken",
    why="Both are nought for negative numbers.",
)
def not_derived(let: Let, x: Expr) -> Expr:
    return let("y", relu(x), "the ReLU")


@relu_prime.mistake(
    "inverted",
    says="nought and one were swapped",
    why="It is easily mixed up which side lets the gradient through.",
)
def inverted(let: Let, x: Expr) -> Expr:
    return let("y", at_least(0, x), "one where the number is not positive")


@relu_prime.mistake(
    "minus-one",
    says="negative numbers gave minus one",
    why="The slope of |x| is taken for that of ReLU.",
)
def minus_one(let: Let, x: Expr) -> Expr:
    return let("y", 1 - at_least(0, x) - (1 - at_least(x, 0)), "the sign of the number")


@relu_prime.mistake(
    "at-nought",
    says="the slope at nought was taken as one",
    why="At its corner both slopes look possible, and the usual choice is nought.",
)
def at_nought(let: Let, x: Expr) -> Expr:
    return let("y", at_least(x, 0), "one where the number is not negative")
