"""Formulas in floats, for many designs and all words at once; what is found so is proved elsewhere."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from importlib import import_module
from typing import Any, TypeAlias

from workings.designing.programs import MISSING, NoSolverError
from workings.expr import Array, Call, Expr, Name, Number

Block: TypeAlias = Any  # a NumPy array: designs × words
Names: TypeAlias = Mapping[str, Any]  # a block, or a list of blocks for a vector


class NotFloatingError(ValueError):
    """A formula has something in it that is not run in floats."""


def numpy() -> Any:
    """NumPy, which comes with the solver."""
    try:
        return import_module("numpy")
    except ImportError as problem:
        raise NoSolverError(MISSING) from problem


def floated(expr: Expr, names: Names) -> Any:
    """The value of a formula on blocks; a vector is the list of its entries."""
    match expr:
        case Number():
            key = f"number {expr.span.start}"
            return names[key] if key in names else float(expr.value)
        case Name():
            return _named(expr, names)
        case Array():
            return [floated(item, names) for item in expr.items]
        case Call(op=op, args=args) if op in _OPERATIONS and not expr.options:
            return _OPERATIONS[op](*[floated(arg, names) for arg in args])
    raise NotFloatingError(f"{type(expr).__name__} in a formula")


def _named(expr: Name, names: Names) -> Any:
    if expr.key in names:
        return names[expr.key]
    if expr.base in names and len(expr.index) == 1 and isinstance(expr.index[0], Number):
        whole = names[expr.base]
        at = int(expr.index[0].value.p) - 1
        if isinstance(whole, list) and 0 <= at < len(whole):
            return whole[at]
    raise NotFloatingError(f"{expr.key} has no value")


def _each(change: Callable[..., Any]) -> Callable[..., Any]:
    """An operation entry by entry; a number goes with every entry of a vector."""

    def applied(*args: Any) -> Any:
        sizes = {len(arg) for arg in args if isinstance(arg, list)}
        if not sizes:
            return change(*args)
        if len(sizes) > 1:
            raise NotFloatingError("vectors of different lengths")
        count = sizes.pop()
        return [change(*(arg[at] if isinstance(arg, list) else arg for arg in args)) for at in range(count)]

    return applied


def _product(left: Any, right: Any) -> Any:
    """A dot product of two vectors, else a product."""
    if isinstance(left, list) and isinstance(right, list):
        if len(left) != len(right):
            raise NotFloatingError("vectors of different lengths")
        return sum(a * b for a, b in zip(left, right, strict=True))
    return _each(lambda a, b: a * b)(left, right)


def _logistic(z: Any) -> Any:
    return 0.5 + 0.5 * numpy().tanh(z / 2)


_OPERATIONS: Mapping[str, Callable[..., Any]] = {
    "add": _each(lambda a, b: a + b),
    "sub": _each(lambda a, b: a - b),
    "neg": _each(lambda a: -a),
    "div": _each(lambda a, b: a / b),
    "hadamard": _each(lambda a, b: a * b),
    "mul": _product,
    "times": _product,
    "matmul": _product,
    "transpose": lambda a: a,
    "sigmoid": _each(_logistic),
    "tanh": _each(lambda z: numpy().tanh(z)),
    "relu": _each(lambda z: numpy().maximum(z, 0)),
    "step": _each(lambda z: (z >= 0) * 1.0),
}
