"""Mean absolute error."""

from __future__ import annotations

from workings.expr import Expr
from workings.ops.operation import Let, Op
from workings.ops.writing import absolute, mean, sqrt, square, total

mae = Op(
    "mae",
    "y t",
    names=["MAE", "mae"],
    quantities=["mae", "MAE"],
    asks=["hat(y)|y_hat|y_pred", "y|t|y_true"],
    said=["mae", "mean absolute error"],
    oracle=lambda torch, y, t: torch.nn.functional.l1_loss(y, t),
    samples=[([1, 2, 3], [1, 0, 5]), (1, 3)],
)


@mae.recipe
def textbook(let: Let, y: Expr, t: Expr) -> Expr:
    return let("L", mean(absolute(y - t)), "the mean of the differences without sign")


@mae.mistake(
    "squared",
    says="the differences were squared",
    why="The mean squared error has the same form.",
)
def squared(let: Let, y: Expr, t: Expr) -> Expr:
    return let("L", mean(square(y - t)), "the mean of the squared differences")


@mae.mistake(
    "summed",
    says="the differences were added up instead of averaged",
    why="The division by n is the last step.",
)
def summed(let: Let, y: Expr, t: Expr) -> Expr:
    return let("L", total(absolute(y - t)), "the sum of the differences without sign")


@mae.mistake(
    "signed",
    says="the differences kept their sign",
    why="The bars around the difference look like brackets.",
)
def signed(let: Let, y: Expr, t: Expr) -> Expr:
    return let("L", mean(y - t), "the mean of the differences")


@mae.mistake(
    "size-of-mean",
    says="the sign was taken off the mean instead of each difference",
    why="Mean and bars are applied in the order in which they are read.",
)
def size_of_mean(let: Let, y: Expr, t: Expr) -> Expr:
    return let("L", absolute(mean(y - t)), "the mean difference without its sign")


@mae.mistake(
    "root-mean-square",
    says="the root mean squared error was taken",
    why="Both have the unit of the numbers themselves.",
)
def root_mean_square(let: Let, y: Expr, t: Expr) -> Expr:
    return let("L", sqrt(mean(square(y - t))), "the root of the mean of the squared differences")
