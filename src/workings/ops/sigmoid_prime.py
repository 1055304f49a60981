"""The derivative of the sigmoid: the sigmoid times what it lacks to one."""

from __future__ import annotations

from workings.expr import Expr
from workings.ops.operation import Let, Op
from workings.ops.sigmoid import sigmoid
from workings.ops.slope import slope_of
from workings.ops.writing import square, tanh

sigmoid_prime = Op(
    "sigmoid_prime",
    "x",
    names=[f"{written}'" for written in sigmoid.names],
    oracle=slope_of(sigmoid),
    samples=[0, [-2, -0.5, 0, 1, 3], [[2, 0], [1, -3]]],
)


@sigmoid_prime.recipe
def textbook(let: Let, x: Expr) -> Expr:
    s = let("s", sigmoid(x), "the sigmoid")
    return let("y", s * (1 - s), "times one less it")


@sigmoid_prime.mistake(
    "left-out",
    says="the derivative was left out",
    why="The chain rule has a factor for every function, and this one is easily passed over.",
)
def left_out(let: Let, x: Expr) -> Expr:
    return let("y", 1 + 0 * x, "one, as if there were no activation")


@sigmoid_prime.mistake(
    "pre-activation",
    says="x(1 − x) was worked out with the number itself instead of its sigmoid",
    why="The formula a(1 − a) needs the activation, and the number before it stands nearby.",
)
def pre_activation(let: Let, x: Expr) -> Expr:
    return let("y", x * (1 - x), "the number times one less it")


@sigmoid_prime.mistake(
    "twice",
    says="the sigmoid was taken twice",
    why="The derivative is taken at the activation, as if that were the number before it.",
)
def twice(let: Let, x: Expr) -> Expr:
    s = let("s", sigmoid(sigmoid(x)), "the sigmoid of the sigmoid")
    return let("y", s * (1 - s), "times one less it")


@sigmoid_prime.mistake(
    "not-derived",
    says="the sigmoid itself was taken",
    why="The names σ and σ′ differ in a small stroke.",
)
def not_derived(let: Let, x: Expr) -> Expr:
    return let("y", sigmoid(x), "the sigmoid")


@sigmoid_prime.mistake(
    "one-factor",
    says="only 1 − σ was taken, without the factor σ",
    why="One of the two factors is easily lost.",
)
def one_factor(let: Let, x: Expr) -> Expr:
    return let("y", 1 - sigmoid(x), "one less the sigmoid")


@sigmoid_prime.mistake(
    "tanh-form",
    says="1 − σ² was taken, the form of the derivative of tanh",
    why="The two derivatives are learnt side by side.",
)
def tanh_form(let: Let, x: Expr) -> Expr:
    return let("y", 1 - square(sigmoid(x)), "one less the square of the sigmoid")


@sigmoid_prime.mistake(
    "tanh-derivative",
    says="the derivative of tanh was taken instead",
    why="The two derivatives are learnt side by side.",
)
def tanh_derivative(let: Let, x: Expr) -> Expr:
    return let("y", 1 - square(tanh(x)), "one less the square of tanh")


@sigmoid_prime.mistake(
    "plus",
    says="σ(1 + σ) was taken",
    why="The sign inside the bracket is easily mixed up.",
)
def plus(let: Let, x: Expr) -> Expr:
    s = let("s", sigmoid(x), "the sigmoid")
    return let("y", s * (1 + s), "times one more than it")
