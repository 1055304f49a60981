"""Negative log-likelihood of what happened, given the shares it had."""

from __future__ import annotations

from workings.expr import Expr
from workings.ops.operation import Let, Op
from workings.ops.writing import log, mean, total

nll = Op(
    "nll",
    "p",
    names=["nll", "NLL"],
    oracle=lambda torch, p: -torch.log(p).mean(),
    samples=[0.5, [0.5, 0.25]],
)


@nll.recipe
def textbook(let: Let, p: Expr) -> Expr:
    return let("L", -mean(log(p)), "the mean logarithm with its sign turned")


@nll.mistake(
    "sign",
    says="the minus in front was left out",
    why="The logarithm of a share is negative, and the minus that mends it is easily lost.",
)
def as_sign(let: Let, p: Expr) -> Expr:
    return let("L", mean(log(p)), "the mean logarithm")


@nll.mistake(
    "summed",
    says="the logarithms were added up instead of averaged",
    why="The likelihood of all examples is a product, so its logarithm is a sum.",
)
def summed(let: Let, p: Expr) -> Expr:
    return let("L", -total(log(p)), "the sum of the logarithms with its sign turned")


@nll.mistake(
    "log-of-mean",
    says="the logarithm of the mean was taken instead of the mean of the logarithms",
    why="Mean and logarithm are applied in the order in which they are read.",
)
def log_of_mean(let: Let, p: Expr) -> Expr:
    return let("L", -log(mean(p)), "the logarithm of the mean, with its sign turned")


@nll.mistake(
    "complement",
    says="the logarithm of 1 − p was taken",
    why="The error 1 − p looks like what a loss should measure.",
)
def complement(let: Let, p: Expr) -> Expr:
    return let("L", -mean(log(1 - p)), "the mean logarithm of what is missing to one")


@nll.mistake(
    "no-logarithm",
    says="the logarithm was left out",
    why="The shares themselves already measure how good the answer is.",
)
def no_logarithm(let: Let, p: Expr) -> Expr:
    return let("L", -mean(p), "the mean share with its sign turned")


@nll.mistake(
    "error",
    says="1 − p was taken instead of −log p",
    why="What is missing to one looks like a loss.",
)
def error(let: Let, p: Expr) -> Expr:
    return let("L", mean(1 - p), "the mean of what is missing to one")
