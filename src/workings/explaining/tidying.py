"""Formulas of recipes the way a person would write them, once it is known what their parts are.

A recipe serves numbers and matrices alike, so it says ⊙ where a person multiplies two numbers, and carries
options that change nothing. Nothing here changes a value.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace

from workings.explaining.mapping import mapped
from workings.expr import Alt, Call, Expr, Number, Relation, call, number
from workings.expr import Cases as Piecewise
from workings.source import Span
from workings.value import Tensor, Value

_ALONG = frozenset({"total", "mean", "largest", "product"})
Worth = Callable[[Expr], Value | None]


def tidied(node: Expr, worth: Worth) -> Expr:
    """The same formula in the usual signs; `worth` gives the value of a part."""
    if not isinstance(node, Call):
        return node
    args = tuple(tidied(arg, worth) for arg in node.args)
    plain = replace(node, args=args)
    if len(args) == 2:
        return _tidied_pair(plain, node, worth)
    if node.options and node.op in _ALONG and _is_flat(worth(node.args[0])):
        plain = replace(plain, options=())
    if node.op == "distribution":
        return args[0]
    if node.op == "abs" and _is_scalar(worth(node.args[0])):
        return replace(plain, op="bars")
    if node.op == "select":
        return _tidied_choice(plain, node, worth)
    return plain


def _tidied_pair(plain: Call, node: Call, worth: Worth) -> Expr:
    """Sums and products of two parts."""
    op, (left, right) = plain.op, plain.args
    if op in ("add", "sub") and _is(right, 0) and not isinstance(worth(node.args[0]), Tensor):
        return left
    if op == "add" and _is(left, 0) and not isinstance(worth(node.args[1]), Tensor):
        return right
    if op == "hadamard":
        scalars = [_is_scalar(worth(arg)) for arg in node.args]
        if _is(left, 1):
            return right
        if all(scalars) and left == right:
            return call("pow", left, number(2))
        return replace(plain, op="mul") if any(scalars) else plain
    if op == "div" and _is(right, 1):
        return left
    if op == "xlog":
        logarithm = call("log", node.args[1])
        if worth(logarithm) is not None:  # no share of nought meets a logarithm of nought
            sign = "mul" if _is_scalar(worth(node.args[0])) else "hadamard"
            return call(sign, left, call("log", right))
    return plain


def _tidied_choice(plain: Call, node: Call, worth: Worth) -> Expr:
    """A choice by a number is a piecewise formula."""
    condition, yes, no = plain.args
    decided = _is_scalar(worth(node.args[0]))
    if decided and isinstance(condition, Call) and condition.op == "at_least":
        holds = Relation(plain.span, condition.args, ("≥",))
        return Piecewise(plain.span, ((yes, holds), (no, None)))
    return plain


def chosen(node: Expr, choice: Mapping[Span, int]) -> Expr:
    """The formula with every ambiguous part read in the way that was chosen."""
    if isinstance(node, Alt):
        at = choice.get(node.span, 0)
        return chosen(node.options[at if at < len(node.options) else 0], choice)
    return mapped(node, lambda child: chosen(child, choice))


def _is(node: Expr, value: int) -> bool:
    return isinstance(node, Number) and bool(node.value == value)


def _is_scalar(value: Value | None) -> bool:
    return value is not None and not isinstance(value, Tensor)


def _is_flat(value: Value | None) -> bool:
    return isinstance(value, Tensor) and len(value.shape) == 1
