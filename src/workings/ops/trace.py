"""Wrong recipes of the trace, which is a primitive."""

from __future__ import annotations

from workings.expr import Expr, call
from workings.ops.operation import Let, Mistakable
from workings.ops.writing import total

trace = Mistakable("trace", "A", samples=[[[1, 2], [3, 4]], [[2, 0, 1], [1, 3, 2], [1, 1, 4]]])


@trace.mistake(
    "all-entries",
    says="all entries were added up instead of the diagonal",
    why="The sum is taken of everything in sight.",
)
def all_entries(let: Let, A: Expr) -> Expr:
    return let("t", total(A), "the sum of all entries")


@trace.mistake(
    "multiplied",
    says="the diagonal was multiplied instead of added up",
    why="Trace and determinant of a triangular matrix are confused.",
)
def multiplied(let: Let, A: Expr) -> Expr:
    return let("t", call("product", call("diag", A)), "the product of the diagonal")
