"""Root mean squared error."""

from __future__ import annotations

from workings.expr import Expr
from workings.ops.mse import mse
from workings.ops.operation import Let, Op
from workings.ops.writing import sqrt

rmse = Op(
    "rmse",
    "y t",
    names=["rmse", "RMSE"],
    oracle=lambda torch, y, t: torch.sqrt(torch.nn.functional.mse_loss(y, t)),
    samples=[([1, 2, 3], [1, 0, 5]), (1, 3)],
)


@rmse.recipe
def textbook(let: Let, y: Expr, t: Expr) -> Expr:
    return let("L", sqrt(mse(y, t)), "the root of the mean squared error")
