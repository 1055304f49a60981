"""SELU: an ELU whose two constants keep mean nought and variance one from layer to layer."""

from __future__ import annotations

from flint import fmpq

from workings.expr import Expr
from workings.ops.elu import elu
from workings.ops.operation import Let, Op

SCALE = fmpq(10507009873554804934193349852946, 10**31)
ALPHA = fmpq(16732632423543772848170429916717, 10**31)

selu = Op(
    "selu",
    "x",
    names=["selu", "SELU"],
    oracle=lambda torch, x: torch.selu(x),
    samples=[0, [-2, -0.5, 0, 1, 3], [[2, 0], [1, -3]]],
)


@selu.recipe
def textbook(let: Let, x: Expr) -> Expr:
    e = let("e", elu(x, alpha=ALPHA), "the ELU with alpha = 1.6733")
    return let("y", SCALE * e, "times the scale 1.0507")
