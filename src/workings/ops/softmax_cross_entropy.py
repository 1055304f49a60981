"""Cross-entropy from scores: softmax makes shares of them, and the true class is looked up there.

Rows of a matrix are examples, and the mean over them is taken, or with `summed` the sum.
"""

from __future__ import annotations

from workings.expr import Expr
from workings.ops.cross_entropy import cross_entropy
from workings.ops.operation import Let, Op, Setting
from workings.ops.softmax import softmax
from workings.ops.writing import mean, total

softmax_cross_entropy = Op(
    "softmax_cross_entropy",
    "p z",
    summed=0,
    names=["softmax_cross_entropy", "SoftmaxCrossEntropy", "cross_entropy_with_logits"],
    oracle=lambda torch, p, z, summed: torch.nn.functional.cross_entropy(
        z, p, reduction="sum" if summed else "mean"
    ),
    samples=[
        ([1, 0, 0], [2, 1, 0.5]),
        ([0.5, 0.25, 0.25], [1, 3, 2]),
        ([[0, 1], [1, 0]], [[1, 3], [2, -1]]),
        ([[0, 1], [1, 0]], [[1, 3], [2, -1]], {"summed": 1}),
    ],
)


@softmax_cross_entropy.recipe
def textbook(let: Let, p: Expr, z: Expr, summed: Setting) -> Expr:
    q = let("q", softmax(z), "turn the scores into shares")
    return let("L", cross_entropy(p, q, summed=summed), "the surprise at the true class")


@softmax_cross_entropy.mistake(
    "no-softmax",
    says="the logarithm was taken of the scores themselves, without softmax",
    why="The scores are taken for shares because the largest one wins either way.",
)
def no_softmax(let: Let, p: Expr, z: Expr, summed: Setting) -> Expr:
    return let("L", cross_entropy(p, z, summed=summed), "the surprise, with scores for shares")


@softmax_cross_entropy.mistake(
    "softmax-twice",
    says="softmax was taken twice",
    why="The loss of a library takes scores, and is handed shares.",
)
def softmax_twice(let: Let, p: Expr, z: Expr, summed: Setting) -> Expr:
    q = let("q", softmax(softmax(z)), "shares of shares")
    return let("L", cross_entropy(p, q, summed=summed), "the surprise at the true class")


@softmax_cross_entropy.mistake(
    "score-alone",
    says="only minus the score of the true class was taken, without the logarithm of the sum",
    why="The logarithm of e to the score is the score, and the denominator is dropped with it.",
)
def score_alone(let: Let, p: Expr, z: Expr, summed: Setting) -> Expr:
    s = let("s", total(p * z, -1), "the score of the true class")
    return let("L", -(total(s) if summed else mean(s)), "with its sign turned")
