"""Multi-head attention: the outputs of the heads side by side, mixed by one last matrix."""

from __future__ import annotations

from workings.expr import Expr
from workings.ops.operation import Let, Op
from workings.ops.writing import concat, product

multi_head = Op(
    "multi_head",
    "heads W_O",
    names=["MultiHead", "multi_head", "multihead"],
    oracle=lambda torch, heads, W_O: torch.cat(tuple(heads), dim=-1) @ W_O,
    samples=[([[[1, 2], [3, 4]], [[5, 6], [7, 8]]], [[1, 0], [0, 1], [1, 1], [2, 0]])],
)


@multi_head.recipe
def textbook(let: Let, heads: Expr, W_O: Expr) -> Expr:
    c = let("C", concat(heads), "set the heads side by side")
    return let("O", product(c, W_O), "mix them")
