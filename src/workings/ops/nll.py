"""Negative log-likelihood of what happened, given the shares it had."""

from __future__ import annotations

from workings.expr import Expr
from workings.ops.operation import Let, Op
from workings.ops.writing import log, mean

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
