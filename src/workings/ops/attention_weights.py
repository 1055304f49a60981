"""Attention weights: how much each query attends to each key.

Every query is compared with every key by a dot product, scaled by the root of their length, and the
scores of one query become shares. With `causal`, a position sees itself and what came before it.
"""

from __future__ import annotations

from workings.expr import Expr
from workings.ops.operation import Let, Op, Setting
from workings.ops.softmax import softmax
from workings.ops.writing import exp, height, lower, product, sqrt, total, transpose, width

attention_weights = Op(
    "attention_weights",
    "Q K",
    causal=0,
    scaled=1,
    names=["attention_weights", "AttentionWeights"],
    oracle=lambda torch, Q, K, causal=0, scaled=1: torch.softmax(
        (Q @ K.T / (K.shape[-1] ** 0.5 if scaled else 1)).masked_fill(
            torch.triu(torch.ones(Q.shape[0], K.shape[0], dtype=torch.bool), 1) & bool(causal), float("-inf")
        ),
        dim=-1,
    ),
    samples=[
        ([[1, 0], [0, 2]], [[1, 1], [0, 1]]),
        ([[1, 0, 1], [0, 2, 1], [1, 1, 1]], [[1, 1, 0], [0, 1, 0], [2, 0, 1]], {"causal": 1}),
        ([[1, 0], [0, 2]], [[1, 1], [0, 1], [3, 1]], {"scaled": 0}),
    ],
)


@attention_weights.recipe
def textbook(let: Let, Q: Expr, K: Expr, causal: Setting, scaled: Setting) -> Expr:
    s = let("S", product(Q, transpose(K)), "compare every query with every key")
    if scaled:
        s = let("Z", s / sqrt(width(K)), "divide by the root of the keys' length")
    if not causal:
        return let("A", softmax(s), "turn the scores of each query into shares")
    e = let("E", exp(s) * lower(height(Q)), "raise e to every score, and leave out what comes later")
    return let("A", e / total(e, -1), "divide by the total of each query")


@attention_weights.mistake("missing-scale", says="the scores were not divided by √d_k")
def missing_scale(let: Let, Q: Expr, K: Expr, causal: Setting, scaled: Setting) -> Expr:
    return attention_weights(Q, K, causal=causal, scaled=0)
