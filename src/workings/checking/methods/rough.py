"""What a formula of plain numbers comes to, roughly and quickly, to see whether it is worth working out."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from typing import TypeAlias

from flint import fmpq

from workings.expr import Call, Expr, Name, Number
from workings.value import Value

_APART = 0.02  # a difference by which nothing can be the same number
Sizes: TypeAlias = Mapping[str, float]
Estimate: TypeAlias = Callable[[Sizes], float]  # raises where it cannot be said

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


class Rough:
    """A formula that is tried with many numbers for its names."""

    def __init__(self, formula: Expr, stated: float) -> None:
        self._estimate = _estimate(formula)
        self._stated = stated
        self._sizes: dict[int, float | None] = {}  # of the numbers that were put in
        self._known: dict[tuple[float | None, ...], bool] = {}  # a page has many numbers twice

    def is_far(self, names: Mapping[str, Value]) -> bool:
        """Whether the formula surely comes to something else; False where that cannot be said."""
        if self._estimate is None:
            return False
        sizes = tuple([self._size(value) for value in names.values()])
        known = self._known.get(sizes)
        if known is None:
            put_in = {key: size for key, size in zip(names, sizes, strict=True) if size is not None}
            known = self._known[sizes] = self._comes_to_another(self._estimate, put_in)
        return known

    def _comes_to_another(self, estimate: Estimate, sizes: Sizes) -> bool:
        try:
            value = estimate(sizes)
        except (ArithmeticError, ValueError, KeyError):
            return False
        return abs(value - self._stated) > _APART * (abs(value) + abs(self._stated)) + 1e-3

    def _size(self, value: Value) -> float | None:
        """How large a number is; None for anything else."""
        at = id(value)
        if at not in self._sizes:
            self._sizes[at] = _float(value) if isinstance(value, fmpq) else None
        return self._sizes[at]


def _estimate(expr: Expr) -> Estimate | None:
    """A formula as a function of floats; None where it has something in it that these do not have."""
    if isinstance(expr, Number):
        size = _float(expr.value)
        return None if size is None else lambda _: size
    if isinstance(expr, Name):
        key = expr.key
        return lambda sizes: sizes[key]
    if not isinstance(expr, Call) or (expr.options and not all(map(_is_natural, expr.options))):
        return None
    if len(expr.args) == 2 and (of_two := _TWO.get(expr.op)) is not None:
        first, second = _estimate(expr.args[0]), _estimate(expr.args[1])
        if first is None or second is None:
            return None
        return lambda sizes: of_two(first(sizes), second(sizes))
    if len(expr.args) == 1 and (of_one := _ONE.get(expr.op)) is not None:
        inner = _estimate(expr.args[0])
        return None if inner is None else lambda sizes: of_one(inner(sizes))
    return None


def _is_natural(option: tuple[str, Expr]) -> bool:
    """Whether it says that a logarithm is natural."""
    key, value = option
    return key == "base" and isinstance(value, Name) and value.key == "e"


def _float(value: fmpq) -> float | None:
    try:
        return int(value.p) / int(value.q)
    except OverflowError:
        return None
