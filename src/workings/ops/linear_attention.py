"""Linear attention: without a softmax the keys and values can be multiplied first."""

from __future__ import annotations

from workings.expr import Expr
from workings.ops.attention import attention
from workings.ops.operation import Let, Op
from workings.ops.writing import product, sqrt, transpose, width

linear_attention = Op(
    "linear_attention",
    "Q K V",
    names=["linear_attention", "LinearAttention"],
    oracle=lambda torch, Q, K, V: (Q @ K.T) @ V,
    samples=[
        ([[1, 0], [0, 2]], [[1, 1], [0, 1], [2, 0]], [[1, 2], [4, 5], [0, 3]]),
        ([[1, 0], [0, 2]], [[1, 3], [0, 1]], [[1, 2], [4, 5]]),
    ],
)


@linear_attention.recipe
def textbook(let: Let, Q: Expr, K: Expr, V: Expr) -> Expr:
    m = let("M", product(transpose(K), V), "one small matrix that holds all keys and values")
    return let("O", product(Q, m), "ask it for every query")


@linear_attention.mistake(
    "softmax-taken",
    says="a softmax was taken of the scores all the same",
    why="Attention is worked out by habit, with the softmax that linear attention leaves out.",
)
def softmax_taken(let: Let, Q: Expr, K: Expr, V: Expr) -> Expr:
    return attention(Q, K, V, scaled=0)


@linear_attention.mistake(
    "scaled",
    says="the scores were divided by √d_k",
    why="The scale belongs to the softmax, which linear attention leaves out.",
)
def scaled(let: Let, Q: Expr, K: Expr, V: Expr) -> Expr:
    return linear_attention(Q, K, V) / sqrt(width(K))


@linear_attention.mistake(
    "keys-not-transposed",
    says="the keys were not transposed",
    why="Where K is square the product exists without the transpose too.",
)
def keys_not_transposed(let: Let, Q: Expr, K: Expr, V: Expr) -> Expr:
    return linear_attention(Q, transpose(K), V)


@linear_attention.mistake(
    "values-transposed",
    says="Vᵀ K was formed instead of Kᵀ V",
    why="Both are small square matrices, and the order is not seen from their size.",
)
def values_transposed(let: Let, Q: Expr, K: Expr, V: Expr) -> Expr:
    return linear_attention(Q, V, K)
