"""Layer norm: every row gets mean nought and variance one, then its own scale and shift."""

from __future__ import annotations

from workings.expr import Expr
from workings.ops.operation import Let, Op, Setting
from workings.ops.writing import mean, sqrt, square

layer_norm = Op(
    "layer_norm",
    "x gamma? beta?",
    eps=0,
    names=["LayerNorm", "layer_norm", "layernorm", "LN"],
    oracle=lambda torch, x, gamma=None, beta=None, eps=0: torch.nn.functional.layer_norm(
        x, x.shape[-1:], gamma, beta, float(eps)
    ),
    samples=[[1, 2, 4], [[1, 2, 4], [0, -1, 5]], ([1, 2, 4], [2, 1, 1], [0, 1, 0]), ([1, 2, 4], {"eps": 1})],
)


@layer_norm.recipe
def textbook(let: Let, x: Expr, gamma: Expr | None, beta: Expr | None, eps: Setting) -> Expr:
    d = let("d", x - mean(x, -1), "take the mean of each row away")
    v = let("v", mean(square(d), -1), "the variance: the mean of the squares")
    y = let("y", d / sqrt(v + eps), "divide by the standard deviation")
    if gamma is not None:
        y = let("g", y * gamma, "scale")
    if beta is not None:
        y = let("z", y + beta, "shift")
    return y
