"""Variance: the mean squared distance from the mean; `sample` divides by one less."""

from __future__ import annotations

from workings.expr import Expr
from workings.ops.operation import Let, Op, Setting
from workings.ops.writing import length, mean, square, total

variance = Op(
    "variance",
    "x",
    sample=0,
    gathers=True,
    names=["variance", "Var", "var", "Variance"],
    oracle=lambda torch, x, sample: torch.var(x, correction=int(sample)),
    samples=[[1, 2, 4], ([1, 2, 4], {"sample": 1})],
)


@variance.recipe
def textbook(let: Let, x: Expr, sample: Setting) -> Expr:
    d = let("d", x - mean(x), "how far each is from the mean")
    return let("v", total(square(d)) / (length(x) - sample), "the mean of the squares")
