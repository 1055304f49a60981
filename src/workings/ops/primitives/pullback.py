"""Going back through a primitive: from the derivative by its result to those by its arguments.

A rule is written in the language of expressions, beside the rule for the value. It is asked where the values
are known, so that it can mind shapes; operations need no rules, since they are made of primitives.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import field
from typing import TypeAlias

from flint import fmpq

from workings.expr import NOWHERE, Call, Expr, Number, call, number
from workings.record import record
from workings.value import Scalar, Tensor, Value

ZERO, ONE, TWO = number(0), number(1), number(2)


@record(slots=True)
class Back:
    """One use of a primitive, seen from its result."""

    g: Expr  # the derivative of the whole by the result, in the shape of the result
    args: tuple[Expr, ...]
    values: tuple[Value, ...]
    out: Expr  # the use itself
    result: Value
    needs: tuple[bool, ...]  # which arguments somebody wants to know about
    options: Mapping[str, Value | str] = field(default_factory=dict)
    settings: Mapping[str, object] = field(default_factory=dict)  # of the run, such as the base of log
    ties: list[str] = field(default_factory=list)  # corners, where the derivative is a matter of convention

    @property
    def is_scalar(self) -> bool:
        return not isinstance(self.result, Tensor)

    def fit(self, at: int, g: Expr) -> Expr:
        """A derivative in the shape of the result, summed over what the argument was stretched along."""
        value = self.values[at]
        if isinstance(value, Tensor):
            same = isinstance(self.result, Tensor) and self.result.shape == value.shape
            return g if same else call("fitted", g, self.args[at])
        return g if self.is_scalar else call("total", g)

    def scaled(self, factor: Expr, whole: bool = True) -> Expr:
        """What comes back, entry by entry times a factor; `whole` if that has every entry of the result."""
        g = self.g
        if whole and isinstance(g, Call) and g.op == "spread":
            g = g.args[0]
        return times(g, factor, self.is_scalar)

    def over(self, divisor: Expr) -> Expr:
        """What comes back, entry by entry over a divisor."""
        return self.g if is_number(divisor, 1) else call("div", self.g, divisor)

    def shape_of(self, at: int) -> tuple[int, ...]:
        value = self.values[at]
        return value.shape if isinstance(value, Tensor) else ()


Parts: TypeAlias = tuple[Expr | None, ...]  # None: nothing goes back to this argument
Pullback: TypeAlias = Callable[[Back], Parts]


def smooth(slope: Callable[[Expr], Expr]) -> Pullback:
    """The rule of a function of one number, applied to every entry."""
    return lambda back: (back.scaled(slope(back.args[0])),)


def steps(back: Back) -> Parts:
    """The rule of what only jumps: its derivative is nought wherever there is one."""
    return (None,) * len(back.args)


def meets(a: Scalar, b: Scalar | int) -> bool:
    """Whether nothing tells two numbers apart."""
    apart = a != b
    return not apart


def is_number(expr: Expr, value: int) -> bool:
    """A number that nobody wrote."""
    return isinstance(expr, Number) and expr.value == fmpq(value) and expr.span == NOWHERE


def times(left: Expr, right: Expr, scalar: bool) -> Expr:
    """A product entry by entry, without factors of one."""
    if is_number(left, 0) or is_number(right, 0):
        return ZERO
    if is_number(left, 1):
        return right
    if is_number(right, 1):
        return left
    first, second = constant(left), constant(right)
    if first is not None and second is not None:
        return number(first * second)
    if first is not None and isinstance(right, Call) and right.op in ("mul", "hadamard"):
        inner = constant(right.args[0])  # ½ · 2x
        if inner is not None and len(right.args) == 2:
            return times(number(first * inner), right.args[1], scalar)
    return call("mul" if scalar else "hadamard", left, right)


def constant(expr: Expr) -> fmpq | None:
    """A number or a fraction of numbers."""
    if isinstance(expr, Number):
        return expr.value
    if isinstance(expr, Call) and expr.op == "div" and len(expr.args) == 2:
        over, under = (constant(arg) for arg in expr.args)
        return over / under if over is not None and under else None
    return None


def negative(expr: Expr) -> Expr:
    """With the other sign."""
    if is_number(expr, 0):
        return expr
    if isinstance(expr, Call) and expr.op == "neg" and expr.span == NOWHERE:
        return expr.args[0]
    return call("neg", expr)
