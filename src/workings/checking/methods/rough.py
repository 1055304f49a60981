"""What a formula of plain numbers comes to, roughly and quickly, to see whether it is worth working out."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping

from flint import fmpq

from workings.expr import Call, Expr, Name, Number
from workings.value import Value

_APART = 0.02  # a difference by which nothing can be the same number

_TWO: dict[str, Callable[[float, float], float]] = {
    "add": lambda a, b: a + b,
    "sub": lambda a, b: a - b,
    "mul": lambda a, b: a * b,
    "times": lambda a, b: a * b,
    "hadamard": lambda a, b: a * b,
    "div": lambda a, b: a / b,
    "pow": math.pow,
    "max": max,
    "min": min,
}
_ONE: dict[str, Callable[[float], float]] = {
    "neg": lambda a: -a,
    "sqrt": math.sqrt,
    "exp": math.exp,
    "tanh": math.tanh,
    "cos": math.cos,
    "sin": math.sin,
    "abs": abs,
    "log": math.log,
    "sigmoid": lambda a: 1 / (1 + math.exp(-a)),
}


def is_far(formula: Expr, names: Mapping[str, Value], stated: float) -> bool:
    """Whether a formula surely comes to something else; False where that cannot be said."""
    try:
        value = _rough(formula, names)
    except (ArithmeticError, ValueError):
        return False
    return value is not None and abs(value - stated) > _APART * (abs(value) + abs(stated)) + 1e-3


def _rough(expr: Expr, names: Mapping[str, Value]) -> float | None:
    if isinstance(expr, Number):
        return _float(expr.value)
    if isinstance(expr, Name):
        value = names.get(expr.key)
        return _float(value) if isinstance(value, fmpq) else None
    if not isinstance(expr, Call) or (expr.options and not all(map(_is_natural, expr.options))):
        return None
    if len(expr.args) == 2 and (of_two := _TWO.get(expr.op)) is not None:
        first = _rough(expr.args[0], names)
        second = _rough(expr.args[1], names) if first is not None else None
        return None if first is None or second is None else of_two(first, second)
    if len(expr.args) == 1 and (of_one := _ONE.get(expr.op)) is not None:
        inner = _rough(expr.args[0], names)
        return None if inner is None else of_one(inner)
    return None


def _is_natural(option: tuple[str, Expr]) -> bool:
    """Whether it says that a logarithm is natural."""
    key, value = option
    return key == "base" and isinstance(value, Name) and value.key == "e"


def _float(value: fmpq) -> float:
    return int(value.p) / int(value.q)
