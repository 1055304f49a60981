"""Sigmoid: squeeze any number between nought and one."""

from __future__ import annotations

from workings.expr import Expr
from workings.ops.operation import Let, Op
from workings.ops.writing import exp, tanh

sigmoid = Op(
    "sigmoid",
    "x",
    names=["sigmoid", "Sigmoid", "σ", "\\sigma", "sigma", "sig", "logistic"],
    said=["sigmoid"],
    oracle=lambda torch, x: torch.sigmoid(x),
    samples=[0, [-2, -0.5, 0, 1, 3], [[2, 0], [1, -3]]],
)


@sigmoid.recipe
def textbook(let: Let, x: Expr) -> Expr:
    e = let("e", exp(-x), "raise e to the number with its sign turned")
    return let("y", 1 / (1 + e), "one over one plus that")


@sigmoid.mistake(
    "sign-lost",
    says="the exponent lost its minus, 1 / (1 + e^x)",
    why="The minus in e^(-x) is small, and e^x looks just as natural.",
)
def sign_lost(let: Let, x: Expr) -> Expr:
    return let("y", 1 / (1 + exp(x)), "one over one plus e to the number")


@sigmoid.mistake(
    "tanh",
    says="tanh was taken instead of the sigmoid",
    why="Both are S-shaped, and one often follows the other on a sheet.",
)
def as_tanh(let: Let, x: Expr) -> Expr:
    return let("y", tanh(x), "the tanh of the number")


@sigmoid.mistake(
    "left-out",
    says="the sigmoid was left out",
    why="The weighted sum looks like the output of the unit already.",
)
def left_out(let: Let, x: Expr) -> Expr:
    return let("y", x, "the number as it is")


@sigmoid.mistake(
    "not-inverted",
    says="the one over was left out, 1 + e^(-x)",
    why="The denominator is worked out first and then taken for the result.",
)
def not_inverted(let: Let, x: Expr) -> Expr:
    return let("y", 1 + exp(-x), "one plus e to the number with its sign turned")


@sigmoid.mistake(
    "no-one",
    says="the one in the denominator was left out, 1 / e^(-x)",
    why="Of 1 / (1 + e^(-x)) only one of the two ones is remembered.",
)
def no_one(let: Let, x: Expr) -> Expr:
    return let("y", 1 / exp(-x), "one over e to the number with its sign turned")


@sigmoid.mistake(
    "derivative",
    says="its derivative σ(1 − σ) was taken instead",
    why="Forward and backward pass use the same numbers, one after the other.",
)
def derivative(let: Let, x: Expr) -> Expr:
    s = let("s", sigmoid(x), "the sigmoid")
    return let("y", s * (1 - s), "times one less it")
