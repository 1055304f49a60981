"""A node with its parts changed."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from workings.expr import Alt, Apply, Array, Call, Cases, Expr, Fold, Hole, Index, Name, Number, Relation

Change = Callable[[Expr], Expr]


def mapped(node: Expr, change: Change) -> Expr:
    """The same node around changed parts; subscripts of names and options of calls stay as they are."""
    match node:
        case Call():
            return replace(node, args=tuple(map(change, node.args)))
        case Apply():
            return replace(node, args=tuple(map(change, node.args)))
        case Index():
            return replace(node, base=change(node.base), index=tuple(map(change, node.index)))
        case Array():
            return replace(node, items=tuple(map(change, node.items)))
        case Fold():
            lower = None if node.lower is None else change(node.lower)
            upper = None if node.upper is None else change(node.upper)
            return replace(node, lower=lower, upper=upper, body=change(node.body))
        case Cases():
            branches = [
                (change(body), None if test is None else change(test)) for body, test in node.branches
            ]
            return replace(node, branches=tuple(branches))
        case Relation():
            return replace(node, members=tuple(map(change, node.members)))
        case Alt():
            return replace(node, options=tuple(map(change, node.options)))
        case Name() | Number() | Hole():
            return node


def renamed(node: Expr, names: dict[str, Expr]) -> Expr:
    """The node with names replaced by what they stand for elsewhere."""
    if isinstance(node, Name):
        return names.get(node.key, node)
    return mapped(node, lambda child: renamed(child, names))
