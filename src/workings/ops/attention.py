"""Scaled dot-product attention: a mean of the values, weighted by how well the keys match the query."""

from __future__ import annotations

from workings.expr import Expr
from workings.ops.attention_weights import attention_weights
from workings.ops.operation import Let, Op, Setting
from workings.ops.writing import product

attention = Op(
    "attention",
    "Q K V",
    causal=0,
    scaled=1,
    names=["attention", "Attention", "Attn", "attn"],
    oracle=lambda torch, Q, K, V, causal=0, scaled=1: torch.nn.functional.scaled_dot_product_attention(
        Q[None], K[None], V[None], is_causal=bool(causal), scale=None if scaled else 1.0
    )[0],
    samples=[
        ([[1, 0], [0, 2]], [[1, 1], [0, 1]], [[1, 2, 3], [4, 5, 6]]),
        ([[1, 0], [0, 2]], [[1, 1], [0, 1]], [[1, 2], [4, 5]], {"causal": 1}),
        ([[1, 0]], [[1, 1], [0, 1], [2, -1]], [[1, 2], [4, 5], [0, 1]], {"scaled": 0}),
    ],
)


@attention.recipe
def textbook(let: Let, Q: Expr, K: Expr, V: Expr, causal: Setting, scaled: Setting) -> Expr:
    a = let(
        "A", attention_weights(Q, K, causal=causal, scaled=scaled), "how much each query attends to each key"
    )
    return let("O", product(a, V), "the values, mixed in these shares")


@attention.mistake("missing-scale", says="the scores were not divided by √d_k")
def missing_scale(let: Let, Q: Expr, K: Expr, V: Expr, causal: Setting, scaled: Setting) -> Expr:
    return attention(Q, K, V, causal=causal, scaled=0)
