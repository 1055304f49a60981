"""Slips that derivatives suffer: a factor of two from a square or a half, lost or kept."""

from __future__ import annotations

from collections.abc import Iterator

from workings.checking.slips.change import Change, Scene
from workings.expr import Expr, call, number


def factors(expr: Expr, scene: Scene) -> Iterator[Change]:
    """The derivative without the two of a square, or without the half before it."""
    yield Change("gradient/factor-two", "holds with a factor of 2 too few", call("div", expr, number(2)))
    yield Change("gradient/factor-two", "holds with a factor of 2 too many", call("mul", number(2), expr))
