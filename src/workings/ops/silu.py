"""SiLU, also called swish: the number times its sigmoid."""

from __future__ import annotations

from workings.expr import Expr
from workings.ops.operation import Let, Op
from workings.ops.sigmoid import sigmoid

silu = Op(
    "silu",
    "x",
    names=["silu", "SiLU", "swish", "Swish"],
    oracle=lambda torch, x: torch.nn.functional.silu(x),
    samples=[0, [-2, -0.5, 0, 1, 3], [[2, 0], [1, -3]]],
)


@silu.recipe
def textbook(let: Let, x: Expr) -> Expr:
    return let("y", x * sigmoid(x), "the number times its sigmoid")
