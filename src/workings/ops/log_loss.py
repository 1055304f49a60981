"""Log loss, or binary cross-entropy: the mean surprise at the true labels."""

from __future__ import annotations

from workings.expr import Expr
from workings.ops.operation import Let, Op
from workings.ops.writing import log, mean, total, xlog

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


@log_loss.mistake(
    "sign",
    says="the minus in front was left out",
    why="The logarithm of a share is negative, and the minus that mends it is easily lost.",
)
def sign_lost(let: Let, y: Expr, p: Expr) -> Expr:
    t = let("t", xlog(y, p) + xlog(1 - y, 1 - p), "the logarithm of the share given to the true label")
    return let("L", mean(t), "the mean")


@log_loss.mistake(
    "first-term",
    says="only y log p was taken, without the term for the label 0",
    why="For an example with the label 1 the second term is nought, and so it is forgotten.",
)
def first_term(let: Let, y: Expr, p: Expr) -> Expr:
    return let("L", -mean(xlog(y, p)), "the mean of the first term")


@log_loss.mistake(
    "second-term",
    says="only (1 − y) log(1 − p) was taken, without the term for the label 1",
    why="For an example with the label 0 the first term is nought, and so it is forgotten.",
)
def second_term(let: Let, y: Expr, p: Expr) -> Expr:
    return let("L", -mean(xlog(1 - y, 1 - p)), "the mean of the second term")


@log_loss.mistake(
    "summed",
    says="the examples were added up instead of averaged",
    why="The formula for one example is added up, and the division by their number is left out.",
)
def summed(let: Let, y: Expr, p: Expr) -> Expr:
    t = let("t", xlog(y, p) + xlog(1 - y, 1 - p), "the logarithm of the share given to the true label")
    return let("L", -total(t), "the sum with its sign turned")


@log_loss.mistake(
    "labels-swapped",
    says="p and 1 − p were swapped",
    why="It is easily mixed up for which label p is the share.",
)
def labels_swapped(let: Let, y: Expr, p: Expr) -> Expr:
    t = let("t", xlog(y, 1 - p) + xlog(1 - y, p), "the logarithm of the share given to the other label")
    return let("L", -mean(t), "the mean with its sign turned")


@log_loss.mistake(
    "same-logarithm",
    says="log p was taken for both labels",
    why="The second 1 − of the second term is easily lost.",
)
def same_logarithm(let: Let, y: Expr, p: Expr) -> Expr:
    return let("L", -mean(log(p)), "the mean logarithm with its sign turned")


@log_loss.mistake(
    "minus-between",
    says="the second term was subtracted instead of added",
    why="The minus in front is taken for a minus of one term.",
)
def minus_between(let: Let, y: Expr, p: Expr) -> Expr:
    t = let("t", xlog(y, p) - xlog(1 - y, 1 - p), "the first term less the second")
    return let("L", -mean(t), "the mean with its sign turned")


@log_loss.mistake(
    "no-logarithm",
    says="the logarithm was left out",
    why="The share of the true label already measures how good the answer is.",
)
def no_logarithm(let: Let, y: Expr, p: Expr) -> Expr:
    return let(
        "L", -mean(y * p + (1 - y) * (1 - p)), "the mean share of the true label, with its sign turned"
    )


@log_loss.mistake(
    "squared",
    says="the squared error was taken instead",
    why="The mean squared error is the loss that is learnt first.",
)
def squared(let: Let, y: Expr, p: Expr) -> Expr:
    d = let("d", y - p, "the difference")
    return let("L", mean(d * d), "the mean of its square")
