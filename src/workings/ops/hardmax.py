"""Hardmax: what softmax becomes as the temperature goes to zero.

The largest score takes everything; equal largest scores share it evenly.
"""

from __future__ import annotations

from workings.expr import Expr
from workings.ops.operation import Let, Op, Setting
from workings.ops.writing import at_least, largest, total

hardmax = Op(
    "hardmax",
    "x",
    axis=-1,
    gathers=True,
    names=["hardmax", "Hardmax"],
    oracle=lambda torch, x, axis: torch.softmax(x * 10_000, dim=axis),
    samples=[[1, 3, 2], [2, 2, 1], [[2, 0], [1, 1]]],
)


@hardmax.recipe
def textbook(let: Let, x: Expr, axis: Setting) -> Expr:
    m = let("m", largest(x, axis), "find the largest score")
    w = let("w", at_least(x, m), "mark every score that reaches it")
    return let("y", w / total(w, axis), "share evenly among the marked")
