"""Geometric series: Σ c·r^k without end, whose sum is the first term over 1 − r."""

from __future__ import annotations

from flint import arb, fmpq

from workings.evaluating.run import Run
from workings.expr import Apply, Call, Expr, Fold, Name, Number, walk
from workings.ops.primitives import NoValue
from workings.value import Scalar

INFINITY = frozenset({"∞", "inf"})
_PRODUCTS = frozenset({"mul", "times", "dot", "neg", "div"})


def is_endless(node: Fold) -> bool:
    """Whether a sum has no last term, and each of its terms is the one before it times the same number."""
    return (
        node.kind == "sum"
        and node.variable is not None
        and isinstance(node.upper, Name)
        and node.upper.key in INFINITY
        and _is_geometric(node.body, node.variable)
    )


def series(run: Run, node: Fold, variable: str, lower: int) -> Scalar:
    """The sum of a geometric series; none where its terms do not become smaller."""
    first, second = (_term(run, node.body, variable, at) for at in (lower, lower + 1))
    if first == 0:
        return fmpq(0)
    ratio = second / first
    if not isinstance(ratio, fmpq | arb) or not (ratio < 1 and ratio > -1):
        raise NoValue("a series that does not come to a sum")
    return first / (1 - ratio)


def _term(run: Run, body: Expr, variable: str, at: int) -> Scalar:
    outside = run.locals
    run.locals = {**outside, variable: fmpq(at)}
    run.variables = (*run.variables, variable)
    run.spend(1)
    term = run.value(body)
    run.locals = outside
    run.variables = run.variables[:-1]
    if not isinstance(term, fmpq | arb):
        raise NoValue("a series of vectors")
    return term


def _is_geometric(body: Expr, variable: str) -> bool:
    """Whether the index stands nowhere but in exponents, and there only in sums."""
    if not _holds(body, variable):
        return True
    if not isinstance(body, Call):
        return False
    if body.op == "pow":
        base, exponent = body.args
        return not _holds(base, variable) and _is_linear(exponent, variable)
    return body.op in _PRODUCTS and all(_is_geometric(part, variable) for part in body.args)


def _is_linear(expr: Expr, variable: str) -> bool:
    """`k`, `k - 1`, `2k`: it grows by the same amount from step to step."""
    match expr:
        case Name(key=key):
            return key == variable
        case Call(op="add" | "sub", args=(first, second)):
            return all(not _holds(part, variable) or _is_linear(part, variable) for part in (first, second))
        case Call(op="mul", args=(Number(), second)):
            return _is_linear(second, variable)
        case _:
            return False


def _holds(expr: Expr, variable: str) -> bool:
    """Whether a name is in an expression, also as a subscript or before brackets."""
    return any(
        isinstance(node, Apply | Fold)
        or (isinstance(node, Name) and (node.key == variable or variable in node.key.partition("_")[2]))
        for node in walk(expr)
    )
