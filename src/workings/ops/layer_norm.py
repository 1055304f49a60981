"""Layer norm: every row gets mean nought and variance one, then its own scale and shift."""

from __future__ import annotations

from flint import fmpq

from workings.expr import Expr
from workings.ops.operation import Let, Op, Setting
from workings.ops.writing import absolute, mean, sqrt, square, total, width

layer_norm = Op(
    "layer_norm",
    "x gamma? beta?",
    eps=0,
    letters={"ε": "eps", "ϵ": "eps", "epsilon": "eps"},
    usual={"eps": [fmpq(1, 10**n) for n in (5, 3, 6)]},
    names=["LayerNorm", "layer_norm", "layernorm", "LN"],
    oracle=lambda torch, x, gamma=None, beta=None, eps=0: torch.nn.functional.layer_norm(
        x, x.shape[-1:], gamma, beta, float(eps)
    ),
    samples=[
        [1, 2, 4],
        [[1, 2, 4], [0, -1, 5]],
        ([1, 2, 4], [2, 1, 1], [1, 1, 0]),
        ([1, 2, 4], {"eps": 1}),
        ([1, 2, 4], [2, 1, 1]),
    ],
)


@layer_norm.recipe
def textbook(let: Let, x: Expr, gamma: Expr | None, beta: Expr | None, eps: Setting) -> Expr:
    d = let("d", x - mean(x, -1), "take the mean of each row away")
    v = let("v", mean(square(d), -1), "the variance: the mean of the squares")
    y = let("y", d / sqrt(v + eps), "divide by the standard deviation")
    return _finished(let, y, gamma, beta)


@layer_norm.mistake(
    "one-less",
    says="the variance was divided by n − 1 instead of n",
    why="The variance of a sample divides by one less, and statistics courses teach that one.",
)
def one_less(let: Let, x: Expr, gamma: Expr | None, beta: Expr | None, eps: Setting) -> Expr:
    d = let("d", x - mean(x, -1), "take the mean of each row away")
    v = let("v", total(square(d), -1) / (width(x) - 1), "the variance of a sample")
    return _finished(let, d / sqrt(v + eps), gamma, beta)


@layer_norm.mistake(
    "no-root",
    says="the entries were divided by the variance instead of its root",
    why="The variance is worked out first, and its root is forgotten.",
)
def no_root(let: Let, x: Expr, gamma: Expr | None, beta: Expr | None, eps: Setting) -> Expr:
    d = let("d", x - mean(x, -1), "take the mean of each row away")
    return _finished(let, d / (mean(square(d), -1) + eps), gamma, beta)


@layer_norm.mistake(
    "mean-kept",
    says="the mean was not taken away",
    why="The mean is used for the variance, and then forgotten above the line.",
)
def mean_kept(let: Let, x: Expr, gamma: Expr | None, beta: Expr | None, eps: Setting) -> Expr:
    v = let("v", mean(square(x - mean(x, -1)), -1), "the variance")
    return _finished(let, x / sqrt(v + eps), gamma, beta)


@layer_norm.mistake(
    "root-mean-square",
    says="the entries were divided by the root of their mean square, and no mean was taken away",
    why="RMS norm is the simpler relative of layer norm.",
)
def root_mean_square(let: Let, x: Expr, gamma: Expr | None, beta: Expr | None, eps: Setting) -> Expr:
    return _finished(let, x / sqrt(mean(square(x), -1) + eps), gamma, beta)


@layer_norm.mistake(
    "not-divided",
    says="the mean was taken away, but nothing was divided by the standard deviation",
    why="Centring looks like the whole of normalising.",
)
def not_divided(let: Let, x: Expr, gamma: Expr | None, beta: Expr | None, eps: Setting) -> Expr:
    return _finished(let, x - mean(x, -1), gamma, beta)


