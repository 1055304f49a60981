"""Wrong recipes of the cross product, which is a primitive."""

from __future__ import annotations

from workings.expr import Expr
from workings.ops.operation import Let, Mistakable
from workings.ops.writing import concat, hadamard

cross = Mistakable("cross", "a b", samples=[([1, 2, 3], [4, 5, 7])])


@cross.mistake(
    "middle-sign",
    says="the middle entry has the wrong sign",
    why="The middle cofactor of three has a minus, which is easily lost.",
)
def middle_sign(let: Let, a: Expr, b: Expr) -> Expr:
    return let("c", hadamard(cross(a, b), concat(1, -1, 1)), "the middle entry turned")


@cross.mistake(
    "entrywise",
    says="the vectors were multiplied entry by entry",
    why="The sign × between numbers is a plain product.",
)
def entrywise(let: Let, a: Expr, b: Expr) -> Expr:
    return let("c", hadamard(a, b), "entry by entry")
