"""Precision: the share of what was found that is right."""

from __future__ import annotations

from workings.expr import Expr
from workings.ops.operation import Let, Op

precision = Op(
    "precision",
    "tp fp",
    names=(),
    oracle=lambda torch, tp, fp: tp / (tp + fp),
    samples=[(8, 2)],
)


@precision.recipe
def textbook(let: Let, tp: Expr, fp: Expr) -> Expr:
    return let("p", tp / (tp + fp), "the right ones among all found")
