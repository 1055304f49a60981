"""Mean squared error."""

from __future__ import annotations

from workings.expr import Expr
from workings.ops.operation import Let, Op
from workings.ops.writing import absolute, length, mean, sqrt, square, total

mse = Op(
    "mse",
    "y t",
    names=["MSE", "mse"],
    quantities=["mse", "MSE"],
    asks=["hat(y)|y_hat|y_pred", "y|t|y_true"],
    said=["mse", "mean squared error", "mean square error"],
    oracle=lambda torch, y, t: torch.nn.functional.mse_loss(y, t),
    samples=[([1, 2, 3], [1, 0, 5]), (1, 3), ([1, 2, 3, 4], [1, 0, 5, 3])],
)


@mse.recipe
def textbook(let: Let, y: Expr, t: Expr) -> Expr:
    return let("L", mean(square(y - t)), "the mean of the squared differences")


@mse.mistake(
    "summed",
    says="the squares were added up instead of averaged",
    why="The sum of squares is a loss of its own, and the division by n is the last step.",
)
def summed(let: Let, y: Expr, t: Expr) -> Expr:
    return let("L", total(square(y - t)), "the sum of the squared differences")


@mse.mistake(
    "root",
    says="the root was taken as well",
    why="The root mean squared error is used just as often.",
)
def root(let: Let, y: Expr, t: Expr) -> Expr:
    return let("L", sqrt(mean(square(y - t))), "the root of the mean of the squared differences")


@mse.mistake(
    "absolute",
    says="the differences were not squared but lost their sign",
    why="The mean absolute error has the same form.",
)
def as_absolute(let: Let, y: Expr, t: Expr) -> Expr:
    return let("L", mean(absolute(y - t)), "the mean of the differences without sign")


@mse.mistake(
    "not-squared",
    says="the differences were not squared",
    why="The square is a small sign behind the bracket.",
)
def not_squared(let: Let, y: Expr, t: Expr) -> Expr:
    return let("L", mean(y - t), "the mean of the differences")


@mse.mistake(
    "square-of-mean",
    says="the mean of the differences was squared instead of each difference",
    why="Mean and square are applied in the order in which they are read.",
)
def square_of_mean(let: Let, y: Expr, t: Expr) -> Expr:
    return let("L", square(mean(y - t)), "the square of the mean difference")


@mse.mistake(
    "square-of-sum",
    says="the differences were added up before they were squared",
    why="The words say squared errors in total, and the total is squared.",
)
def square_of_sum(let: Let, y: Expr, t: Expr) -> Expr:
    return let("L", square(total(y - t)) / length(y), "the square of the sum of the differences over n")


@mse.mistake(
    "halved",
    says="it was halved",
    why="Many texts put ½ in front so that the derivative has no 2.",
)
def halved(let: Let, y: Expr, t: Expr) -> Expr:
    return let("L", mean(square(y - t)) / 2, "half the mean of the squared differences")


@mse.mistake(
    "half-of-sum",
    says="half the sum was taken instead of the mean",
    why="Many texts define the squared error as ½ Σ (y − t)².",
)
def half_of_sum(let: Let, y: Expr, t: Expr) -> Expr:
    return let("L", total(square(y - t)) / 2, "half the sum of the squared differences")


@mse.mistake(
    "n-minus-one",
    says="it was divided by n − 1 instead of n",
    why="The sample variance is divided by n − 1.",
)
def n_minus_one(let: Let, y: Expr, t: Expr) -> Expr:
    return let("L", total(square(y - t)) / (length(y) - 1), "the sum of the squared differences over n - 1")


@mse.mistake(
    "squares-subtracted",
    says="the squares were subtracted instead of the numbers, y² − t²",
    why="The square is drawn into the bracket.",
)
def squares_subtracted(let: Let, y: Expr, t: Expr) -> Expr:
    return let("L", mean(square(y) - square(t)), "the mean of the differences of the squares")
