"""What solves an equation in one letter: of the first or second degree, or with the letter in one place."""

from __future__ import annotations

from itertools import pairwise
from types import MappingProxyType

from flint import fmpq

from workings.evaluating import How
from workings.expr import Call, Expr, Name, Number, call, number, walk
from workings.resolving.quantity import Names, Quantity

_NONE: Names = MappingProxyType({})
_PLACES = 5  # at which a difference is looked at, to see its degree
_TIMES = frozenset({"mul", "times"})
_UNBASED = (number(10), number(2))  # what `log` without a base may mean, besides e


def roots(left: Expr, right: Expr, key: str, how: How, known: Names = _NONE) -> list[Expr]:
    """What may stand for a letter so that both sides are the same; empty where that is not known.

    `known` are the values of the other letters, if there are any.
    """
    degree = _polynomial(call("sub", left, right), key, how, known)
    if degree is not None:
        return degree
    inside = [_count(side, key) for side in (left, right)]
    if sorted(inside) != [0, 1]:
        return []
    return _peeled(left, [right], key) if inside[0] else _peeled(right, [left], key)


def _polynomial(difference: Expr, key: str, how: How, known: Names) -> list[Expr] | None:
    """The roots of a polynomial of the first or second degree; None where it is none."""
    values = [Quantity(difference, {**known, key: fmpq(at)}, how).value for at in range(_PLACES)]
    exact = [value for value in values if isinstance(value, fmpq)]
    if len(exact) < _PLACES:
        return None
    steps = [after - before for before, after in pairwise(exact)]
    bends = {after - before for before, after in pairwise(steps)}
    if len(bends) != 1:
        return None
    square = bends.pop() / 2
    linear = steps[0] - square
    if not square:
        return [number(-exact[0] / linear)] if linear else []
    under = linear * linear - 4 * square * exact[0]
    if under < 0:
        return []
    root = call("sqrt", number(under))
    signs = ("add", "sub") if under else ("add",)
    return [call("div", call(sign, number(-linear), root), number(2 * square)) for sign in signs]


def _count(expr: Expr, key: str) -> int:
    return sum(isinstance(node, Name) and node.key == key for node in walk(expr))


def _peeled(expr: Expr, targets: list[Expr], key: str) -> list[Expr]:
    """What the letter in an expression has to be, if that is to be one of the targets."""
    while not (isinstance(expr, Name) and expr.key == key):
        if not isinstance(expr, Call) or not targets:
            return []
        at = next((at for at, arg in enumerate(expr.args) if _count(arg, key)), None)
        if at is None or len(expr.args) > 2:
            return []
        other = expr.args[1 - at] if len(expr.args) == 2 else None
        targets = [before for target in targets for before in _undone(expr, at, other, target)]
        expr = expr.args[at]
    return targets


def _undone(expr: Call, at: int, other: Expr | None, target: Expr) -> list[Expr]:
    """The argument of a call that has to give a target; the other argument is known."""
    if other is None:
        return _undone_of_one(expr, target)
    if expr.op == "add":
        return [call("sub", target, other)]
    if expr.op == "sub":
        return [call("add", target, other) if at == 0 else call("sub", other, target)]
    if expr.op in _TIMES:
        return [call("div", target, other)]
    if expr.op == "div":
        return [call("mul", target, other) if at == 0 else call("div", other, target)]
    if expr.op == "pow" and at == 1:
        return [call("div", _ln(target), _ln(other))]
    if expr.op == "pow" and isinstance(other, Number) and other.value.q == 1 and other.value > 0:
        root = call("pow", target, number(1 / other.value))
        return [root] if other.value.p % 2 else [root, call("neg", root)]
    return []


def _undone_of_one(expr: Call, target: Expr) -> list[Expr]:
    """The same for a function of one argument."""
    match expr.op:
        case "neg":
            return [call("neg", target)]
        case "exp":
            return [_ln(target)]
        case "sqrt":
            return [call("mul", target, target)]
        case "log":
            base = dict(expr.options).get("base")
            if isinstance(base, Number):
                return [call("pow", base, target)]
            natural = call("exp", target)
            return [natural] if base is not None else [natural, *(call("pow", b, target) for b in _UNBASED)]
        case "sigmoid":
            return [_ln(call("div", target, call("sub", number(1), target)))]
        case _:
            return []


def _ln(expr: Expr) -> Expr:
    return call("ln", expr)
