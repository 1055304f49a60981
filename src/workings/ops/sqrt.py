"""Wrong recipes of the square root, which is a primitive."""

from __future__ import annotations

from workings.expr import Expr
from workings.ops.operation import Let, Mistakable
from workings.ops.writing import square

sqrt = Mistakable("sqrt", "x", samples=[2, [4, 0.25]])


@sqrt.mistake(
    "left-out", says="it was left out", why="What stands under the root looks like a result already."
)
def left_out(let: Let, x: Expr) -> Expr:
    return let("y", x, "the number as it is")


@sqrt.mistake("halved", says="the number was halved", why="The two of a square root is taken for a divisor.")
def halved(let: Let, x: Expr) -> Expr:
    return let("y", x / 2, "half the number")


@sqrt.mistake("squared", says="the number was squared", why="Root and square are mixed up.")
def squared(let: Let, x: Expr) -> Expr:
    return let("y", square(x), "the number times itself")
