"""Which names an expression needs that have no value."""

from __future__ import annotations

from collections.abc import Mapping

from workings.evaluating.how import Function
from workings.expr import Apply, Expr, Fold, Name, children
from workings.ops import FUNCTIONS
from workings.value import Value

_MOST_NODES = 2_000
_CONSTANTS = frozenset(("pi", "\\pi", "π", "e", "∞", "inf", "fro"))


def missing_names(
    expr: Expr, names: Mapping[str, Value | Function], first: tuple[str, ...]
) -> tuple[str, ...]:
    """All names without a value, beginning with those that stopped the evaluation."""
    found = dict.fromkeys(first)
    variables: set[str] = set()
    stack = [expr]
    for _ in range(_MOST_NODES):
        if not stack:
            break
        node = stack.pop()
        if type(node) is Name:
            if not _has_value(node, names):
                found[node.key] = None
            continue
        if type(node) is Apply:
            if node.key in names:
                continue
            if node.function.key not in names and node.function.key not in FUNCTIONS:
                found[node.function.key] = None
        if type(node) is Fold and node.variable is not None:
            variables.add(node.variable)
        stack.extend(reversed(children(node)))
    return tuple(key for key in found if key not in variables)


def _has_value(node: Name, names: Mapping[str, Value | Function]) -> bool:
    if node.key in names or node.key in _CONSTANTS or (node.index and node.base in names):
        return True
    return node.key.isalpha() and 1 < len(node.key) <= 4 and all(letter in names for letter in node.key)
