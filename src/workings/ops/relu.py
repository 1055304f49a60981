"""ReLU: what is positive stays, the rest becomes nought."""

from __future__ import annotations

from workings.expr import Expr
from workings.ops.operation import Let, Op
from workings.ops.writing import maximum

relu = Op(
    "relu",
    "x",
    names=["relu", "ReLU", "RELU", "Relu", "ReLu"],
    oracle=lambda torch, x: torch.relu(x),
    samples=[0, [-2, -0.5, 0, 1, 3], [[2, 0], [1, -3]]],
)


@relu.recipe
def textbook(let: Let, x: Expr) -> Expr:
    return let("y", maximum(0, x), "the larger of nought and the number")
