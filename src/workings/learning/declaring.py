"""Sizes as a document declares them: W ∈ ℝ^{4×d} is a matrix of four rows, d columns."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeAlias

from flint import fmpq

from workings.document import Statement
from workings.evaluating import evaluate
from workings.expr import Alt, Array, Call, Expr, Name, name
from workings.learning.elisions import CannotRunError, filled, rows_of
from workings.resolving.scope import Scope, as_value

__all__ = ["CannotRunError", "Shape", "Size", "declared_shapes"]

Size: TypeAlias = int | str  # a letter where the document leaves a length open
Shape: TypeAlias = tuple[Size, ...]

_REALS = frozenset("R ℝ C ℂ Z ℤ N ℕ Q ℚ".split())


def declared_shapes(statements: Iterable[Statement], scope: Scope) -> dict[str, Shape]:
    """The shapes that names were declared with, letters replaced by their values where they have one."""
    found: dict[str, Shape] = {}
    for statement in statements:
        if [member.sign for member in statement.members] != [None, "∈"]:
            continue
        head, place = (member.expr for member in statement.members)
        shape = _declared_shape(place, scope)
        if shape is not None:
            names = head.items if isinstance(head, Array) else (head,)
            rows = rows_of(names)
            if rows is not None:
                found[rows[0]] = (_size(rows[1], scope), *shape)
                continue
            found.update({item.key: shape for item in filled(names) if isinstance(item, Name)})
    return found


def _declared_shape(expr: Expr, scope: Scope) -> Shape | None:
    """ℝ is (), ℝ^d is (d,), ℝ^{4×d} is (4, d); {0, 1} are numbers, and {0, 1}^T lists of them."""
    while isinstance(expr, Alt):
        expr = expr.options[0]
    match expr:
        case Name(_, key) if key in _REALS:
            return ()
        case Array():
            return ()
        case Call(_, "transpose", (base,)) if _declared_shape(base, scope) == ():  # ℝ^T, {0, 1}^T
            return (_size(name("T"), scope),)
        case Call(_, "pow", (base, exponent)) if _declared_shape(base, scope) == ():
            return tuple(_size(part, scope) for part in _factors(exponent))
    return None


def _factors(expr: Expr) -> list[Expr]:
    """The sizes between the signs ×; in d × 4d the second is 4d, however it was read."""
    match expr:
        case Call(op="times", args=(left, right)):
            return [*_factors(left), *_factors(right)]
        case Call(op="mul", args=(left, right)):
            *sizes, last = _factors(left)
            return [*sizes, Call(expr.span, "mul", (last, right))]
    return [expr]


def _size(expr: Expr, scope: Scope) -> Size:
    value = as_value(evaluate(expr, scope.given))
    if isinstance(value, fmpq) and value.q == 1 and value > 0:
        return int(value.p)
    if isinstance(expr, Name):
        return expr.key
    raise CannotRunError("a declared size is no whole number")
