"""Cross-attention: the queries come from one sequence, the keys and values from another."""

from __future__ import annotations

from workings.expr import Expr
from workings.ops.attention import attention
from workings.ops.operation import Let, Op
from workings.ops.writing import product, sqrt, width

cross_attention = Op(
    "cross_attention",
    "X Y W_Q W_K W_V",
    names=["cross_attention", "CrossAttention"],
    oracle=lambda torch, X, Y, W_Q, W_K, W_V: torch.nn.functional.scaled_dot_product_attention(
        (X @ W_Q)[None], (Y @ W_K)[None], (Y @ W_V)[None]
    )[0],
    samples=[
        ([[1, 0], [0, 1]], [[1, 1], [2, 0], [0, 1]], [[1, 0], [1, 1]], [[0, 1], [1, 0]], [[1, 2], [3, 4]]),
        ([[1, 0], [0, 1]], [[1, 1], [2, 0]], [[1], [2]], [[0], [1]], [[1, 2], [3, 4]]),
    ],
)


@cross_attention.recipe
def textbook(let: Let, X: Expr, Y: Expr, W_Q: Expr, W_K: Expr, W_V: Expr) -> Expr:
    q = let("Q", product(X, W_Q), "the queries of the first sequence")
    k = let("K", product(Y, W_K), "the keys of the second")
    v = let("V", product(Y, W_V), "the values of the second")
    return let("O", attention(q, k, v), "attend from the first to the second")


@cross_attention.mistake(
    "roles-swapped",
    says="the queries came from the second sequence and the keys and values from the first",
    why="Which of the two asks and which is asked is easily turned round.",
)
def roles_swapped(let: Let, X: Expr, Y: Expr, W_Q: Expr, W_K: Expr, W_V: Expr) -> Expr:
    return cross_attention(Y, X, W_Q, W_K, W_V)


@cross_attention.mistake(
    "values-of-the-first",
    says="the values came from the first sequence instead of the second",
    why="Only the keys are taken from the other sequence, as if they alone made it cross-attention.",
)
def values_of_the_first(let: Let, X: Expr, Y: Expr, W_Q: Expr, W_K: Expr, W_V: Expr) -> Expr:
    return attention(product(X, W_Q), product(Y, W_K), product(X, W_V))


@cross_attention.mistake(
    "within-the-first",
    says="the second sequence was not used: the first attended to itself",
    why="Self-attention is worked out by habit.",
)
def within_the_first(let: Let, X: Expr, Y: Expr, W_Q: Expr, W_K: Expr, W_V: Expr) -> Expr:
    return cross_attention(X, X, W_Q, W_K, W_V)


@cross_attention.mistake(
    "within-the-second",
    says="the first sequence was not used: the second attended to itself",
    why="Self-attention is worked out by habit.",
)
def within_the_second(let: Let, X: Expr, Y: Expr, W_Q: Expr, W_K: Expr, W_V: Expr) -> Expr:
    return cross_attention(Y, Y, W_Q, W_K, W_V)


@cross_attention.mistake(
    "model-width",
    says="the scores were divided by √d_model instead of √d_k",
    why="The width of the input is the size that the text names first.",
)
def model_width(let: Let, X: Expr, Y: Expr, W_Q: Expr, W_K: Expr, W_V: Expr) -> Expr:
    q = let("Q", product(X, W_Q) / sqrt(width(X)), "the queries, with the wrong scale")
    return attention(q, product(Y, W_K), product(Y, W_V), scaled=0)


@cross_attention.mistake(
    "values-not-projected",
    says="the weights were applied to the second sequence itself, without W_V",
    why="The rows of the sequence are what is mixed in a first picture of attention.",
)
def values_not_projected(let: Let, X: Expr, Y: Expr, W_Q: Expr, W_K: Expr, W_V: Expr) -> Expr:
    return attention(product(X, W_Q), product(Y, W_K), Y)
