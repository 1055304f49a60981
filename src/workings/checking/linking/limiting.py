"""Limits among the links of a document: what their names stand for, and which of them say something."""

from __future__ import annotations

import re

from flint import arb, fmpq

from workings.checking.chain import Link
from workings.expr import Expr, Fold, Name, Number, mapped, walk
from workings.regex import regex
from workings.resolving.scope import Scope

TAKEN = "limit/taken-for-value"

_EXACTLY = regex(r"[ \t$,)]{0,4}exactly[*_]{0,2}(?=\s*(?:[.,;:!?)]|$|\n))", re.IGNORECASE)
DEEPEST = 6  # names behind names
MOST_PARTS = 400


def is_overstated(text: str, before: Link, link: Link) -> bool:
    """`σ(10) = 1 exactly`: a number that is right to its digits, said to be the whole truth.

    In `≈ 0.25, exactly a quarter of the peak` the word belongs to what follows it.
    """
    stated, end = link.expr, link.member.span.end
    if link.member.is_approximate or not isinstance(stated, Number):
        return False
    if not _EXACTLY.match(text, end, end + 20):
        return False
    value = before.printed.precise
    return isinstance(value, arb | fmpq) and value != stated.value


def with_formulas(expr: Expr, scope: Scope) -> Expr:
    """The expression with the names in its limits as the formulas that they are known by."""
    if isinstance(expr, Fold) and expr.kind == "lim" and expr.variable is not None:
        body = _unfolded(expr.body, expr.variable, scope, 0)
        return Fold(expr.span, expr.kind, expr.variable, expr.lower, expr.upper, body)
    if not any(isinstance(node, Fold) and node.kind == "lim" for node in walk(expr)):
        return expr
    return mapped(expr, lambda part: with_formulas(part, scope))


def is_idle(expr: Expr, scope: Scope) -> bool:
    """A limit whose body does not depend on its variable, so that an arrow stood for something else."""
    if not isinstance(expr, Fold) or expr.kind != "lim" or expr.variable is None:
        return False
    return not _depends(_unfolded(expr.body, expr.variable, scope, 0), expr.variable)


def _unfolded(expr: Expr, variable: str, scope: Scope, depth: int) -> Expr:
    """Names that depend on the variable as their formulas."""
    if isinstance(expr, Name) and expr.key != variable:
        for formula in scope.chains.get(expr.key, ()) if depth < DEEPEST else ():
            inner = _unfolded(formula, variable, scope, depth + 1)
            if _depends(inner, variable) and sum(1 for _ in walk(inner)) <= MOST_PARTS:
                return inner
        return expr
    if isinstance(expr, Name) or (isinstance(expr, Fold) and expr.variable == variable):
        return expr
    return mapped(expr, lambda part: _unfolded(part, variable, scope, depth))


def _depends(expr: Expr, variable: str) -> bool:
    return any(isinstance(node, Name) and node.key == variable for node in walk(expr))
