"""The derivative of the sigmoid: the sigmoid times what it lacks to one."""

from __future__ import annotations

from workings.expr import Expr
from workings.ops.operation import Let, Op
from workings.ops.sigmoid import sigmoid
from workings.ops.slope import slope_of

sigmoid_prime = Op(
    "sigmoid_prime",
    "x",
    names=[f"{written}'" for written in sigmoid.names],
    oracle=slope_of(sigmoid),
    samples=[0, [-2, -0.5, 0, 1, 3], [[2, 0], [1, -3]]],
)


@sigmoid_prime.recipe
def textbook(let: Let, x: Expr) -> Expr:
    s = let("s", sigmoid(x), "the sigmoid")
    return let("y", s * (1 - s), "times one less it")
