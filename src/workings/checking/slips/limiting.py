"""A limit taken for the value: tanh(1) = 1, weights of a softmax that are 0 and 1 only in the end."""

from __future__ import annotations

from collections.abc import Iterator

from workings.checking.slips.change import Change, Scene
from workings.expr import Call, Expr, Fold, name, swapped, walk

TAKEN = "limit/taken-for-value"
_SATURATING = frozenset({"sigmoid", "tanh", "softmax", "erf"})
_VARIABLE = "how far"  # no document has a name like this


def taken_for_limit(expr: Expr, scene: Scene) -> Iterator[Change]:
    """A function that levels off, with what it tends to when its argument grows in the place of its value."""
    for node in walk(expr):
        if isinstance(node, Call) and node.op in _SATURATING and len(node.args) == 1 and not node.options:
            grown = Call(node.span, node.op, (Call(node.span, "mul", (name(_VARIABLE), node.args[0])),))
            limit = Fold(node.span, "lim", _VARIABLE, name("∞"), None, grown)
            part = scene.written(node) or node.op
            words = f"holds only in the limit, where the argument of {part} grows without bound"
            yield Change(TAKEN, words, swapped(expr, node, limit))
