"""Linear attention: without a softmax the keys and values can be multiplied first."""

from __future__ import annotations

from workings.expr import Expr
from workings.ops.operation import Let, Op
from workings.ops.writing import product, transpose

linear_attention = Op(
    "linear_attention",
    "Q K V",
    names=["linear_attention", "LinearAttention"],
    oracle=lambda torch, Q, K, V: (Q @ K.T) @ V,
    samples=[([[1, 0], [0, 2]], [[1, 1], [0, 1], [2, 0]], [[1, 2], [4, 5], [0, 3]])],
)


@linear_attention.recipe
def textbook(let: Let, Q: Expr, K: Expr, V: Expr) -> Expr:
    m = let("M", product(transpose(K), V), "one small matrix that holds all keys and values")
    return let("O", product(Q, m), "ask it for every query")
