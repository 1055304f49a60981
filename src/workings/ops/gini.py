"""Gini impurity: how often two draws from a distribution differ."""

from __future__ import annotations

from workings.expr import Expr
from workings.ops.operation import Let, Op
from workings.ops.writing import distribution, square, total

gini = Op(
    "gini",
    "p",
    gathers=True,
    names=["gini", "Gini"],
    oracle=lambda torch, p: 1 - (p**2).sum(),
    samples=[[0.5, 0.5], [0.25, 0.75], [1, 0]],
)


@gini.recipe
def textbook(let: Let, p: Expr) -> Expr:
    return let("G", 1 - total(square(distribution(p))), "one minus the chance that both are the same")
