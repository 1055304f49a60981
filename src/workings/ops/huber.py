"""Huber loss: squared near nought, straight further out."""

from __future__ import annotations

from workings.expr import Expr
from workings.ops.operation import Let, Op, Setting, setting
from workings.ops.writing import absolute, at_least, select, square

huber = Op(
    "huber",
    "e",
    delta=1,
    names=["huber", "Huber"],
    oracle=lambda torch, e, delta: torch.nn.functional.huber_loss(
        e, torch.zeros_like(e), reduction="none", delta=float(delta)
    ),
    samples=[0.5, [0.5, -3, 1]],
)


@huber.recipe
def textbook(let: Let, e: Expr, delta: Setting) -> Expr:
    a = let("a", absolute(e), "the size of the error")
    d = setting(delta)
    far = d * (a - d / 2)
    return let("L", select(at_least(d, a), square(e) / 2, far), "half its square, or a line far out")
