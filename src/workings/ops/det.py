"""Wrong recipes of the determinant, which is a primitive."""

from __future__ import annotations

from workings.expr import Expr, call
from workings.ops.operation import Let, Mistakable

det = Mistakable("det", "A", samples=[[[1, 2], [3, 4]], [[2, 0, 1], [1, 3, 2], [1, 1, 4]]])


@det.mistake(
    "added",
    says="the two products were added instead of subtracted",
    why="The minus in a d − b c is overlooked.",
)
def added(let: Let, A: Expr) -> Expr:
    square = let("B", call("matmul", A, call("eye", 2)), "two rows and two columns")
    diagonal = let("p", call("product", call("diag", square)), "a times d")
    return let("d", 2 * diagonal - call("det", square), "a d + b c")


@det.mistake(
    "diagonal-alone",
    says="only the diagonal was multiplied",
    why="That is enough for a triangular matrix.",
)
def diagonal_alone(let: Let, A: Expr) -> Expr:
    return let("d", call("product", call("diag", A)), "the product of the diagonal")
