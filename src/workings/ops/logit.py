"""Logit: the logarithm of the odds, which the sigmoid turns back into a probability."""

from __future__ import annotations

from workings.expr import Expr
from workings.ops.operation import Let, Op
from workings.ops.writing import ln

logit = Op(
    "logit",
    "p",
    names=["logit", "Logit"],
    oracle=lambda torch, p: torch.logit(p),
    samples=[0.5, [0.1, 0.25, 0.7], [[0.2, 0.9], [0.4, 0.35]]],
)


@logit.recipe
def textbook(let: Let, p: Expr) -> Expr:
    odds = let("o", p / (1 - p), "the odds: how much likelier it is than not")
    return let("y", ln(odds), "their logarithm")


@logit.mistake(
    "odds",
    says="the odds were taken, without the logarithm",
    why="The odds are worked out first and then taken for the result.",
)
def odds_alone(let: Let, p: Expr) -> Expr:
    return let("y", p / (1 - p), "the odds")


@logit.mistake(
    "of-probability",
    says="the logarithm of the probability was taken instead of that of the odds",
    why="A logarithm of a probability is met more often.",
)
def of_probability(let: Let, p: Expr) -> Expr:
    return let("y", ln(p), "the logarithm of the probability")
