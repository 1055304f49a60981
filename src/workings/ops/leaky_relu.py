"""Leaky ReLU: what is negative is made small instead of nought."""

from __future__ import annotations

from flint import fmpq

from workings.expr import Expr
from workings.ops.operation import Let, Op, Setting
from workings.ops.writing import maximum

leaky_relu = Op(
    "leaky_relu",
    "x",
    slope=fmpq(1, 100),
    names=["LeakyReLU", "leaky_relu", "LeakyRelu", "leakyrelu", "lrelu"],
    oracle=lambda torch, x, slope: torch.nn.functional.leaky_relu(x, float(slope)),
    samples=[0, [-2, -0.5, 0, 1, 3], [[2, 0], [1, -3]]],
)


@leaky_relu.recipe
def textbook(let: Let, x: Expr, slope: Setting) -> Expr:
    return let("y", maximum(0, x) - slope * maximum(0, -x), "negative numbers count by the slope only")
