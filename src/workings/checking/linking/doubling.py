"""Matrices that a scanner printed twice in a product."""

from __future__ import annotations

from workings.checking.comparing.parts import operands
from workings.expr import PRODUCTS, Array, Call, Expr, Number
from workings.source import Span


def undoubled(expr: Expr) -> Expr | None:
    """The product with a matrix that stands twice in a row taken once; None if none does."""
    factors = operands(expr, PRODUCTS)
    kept: list[Expr] = []
    for factor in factors:
        if (
            kept
            and isinstance(factor, Array)
            and isinstance(kept[-1], Array)
            and _key(factor) == _key(kept[-1])
        ):
            continue
        kept.append(factor)
    if len(kept) == len(factors):
        return None
    product = kept[0]
    for factor in kept[1:]:
        product = Call(Span(product.span.start, factor.span.end), "mul", (product, factor))
    return product


def _key(expr: Expr) -> object:
    """What an array literal holds, whatever its place."""
    if isinstance(expr, Array):
        return tuple(_key(item) for item in expr.items)
    if isinstance(expr, Number):
        return expr.value
    if isinstance(expr, Call):
        return (expr.op, *(_key(arg) for arg in expr.args))
    return expr
