"""Pooling size: how many windows fit along one side; the stride is the window unless said otherwise."""

from __future__ import annotations

from workings.expr import Expr
from workings.ops.operation import Let, Op, Setting, setting
from workings.ops.writing import floor

pool_size = Op(
    "pool_size",
    "n k stride?",
    padding=0,
    names=["pool_size"],
    oracle=lambda torch, n, k, stride=None, padding=0: torch.nn.functional.max_pool1d(
        torch.zeros(1, 1, int(n)), int(k), None if stride is None else int(stride), padding
    ).shape[-1],
    samples=[(28, 4), (6, 2, 1), (7, 3, 2, {"padding": 1})],
)


@pool_size.recipe
def textbook(let: Let, n: Expr, k: Expr, stride: Expr | None, padding: Setting) -> Expr:
    f = let("f", n + 2 * setting(padding) - k, "how far the window can move")
    return let("m", floor(f / (k if stride is None else stride)) + 1, "the steps that fit, and the start")
