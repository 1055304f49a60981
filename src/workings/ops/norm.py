"""Wrong recipes of the norm, which is a primitive: how the length of a vector is got wrong."""

from __future__ import annotations

from workings.expr import Expr
from workings.ops.operation import Let, Mistakable, Setting
from workings.ops.writing import absolute, square, total

norm = Mistakable("norm", "x order?", p=2, samples=[[3, -4], [[1, 2], [2, 4]]])


@norm.mistake(
    "squared",
    says="the root was left out",
    why="The squares are added up, and the sum looks like a result already.",
)
def squared(let: Let, x: Expr, order: Expr | None, p: Setting) -> Expr | None:
    if order is not None or p != 2:
        return None
    return let("n", total(square(x)), "the sum of the squares")


@norm.mistake(
    "sum-of-sizes",
    says="the sizes of the entries were added up instead of their squares",
    why="The L1 norm is taken for the L2 norm, or lengths are added where Pythagoras is needed.",
)
def sum_of_sizes(let: Let, x: Expr, order: Expr | None, p: Setting) -> Expr | None:
    if order is not None or p != 2:
        return None
    return let("n", total(absolute(x)), "the sum of the sizes")
