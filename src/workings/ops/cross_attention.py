"""Cross-attention: the queries come from one sequence, the keys and values from another."""

from __future__ import annotations

from workings.expr import Expr
from workings.ops.attention import attention
from workings.ops.operation import Let, Op
from workings.ops.writing import product

cross_attention = Op(
    "cross_attention",
    "X Y W_Q W_K W_V",
    names=["cross_attention", "CrossAttention"],
    oracle=lambda torch, X, Y, W_Q, W_K, W_V: torch.nn.functional.scaled_dot_product_attention(
        (X @ W_Q)[None], (Y @ W_K)[None], (Y @ W_V)[None]
    )[0],
    samples=[
        ([[1, 0], [0, 1]], [[1, 1], [2, 0], [0, 1]], [[1, 0], [1, 1]], [[0, 1], [1, 0]], [[1, 2], [3, 4]])
    ],
)


@cross_attention.recipe
def textbook(let: Let, X: Expr, Y: Expr, W_Q: Expr, W_K: Expr, W_V: Expr) -> Expr:
    q = let("Q", product(X, W_Q), "the queries of the first sequence")
    k = let("K", product(Y, W_K), "the keys of the second")
    v = let("V", product(Y, W_V), "the values of the second")
    return let("O", attention(q, k, v), "attend from the first to the second")
