"""Hinge loss: nothing for a margin of one, and what is missing from it otherwise."""

from __future__ import annotations

from workings.expr import Expr
from workings.ops.operation import Let, Op
from workings.ops.writing import maximum, mean, square, total

hinge = Op(
    "hinge",
    "y s",
    names=["hinge", "Hinge", "hinge_loss"],
    oracle=lambda torch, y, s: torch.relu(1 - y * s).mean(),
    samples=[([1, -1, 1], [2, 0.5, 0.5]), ([1, -1], [3, -0.5])],
)


@hinge.recipe
def textbook(let: Let, y: Expr, s: Expr) -> Expr:
    m = let("m", y * s, "the margin: label times score")
    return let("L", mean(maximum(0, 1 - m)), "the mean of what is missing to one")


@hinge.mistake(
    "summed",
    says="the examples were added up instead of averaged",
    why="The formula for one example is added up, and the division by their number is left out.",
)
def summed(let: Let, y: Expr, s: Expr) -> Expr:
    return let("L", total(maximum(0, 1 - y * s)), "the sum of what is missing to one")


@hinge.mistake(
    "not-cut",
    says="negative values were not cut off at nought",
    why="The max(0, …) around it is dropped once the bracket is worked out.",
)
def not_cut(let: Let, y: Expr, s: Expr) -> Expr:
    return let("L", mean(1 - y * s), "the mean of what is missing to one, or too much")


@hinge.mistake(
    "no-margin",
    says="the margin of one was left out, max(0, −y s)",
    why="The loss of the perceptron has no margin.",
)
def no_margin(let: Let, y: Expr, s: Expr) -> Expr:
    return let("L", mean(maximum(0, -(y * s))), "the mean of what is missing to nought")


@hinge.mistake(
    "sign",
    says="the margin was added, max(0, 1 + y s)",
    why="The minus before the product is easily lost.",
)
def as_sign(let: Let, y: Expr, s: Expr) -> Expr:
    return let("L", mean(maximum(0, 1 + y * s)), "the mean of one and the margin")


@hinge.mistake(
    "no-label",
    says="the label was left out, max(0, 1 − s)",
    why="With the label 1 it makes no difference.",
)
def no_label(let: Let, y: Expr, s: Expr) -> Expr:
    return let("L", mean(maximum(0, 1 - s)), "the mean of what the score misses to one")


@hinge.mistake(
    "squared",
    says="it was squared",
    why="The squared hinge loss is used too.",
)
def squared(let: Let, y: Expr, s: Expr) -> Expr:
    return let("L", mean(square(maximum(0, 1 - y * s))), "the mean of the squares of what is missing")
