"""Slips of derivatives, limits and sequences: a factor of two, a limit for the value, another step."""

from __future__ import annotations

from collections.abc import Iterator

from workings.checking.slips.change import Change, Scene
from workings.expr import Apply, Call, Expr, Fold, Name, Number, call, name, number, swapped, walk
from workings.resolving.steps import step_key, steps_in

TAKEN = "limit/taken-for-value"
_SATURATING = frozenset({"sigmoid", "tanh", "softmax", "erf"})
_VARIABLE = "how far"  # no document has a name like this


def factors(expr: Expr, scene: Scene) -> Iterator[Change]:
    """The derivative without the two of a square, or without the half before it."""
    yield Change("gradient/factor-two", "holds with a factor of 2 too few", call("div", expr, number(2)))
    yield Change("gradient/factor-two", "holds with a factor of 2 too many", call("mul", number(2), expr))


def taken_for_limit(expr: Expr, scene: Scene) -> Iterator[Change]:
    """A function that levels off, with what it tends to when its argument grows in the place of its value."""
    for node in walk(expr):
        if isinstance(node, Call) and node.op in _SATURATING and len(node.args) == 1 and not node.options:
            grown = Call(node.span, node.op, (Call(node.span, "mul", (name(_VARIABLE), node.args[0])),))
            limit = Fold(node.span, "lim", _VARIABLE, name("∞"), None, grown)
            part = scene.written(node) or node.op
            words = f"holds only in the limit, where the argument of {part} grows without bound"
            yield Change(TAKEN, words, swapped(expr, node, limit))


def neighbouring_steps(expr: Expr, scene: Scene) -> Iterator[Change]:
    """One step of a formula as the one before it or behind it, or as nought."""
    for node, step in steps_in(expr):
        if step.at is None or step.sequence not in scene.sequences:
            continue
        for other in (step.at - 1, step.at + 1):
            if other >= 0:
                key = step_key(step.sequence, other)
                yield Change(
                    "slip/step",
                    f"holds with {key} in place of {node.key}",
                    swapped(expr, node, _at(node, key, other)),
                )
        nought = number(0, node.span)
        yield Change("slip/step", f"holds with 0 in place of {node.key}", swapped(expr, node, nought))


def _at(node: Name | Apply, key: str, at: int) -> Name | Apply:
    """The same sequence at another step."""
    index = Number(node.span, number(at).value, number(1).unit, str(at))
    if isinstance(node, Apply):
        return Apply(node.span, node.function, (index,), key)
    return Name(node.span, key, node.base, (index,)) if node.index else Name(node.span, key, key)
