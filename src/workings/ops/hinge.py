"""Hinge loss: nothing for a margin of one, and what is missing from it otherwise."""

from __future__ import annotations

from workings.expr import Expr
from workings.ops.operation import Let, Op
from workings.ops.writing import maximum, mean

hinge = Op(
    "hinge",
    "y s",
    names=["hinge", "Hinge", "hinge_loss"],
    oracle=lambda torch, y, s: torch.relu(1 - y * s).mean(),
    samples=[([1, -1, 1], [2, 0.5, 0.5]), (1, -2)],
)


@hinge.recipe
def textbook(let: Let, y: Expr, s: Expr) -> Expr:
    m = let("m", y * s, "the margin: label times score")
    return let("L", mean(maximum(0, 1 - m)), "the mean of what is missing to one")
