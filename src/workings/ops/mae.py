"""Mean absolute error."""

from __future__ import annotations

from workings.expr import Expr
from workings.ops.operation import Let, Op
from workings.ops.writing import absolute, mean

mae = Op(
    "mae",
    "y t",
    names=["mae", "MAE"],
    oracle=lambda torch, y, t: torch.nn.functional.l1_loss(y, t),
    samples=[([1, 2, 3], [1, 0, 5]), (1, 3)],
)


@mae.recipe
def textbook(let: Let, y: Expr, t: Expr) -> Expr:
    return let("L", mean(absolute(y - t)), "the mean of the differences without sign")
