"""Decimals that a document stated as results, with the digits that were left off: people go on with these."""

from __future__ import annotations

from collections.abc import Mapping

from workings.expr import Call, Expr, Name, Number, mapped
from workings.value import Rational, Scalar, key_of

LEAST_DIGITS = 3  # by which a result is known again
Longer = Mapping[Rational, Scalar]  # a decimal as it was printed, and what it was rounded from


def lengthened(expr: Expr, longer: Longer) -> tuple[Expr, dict[str, Scalar]] | None:
    """A formula of numbers with names for those that stand for longer ones, and their values."""
    found: dict[str, Scalar] = {}

    def put(node: Expr) -> Expr:
        if not isinstance(node, Number):
            return mapped(node, put)
        value = longer.get(key_of(node.value))
        if value is None or not _is_known_again(node):
            return node
        key = f"⟨{node.text}⟩"
        found[key] = value
        return Name(node.span, key, key)

    if isinstance(expr, Call) and expr.op == "neg" and isinstance(expr.args[0], Number):
        return None  # a number that is stated is what it is
    changed = put(expr)
    return (changed, found) if found else None


def _is_known_again(node: Number) -> bool:
    return node.is_decimal and bool(abs(node.value) >= node.unit * 10 ** (LEAST_DIGITS - 1))
