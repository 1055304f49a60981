"""Slips in the steps of a sequence: a neighbouring step taken for the right one, or a state left out."""

from __future__ import annotations

from collections.abc import Iterator

from workings.checking.slips.change import Change, Scene
from workings.expr import Apply, Expr, Name, Number, number, swapped
from workings.resolving.steps import step_key, steps_in


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
