"""The primitives as words to write recipes with."""

from __future__ import annotations

from workings.expr import Call, Operand, call
from workings.ops.operation import Setting, with_options


def exp(x: Operand) -> Call:
    return call("exp", x)


def ln(x: Operand) -> Call:
    return call("ln", x)


def log(x: Operand) -> Call:
    return call("log", x)


def log2(x: Operand) -> Call:
    return call("log2", x)


def log10(x: Operand) -> Call:
    return call("log10", x)


def xlog(x: Operand, y: Operand) -> Call:
    return call("xlog", x, y)


def sqrt(x: Operand) -> Call:
    return call("sqrt", x)


def square(x: Call | Operand) -> Call:
    """Entry by entry, also of a square matrix."""
    return call("hadamard", x, x)


def tanh(x: Operand) -> Call:
    return call("tanh", x)


def erf(x: Operand) -> Call:
    return call("erf", x)


def absolute(x: Operand) -> Call:
    return call("abs", x)


def floor(x: Operand) -> Call:
    return call("floor", x)


def ceiling(x: Operand) -> Call:
    return call("ceil", x)


def rounded(x: Operand) -> Call:
    return call("round", x)


def total(x: Operand, axis: Setting | None = None) -> Call:
    return call("total", x) if axis is None else with_options("total", x, axis=axis)


def mean(x: Operand, axis: Setting | None = None) -> Call:
    return call("mean", x) if axis is None else with_options("mean", x, axis=axis)


def largest(x: Operand, axis: Setting) -> Call:
    return with_options("largest", x, axis=axis)


def maximum(a: Operand, b: Operand) -> Call:
    return call("max", a, b)


def at_least(a: Operand, b: Operand) -> Call:
    return call("at_least", a, b)


def select(condition: Operand, yes: Operand, no: Operand) -> Call:
    return call("select", condition, yes, no)


def transpose(x: Operand) -> Call:
    return call("transpose", x)


def product(a: Operand, b: Operand) -> Call:
    """The matrix product, or the dot product of vectors."""
    return call("matmul", a, b)


def dot(a: Operand, b: Operand) -> Call:
    return call("dot", a, b)


def norm(x: Operand) -> Call:
    return call("norm", x)


def shifted(x: Operand, by: int) -> Call:
    """Every entry moved so many columns on; noughts move in."""
    return call("shifted", x, by)


def reversed_entries(x: Operand) -> Call:
    """The entries of a vector from the last to the first; a number stays as it is."""
    return call("reversed", x)


def trimmed(x: Operand, front: int, back: int) -> Call:
    """Without so many rows, or entries of a vector, at its front and at its back."""
    return call("trimmed", x, front, back)


def one_hot(places: Operand, width: Operand) -> Call:
    """A row for each place, counted from one, that is one there and nought elsewhere."""
    return call("one_hot", places, width)


def windows(x: Operand, height: Operand, width: Operand, stride: Operand, padding: Operand) -> Call:
    """A row of entries for each place of a window on a matrix, with noughts around it."""
    return call("windows", x, height, width, stride, padding)


def flat(x: Operand) -> Call:
    """All entries row by row, in one vector."""
    return call("flat", x)


def in_rows(x: Operand, count: Operand) -> Call:
    """The entries set out in so many rows."""
    return call("in_rows", x, count)


def concat(*parts: Operand) -> Call:
    return call("concat", *parts)


def part(x: Operand, which: Operand, count: Operand) -> Call:
    return call("part", x, which, count)


def width(x: Operand) -> Call:
    return call("width", x)


def height(x: Operand) -> Call:
    return call("height", x)


def length(x: Operand) -> Call:
    return call("length", x)


def lower(n: Operand) -> Call:
    return call("lower", n)


def distribution(p: Operand) -> Call:
    return call("distribution", p)


def power(base: Operand, exponent: Operand) -> Call:
    return call("pow", base, exponent)


def running_total(x: Operand) -> Call:
    return call("running_total", x)


def hadamard(a: Operand, b: Operand) -> Call:
    """The product entry by entry."""
    return call("hadamard", a, b)
