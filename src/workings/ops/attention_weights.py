"""Attention weights: how much each query attends to each key.

Every query is compared with every key by a dot product, scaled by the root of their length, and the
scores of one query become shares. With `causal`, a position sees itself and what came before it.
"""

from __future__ import annotations

from workings.expr import Expr
from workings.ops.operation import Let, Op, Setting
from workings.ops.softmax import softmax
from workings.ops.writing import exp, hadamard, height, lower, product, sqrt, total, transpose, width

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
        ([[1, 0, 1], [0, 2, 1]], [[1, 1, 0], [0, 1, 2]]),
        ([[1, 0], [0, 2]], [[1, 1], [0, 1], [3, 1]]),
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


@attention_weights.mistake(
    "missing-scale",
    says="the scores were not divided by √d_k",
    why="The dot products look like scores already, and small examples often have no scale in them.",
)
def missing_scale(let: Let, Q: Expr, K: Expr, causal: Setting, scaled: Setting) -> Expr | None:
    return attention_weights(Q, K, causal=causal, scaled=0) if scaled else None


@attention_weights.mistake(
    "no-root",
    says="the scores were divided by d_k instead of √d_k",
    why="The root in the scale is overlooked.",
)
def no_root(let: Let, Q: Expr, K: Expr, causal: Setting, scaled: Setting) -> Expr | None:
    return _scaled(let, Q, K, causal, 1 / width(K)) if scaled else None


@attention_weights.mistake(
    "multiplied-scale",
    says="the scores were multiplied by √d_k instead of divided by it",
    why="The scale is remembered, but not which way it works.",
)
def multiplied_scale(let: Let, Q: Expr, K: Expr, causal: Setting, scaled: Setting) -> Expr | None:
    return _scaled(let, Q, K, causal, sqrt(width(K))) if scaled else None


@attention_weights.mistake(
    "number-of-keys",
    says="the scores were divided by the root of the number of keys instead of √d_k",
    why="The two sizes of K are confused: how many keys there are, and how long each is.",
)
def number_of_keys(let: Let, Q: Expr, K: Expr, causal: Setting, scaled: Setting) -> Expr | None:
    return _scaled(let, Q, K, causal, 1 / sqrt(height(K))) if scaled else None


@attention_weights.mistake(
    "width-of-two-heads",
    says="the scores were divided by √(2 d_k), the width of two heads together",
    why="With two heads d_model is twice d_k, and the wrong one of them is put in the scale.",
)
def width_of_two_heads(let: Let, Q: Expr, K: Expr, causal: Setting, scaled: Setting) -> Expr | None:
    return _scaled(let, Q, K, causal, 1 / sqrt(2 * width(K))) if scaled else None


@attention_weights.mistake(
    "scaled-after",
    says="the shares were divided by √d_k instead of the scores",
    why="The scale is remembered only after the softmax.",
)
def scaled_after(let: Let, Q: Expr, K: Expr, causal: Setting, scaled: Setting) -> Expr | None:
    return attention_weights(Q, K, causal=causal, scaled=0) / sqrt(width(K)) if scaled else None


@attention_weights.mistake(
    "keys-not-transposed",
    says="the queries were multiplied by K instead of its transpose",
    why="Where K is square the product exists without the transpose too.",
)
def keys_not_transposed(let: Let, Q: Expr, K: Expr, causal: Setting, scaled: Setting) -> Expr:
    return attention_weights(Q, transpose(K), causal=causal, scaled=scaled)


@attention_weights.mistake(
    "queries-and-keys-swapped",
    says="queries and keys changed places",
    why="The scores are read down the columns instead of along the rows.",
)
def queries_and_keys_swapped(let: Let, Q: Expr, K: Expr, causal: Setting, scaled: Setting) -> Expr:
    return attention_weights(K, Q, causal=causal, scaled=scaled)


@attention_weights.mistake(
    "no-softmax",
    says="the scores were taken for the shares, without a softmax",
    why="The scaled scores are a matrix of the same size as the weights.",
)
def no_softmax(let: Let, Q: Expr, K: Expr, causal: Setting, scaled: Setting) -> Expr | None:
    return _scores(let, Q, K, scaled) if not causal else None


@attention_weights.mistake(
    "mask-ignored",
    says="the causal mask was left out",
    why="The scores are there before the mask, and the shares are taken of them.",
)
def mask_ignored(let: Let, Q: Expr, K: Expr, causal: Setting, scaled: Setting) -> Expr | None:
    return attention_weights(Q, K, causal=0, scaled=scaled) if causal else None


@attention_weights.mistake(
    "mask-added",
    says="later positions were hidden, though nothing asks for a causal mask",
    why="Decoders hide the future, and the mask is carried over to every attention.",
)
def mask_added(let: Let, Q: Expr, K: Expr, causal: Setting, scaled: Setting) -> Expr | None:
    return attention_weights(Q, K, causal=1, scaled=scaled) if not causal else None


@attention_weights.mistake(
    "mask-inverted",
    says="the mask hid what came before instead of what comes later",
    why="The triangle of the mask was filled on the wrong side.",
)
def mask_inverted(let: Let, Q: Expr, K: Expr, causal: Setting, scaled: Setting) -> Expr | None:
    if not causal:
        return None
    e = let("E", exp(_scores(let, Q, K, scaled)) * transpose(lower(height(Q))), "hide what came before")
    return let("A", e / total(e, -1), "divide by the total of each query")


@attention_weights.mistake(
    "mask-of-nought",
    says="the hidden scores were set to 0 instead of −∞, and e⁰ is 1",
    why="Nought looks like nothing, but the exponential makes a share of it.",
)
def mask_of_nought(let: Let, Q: Expr, K: Expr, causal: Setting, scaled: Setting) -> Expr | None:
    if not causal:
        return None
    kept = let("M", hadamard(_scores(let, Q, K, scaled), lower(height(Q))), "nought for what comes later")
    return let("A", softmax(kept), "turn the scores of each query into shares")


@attention_weights.mistake(
    "mask-after",
    says="the mask was laid on the shares, which no longer add up to one",
    why="Hiding an entry of the finished shares is simpler than hiding its score.",
)
def mask_after(let: Let, Q: Expr, K: Expr, causal: Setting, scaled: Setting) -> Expr | None:
    if not causal:
        return None
    shares = let("P", softmax(_scores(let, Q, K, scaled)), "shares of all scores")
    return let("A", hadamard(shares, lower(height(Q))), "hide what comes later")


def _scores(let: Let, Q: Expr, K: Expr, scaled: Setting) -> Expr:
    s = let("S", product(Q, transpose(K)), "compare every query with every key")
    return let("Z", s / sqrt(width(K)), "divide by the root of the keys' length") if scaled else s


def _scaled(let: Let, Q: Expr, K: Expr, causal: Setting, factor: Expr) -> Expr:
    """The weights with another factor on the scores."""
    q = let("F", Q * factor, "the queries with the factor of the scores")
    return attention_weights(q, K, causal=causal, scaled=0)
