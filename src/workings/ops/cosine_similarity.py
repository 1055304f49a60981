"""Cosine similarity: how far two vectors point the same way."""

from __future__ import annotations

from workings.expr import Expr, call
from workings.ops.operation import Let, Op
from workings.ops.writing import dot, norm, square, total

cosine_similarity = Op(
    "cosine_similarity",
    "a b",
    names=["cosine_similarity", "cos_sim", "cosine", "CosineSimilarity", "cossim"],
    said=["cosine similarity", "cosine"],
    oracle=lambda torch, a, b: torch.nn.functional.cosine_similarity(a, b, dim=-1),
    samples=[([1, 2, 2], [2, 0, 1]), ([3, 4], [4, 3])],
)


@cosine_similarity.recipe
def textbook(let: Let, a: Expr, b: Expr) -> Expr:
    d = let("d", dot(a, b), "the dot product")
    return let("c", d / (norm(a) * norm(b)), "over both lengths")


@cosine_similarity.mistake(
    "not-divided",
    says="the dot product was not divided by the lengths",
    why="The dot product measures likeness too, and only the lengths make it a cosine.",
)
def not_divided(let: Let, a: Expr, b: Expr) -> Expr:
    return let("c", dot(a, b), "the dot product alone")


@cosine_similarity.mistake(
    "lengths-added",
    says="the lengths were added instead of multiplied",
    why="Two lengths below a line are easily joined by a plus.",
)
def lengths_added(let: Let, a: Expr, b: Expr) -> Expr:
    return let("c", dot(a, b) / (norm(a) + norm(b)), "over the sum of the lengths")


@cosine_similarity.mistake(
    "first-length-alone",
    says="the dot product was divided by the length of the first vector only",
    why="This is the projection onto the first vector, which looks much the same.",
)
def first_length_alone(let: Let, a: Expr, b: Expr) -> Expr:
    return let("c", dot(a, b) / norm(a), "over one length")


@cosine_similarity.mistake(
    "second-length-alone",
    says="the dot product was divided by the length of the second vector only",
    why="This is the projection onto the second vector, which looks much the same.",
)
def second_length_alone(let: Let, a: Expr, b: Expr) -> Expr:
    return let("c", dot(a, b) / norm(b), "over one length")


@cosine_similarity.mistake(
    "distance",
    says="one minus the cosine was given",
    why="Cosine distance is one minus the similarity, and the two are confused.",
)
def distance(let: Let, a: Expr, b: Expr) -> Expr:
    return 1 - cosine_similarity(a, b)


@cosine_similarity.mistake(
    "squared",
    says="the cosine was squared",
    why="The dot product was squared to match the squared lengths.",
)
def squared(let: Let, a: Expr, b: Expr) -> Expr:
    return let("c", dot(a, b) * dot(a, b) / (total(square(a)) * total(square(b))), "the square of it")


@cosine_similarity.mistake(
    "angle",
    says="the angle was given instead of its cosine",
    why="The cosine is often only a step on the way to the angle.",
)
def angle(let: Let, a: Expr, b: Expr) -> Expr:
    return let("c", call("acos", cosine_similarity(a, b)), "the angle")
