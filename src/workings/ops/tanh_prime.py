"""The derivative of tanh: one less its square."""

from __future__ import annotations

from workings.expr import Expr
from workings.ops.operation import Let, Op
from workings.ops.sigmoid import sigmoid
from workings.ops.slope import slope
from workings.ops.writing import square, tanh

tanh_prime = Op(
    "tanh_prime",
    "x",
    names=["tanh'", "Tanh'", "TanH'"],
    oracle=lambda torch, x: slope(torch, torch.tanh, x),
    samples=[0, [-2, -0.5, 0, 1, 3], [[2, 0], [1, -3]]],
)


@tanh_prime.recipe
def textbook(let: Let, x: Expr) -> Expr:
    t = let("t", tanh(x), "the tanh")
    return let("y", 1 - square(t), "one less its square")


@tanh_prime.mistake(
    "left-out",
    says="the derivative was left out",
    why="The chain rule has a factor for every function, and this one is easily passed over.",
)
def left_out(let: Let, x: Expr) -> Expr:
    return let("y", 1 + 0 * x, "one, as if there were no activation")


@tanh_prime.mistake(
    "pre-activation",
    says="1 − x² was worked out with the number itself instead of its tanh",
    why="The formula 1 − a² needs the activation, and the number before it stands nearby.",
)
def pre_activation(let: Let, x: Expr) -> Expr:
    return let("y", 1 - square(x), "one less the square of the number")


@tanh_prime.mistake(
    "not-squared",
    says="1 − tanh was taken, without the square",
    why="The square is a small sign behind a long name.",
)
def not_squared(let: Let, x: Expr) -> Expr:
    return let("y", 1 - tanh(x), "one less the tanh")


@tanh_prime.mistake(
    "twice",
    says="tanh was taken twice",
    why="The derivative is taken at the activation, as if that were the number before it.",
)
def twice(let: Let, x: Expr) -> Expr:
    t = let("t", tanh(tanh(x)), "the tanh of the tanh")
    return let("y", 1 - square(t), "one less its square")


@tanh_prime.mistake(
    "not-derived",
    says="tanh itself was taken",
    why="The names of tanh and of its derivative differ in a small stroke.",
)
def not_derived(let: Let, x: Expr) -> Expr:
    return let("y", tanh(x), "the tanh")


@tanh_prime.mistake(
    "sigmoid-form",
    says="tanh · (1 − tanh) was taken, the form of the derivative of the sigmoid",
    why="The two derivatives are learnt side by side.",
)
def sigmoid_form(let: Let, x: Expr) -> Expr:
    t = let("t", tanh(x), "the tanh")
    return let("y", t * (1 - t), "times one less it")


@tanh_prime.mistake(
    "sigmoid-derivative",
    says="the derivative of the sigmoid was taken instead",
    why="The two derivatives are learnt side by side.",
)
def sigmoid_derivative(let: Let, x: Expr) -> Expr:
    s = let("s", sigmoid(x), "the sigmoid")
    return let("y", s * (1 - s), "times one less it")


@tanh_prime.mistake(
    "plus",
    says="1 + tanh² was taken",
    why="The derivative of tan is 1 + tan².",
)
def plus(let: Let, x: Expr) -> Expr:
    return let("y", 1 + square(tanh(x)), "one more than the square of the tanh")
