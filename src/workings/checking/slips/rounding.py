"""Rounded too early: a part of the formula was rounded before it was used."""

from __future__ import annotations

from collections.abc import Iterator

from workings.checking.slips.change import Change, Scene, swapped
from workings.expr import Array, Call, Expr, number, walk

_PLACES = (3, 2, 1, 0)


def rounded_early(expr: Expr, scene: Scene) -> Iterator[Change]:
    """A part of the formula rounded to a few places and then used."""
    for node in walk(expr):
        if node is expr or not isinstance(node, Call) or node.op == "neg" or _holds_rows(node):
            continue
        part = scene.written(node)
        for places in _PLACES:
            rounded = Call(node.span, "round", (node, number(places)))
            to = f"{places} places" if places > 1 else ("1 place" if places else "a whole number")
            words = f"holds with {part or 'a part of it'} rounded to {to} first"
            yield Change("slip/rounded-early", words, swapped(expr, node, rounded))


def _holds_rows(node: Call) -> bool:
    return node.op == "transpose" or any(isinstance(arg, Array) for arg in node.args)
