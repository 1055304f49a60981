"""Hardmax: what softmax becomes as the temperature goes to zero.

The largest score takes everything; equal largest scores share it evenly.
"""

from __future__ import annotations

from workings.expr import Expr
from workings.ops.operation import Let, Op, Setting
from workings.ops.writing import at_least, largest, running_total, total

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


@hardmax.mistake(
    "not-shared",
    says="each of the equal largest scores got a whole one",
    why="Every entry that reaches the largest is marked, and the marks are taken for the shares.",
)
def not_shared(let: Let, x: Expr, axis: Setting) -> Expr:
    return let("y", at_least(x, largest(x, axis)), "mark every score that reaches the largest")


@hardmax.mistake(
    "smallest",
    says="the smallest score took everything",
    why="Minimum and maximum were confused.",
)
def smallest(let: Let, x: Expr, axis: Setting) -> Expr:
    return hardmax(-x, axis=axis)


@hardmax.mistake(
    "score-kept",
    says="the largest score was kept as it is instead of becoming a one",
    why="The maximum is a score; hardmax says where it stands.",
)
def score_kept(let: Let, x: Expr, axis: Setting) -> Expr:
    return let("y", x * at_least(x, largest(x, axis)), "keep the largest score, drop the others")


@hardmax.mistake(
    "first-alone",
    says="the first of equal largest scores took everything",
    why="Many programs return the place of the first maximum.",
)
def first_alone(let: Let, x: Expr, axis: Setting) -> Expr | None:
    if axis != -1:
        return None
    w = let("w", at_least(x, largest(x, axis)), "mark every score that reaches the largest")
    return let("y", w * at_least(1, running_total(w)), "keep the first mark")
