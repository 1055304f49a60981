"""Derivatives of what a document defines, from rules on the primitives; operations are opened into these.

A derivative is an expression like any other, so that it is run, explained and searched for slips in the
same way. Names are followed through their formulas, which is the chain rule.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from flint import fmpq

from workings.expr import (
    NOWHERE,
    Array,
    Call,
    Cases,
    Expr,
    Fold,
    Index,
    Name,
    Number,
    call,
    mapped,
    number,
    walk,
)
from workings.ops import OPERATIONS

DEEPEST = 24  # formulas behind formulas, and operations inside operations
_PRODUCTS = frozenset({"mul", "times", "hadamard"})
ZERO, ONE = number(0), number(1)


class UnknownDerivativeError(Exception):
    """A part of the formula has no rule, or nobody knows what it depends on."""


Rule = Callable[[Expr], Expr]  # from the argument to the derivative of the function there

_RULES: Mapping[str, Rule] = {
    "exp": lambda x: call("exp", x),
    "ln": lambda x: call("div", ONE, x),
    "sqrt": lambda x: call("div", ONE, call("mul", number(2), call("sqrt", x))),
    "tanh": lambda x: call("sub", ONE, call("pow", call("tanh", x), number(2))),
    "sigmoid": lambda x: call("mul", call("sigmoid", x), call("sub", ONE, call("sigmoid", x))),
    "sin": lambda x: call("cos", x),
    "cos": lambda x: call("neg", call("sin", x)),
    "relu": lambda x: call("relu_prime", x),
    "abs": lambda x: call("sign", x),
    "bars": lambda x: call("sign", x),
}


def differentiate(expr: Expr, key: str, formulas: Mapping[str, Expr]) -> Expr:
    """The derivative of an expression by a name, through the formulas of the names in it."""
    return _derive(expr, key, formulas, 0)


def _derive(expr: Expr, key: str, formulas: Mapping[str, Expr], depth: int) -> Expr:
    if depth > DEEPEST:
        raise UnknownDerivativeError("nested too deeply")
    match expr:
        case Number():
            return ZERO
        case Name():
            if expr.key == key:
                return ONE
            formula = formulas.get(expr.key)
            return ZERO if formula is None else _derive(formula, key, formulas, depth + 1)
        case Call() if depends(expr, key, formulas):
            return _derive_call(expr, key, formulas, depth)
        case Array() | Fold() | Cases() | Index():
            if depends(expr, key, formulas):
                raise UnknownDerivativeError("lists and sums over an index")
            return ZERO
        case Call():
            return ZERO
        case _:
            raise UnknownDerivativeError("a part that is not understood")


def _derive_call(expr: Call, key: str, formulas: Mapping[str, Expr], depth: int) -> Expr:
    def d(part: Expr) -> Expr:
        return _derive(part, key, formulas, depth + 1)

    args = expr.args
    if expr.op in ("add", "sub") and len(args) == 2:
        return _sum(expr.op, d(args[0]), d(args[1]))
    if expr.op == "neg":
        return _negative(d(args[0]))
    if expr.op in _PRODUCTS and len(args) == 2:
        return _sum("add", _product(d(args[0]), args[1]), _product(args[0], d(args[1])))
    if expr.op == "div" and len(args) == 2:
        over = _sum("sub", _product(d(args[0]), args[1]), _product(args[0], d(args[1])))
        if not depends(args[1], key, formulas):
            return _product(d(args[0]), call("div", ONE, args[1]))
        return call("div", over, call("pow", args[1], number(2)))
    if expr.op == "pow" and len(args) == 2 and not depends(args[1], key, formulas):
        lowered: Expr = call("pow", args[0], call("sub", args[1], ONE))
        if isinstance(args[1], Number) and args[1].value == 2:
            lowered = args[0]
        return _product(_product(args[1], lowered), d(args[0]))
    if expr.op == "log" and _is_natural(expr):
        return _product(call("div", ONE, args[0]), d(args[0]))
    rule = _RULES.get(expr.op)
    if rule is not None and len(args) == 1:
        return _product(rule(args[0]), d(args[0]))
    return _derive(_opened(expr), key, formulas, depth + 1)


def _is_natural(expr: Call) -> bool:
    base = dict(expr.options).get("base")
    return len(expr.args) == 1 and (base is None or (isinstance(base, Name) and base.key == "e"))


def _opened(expr: Call) -> Expr:
    """An operation as what its recipe comes to, with its arguments put in."""
    op = OPERATIONS.get(expr.op)
    if op is None or expr.options or not op.least <= len(expr.args) <= len(op.params):
        raise UnknownDerivativeError(f"no rule for {expr.op}")
    recipe = op.written(len(expr.args), {})
    names: dict[str, Expr] = dict(zip(recipe.params, expr.args, strict=True))
    for step in recipe.steps:
        names[step.name] = _put_in(step.expr, names)
    return _put_in(recipe.result, names)


def _put_in(expr: Expr, names: Mapping[str, Expr]) -> Expr:
    if isinstance(expr, Name):
        return names.get(expr.key, expr)
    return mapped(expr, lambda part: _put_in(part, names))


def depends(expr: Expr, key: str, formulas: Mapping[str, Expr]) -> bool:
    """Whether a name enters an expression, itself or through a formula."""
    seen: set[str] = set()
    todo = [expr]
    while todo:
        for node in walk(todo.pop()):
            if not isinstance(node, Name) or node.key in seen:
                continue
            if node.key == key:
                return True
            seen.add(node.key)
            if node.key in formulas:
                todo.append(formulas[node.key])
    return False


def _is(expr: Expr, value: int) -> bool:
    return isinstance(expr, Number) and expr.value == fmpq(value) and expr.span == NOWHERE


def _sum(op: str, left: Expr, right: Expr) -> Expr:
    if _is(right, 0):
        return left
    if _is(left, 0):
        return right if op == "add" else _negative(right)
    return call(op, left, right)


def _negative(expr: Expr) -> Expr:
    return expr if _is(expr, 0) else call("neg", expr)


def _product(left: Expr, right: Expr) -> Expr:
    if _is(left, 0) or _is(right, 0):
        return ZERO
    if _is(left, 1):
        return right
    return left if _is(right, 1) else call("mul", left, right)
