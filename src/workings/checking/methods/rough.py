"""What a formula of plain numbers comes to, roughly and quickly, to see whether it is worth working out."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from itertools import repeat
from typing import TypeAlias

from flint import fmpq

from workings.expr import Call, Expr, Name, Number
from workings.value import Tensor, Value

_APART = 0.02  # a difference by which nothing can be the same number
Size: TypeAlias = float | tuple[float, ...]  # of a list, entry by entry; () where there is no value
Sizes: TypeAlias = Mapping[str, Size]
Estimate: TypeAlias = Callable[[Sizes], Size]  # raises where it cannot be said

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
_BY_ENTRY = frozenset({"add", "sub", "hadamard", "div"})  # two lists
_BESIDE = _BY_ENTRY | {"mul", "times"}  # a list and a number


class Rough:
    """A formula that is tried with many numbers for its names."""

    def __init__(self, formula: Expr, stated: float, entry: str = "") -> None:
        self._estimate = _estimate(formula)
        self._stated = stated
        self._entry = int(entry) - 1 if entry.isdigit() else -1  # that is meant where a list comes out
        self._sizes: dict[int, Size | None] = {}  # of the numbers that were put in
        self._known: dict[tuple[Size | None, ...], bool] = {}  # a page has many numbers twice

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
        if isinstance(value, tuple):
            at = 0 if len(value) == 1 else self._entry
            if not 0 <= at < len(value):
                return True
            value = value[at]
        return abs(value - self._stated) > _APART * (abs(value) + abs(self._stated)) + 1e-3

    def _size(self, value: Value) -> Size | None:
        at = id(value)
        if at not in self._sizes:
            self._sizes[at] = _size(value)
        return self._sizes[at]


def _size(value: Value) -> Size | None:
    """How large a number is, or the entries of a list are; None for anything else."""
    if isinstance(value, fmpq):
        return _float(value)
    if not isinstance(value, Tensor) or len(value.shape) != 1:
        return None
    sizes = [_float(item) for item in value.items if isinstance(item, fmpq)]
    known = tuple(size for size in sizes if size is not None)
    return known if len(known) == len(value.items) else None


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
    if len(expr.args) == 2 and expr.op in _TWO:
        first, second = _estimate(expr.args[0]), _estimate(expr.args[1])
        if first is None or second is None:
            return None
        op = expr.op
        return lambda sizes: _of_two(op, first(sizes), second(sizes))
    if len(expr.args) == 1 and (of_one := _ONE.get(expr.op)) is not None:
        inner = _estimate(expr.args[0])
        return None if inner is None else lambda sizes: _of_one(of_one, inner(sizes))
    return None


def _of_one(rule: Callable[[float], float], size: Size) -> Size:
    return tuple(map(rule, size)) if isinstance(size, tuple) else rule(size)


def _of_two(op: str, first: Size, second: Size) -> Size:
    """Two numbers, or lists entry by entry; a product of two lists may be several things."""
    rule = _TWO[op]
    if isinstance(first, tuple) and isinstance(second, tuple):
        if op not in _BY_ENTRY or 1 in (len(first), len(second)):
            raise ValueError(op)
        return tuple(map(rule, first, second)) if len(first) == len(second) else ()
    if isinstance(first, tuple):
        return tuple(map(rule, first, repeat(_beside(op, second))))
    if isinstance(second, tuple):
        return tuple(map(rule, repeat(_beside(op, first)), second))
    return rule(first, second)


def _beside(op: str, size: Size) -> float:
    """A number beside a list, where it goes with every entry."""
    if op not in _BESIDE or isinstance(size, tuple):
        raise ValueError(op)
    return size


def _is_natural(option: tuple[str, Expr]) -> bool:
    """Whether it says that a logarithm is natural."""
    key, value = option
    return key == "base" and isinstance(value, Name) and value.key == "e"


def _float(value: fmpq) -> float | None:
    try:
        return int(value.p) / int(value.q)
    except OverflowError:
        return None
