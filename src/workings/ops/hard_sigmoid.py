"""Hard sigmoid: a straight line from nought at -3 to one at 3, and flat outside."""

from __future__ import annotations

from workings.expr import Expr
from workings.ops.operation import Let, Op
from workings.ops.writing import maximum

hard_sigmoid = Op(
    "hard_sigmoid",
    "x",
    names=["hard_sigmoid", "HardSigmoid", "Hardsigmoid", "hardsigmoid"],
    oracle=lambda torch, x: torch.nn.functional.hardsigmoid(x),
    samples=[0, [-4, -3, -0.5, 0, 1, 3, 5], [[2, 0], [1, -3]]],
)


@hard_sigmoid.recipe
def textbook(let: Let, x: Expr) -> Expr:
    r = let("r", maximum(0, x + 3) - maximum(0, x - 3), "how far it is past -3, at most six")
    return let("y", r / 6, "as a share of six")
