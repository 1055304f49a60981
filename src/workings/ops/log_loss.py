"""Log loss, or binary cross-entropy: the mean surprise at the true labels."""

from __future__ import annotations

from workings.expr import Expr
from workings.ops.operation import Let, Op
from workings.ops.writing import mean, xlog

log_loss = Op(
    "log_loss",
    "y p",
    names=["log_loss", "LogLoss", "BCE", "bce", "binary_cross_entropy"],
    oracle=lambda torch, y, p: torch.nn.functional.binary_cross_entropy(p, y),
    samples=[(1, 0.75), ([1, 0, 1], [0.5, 0.25, 0.9])],
)


@log_loss.recipe
def textbook(let: Let, y: Expr, p: Expr) -> Expr:
    t = let("t", xlog(y, p) + xlog(1 - y, 1 - p), "the logarithm of the share given to the true label")
    return let("L", -mean(t), "the mean with its sign turned")
