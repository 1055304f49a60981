"""Euclidean distance: the length of the difference."""

from __future__ import annotations

from workings.expr import Expr
from workings.ops.operation import Let, Op
from workings.ops.writing import norm

distance = Op(
    "distance",
    "a b",
    names=["distance", "dist", "euclidean"],
    oracle=lambda torch, a, b: torch.linalg.vector_norm(a - b),
    samples=[([1, 2, 2], [2, 0, 1]), ([3, 4], [4, 3])],
)


@distance.recipe
def textbook(let: Let, a: Expr, b: Expr) -> Expr:
    return let("d", norm(a - b), "the length of the difference")
