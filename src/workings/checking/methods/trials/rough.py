"""What a formula of plain numbers comes to, roughly and quickly, to see whether it is worth working out."""

from __future__ import annotations

import math
import operator
from collections.abc import Callable, Mapping
from itertools import repeat
from typing import TypeAlias

from flint import fmpq

from workings.expr import Call, Expr, Name, Number
from workings.ops.primitives import NoValue
from workings.value import Tensor, Value

_APART = 0.02  # a difference by which nothing can be the same number
_SURE = 1e-3  # a number by so much below nought is negative
Size: TypeAlias = float | tuple[float, ...]  # of a list, entry by entry
Sizes: TypeAlias = Mapping[str, Size]
Estimate: TypeAlias = Callable[[Sizes], Size]  # raises `NoValue`, or another where it cannot be said


def _defined(rule: Callable[[float], float]) -> Callable[[float], float]:
    """A function that negative numbers have not."""

    def run(a: float) -> float:
        if a < -_SURE:
            raise NoValue("a function of a negative number")
        return rule(a)

    return run


_TWO: dict[str, Callable[[float, float], float]] = {
    "add": operator.add,
    "sub": operator.sub,
    "mul": operator.mul,
    "times": operator.mul,
    "hadamard": operator.mul,
    "div": operator.truediv,
    "pow": math.pow,
    "max": max,
    "min": min,
}
_ONE: dict[str, Callable[[float], float]] = {
    "neg": operator.neg,
    "sqrt": _defined(math.sqrt),
    "exp": math.exp,
    "tanh": math.tanh,
    "cos": math.cos,
    "sin": math.sin,
    "abs": abs,
    "log": _defined(math.log),
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

    def is_far(self, names: Mapping[str, Value]) -> bool:
        """Whether the formula surely comes to something else; False where that cannot be said."""
        if self._estimate is None:
            return False
        known = self._sizes
        sizes: dict[str, Size] = {}
        for key, value in names.items():
            at = id(value)
            if at not in known:
                known[at] = _size(value)
            size = known[at]
            if size is not None:
                sizes[key] = size
        try:
            made = self._estimate(sizes)
        except NoValue:
            return True
        except (ArithmeticError, ValueError, KeyError):
            return False
        if isinstance(made, tuple):
            at = 0 if len(made) == 1 else self._entry
            if not 0 <= at < len(made):
                return True
            made = made[at]
        return abs(made - self._stated) > _APART * (abs(made) + abs(self._stated)) + 1e-3


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
        op, below = expr.op, expr.args[1]
        if op == "div" and _is_plain(below):
            return lambda sizes: _of_two(op, first(sizes), _not_nought(second(sizes)))
        if isinstance(below, Call) and below.op == "log":
            return lambda sizes: _of_two(op, first(sizes), _counting(first(sizes), second, sizes))
        rule = _TWO[op]

        def run(sizes: Sizes) -> Size:
            left, right = first(sizes), second(sizes)
            if type(left) is float and type(right) is float:  # as most are
                return rule(left, right)
            return _of_two(op, left, right)

        return run
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
        if len(first) != len(second):
            raise NoValue("lists of different lengths")
        return tuple(map(rule, first, second))
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


def _is_plain(expr: Expr) -> bool:
    """Whether something is nought only if the number is that it is made of."""
    if isinstance(expr, Call) and expr.op in ("abs", "neg", "sqrt"):
        return _is_plain(expr.args[0])
    return isinstance(expr, Name | Number)


def _not_nought(size: Size) -> Size:
    """What something is divided by."""
    if size == 0 or (isinstance(size, tuple) and 0 in size):
        raise NoValue("division by zero")
    return size


def _counting(first: Size, logarithm: Estimate, sizes: Sizes) -> Size:
    """A logarithm behind a factor: 0 · log … is nought even where the logarithm has no value."""
    try:
        return logarithm(sizes)
    except NoValue:
        if not isinstance(first, tuple) and abs(first) < _SURE:
            raise ValueError(first) from None
        raise


def _is_natural(option: tuple[str, Expr]) -> bool:
    """Whether it says that a logarithm is natural."""
    key, value = option
    return key == "base" and isinstance(value, Name) and value.key == "e"


def _float(value: fmpq) -> float | None:
    try:
        return int(value.p) / int(value.q)
    except OverflowError:
        return None
