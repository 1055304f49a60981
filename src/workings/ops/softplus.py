"""Softplus: a smooth ReLU."""

from __future__ import annotations

from workings.expr import Expr
from workings.ops.operation import Let, Op
from workings.ops.writing import exp, ln

softplus = Op(
    "softplus",
    "x",
    names=["softplus", "Softplus", "SoftPlus"],
    oracle=lambda torch, x: torch.nn.functional.softplus(x),
    samples=[0, [-2, -0.5, 0, 1, 3], [[2, 0], [1, -3]]],
)


@softplus.recipe
def textbook(let: Let, x: Expr) -> Expr:
    return let("y", ln(1 + exp(x)), "the logarithm of one plus e to the number")