@layer_norm.mistake(
    "wrong-axis",
    says="mean and variance were taken down the columns instead of along the rows",
    why="Batch norm works down the columns; layer norm stays within a row.",
)
def wrong_axis(let: Let, x: Expr, gamma: Expr | None, beta: Expr | None, eps: Setting) -> Expr:
    d = let("d", x - mean(x, -2), "take the mean of each column away")
    return _finished(let, d / sqrt(mean(square(d), -2) + eps), gamma, beta)


@layer_norm.mistake(
    "whole-matrix",
    says="mean and variance were taken of the whole matrix instead of each row",
    why="The entries are treated as one list.",
)
def whole_matrix(let: Let, x: Expr, gamma: Expr | None, beta: Expr | None, eps: Setting) -> Expr:
    d = let("d", x - mean(x), "take the mean of all away")
    return _finished(let, d / sqrt(mean(square(d)) + eps), gamma, beta)


@layer_norm.mistake(
    "mean-size",
    says="the entries were divided by their mean distance from the mean instead of the standard deviation",
    why="Distances are averaged without squaring them.",
)
def mean_size(let: Let, x: Expr, gamma: Expr | None, beta: Expr | None, eps: Setting) -> Expr:
    d = let("d", x - mean(x, -1), "take the mean of each row away")
    return _finished(let, d / (mean(absolute(d), -1) + eps), gamma, beta)


@layer_norm.mistake(
    "epsilon-outside",
    says="ε was added to the root instead of under it",
    why="Where ε belongs differs between formulas, and it is tiny mostly.",
)
def epsilon_outside(let: Let, x: Expr, gamma: Expr | None, beta: Expr | None, eps: Setting) -> Expr | None:
    if eps == 0:
        return None
    d = let("d", x - mean(x, -1), "take the mean of each row away")
    return _finished(let, d / (sqrt(mean(square(d), -1)) + eps), gamma, beta)


@layer_norm.mistake(
    "epsilon-ignored",
    says="ε was left out",
    why="It is tiny mostly, and then makes no difference.",
)
def epsilon_ignored(let: Let, x: Expr, gamma: Expr | None, beta: Expr | None, eps: Setting) -> Expr | None:
    if eps == 0:
        return None
    d = let("d", x - mean(x, -1), "take the mean of each row away")
    return _finished(let, d / sqrt(mean(square(d), -1)), gamma, beta)


@layer_norm.mistake(
    "scale-ignored",
    says="the scale γ was left out",
    why="The normalised row looks like the result.",
)
def scale_ignored(let: Let, x: Expr, gamma: Expr | None, beta: Expr | None, eps: Setting) -> Expr | None:
    if gamma is None:
        return None
    y = let("n", layer_norm(x, eps=eps), "the normalised row")
    return y if beta is None else let("z", y + beta, "shift")


@layer_norm.mistake(
    "shift-ignored",
    says="the shift β was left out",
    why="The scaled row looks like the result.",
)
def shift_ignored(let: Let, x: Expr, gamma: Expr | None, beta: Expr | None, eps: Setting) -> Expr | None:
    return None if beta is None or gamma is None else layer_norm(x, gamma, eps=eps)


@layer_norm.mistake(
    "scale-and-shift-ignored",
    says="scale and shift were both left out",
    why="The normalised row looks like the result.",
)
def scale_and_shift_ignored(
    let: Let, x: Expr, gamma: Expr | None, beta: Expr | None, eps: Setting
) -> Expr | None:
    return None if beta is None or gamma is None else layer_norm(x, eps=eps)


@layer_norm.mistake(
    "shifted-first",
    says="the shift β was added before scaling by γ",
    why="Scale and shift are done in the wrong order.",
)
def shifted_first(let: Let, x: Expr, gamma: Expr | None, beta: Expr | None, eps: Setting) -> Expr | None:
    if gamma is None or beta is None:
        return None
    return (layer_norm(x, eps=eps) + beta) * gamma


def _finished(let: Let, y: Expr, gamma: Expr | None, beta: Expr | None) -> Expr:
    """Scaled and shifted, where that is asked for."""
    if gamma is not None:
        y = let("g", y * gamma, "scale")
    return y if beta is None else let("z", y + beta, "shift")
