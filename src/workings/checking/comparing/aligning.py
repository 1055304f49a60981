"""Two members side by side: which number was put in for which name, and which term became which."""

from __future__ import annotations

from collections.abc import Iterator

from workings.expr import Alt, Apply, Array, Call, Expr, Name, Number

_PRODUCTS = frozenset({"mul", "times", "hadamard", "matmul"})
_WRAPPERS = frozenset({"transpose"})


def flatten(expr: Expr, ops: frozenset[str]) -> list[Expr]:
    """The operands of nested calls of the same kind, in reading order."""
    found: list[Expr] = []
    stack = [expr]
    while stack:
        node = stack.pop()
        if isinstance(node, Call) and node.op in ops and len(node.args) == 2:
            stack.extend(reversed(node.args))
        elif isinstance(node, Apply) and ops is _PRODUCTS and len(node.args) == 1:
            stack.extend((node.args[0], node.function))
        else:
            found.append(node)
    return found


def terms(expr: Expr) -> list[tuple[int, Expr]]:
    """The signed terms of a sum, in reading order."""
    found: list[tuple[int, Expr]] = []
    stack = [(1, expr)]
    while stack:
        sign, node = stack.pop()
        if isinstance(node, Call) and node.op in ("add", "sub"):
            stack.append((-sign if node.op == "sub" else sign, node.args[1]))
            stack.append((sign, node.args[0]))
        elif isinstance(node, Call) and node.op == "neg":
            stack.append((-sign, node.args[0]))
        else:
            found.append((sign, node))
    return found


def parts(expr: Expr) -> list[Expr]:
    """The terms of a sum with their signs, the two sides of a fraction, or the factors of a product."""
    found = terms(expr)
    if len(found) > 1 or not isinstance(expr, Call) or expr.op not in ("div", "mul", "times"):
        return [node if sign > 0 else Call(node.span, "neg", (node,)) for sign, node in found]
    return [*expr.args]


def pairs(formula: Expr, numbers: Expr) -> Iterator[tuple[Expr, Expr]]:
    """Corresponding leaves of two expressions with the same skeleton; nothing where they differ."""
    first, second = terms(formula), terms(numbers)
    if len(first) > 1 and len(first) == len(second):
        for (sign, left), (other, right) in zip(first, second, strict=True):
            if sign == other:
                yield from pairs(left, right)
            else:
                yield left, Call(right.span, "neg", (right,))
        return
    left_factors, right_factors = flatten(formula, _PRODUCTS), flatten(numbers, _PRODUCTS)
    if len(left_factors) > 1 and len(left_factors) == len(right_factors):
        for left, right in zip(left_factors, right_factors, strict=True):
            yield from pairs(left, right)
        return
    match formula, numbers:
        case Call(), Call() if formula.op == numbers.op and len(formula.args) == len(numbers.args):
            for left, right in zip(formula.args, numbers.args, strict=True):
                yield from pairs(left, right)
        case Array(), Array() if len(formula.items) == len(numbers.items):
            for left, right in zip(formula.items, numbers.items, strict=True):
                yield from pairs(left, right)
        case _:
            yield formula, numbers


def substitutions(formula: Expr, numbers: Expr) -> list[tuple[Name, Expr]]:
    """The names of a formula with the literals that stand for them in the next member."""
    found: list[tuple[Name, Expr]] = []
    for left, right in pairs(formula, numbers):
        if (
            isinstance(left, Call)
            and left.op in _WRAPPERS
            and isinstance(left.args[0], Name)
            and is_literal(right)
        ):
            found.append((left.args[0], Call(right.span, "transpose", (right,))))
        elif isinstance(left, Name) and is_literal(right):
            found.append((left, right))
    return found


def is_literal(expr: Expr) -> bool:
    """A number, a vector or a matrix of numbers, as opposed to something to work out."""
    match expr:
        case Number():
            return True
        case Call():
            if expr.op in ("neg", "transpose"):
                return is_literal(expr.args[0])
            return expr.op == "div" and all(isinstance(a, Number) and not a.is_decimal for a in expr.args)
        case Array():
            return all(is_literal(item) for item in expr.items)
        case Alt():
            return all(is_literal(option) or isinstance(option, Call) for option in expr.options)
        case _:
            return False
