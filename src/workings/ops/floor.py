"""Wrong recipes of rounding down and up, which are primitives."""

from __future__ import annotations

from workings.expr import Expr
from workings.ops.operation import Let, Mistakable
from workings.ops.writing import ceiling, rounded
from workings.ops.writing import floor as down

floor = Mistakable("floor", "x", samples=[2.75, [-1.5, 2.25]])
ceil = Mistakable("ceil", "x", samples=[2.75, [-1.5, 2.25]])

LEFT_OUT = "it was not rounded to a whole number"
WHY_LEFT_OUT = "The brackets ⌊ ⌋ and ⌈ ⌉ look like plain brackets."
NEAREST = "it was rounded to the nearest whole number"
WHY_NEAREST = "Rounding to the nearest number is the rule elsewhere."


@floor.mistake("rounded-up", says="it was rounded up instead of down", why="The brackets ⌊ ⌋ look like ⌈ ⌉.")
def rounded_up(let: Let, x: Expr) -> Expr:
    return let("y", ceiling(x), "rounded up")


@ceil.mistake("rounded-down", says="it was rounded down instead of up", why="The brackets ⌈ ⌉ look like ⌊ ⌋.")
def rounded_down(let: Let, x: Expr) -> Expr:
    return let("y", down(x), "rounded down")


@floor.mistake("not-rounded", LEFT_OUT, WHY_LEFT_OUT)
@ceil.mistake("not-rounded", LEFT_OUT, WHY_LEFT_OUT)
def not_rounded(let: Let, x: Expr) -> Expr:
    return let("y", x, "the number as it is")


@floor.mistake("nearest", NEAREST, WHY_NEAREST)
@ceil.mistake("nearest", NEAREST, WHY_NEAREST)
def nearest(let: Let, x: Expr) -> Expr:
    return let("y", rounded(x), "rounded to the nearest")
