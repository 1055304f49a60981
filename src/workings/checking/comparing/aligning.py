"""Two members side by side: which number was put in for which name, and which term became which."""

from __future__ import annotations

from collections.abc import Iterator

from workings.checking.comparing.parts import operands, signed_terms, terms
from workings.expr import Alt, Apply, Array, Call, Expr, Name, Number, alike

_PRODUCTS = frozenset({"mul", "times", "hadamard", "matmul"})
_WRAPPERS = frozenset({"transpose"})


def parts(expr: Expr) -> list[Expr]:
    """The terms of a sum with their signs, the two sides of a fraction, or the factors of a product."""
    found = signed_terms(expr)
    if len(found) == 1 and isinstance(expr, Call) and expr.op in ("div", "mul", "times"):
        return [*expr.args]
    return found


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
    left_factors, right_factors = (operands(side, _PRODUCTS, applied=True) for side in (formula, numbers))
    if len(left_factors) > 1 and len(left_factors) == len(right_factors):
        for left, right in zip(left_factors, right_factors, strict=True):
            yield from pairs(left, right)
        return
    match formula, numbers:
        case Call(op="div", args=(Number() as top, _)), Call(op="div", args=(Number() as above, _)) if (
            top.value != above.value
        ):
            yield formula, numbers  # 3/2 for 1/P has no 2 for P
        case Call(), Call() if _are_of_one_kind(formula, numbers):
            for left, right in zip(formula.args, numbers.args, strict=True):
                yield from pairs(left, right)
        case Array(), Array() if len(formula.items) == len(numbers.items):
            for left, right in zip(formula.items, numbers.items, strict=True):
                yield from pairs(left, right)
        case _:
            yield formula, numbers


def _are_of_one_kind(formula: Call, numbers: Call) -> bool:
    """Whether two calls do the same with their arguments: logarithms to two bases do not."""
    if formula.op != numbers.op or len(formula.args) != len(numbers.args):
        return False
    first, second = dict(formula.options).get("base"), dict(numbers.options).get("base")
    return first is None or second is None or alike(first, second)


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
        elif isinstance(left, Apply) and _is_of_letters(left) and is_literal(right):
            found.append((Name(left.span, left.key, left.key), right))
    return found


def _is_of_letters(applied: Apply) -> bool:
    """V(s), Q(s, a): whatever s may be, so that another number may be put in next time; no probabilities."""
    letters = [part.base for part in applied.args if isinstance(part, Name)]
    if not letters or len(letters) < len(applied.args) or applied.key[:1] in "pP":
        return False
    return all(len(letter.rstrip("'")) == 1 and letter.islower() for letter in letters)


def _is_scientific(product: Call) -> bool:
    """`1.3 × 10^9`, which is a number as people write it."""
    match product.args:
        case Number(), Call(op="pow", args=(Number(value=ten), Number() | Call(op="neg"))):
            return ten == 10
    return False


def is_literal(expr: Expr) -> bool:
    """A number, a vector or a matrix of numbers, as opposed to something to work out."""
    if type(expr) is Number:
        return True
    match expr:
        case Call():
            if expr.op in ("neg", "transpose"):
                return is_literal(expr.args[0])
            if expr.op in ("mul", "times"):
                return _is_scientific(expr)
            return expr.op == "div" and all(isinstance(a, Number) and not a.is_decimal for a in expr.args)
        case Array():
            return all(map(is_literal, expr.items))
        case Alt():
            return all(is_literal(option) or isinstance(option, Call) for option in expr.options)
        case _:
            return False
