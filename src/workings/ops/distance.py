"""Euclidean distance: the length of the difference."""

from __future__ import annotations

from workings.expr import Expr
from workings.ops.operation import Let, Op
from workings.ops.writing import absolute, norm, total

distance = Op(
    "distance",
    "a b",
    names=["distance", "dist", "euclidean"],
    said=["euclidean distance", "distance"],
    oracle=lambda torch, a, b: torch.linalg.vector_norm(a - b),
    samples=[([1, 2, 2], [2, 0, 1]), ([3, 4], [4, 3])],
)


@distance.recipe
def textbook(let: Let, a: Expr, b: Expr) -> Expr:
    return let("d", norm(a - b), "the length of the difference")


@distance.mistake(
    "vectors-added",
    says="the length of the sum was taken instead of the difference",
    why="The minus between the vectors was read as a plus.",
)
def vectors_added(let: Let, a: Expr, b: Expr) -> Expr:
    return let("d", norm(a + b), "the length of the sum")


@distance.mistake(
    "lengths-subtracted",
    says="the lengths were subtracted instead of the vectors",
    why="The difference is taken after the lengths instead of before.",
)
def lengths_subtracted(let: Let, a: Expr, b: Expr) -> Expr:
    return let("d", absolute(norm(a) - norm(b)), "the difference of the lengths")


@distance.mistake(
    "signed-sum",
    says="the differences were added up with their signs, without squaring",
    why="The squares that make all differences count are left out.",
)
def signed_sum(let: Let, a: Expr, b: Expr) -> Expr:
    return let("d", absolute(total(a - b)), "the sum of the differences")
