"""Cosine similarity: how far two vectors point the same way."""

from __future__ import annotations

from workings.expr import Expr
from workings.ops.operation import Let, Op
from workings.ops.writing import dot, norm

cosine_similarity = Op(
    "cosine_similarity",
    "a b",
    names=["cosine_similarity", "cos_sim", "cosine", "CosineSimilarity", "cossim"],
    oracle=lambda torch, a, b: torch.nn.functional.cosine_similarity(a, b, dim=-1),
    samples=[([1, 2, 2], [2, 0, 1]), ([3, 4], [4, 3])],
)


@cosine_similarity.recipe
def textbook(let: Let, a: Expr, b: Expr) -> Expr:
    d = let("d", dot(a, b), "the dot product")
    return let("c", d / (norm(a) * norm(b)), "over both lengths")
