"""Root mean squared error."""

from __future__ import annotations

from workings.expr import Expr
from workings.ops.mse import mse
from workings.ops.operation import Let, Op
from workings.ops.writing import absolute, length, mean, sqrt, square, total

rmse = Op(
    "rmse",
    "y t",
    names=["RMSE", "rmse"],
    quantities=["rmse", "RMSE"],
    asks=["hat(y)|y_hat|y_pred", "y|t|y_true"],
    said=["rmse", "root mean squared error"],
    oracle=lambda torch, y, t: torch.sqrt(torch.nn.functional.mse_loss(y, t)),
    samples=[([1, 2, 3], [1, 0, 5]), (1, 3)],
)


@rmse.recipe
def textbook(let: Let, y: Expr, t: Expr) -> Expr:
    return let("L", sqrt(mse(y, t)), "the root of the mean squared error")


@rmse.mistake(
    "no-root",
    says="the root was left out",
    why="The mean looks like the result already.",
)
def no_root(let: Let, y: Expr, t: Expr) -> Expr:
    return let("L", mse(y, t), "the mean squared error")


@rmse.mistake(
    "mean-of-sizes",
    says="the root was taken before the mean, which gives the mean absolute error",
    why="Root and square cancel each other when they are taken of each difference.",
)
def mean_of_sizes(let: Let, y: Expr, t: Expr) -> Expr:
    return let("L", mean(absolute(y - t)), "the mean of the differences without sign")


@rmse.mistake(
    "n-outside",
    says="it was divided by n outside the root",
    why="The root is drawn too short.",
)
def n_outside(let: Let, y: Expr, t: Expr) -> Expr:
    return let("L", sqrt(total(square(y - t))) / length(y), "the root of the sum, over n")
