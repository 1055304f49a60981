"""Perceptron, a threshold unit: it fires where the weighted sum and the bias reach nought."""

from __future__ import annotations

from workings.expr import Expr
from workings.ops.operation import Let, Op
from workings.ops.step import step
from workings.ops.writing import product

perceptron = Op(
    "perceptron",
    "w x b?",
    names=["perceptron", "Perceptron", "threshold_unit"],
    oracle=lambda torch, w, x, b=0: torch.heaviside(w @ x + b, torch.ones((), dtype=x.dtype)),
    samples=[
        ([1, 1], [1, 0], -0.5),
        ([1, 1], [1, 0], -1),
        ([1, 1], [1, 0], -1.5),
        ([1, -2], [1, 1], 0.5),
        ([1, -1], [2, 1]),
        ([1, -1], [1, 2], -2),
    ],
)


@perceptron.recipe
def textbook(let: Let, w: Expr, x: Expr, b: Expr | None) -> Expr:
    z = let("z", product(w, x), "the weighted sum")
    if b is not None:
        z = let("a", z + b, "with the bias")
    return let("y", step(z), "one where that is not negative")


@perceptron.mistake(
    "bias-sign",
    says="the bias was subtracted, as if it were a threshold",
    why="Some texts compare the weighted sum with a threshold, which is the bias with its sign turned.",
)
def bias_sign(let: Let, w: Expr, x: Expr, b: Expr | None) -> Expr | None:
    return None if b is None else let("y", step(product(w, x) - b), "whether the bias is reached")


@perceptron.mistake(
    "no-bias",
    says="the bias was left out",
    why="The bias has no input of its own and is easily passed over.",
)
def no_bias(let: Let, w: Expr, x: Expr, b: Expr | None) -> Expr | None:
    return None if b is None else let("y", step(product(w, x)), "the weighted sum alone")
