"""Products as a document means them: a matrix before brackets is a factor, and chains have no brackets."""

from __future__ import annotations

from collections.abc import Container
from functools import reduce

from workings.expr import PRODUCTS, Alt, Apply, Call, Expr, mapped

# words that have no value of their own on paper
LAYERS = frozenset(
    "flatten vec dropout conv convolution gap globalavgpool globalaveragepool globalmaxpool".split()
)
_RAISED = frozenset({"transpose", "pow"})


def multiplied(expr: Expr, functions: Container[str]) -> Expr:
    """A formula in which W (x)ᵀ is W times the transpose of x, where W is no function."""
    match expr:
        case Call(op=op, args=(Apply() as applied, *rest)) if (
            op in _RAISED
            and _is_factor(applied, functions)
            and applied.span.start == applied.function.span.start  # not in brackets itself
        ):
            raised = Call(expr.span, op, (applied.args[0], *rest), expr.options)
            return Call(expr.span, "mul", (applied.function, multiplied(raised, functions)))
        case Apply() if _is_factor(expr, functions):
            return Call(expr.span, "mul", (expr.function, multiplied(expr.args[0], functions)))
    return mapped(expr, lambda part: multiplied(part, functions))


def _is_factor(applied: Apply, functions: Container[str]) -> bool:
    function = applied.function
    return len(applied.args) == 1 and function.key not in functions and function.base.lower() not in LAYERS


def factors(expr: Expr) -> list[Expr]:
    """The factors of a product, however it is bracketed."""
    while isinstance(expr, Alt):
        expr = expr.options[0]
    if isinstance(expr, Call) and expr.op in PRODUCTS:
        return [factor for arg in expr.args for factor in factors(arg)]
    return [expr]


def chained(parts: list[Expr]) -> Expr:
    """Factors as one product."""
    return reduce(lambda left, right: Call(left.span, "mul", (left, right)), parts)
