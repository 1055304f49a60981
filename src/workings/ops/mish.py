"""Mish: the number, weighted by the tanh of its softplus."""

from __future__ import annotations

from workings.expr import Expr
from workings.ops.operation import Let, Op
from workings.ops.softplus import softplus
from workings.ops.writing import tanh

mish = Op(
    "mish",
    "x",
    names=["mish", "Mish"],
    oracle=lambda torch, x: torch.nn.functional.mish(x),
    samples=[0, [-2, -0.5, 0, 1, 3], [[2, 0], [1, -3]]],
)


@mish.recipe
def textbook(let: Let, x: Expr) -> Expr:
    t = let("t", tanh(softplus(x)), "the tanh of its softplus")
    return let("y", x * t, "times the number")
