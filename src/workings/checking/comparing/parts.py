"""Sums, products and quotients taken apart."""

from __future__ import annotations

from flint import fmpq

from workings.checking.comparing.digits import stated_numbers
from workings.expr import Apply, Call, Expr, Number

TIMES = frozenset({"mul", "times"})
OF_NUMBERS = TIMES | {"hadamard", "dot"}  # what a product of numbers may be read as
_PLUS = frozenset({"add"})


def operands(expr: Expr, ops: frozenset[str], applied: bool = False) -> list[Expr]:
    """The operands of nested calls of some kinds, in reading order; `f(x)` too may be a product."""
    found: list[Expr] = []
    stack = [expr]
    while stack:
        node = stack.pop()
        if isinstance(node, Call) and node.op in ops and len(node.args) == 2:
            stack.extend(reversed(node.args))
        elif applied and isinstance(node, Apply) and len(node.args) == 1:
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


def signed_terms(expr: Expr) -> list[Expr]:
    """The terms of a sum, with a minus those that are taken away."""
    return [node if sign > 0 else Call(node.span, "neg", (node,)) for sign, node in terms(expr)]


def summands(expr: Expr) -> list[Expr]:
    """The terms of a plain sum."""
    return operands(expr, _PLUS)


def factors(expr: Expr) -> list[Expr]:
    """The factors of a plain product."""
    return operands(expr, TIMES)


def whole_factors(expr: Expr | None) -> list[fmpq]:
    """The whole numbers of a product; none if it is anything else."""
    numbers = stated_numbers(factors(expr)) if expr is not None else ()
    return [number.value for number in numbers] if all(one.value.q == 1 for one in numbers) else []


def quotient(expr: Expr) -> tuple[Expr, int] | None:
    """What is divided by a whole number of things, and that number: `s/4`, `-1/4 · (-s)`."""
    match expr:
        case Call(op="mul" | "times", args=(share, whole)):
            divided = _unsigned(share)
            if isinstance(divided, Call) and divided.op == "div" and _is_one(divided.args[0]):
                expr = Call(expr.span, "div", (_unsigned(whole), divided.args[1]))
    if isinstance(expr, Call) and expr.op == "div" and isinstance(expr.args[1], Number):
        count = expr.args[1]
        return (expr.args[0], int(count.value.p)) if count.unit == 1 and count.value.q == 1 else None
    return None


def _unsigned(expr: Expr) -> Expr:
    """An expression without the signs and brackets around it."""
    while isinstance(expr, Call) and expr.op in ("neg", "brackets"):
        expr = expr.args[0]
    return expr


def _is_one(expr: Expr) -> bool:
    return isinstance(expr, Number) and expr.value == 1


def shape_of(expr: Expr) -> str:
    """What is done in a formula, whatever its letters and numbers are, in any order."""
    match expr:
        case Call(op=op) if op in OF_NUMBERS:
            return f"mul({','.join(sorted(map(shape_of, operands(expr, OF_NUMBERS))))})"
        case Call(op="add"):
            return f"add({','.join(sorted(map(shape_of, summands(expr))))})"
        case Call(op="brackets", args=(inner,)):
            return shape_of(inner)
        case Call(op="pow", args=(base, Number(text=power))):
            return f"pow({shape_of(base)},{power})"
        case Call(op=op, args=args):
            return f"{op}({','.join(map(shape_of, args))})"
        case _:
            return "#"
