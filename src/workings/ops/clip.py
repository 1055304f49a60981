"""Clipping: a value held between two bounds, as integers of a few bits and ratios in PPO are."""

from __future__ import annotations

from workings.expr import Expr
from workings.ops.operation import Let, Op
from workings.ops.writing import maximum

clip = Op(
    "clip",
    "x low high",
    names=["clip", "Clip", "clamp", "Clamp", "CLIP"],
    oracle=lambda torch, x, low, high: torch.maximum(torch.minimum(x, high), low),
    samples=[(0.5, 0.8, 1.2), (1.7, 0.8, 1.2), (1.1, 0.8, 1.2), (-9, -8, 7)],
)


@clip.recipe
def textbook(let: Let, x: Expr, low: Expr, high: Expr) -> Expr:
    a = let("a", maximum(x, low), "not below the lower bound")
    return let("y", -maximum(-a, -high), "and not above the upper one")


@clip.mistake(
    "lower-only",
    says="the upper bound was left out",
    why="Only one of the two bounds is thought of.",
)
def lower_only(let: Let, x: Expr, low: Expr, high: Expr) -> Expr:
    return let("y", maximum(x, low), "not below the lower bound")


@clip.mistake(
    "upper-only",
    says="the lower bound was left out",
    why="Only one of the two bounds is thought of.",
)
def upper_only(let: Let, x: Expr, low: Expr, high: Expr) -> Expr:
    return let("y", -maximum(-x, -high), "not above the upper bound")
