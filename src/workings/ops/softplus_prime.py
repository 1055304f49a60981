"""The derivative of softplus, which is the sigmoid."""

from __future__ import annotations

from workings.expr import Expr
from workings.ops.operation import Let, Op
from workings.ops.sigmoid import sigmoid
from workings.ops.slope import slope_of
from workings.ops.softplus import softplus

softplus_prime = Op(
    "softplus_prime",
    "x",
    names=[f"{written}'" for written in softplus.names],
    oracle=slope_of(softplus),
    samples=[0, [-2, -0.5, 0, 1, 3], [[2, 0], [1, -3]]],
)


@softplus_prime.recipe
def textbook(let: Let, x: Expr) -> Expr:
    return let("y", sigmoid(x), "the sigmoid of the number")
