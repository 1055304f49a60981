"""Sigmoid: squeeze any number between nought and one."""

from __future__ import annotations

from workings.expr import Expr
from workings.ops.operation import Let, Op
from workings.ops.writing import exp

sigmoid = Op(
    "sigmoid",
    "x",
    names=["sigmoid", "Sigmoid", "σ", "\\sigma", "sigma", "sig", "logistic"],
    oracle=lambda torch, x: torch.sigmoid(x),
    samples=[0, [-2, -0.5, 0, 1, 3], [[2, 0], [1, -3]]],
)


@sigmoid.recipe
def textbook(let: Let, x: Expr) -> Expr:
    e = let("e", exp(-x), "raise e to the number with its sign turned")
    return let("y", 1 / (1 + e), "one over one plus that")
