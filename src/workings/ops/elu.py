"""ELU: what is positive stays, the rest bends towards minus alpha."""

from __future__ import annotations

from workings.expr import Expr
from workings.ops.operation import Let, Op, Setting
from workings.ops.writing import exp, maximum

elu = Op(
    "elu",
    "x",
    alpha=1,
    names=["elu", "ELU"],
    oracle=lambda torch, x, alpha: torch.nn.functional.elu(x, float(alpha)),
    samples=[0, [-2, -0.5, 0, 1, 3], [[2, 0], [1, -3]], ([-2, 1], {"alpha": 2})],
)


@elu.recipe
def textbook(let: Let, x: Expr, alpha: Setting) -> Expr:
    e = let("e", exp(-maximum(0, -x)) - 1, "e to the number less one, where it is negative")
    return let("y", maximum(0, x) + alpha * e, "that counts by alpha, what is positive stays")
