"""The derivative of tanh: one less its square."""

from __future__ import annotations

from workings.expr import Expr
from workings.ops.operation import Let, Op
from workings.ops.slope import slope
from workings.ops.writing import square, tanh

tanh_prime = Op(
    "tanh_prime",
    "x",
    names=["tanh'", "Tanh'", "TanH'"],
    oracle=lambda torch, x: slope(torch, torch.tanh, x),
    samples=[0, [-2, -0.5, 0, 1, 3], [[2, 0], [1, -3]]],
)


@tanh_prime.recipe
def textbook(let: Let, x: Expr) -> Expr:
    t = let("t", tanh(x), "the tanh")
    return let("y", 1 - square(t), "one less its square")
