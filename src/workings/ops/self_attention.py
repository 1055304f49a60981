"""Self-attention: queries, keys and values all come from one sequence."""

from __future__ import annotations

from workings.expr import Expr
from workings.ops.attention import attention
from workings.ops.operation import Let, Op, Setting
from workings.ops.writing import product

self_attention = Op(
    "self_attention",
    "X W_Q W_K W_V",
    causal=0,
    names=["self_attention", "SelfAttention"],
    oracle=lambda torch, X, W_Q, W_K, W_V, causal=0: torch.nn.functional.scaled_dot_product_attention(
        (X @ W_Q)[None], (X @ W_K)[None], (X @ W_V)[None], is_causal=bool(causal)
    )[0],
    samples=[([[1, 0], [0, 1], [1, 1]], [[1, 0], [1, 1]], [[0, 1], [1, 0]], [[1, 2], [3, 4]])],
)


@self_attention.recipe
def textbook(let: Let, X: Expr, W_Q: Expr, W_K: Expr, W_V: Expr, causal: Setting) -> Expr:
    q = let("Q", product(X, W_Q), "the queries")
    k = let("K", product(X, W_K), "the keys")
    v = let("V", product(X, W_V), "the values")
    return let("O", attention(q, k, v, causal=causal), "attend within the sequence")
