"""Multi-head attention: the outputs of the heads side by side, mixed by one last matrix."""

from __future__ import annotations

from workings.expr import Expr
from workings.ops.operation import Let, Op
from workings.ops.writing import concat, mean, product, total, transpose

multi_head = Op(
    "multi_head",
    "heads W_O",
    names=["MultiHead", "multi_head", "multihead"],
    oracle=lambda torch, heads, W_O: torch.cat(tuple(heads), dim=-1) @ W_O,
    samples=[
        ([[[1, 2], [3, 4]], [[5, 6], [7, 8]]], [[1, 0], [0, 1], [1, 1], [2, 0]]),
        ([[[1], [3]], [[5], [7]]], [[1, 0], [2, 1]]),
    ],
)


@multi_head.recipe
def textbook(let: Let, heads: Expr, W_O: Expr) -> Expr:
    c = let("C", concat(heads), "set the heads side by side")
    return let("O", product(c, W_O), "mix them")


@multi_head.mistake(
    "no-output-matrix",
    says="the heads were set side by side, but not multiplied by W_O",
    why="The heads side by side have the width of the model already.",
)
def no_output_matrix(let: Let, heads: Expr, W_O: Expr) -> Expr:
    return let("C", concat(heads), "set the heads side by side")


@multi_head.mistake(
    "heads-added",
    says="the heads were added up instead of set side by side",
    why="Several results for the same positions invite a sum.",
)
def heads_added(let: Let, heads: Expr, W_O: Expr) -> Expr:
    return let("C", concat(total(heads, 0)), "add the heads up")


@multi_head.mistake(
    "heads-averaged",
    says="the heads were averaged instead of set side by side",
    why="Several results for the same positions invite a mean.",
)
def heads_averaged(let: Let, heads: Expr, W_O: Expr) -> Expr:
    return let("C", concat(mean(heads, 0)), "average the heads")


@multi_head.mistake(
    "transposed-output-matrix",
    says="the heads were multiplied by the transpose of W_O",
    why="Libraries keep a linear layer's weights transposed, as x Wᵀ.",
)
def transposed_output_matrix(let: Let, heads: Expr, W_O: Expr) -> Expr:
    return multi_head(heads, transpose(W_O))
