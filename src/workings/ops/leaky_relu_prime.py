"""The derivative of leaky ReLU: one where the number is positive, the slope elsewhere."""

from __future__ import annotations

from flint import fmpq

from workings.expr import Expr
from workings.ops.leaky_relu import leaky_relu
from workings.ops.operation import Let, Op, Setting
from workings.ops.relu_prime import relu_prime
from workings.ops.slope import slope_of
from workings.ops.writing import at_least

leaky_relu_prime = Op(
    "leaky_relu_prime",
    "x",
    slope=fmpq(1, 100),
    letters=leaky_relu.letters,
    follow=["slope"],
    usual={"slope": [fmpq(1, n) for n in (50, 20, 10, 5, 4)] + [fmpq(3, 10)]},
    names=[f"{written}'" for written in leaky_relu.names],
    oracle=slope_of(leaky_relu),
    samples=[0, [-2, -0.5, 0, 1, 3], [[2, 0], [1, -3]]],
)


@leaky_relu_prime.recipe
def textbook(let: Let, x: Expr, slope: Setting) -> Expr:
    positive = let("p", 1 - at_least(0, x), "one where the number is more than nought")
    return let("y", positive + slope * (1 - positive), "the slope where it is not")


@leaky_relu_prime.mistake(
    "left-out",
    says="the derivative was left out",
    why="The chain rule has a factor for every function, and this one is easily passed over.",
)
def left_out(let: Let, x: Expr, slope: Setting) -> Expr:
    return let("y", 1 + 0 * x, "one, as if there were no activation")


@leaky_relu_prime.mistake(
    "not-derived",
    says="leaky ReLU itself was taken",
    why="The two names differ in a small stroke.",
)
def not_derived(let: Let, x: Expr, slope: Setting) -> Expr:
    return let("y", leaky_relu(x, slope=slope), "the leaky ReLU")


@leaky_relu_prime.mistake(
    "relu-derivative",
    says="negative numbers gave nought, as for ReLU",
    why="The plain ReLU is known better.",
)
def relu_derivative(let: Let, x: Expr, slope: Setting) -> Expr:
    return let("y", relu_prime(x), "one where the number is more than nought")


@leaky_relu_prime.mistake(
    "slope-everywhere",
    says="positive numbers gave the slope too",
    why="The condition beside the formula is passed over.",
)
def slope_everywhere(let: Let, x: Expr, slope: Setting) -> Expr:
    return let("y", slope + 0 * x, "the slope, everywhere")


@leaky_relu_prime.mistake(
    "sign",
    says="negative numbers gave minus the slope",
    why="The number is negative there, so its slope is thought to be.",
)
def sign_lost(let: Let, x: Expr, slope: Setting) -> Expr:
    positive = let("p", 1 - at_least(0, x), "one where the number is more than nought")
    return let("y", positive - slope * (1 - positive), "minus the slope where it is not")


@leaky_relu_prime.mistake(
    "inverted",
    says="the two sides were swapped",
    why="It is easily mixed up which side lets the gradient through.",
)
def inverted(let: Let, x: Expr, slope: Setting) -> Expr:
    negative = let("n", at_least(0, x), "one where the number is not positive")
    return let("y", negative + slope * (1 - negative), "the slope where it is positive")
