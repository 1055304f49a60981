"""Scaled dot-product attention: a mean of the values, weighted by how well the keys match the query."""

from __future__ import annotations

from workings.expr import Expr
from workings.ops.attention_weights import attention_weights
from workings.ops.hardmax import hardmax
from workings.ops.operation import Let, Op, Setting
from workings.ops.writing import product, transpose

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
        ([[1, 0], [0, 2]], [[1, 1], [0, 1]], [[1, 2], [4, 5]]),
    ],
)


@attention.recipe
def textbook(let: Let, Q: Expr, K: Expr, V: Expr, causal: Setting, scaled: Setting) -> Expr:
    a = let(
        "A", attention_weights(Q, K, causal=causal, scaled=scaled), "how much each query attends to each key"
    )
    return let("O", product(a, V), "the values, mixed in these shares")


@attention.mistake(
    "missing-scale",
    says="the scores were not divided by √d_k",
    why="The dot products look like scores already, and small examples often have no scale in them.",
)
def missing_scale(let: Let, Q: Expr, K: Expr, V: Expr, causal: Setting, scaled: Setting) -> Expr | None:
    return attention(Q, K, V, causal=causal, scaled=0) if scaled else None


@attention.mistake(
    "keys-for-values",
    says="the weights were applied to K instead of V",
    why="K was the last matrix in use, and often has the same size.",
)
def keys_for_values(let: Let, Q: Expr, K: Expr, V: Expr, causal: Setting, scaled: Setting) -> Expr:
    return attention(Q, K, K, causal=causal, scaled=scaled)


@attention.mistake(
    "values-for-keys",
    says="the queries were compared with V instead of K",
    why="Keys and values belong to the same positions and are confused.",
)
def values_for_keys(let: Let, Q: Expr, K: Expr, V: Expr, causal: Setting, scaled: Setting) -> Expr:
    return attention(Q, V, V, causal=causal, scaled=scaled)


@attention.mistake(
    "keys-and-values-swapped",
    says="keys and values changed places",
    why="Keys and values belong to the same positions and are confused.",
)
def keys_and_values_swapped(let: Let, Q: Expr, K: Expr, V: Expr, causal: Setting, scaled: Setting) -> Expr:
    return attention(Q, V, K, causal=causal, scaled=scaled)


@attention.mistake(
    "weights-transposed",
    says="the weights were transposed before they were applied to V",
    why="The shares are read down the columns instead of along the rows.",
)
def weights_transposed(let: Let, Q: Expr, K: Expr, V: Expr, causal: Setting, scaled: Setting) -> Expr:
    a = let("A", attention_weights(Q, K, causal=causal, scaled=scaled), "the weights")
    return let("O", product(transpose(a), V), "mixed by columns")


@attention.mistake(
    "weights-alone",
    says="the weights were given, without applying them to V",
    why="The weights are what the softmax gives, and look like the end of the work.",
)
def weights_alone(let: Let, Q: Expr, K: Expr, V: Expr, causal: Setting, scaled: Setting) -> Expr:
    return attention_weights(Q, K, causal=causal, scaled=scaled)


@attention.mistake(
    "best-key-alone",
    says="each query took the value of its best key alone",
    why="The largest weight is taken for the answer, as in a look-up.",
)
def best_key_alone(let: Let, Q: Expr, K: Expr, V: Expr, causal: Setting, scaled: Setting) -> Expr | None:
    if causal:
        return None
    best = let("A", hardmax(product(Q, transpose(K))), "the best key of every query")
    return let("O", product(best, V), "its value")
