"""Precision: the share of what was found that is right."""

from __future__ import annotations

from workings.expr import Expr
from workings.ops.operation import Let, Op

precision = Op(
    "precision",
    "tp fp",
    quantities=["precision", "Precision"],
    asks=["TP", "FP"],
    oracle=lambda torch, tp, fp: tp / (tp + fp),
    samples=[(8, 2)],
)


@precision.recipe
def textbook(let: Let, tp: Expr, fp: Expr) -> Expr:
    return let("p", tp / (tp + fp), "the right ones among all found")


@precision.mistake(
    "odds",
    says="the right ones were divided by the false alarms alone",
    why="A share of the whole is confused with odds.",
)
def odds(let: Let, tp: Expr, fp: Expr) -> Expr:
    return let("o", tp / fp, "the odds")


@precision.mistake(
    "complement",
    says="the wrong ones among all found were counted",
    why="The share of errors is what is left of the share of hits.",
)
def complement(let: Let, tp: Expr, fp: Expr) -> Expr:
    return let("c", fp / (tp + fp), "the errors among all")
