"""F1: the harmonic mean of precision and recall."""

from __future__ import annotations

from workings.expr import Expr
from workings.ops.operation import Let, Op

f1 = Op(
    "f1",
    "p r",
    names=(),
    oracle=lambda torch, p, r: 2 / (1 / p + 1 / r),
    samples=[(0.8, 0.5)],
)


@f1.recipe
def textbook(let: Let, p: Expr, r: Expr) -> Expr:
    return let("f", 2 * p * r / (p + r), "twice the product over the sum")
