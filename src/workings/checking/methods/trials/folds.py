"""Formulas with a sum over an index, as formulas of whole lists and as formulas of one term."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from workings.expr import Call, Cases, Expr, Fold, Name, Relation, walk

_KINDS = {"sum": "total", "prod": "product", "mean": "mean"}


def unfolded(expr: Expr) -> tuple[Expr, frozenset[str]]:
    """A formula in which `Σ_i f(x_i)` is the sum of a list, and the names that are lists in it."""
    lists: set[str] = set()
    return _unfolded(expr, lists), frozenset(lists)


def _unfolded(expr: Expr, lists: set[str]) -> Expr:
    match expr:
        case Fold(kind=kind, variable=str(letter), body=body) if kind in _KINDS and _runs(body, letter):
            return Call(expr.span, _KINDS[kind], (_entries(body, letter, lists),))
        case Call(args=args):
            made = tuple(_unfolded(arg, lists) for arg in args)
            same = all(one is other for one, other in zip(made, args, strict=True))
            return expr if same else replace(expr, args=made)
        case _:
            return expr


def _runs(body: Expr, letter: str) -> bool:
    """Whether the letter of a sum stands in it as an index alone, of some name."""
    nodes = [*walk(body)]
    alone = any(isinstance(node, Name) and node.key == letter for node in nodes)
    return not alone and any(isinstance(node, Name) and _is_entry(node, letter) for node in nodes)


def _is_entry(name: Name, letter: str) -> bool:
    return len(name.index) == 1 and isinstance(name.index[0], Name) and name.index[0].key == letter


def _entries(expr: Expr, letter: str, lists: set[str]) -> Expr:
    """The terms of a sum, all at once: each indexed name is its list, and products go by entry."""
    match expr:
        case Name() if _is_entry(expr, letter):
            lists.add(expr.base)
            return Name(expr.span, expr.base, expr.base)
        case Call(op=op, args=args):
            made = tuple(_entries(arg, letter, lists) for arg in args)
            return replace(expr, op="hadamard" if op in ("mul", "times") else op, args=made)
        case _:
            return expr


def by_entry(expr: Expr) -> Expr:
    """A formula of whole lists that gives the terms of its sums, each with what is done to the sum."""
    match expr:
        case Call(op=op, args=(inner,)) if op in _KINDS.values():
            return by_entry(inner)
        case Call(args=args):
            return replace(expr, args=tuple(by_entry(arg) for arg in args))
        case _:
            return expr


def terms(expr: Expr) -> Iterator[Expr]:
    """What stands inside the sums of a formula and in the branches of its cases, as a formula of its own."""
    for node in walk(expr):
        if isinstance(node, Fold) and node.kind in _KINDS:
            yield node.body
        elif isinstance(node, Cases):
            yield from (branch for branch, _ in node.branches if not isinstance(branch, Relation))
