"""Hinge loss: nothing for a margin of one, and what is missing from it otherwise; `summed` adds up."""

from __future__ import annotations

from workings.expr import Expr
from workings.ops.operation import Let, Op, Setting
from workings.ops.writing import maximum, mean, square, total

hinge = Op(
    "hinge",
    "y s",
    summed=0,
    names=["hinge", "Hinge", "hinge_loss"],
    oracle=lambda torch, y, s, summed: (
        torch.relu(1 - y * s).sum() if summed else torch.relu(1 - y * s).mean()
    ),
    samples=[([1, -1, 1], [2, 0.5, 0.5]), ([1, -1], [3, -0.5]), ([1, -1, 1], [2, 0.5, 0.5], {"summed": 1})],
)


@hinge.recipe
def textbook(let: Let, y: Expr, s: Expr, summed: Setting) -> Expr:
    m = let("m", y * s, "the margin: label times score")
    return let("L", _joined(maximum(0, 1 - m), summed), "the mean or sum of what is missing to one")


def _joined(losses: Expr, summed: Setting) -> Expr:
    """The mean over the examples, or their sum."""
    return total(losses) if summed else mean(losses)


@hinge.mistake(
    "not-cut",
    says="negative values were not cut off at nought",
    why="The max(0, …) around it is dropped once the bracket is worked out.",
)
def not_cut(let: Let, y: Expr, s: Expr, summed: Setting) -> Expr:
    return let("L", _joined(1 - y * s, summed), "the mean or sum of what is missing to one, or too much")


@hinge.mistake(
    "no-margin",
    says="the margin of one was left out, max(0, −y s)",
    why="The loss of the perceptron has no margin.",
)
def no_margin(let: Let, y: Expr, s: Expr, summed: Setting) -> Expr:
    return let("L", _joined(maximum(0, -(y * s)), summed), "the mean or sum of what is missing to nought")


@hinge.mistake(
    "sign",
    says="the margin was added, max(0, 1 + y s)",
    why="The minus before the product is easily lost.",
)
def sign_lost(let: Let, y: Expr, s: Expr, summed: Setting) -> Expr:
    return let("L", _joined(maximum(0, 1 + y * s), summed), "the mean or sum of one and the margin")


@hinge.mistake(
    "no-label",
    says="the label was left out, max(0, 1 − s)",
    why="With the label 1 it makes no difference.",
)
def no_label(let: Let, y: Expr, s: Expr, summed: Setting) -> Expr:
    return let("L", _joined(maximum(0, 1 - s), summed), "the mean or sum of what the score misses to one")


@hinge.mistake(
    "squared",
    says="it was squared",
    why="The squared hinge loss is used too.",
)
def squared(let: Let, y: Expr, s: Expr, summed: Setting) -> Expr:
    return let(
        "L",
        _joined(square(maximum(0, 1 - y * s)), summed),
        "the mean or sum of the squares of what is missing",
    )
