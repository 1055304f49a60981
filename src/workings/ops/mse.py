"""Mean squared error."""

from __future__ import annotations

from workings.expr import Expr
from workings.ops.operation import Let, Op
from workings.ops.writing import mean, square

mse = Op(
    "mse",
    "y t",
    names=["mse", "MSE"],
    oracle=lambda torch, y, t: torch.nn.functional.mse_loss(y, t),
    samples=[([1, 2, 3], [1, 0, 5]), (1, 3)],
)


@mse.recipe
def textbook(let: Let, y: Expr, t: Expr) -> Expr:
    return let("L", mean(square(y - t)), "the mean of the squared differences")
