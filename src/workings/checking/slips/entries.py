"""One wrong entry of a matrix: the formula of that entry alone, with the numbers that went into it."""

from __future__ import annotations

from collections.abc import Callable

from flint import fmpq

from workings.checking.slips.structure import PRODUCTS
from workings.evaluating.rendering import show
from workings.expr import NOWHERE, Call, Expr, Name, Number
from workings.value import Scalar, Tensor, Value

Valuer = Callable[[Expr], Value | None]
_EACH = frozenset({"add", "sub", "hadamard"})
_ALONE = frozenset({"neg", "exp", "sigmoid", "tanh", "relu", "sqrt", "ln", "abs", "step"})
MOST_TERMS = 16  # of a row times a column


def entry_formula(expr: Expr, at: int, shape: tuple[int, ...], value_of: Valuer) -> Expr | None:
    """What one entry of a matrix comes from, as a formula of numbers; None where it cannot be taken apart."""
    index = divmod(at, shape[1]) if len(shape) == 2 else (0, at)
    found = _entry(expr, index, value_of)
    return found if isinstance(found, Call) else None


def _entry(expr: Expr, index: tuple[int, int], value_of: Valuer) -> Expr | None:
    if not isinstance(expr, Call) or expr.options:
        return _leaf(expr, index, value_of)
    if expr.op in PRODUCTS and len(expr.args) == 2 and expr.op != "hadamard":
        return _product(expr, index, value_of)
    if expr.op == "transpose":
        return _entry(expr.args[0], (index[1], index[0]), value_of)
    if expr.op in _EACH or expr.op in _ALONE or expr.op == "div":
        parts = [_entry(arg, index, value_of) for arg in expr.args]
        known = tuple(part for part in parts if part is not None)
        return Call(NOWHERE, expr.op, known) if len(known) == len(parts) else None
    return _leaf(expr, index, value_of)


def _product(expr: Call, index: tuple[int, int], value_of: Valuer) -> Expr | None:
    """A row times a column, written out; a number times a matrix entry by entry."""
    left, right = value_of(expr.args[0]), value_of(expr.args[1])
    if left is None or right is None:
        return None
    if not isinstance(left, Tensor) or not isinstance(right, Tensor):
        first, second = (_entry(arg, index, value_of) for arg in expr.args)
        return None if first is None or second is None else Call(NOWHERE, "mul", (first, second))
    row, column = _row(left, index[0]), _column(right, index[1])
    if row is None or column is None or len(row) != len(column) or not 1 < len(row) <= MOST_TERMS:
        return None
    total: Expr | None = None
    for a, b in zip(row, column, strict=True):
        one, other = _number(a), _number(b)
        if one is None or other is None:
            return None
        term = Call(NOWHERE, "mul", (one, other))
        total = term if total is None else Call(NOWHERE, "add", (total, term))
    return total


def _row(value: Tensor, at: int) -> tuple[Scalar, ...] | None:
    if len(value.shape) == 1:
        return value.items
    if len(value.shape) != 2 or at >= value.shape[0]:
        return None
    return value.items[at * value.shape[1] : (at + 1) * value.shape[1]]


def _column(value: Tensor, at: int) -> tuple[Scalar, ...] | None:
    if len(value.shape) == 1:
        return value.items
    if len(value.shape) != 2 or at >= value.shape[1]:
        return None
    return value.items[at :: value.shape[1]]


def _leaf(expr: Expr, index: tuple[int, int], value_of: Valuer) -> Expr | None:
    """The number at a place of something that is not taken apart."""
    value = value_of(expr)
    if value is None:
        return None
    if not isinstance(value, Tensor):
        return _number(value) if not isinstance(expr, Number | Name) else expr
    row = _row(value, index[0])
    if row is None or index[1] >= len(row):
        return None
    return _number(row[index[1]])


def _number(value: Scalar) -> Number | None:
    """A number of the document; only those that are known exactly can be told from their neighbours."""
    if not isinstance(value, fmpq):
        return None
    text = show(value)
    return Number(NOWHERE, value, fmpq(1, 10 ** len(text.partition(".")[2])), text)
