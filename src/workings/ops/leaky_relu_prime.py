"""The derivative of leaky ReLU: one where the number is positive, the slope elsewhere."""

from __future__ import annotations

from flint import fmpq

from workings.expr import Expr
from workings.ops.leaky_relu import leaky_relu
from workings.ops.operation import Let, Op, Setting
from workings.ops.slope import slope_of
from workings.ops.writing import at_least

leaky_relu_prime = Op(
    "leaky_relu_prime",
    "x",
    slope=fmpq(1, 100),
    names=[f"{written}'" for written in leaky_relu.names],
    oracle=slope_of(leaky_relu),
    samples=[0, [-2, -0.5, 0, 1, 3], [[2, 0], [1, -3]]],
)


@leaky_relu_prime.recipe
def textbook(let: Let, x: Expr, slope: Setting) -> Expr:
    positive = let("p", 1 - at_least(0, x), "one where the number is more than nought")
    return let("y", positive + slope * (1 - positive), "the slope where it is not")
