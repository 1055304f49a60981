"""Negative log-likelihood of what happened, given the shares it had: the mean, or with `summed` the sum."""

from __future__ import annotations

from workings.expr import Expr
from workings.ops.operation import Let, Op, Setting
from workings.ops.writing import log, mean, total

nll = Op(
    "nll",
    "p",
    summed=0,
    names=["NLL", "nll"],
    oracle=lambda torch, p, summed: -(torch.log(p).sum() if summed else torch.log(p).mean()),
    samples=[0.5, [0.5, 0.25], ([0.5, 0.25], {"summed": 1})],
)


@nll.recipe
def textbook(let: Let, p: Expr, summed: Setting) -> Expr:
    if summed:
        return let("L", -total(log(p)), "the sum of the logarithms with its sign turned")
    return let("L", -mean(log(p)), "the mean logarithm with its sign turned")


@nll.mistake(
    "sign",
    says="the minus in front was left out",
    why="The logarithm of a share is negative, and the minus that mends it is easily lost.",
)
def sign_lost(let: Let, p: Expr, summed: Setting) -> Expr:
    return let("L", total(log(p)) if summed else mean(log(p)), "the logarithm without its sign turned")


@nll.mistake(
    "log-of-mean",
    says="the logarithm of the mean was taken instead of the mean of the logarithms",
    why="Mean and logarithm are applied in the order in which they are read.",
)
def log_of_mean(let: Let, p: Expr, summed: Setting) -> Expr | None:
    return None if summed else let("L", -log(mean(p)), "the logarithm of the mean, with its sign turned")


@nll.mistake(
    "complement",
    says="the logarithm of 1 − p was taken",
    why="The error 1 − p looks like what a loss should measure.",
)
def complement(let: Let, p: Expr, summed: Setting) -> Expr:
    q = let("q", log(1 - p), "the logarithm of what is missing to one")
    return let("L", -(total(q) if summed else mean(q)), "added up or averaged, with the sign turned")


@nll.mistake(
    "no-logarithm",
    says="the logarithm was left out",
    why="The shares themselves already measure how good the answer is.",
)
def no_logarithm(let: Let, p: Expr, summed: Setting) -> Expr:
    return let("L", -(total(p) if summed else mean(p)), "the shares with the sign turned")


@nll.mistake(
    "error",
    says="1 − p was taken instead of −log p",
    why="What is missing to one looks like a loss.",
)
def error(let: Let, p: Expr, summed: Setting) -> Expr:
    return let("L", total(1 - p) if summed else mean(1 - p), "what is missing to one")
