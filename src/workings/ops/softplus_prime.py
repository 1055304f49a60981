"""The derivative of softplus, which is the sigmoid."""

from __future__ import annotations

from workings.expr import Expr
from workings.ops.operation import Let, Op
from workings.ops.relu_prime import relu_prime
from workings.ops.sigmoid import sigmoid
from workings.ops.slope import slope_of
from workings.ops.softplus import softplus
from workings.ops.writing import exp

softplus_prime = Op(
    "softplus_prime",
    "x",
    names=[f"{written}'" for written in softplus.names],
    oracle=slope_of(softplus),
    samples=[0, [-2, -0.5, 0, 1, 3], [[2, 0], [1, -3]]],
)


@softplus_prime.recipe
def textbook(let: Let, x: Expr) -> Expr:
    return let("y", sigmoid(x), "the sigmoid of the number")


@softplus_prime.mistake(
    "left-out",
    says="the derivative was left out",
    why="The chain rule has a factor for every function, and this one is easily passed over.",
)
def left_out(let: Let, x: Expr) -> Expr:
    return let("y", 1 + 0 * x, "one, as if there were no activation")


@softplus_prime.mistake(
    "not-derived",
    says="softplus itself was taken",
    why="The two names differ in a small stroke.",
)
def not_derived(let: Let, x: Expr) -> Expr:
    return let("y", softplus(x), "the softplus")


@softplus_prime.mistake(
    "derived-twice",
    says="the derivative of the sigmoid was taken",
    why="The derivative of softplus is a sigmoid, which is then derived again.",
)
def derived_twice(let: Let, x: Expr) -> Expr:
    s = let("s", sigmoid(x), "the sigmoid")
    return let("y", s * (1 - s), "times one less it")


@softplus_prime.mistake(
    "one-over",
    says="1 / (1 + e^x) was taken, the derivative of the logarithm alone",
    why="The inner derivative e^x is left out of the chain rule.",
)
def one_over(let: Let, x: Expr) -> Expr:
    return let("y", 1 / (1 + exp(x)), "one over one plus e to the number")


@softplus_prime.mistake(
    "relu-derivative",
    says="the step of ReLU was taken",
    why="Softplus is remembered as a smooth ReLU.",
)
def relu_derivative(let: Let, x: Expr) -> Expr:
    return let("y", relu_prime(x), "one where the number is more than nought")
