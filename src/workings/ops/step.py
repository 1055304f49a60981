"""Step: one from nought on, nought below."""

from __future__ import annotations

from workings.expr import Expr
from workings.ops.operation import Let, Op
from workings.ops.writing import at_least

step = Op(
    "step",
    "x",
    names=["step", "heaviside", "Heaviside"],
    oracle=lambda torch, x: torch.heaviside(x, torch.ones((), dtype=x.dtype)),
    samples=[0, [-2, -0.5, 0, 1, 3], [[2, 0], [1, -3]]],
)


@step.recipe
def textbook(let: Let, x: Expr) -> Expr:
    return let("y", at_least(x, 0), "one where the number is not negative")
