"""Entropy: the mean surprise of a distribution, in the unit of the logarithm used."""

from __future__ import annotations

from workings.expr import Expr
from workings.ops.operation import Let, Op
from workings.ops.writing import distribution, total, xlog

entropy = Op(
    "entropy",
    "p",
    gathers=True,
    names=["entropy", "Entropy"],
    oracle=lambda torch, p: torch.special.entr(p).sum(),
    samples=[[0.5, 0.5], [0.25, 0.75], [1, 0]],
)


@entropy.recipe
def textbook(let: Let, p: Expr) -> Expr:
    t = let("t", xlog(distribution(p), p), "each share times its logarithm")
    return let("H", -total(t), "add up and turn the sign")
