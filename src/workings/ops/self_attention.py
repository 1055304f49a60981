"""Self-attention: queries, keys and values all come from one sequence."""

from __future__ import annotations

from workings.expr import Expr
from workings.ops.attention import attention
from workings.ops.operation import Let, Op, Setting
from workings.ops.writing import product, sqrt, transpose, width

self_attention = Op(
    "self_attention",
    "X W_Q W_K W_V",
    causal=0,
    names=["self_attention", "SelfAttention"],
    oracle=lambda torch, X, W_Q, W_K, W_V, causal=0: torch.nn.functional.scaled_dot_product_attention(
        (X @ W_Q)[None], (X @ W_K)[None], (X @ W_V)[None], is_causal=bool(causal)
    )[0],
    samples=[
        ([[1, 0], [0, 1], [1, 1]], [[1, 0], [1, 1]], [[0, 1], [1, 0]], [[1, 2], [3, 4]]),
        ([[1, 0], [0, 1], [1, 1]], [[1], [2]], [[0], [1]], [[1, 2], [3, 4]]),
    ],
)


@self_attention.recipe
def textbook(let: Let, X: Expr, W_Q: Expr, W_K: Expr, W_V: Expr, causal: Setting) -> Expr:
    q = let("Q", product(X, W_Q), "the queries")
    k = let("K", product(X, W_K), "the keys")
    v = let("V", product(X, W_V), "the values")
    return let("O", attention(q, k, v, causal=causal), "attend within the sequence")


@self_attention.mistake(
    "model-width",
    says="the scores were divided by √d_model instead of √d_k",
    why="The width of the input is the size that the text names first.",
)
def model_width(let: Let, X: Expr, W_Q: Expr, W_K: Expr, W_V: Expr, causal: Setting) -> Expr:
    q = let("Q", product(X, W_Q) / sqrt(width(X)), "the queries, with the wrong scale")
    k = let("K", product(X, W_K), "the keys")
    return attention(q, k, product(X, W_V), causal=causal, scaled=0)


@self_attention.mistake(
    "not-projected",
    says="the input itself was used for queries, keys and values",
    why="The dot products can be taken of the input rows without any weights.",
)
def not_projected(let: Let, X: Expr, W_Q: Expr, W_K: Expr, W_V: Expr, causal: Setting) -> Expr:
    return attention(X, X, X, causal=causal)


@self_attention.mistake(
    "values-not-projected",
    says="the weights were applied to X instead of X W_V",
    why="The rows of the input are what is mixed in a first picture of attention.",
)
def values_not_projected(let: Let, X: Expr, W_Q: Expr, W_K: Expr, W_V: Expr, causal: Setting) -> Expr:
    return attention(product(X, W_Q), product(X, W_K), X, causal=causal)


@self_attention.mistake(
    "keys-by-query-weights",
    says="W_Q was used for the keys as well",
    why="Queries and keys come from the same rows, and one projection is copied to the other.",
)
def keys_by_query_weights(let: Let, X: Expr, W_Q: Expr, W_K: Expr, W_V: Expr, causal: Setting) -> Expr:
    return self_attention(X, W_Q, W_Q, W_V, causal=causal)


@self_attention.mistake(
    "transposed-weights",
    says="the input was multiplied by the transposed weights",
    why="Libraries keep a linear layer's weights transposed, as x Wᵀ.",
)
def transposed_weights(let: Let, X: Expr, W_Q: Expr, W_K: Expr, W_V: Expr, causal: Setting) -> Expr:
    return self_attention(X, transpose(W_Q), transpose(W_K), transpose(W_V), causal=causal)


@self_attention.mistake(
    "input-added",
    says="the input was added to the output",
    why="A whole block of a transformer has this shortcut around its attention.",
)
def input_added(let: Let, X: Expr, W_Q: Expr, W_K: Expr, W_V: Expr, causal: Setting) -> Expr:
    return X + self_attention(X, W_Q, W_K, W_V, causal=causal)
