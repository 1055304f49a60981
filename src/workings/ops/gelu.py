"""GELU: the number, weighted by how likely a normal draw stays below it."""

from __future__ import annotations

from workings.expr import Expr
from workings.ops.operation import Let, Op
from workings.ops.writing import erf, sqrt

gelu = Op(
    "gelu",
    "x",
    names=["gelu", "GELU", "GeLU"],
    oracle=lambda torch, x: torch.nn.functional.gelu(x),
    samples=[0, [-2, -0.5, 0, 1, 3], [[2, 0], [1, -3]]],
)


@gelu.recipe
def textbook(let: Let, x: Expr) -> Expr:
    p = let("p", (1 + erf(x / sqrt(2))) / 2, "the share of a normal distribution below the number")
    return let("y", x * p, "times the number")
