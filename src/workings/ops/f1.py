"""F1: the harmonic mean of precision and recall."""

from __future__ import annotations

from workings.expr import Expr
from workings.ops.operation import Let, Op
from workings.ops.writing import sqrt

f1 = Op(
    "f1",
    "p r",
    names=(),
    quantities=["F1", "F_1", "F1 score", "f1", "F1-score"],
    asks=["precision|Precision|prec", "recall|Recall|rec"],
    oracle=lambda torch, p, r: 2 / (1 / p + 1 / r),
    samples=[(0.8, 0.5)],
)


@f1.recipe
def textbook(let: Let, p: Expr, r: Expr) -> Expr:
    return let("f", 2 * p * r / (p + r), "twice the product over the sum")


@f1.mistake(
    "plain-mean",
    says="the plain mean was taken instead of the harmonic one",
    why="A mean of two numbers is taken as half their sum by habit.",
)
def plain_mean(let: Let, p: Expr, r: Expr) -> Expr:
    return let("f", (p + r) / 2, "half the sum")


@f1.mistake(
    "two-left-out",
    says="the factor 2 was left out",
    why="The product over the sum is only half the harmonic mean.",
)
def two_left_out(let: Let, p: Expr, r: Expr) -> Expr:
    return let("f", p * r / (p + r), "the product over the sum")


@f1.mistake(
    "product",
    says="precision and recall were multiplied",
    why="The sum below the line is forgotten.",
)
def product(let: Let, p: Expr, r: Expr) -> Expr:
    return let("f", p * r, "the product")


@f1.mistake(
    "geometric-mean",
    says="the root of the product was taken",
    why="The geometric mean lies between the other two and is close to F1.",
)
def geometric_mean(let: Let, p: Expr, r: Expr) -> Expr:
    return let("f", sqrt(p * r), "the geometric mean")
