"""Cross-entropy: the surprise of someone who believes q while p is true.

Rows of a matrix are examples, and the mean over them is taken, or with `summed` the sum.
"""

from __future__ import annotations

from workings.expr import Expr
from workings.ops.operation import Let, Op, Setting
from workings.ops.writing import largest, log, mean, shifted, total, xlog

cross_entropy = Op(
    "cross_entropy",
    "p q",
    summed=0,
    names=["cross_entropy", "CrossEntropy", "crossentropy", "CE", "categorical_cross_entropy"],
    oracle=lambda torch, p, q, summed: (
        -torch.xlogy(p, q).sum() / (1 if summed or p.ndim == 1 else p.shape[0])
    ),
    samples=[
        ([1, 0, 0], [0.5, 0.25, 0.25]),
        ([0, 1, 0], [0.2, 0.3, 0.5]),
        ([0.5, 0.25, 0.25], [0.2, 0.3, 0.5]),
        ([[1, 0], [0, 1]], [[0.75, 0.25], [0.5, 0.5]]),
        ([[1, 0], [0, 1]], [[0.75, 0.25], [0.5, 0.5]], {"summed": 1}),
    ],
)


@cross_entropy.recipe
def textbook(let: Let, p: Expr, q: Expr, summed: Setting) -> Expr:
    t = let("t", xlog(p, q), "each true share times the logarithm of the believed one")
    return let("H", -_joined(t, summed), "add up and turn the sign")


def _joined(terms: Expr, summed: Setting) -> Expr:
    """The terms of each example added up, and the mean or sum over the examples."""
    return total(terms) if summed else mean(total(terms, -1))


@cross_entropy.mistake(
    "sign",
    says="the minus in front was left out",
    why="The logarithm of a share is negative, and the minus that mends it is easily lost.",
)
def sign_lost(let: Let, p: Expr, q: Expr, summed: Setting) -> Expr:
    return let("H", _joined(xlog(p, q), summed), "add up")


@cross_entropy.mistake(
    "swapped",
    says="the true and the believed shares were swapped",
    why="The formula has two distributions, and which one goes into the logarithm has to be looked up.",
)
def swapped(let: Let, p: Expr, q: Expr, summed: Setting) -> Expr:
    return let("H", -_joined(xlog(q, p), summed), "each believed share times the logarithm of the true one")


@cross_entropy.mistake(
    "mean",
    says="the mean over the classes was taken instead of the sum",
    why="Losses are averaged over examples, so the classes are averaged too.",
)
def averaged(let: Let, p: Expr, q: Expr, summed: Setting) -> Expr:
    return let("H", -mean(xlog(p, q)), "the mean with its sign turned")


@cross_entropy.mistake(
    "all-classes",
    says="the logarithms of all classes were added up, not only that of the true one",
    why="The sum over the classes is kept, and the true shares in it are not.",
)
def all_classes(let: Let, p: Expr, q: Expr, summed: Setting) -> Expr:
    return let("H", -_joined(log(q), summed), "the logarithms of all shares, with the sign turned")


@cross_entropy.mistake(
    "predicted-class",
    says="the logarithm of the largest share was taken instead of the true class",
    why="The most likely class is what the model answers, so it is taken for the target.",
)
def predicted_class(let: Let, p: Expr, q: Expr, summed: Setting) -> Expr:
    m = let("m", largest(q, -1), "the largest share")
    return let("H", -_joined(log(m), summed), "its logarithm with the sign turned")


@cross_entropy.mistake(
    "next-class",
    says="the column behind the true class was taken",
    why="Classes are counted from nought in one place and from one in another.",
)
def next_class(let: Let, p: Expr, q: Expr, summed: Setting) -> Expr:
    t = let("t", shifted(p, 1), "the true shares, one column further")
    return let("H", -_joined(xlog(t, q), summed), "the surprise at them")


@cross_entropy.mistake(
    "previous-class",
    says="the column before the true class was taken",
    why="Classes are counted from one in one place and from nought in another.",
)
def previous_class(let: Let, p: Expr, q: Expr, summed: Setting) -> Expr:
    t = let("t", shifted(p, -1), "the true shares, one column back")
    return let("H", -_joined(xlog(t, q), summed), "the surprise at them")


@cross_entropy.mistake(
    "binary",
    says="the terms (1 − p) log(1 − q) of the binary formula were added",
    why="Binary cross-entropy has two terms, and they are taken over to several classes.",
)
def binary(let: Let, p: Expr, q: Expr, summed: Setting) -> Expr:
    t = let("t", xlog(p, q) + xlog(1 - p, 1 - q), "both terms of the binary formula")
    return let("H", -_joined(t, summed), "add up and turn the sign")


@cross_entropy.mistake(
    "complement",
    says="the logarithm of 1 − q was taken",
    why="The error 1 − q looks like what a loss should measure.",
)
def complement(let: Let, p: Expr, q: Expr, summed: Setting) -> Expr:
    return let("H", -_joined(xlog(p, 1 - q), summed), "the surprise at the other classes")


@cross_entropy.mistake(
    "no-logarithm",
    says="the logarithm was left out",
    why="Share times share already measures how well the two agree.",
)
def no_logarithm(let: Let, p: Expr, q: Expr, summed: Setting) -> Expr:
    return let("H", -_joined(p * q, summed), "the shares multiplied, with the sign turned")
