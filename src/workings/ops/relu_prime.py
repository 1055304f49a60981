"""The derivative of ReLU: one where the number is positive, nought elsewhere, also at nought."""

from __future__ import annotations

from workings.expr import Expr
from workings.ops.operation import Let, Op
from workings.ops.relu import relu
from workings.ops.slope import slope_of
from workings.ops.writing import at_least

relu_prime = Op(
    "relu_prime",
    "x",
    names=[f"{written}'" for written in relu.names],
    oracle=slope_of(relu),
    samples=[0, [-2, -0.5, 0, 1, 3], [[2, 0], [1, -3]]],
)


@relu_prime.recipe
def textbook(let: Let, x: Expr) -> Expr:
    return let("y", 1 - at_least(0, x), "one where the number is more than nought")
