"""Recall: the share of what is right that was found."""

from __future__ import annotations

from workings.expr import Expr
from workings.ops.operation import Let, Op

recall = Op(
    "recall",
    "tp fn",
    quantities=["recall", "Recall", "sensitivity"],
    asks=["TP", "FN"],
    oracle=lambda torch, tp, fn: tp / (tp + fn),
    samples=[(8, 4)],
)


@recall.recipe
def textbook(let: Let, tp: Expr, fn: Expr) -> Expr:
    return let("r", tp / (tp + fn), "the ones found among all right")


@recall.mistake(
    "odds",
    says="the right ones were divided by the missed ones alone",
    why="A share of the whole is confused with odds.",
)
def odds(let: Let, tp: Expr, fn: Expr) -> Expr:
    return let("o", tp / fn, "the odds")


@recall.mistake(
    "complement",
    says="the missed ones among all right were counted",
    why="The share of errors is what is left of the share of hits.",
)
def complement(let: Let, tp: Expr, fn: Expr) -> Expr:
    return let("c", fn / (tp + fn), "the errors among all")
