"""Recall: the share of what is right that was found."""

from __future__ import annotations

from workings.expr import Expr
from workings.ops.operation import Let, Op

recall = Op(
    "recall",
    "tp fn",
    names=(),
    oracle=lambda torch, tp, fn: tp / (tp + fn),
    samples=[(8, 4)],
)


@recall.recipe
def textbook(let: Let, tp: Expr, fn: Expr) -> Expr:
    return let("r", tp / (tp + fn), "the ones found among all right")
