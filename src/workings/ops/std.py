"""Standard deviation: the root of the variance."""

from __future__ import annotations

from workings.expr import Expr
from workings.ops.operation import Let, Op, Setting
from workings.ops.variance import variance
from workings.ops.writing import sqrt

std = Op(
    "std",
    "x",
    sample=0,
    gathers=True,
    names=["std", "Std", "stdev", "SD"],
    oracle=lambda torch, x, sample: torch.std(x, correction=int(sample)),
    samples=[[1, 2, 4], ([1, 2, 4], {"sample": 1})],
)


@std.recipe
def textbook(let: Let, x: Expr, sample: Setting) -> Expr:
    return let("s", sqrt(variance(x, sample=sample)), "the root of the variance")
