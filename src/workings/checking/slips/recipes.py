"""Wrong recipes of operations, one call at a time, also of those that an operation calls inside."""

from __future__ import annotations

from collections.abc import Iterator

from workings.checking.slips.change import Change, Scene, swapped
from workings.evaluating.calling import slipped
from workings.expr import Call, Expr, walk
from workings.ops import MISTAKABLE, Mistakable, Op

DEEPEST = 3  # recipes within recipes


def wrong_recipes(expr: Expr, scene: Scene) -> Iterator[Change]:
    """Every call in a formula with its own or an inner operation done in a wrong way.

    A slip that an operation shares with one inside it, as attention does with its weights, is tried once.
    """
    for node in walk(expr):
        op = MISTAKABLE.get(node.op) if isinstance(node, Call) else None
        if op is None or not isinstance(node, Call):
            continue
        said: set[str] = set()
        for inner in (op, *inside(op)):
            where = "" if inner is op else f", in its {spoken(inner)},"
            for slug, mistake in inner.mistakes.items():
                if mistake.says in said:
                    continue
                said.add(mistake.says)
                wrong = Call(node.span, slipped(op.name, inner.name, slug), node.args, node.options)
                yield Change(
                    f"{inner.name}/{slug}",
                    f"fits {spoken(op)} where{where} {mistake.says}",
                    swapped(expr, node, wrong),
                )


def inside(op: Mistakable) -> tuple[Mistakable, ...]:
    """The operations that the recipe of one is made of, and those inside them."""
    found: dict[str, Mistakable] = {}
    stack = [(op, 0)]
    while stack:
        current, depth = stack.pop()
        if not isinstance(current, Op):
            continue
        recipe = current.written(len(current.params), {})
        for expr in (*(step.expr for step in recipe.steps), recipe.result):
            for node in walk(expr):
                inner = MISTAKABLE.get(node.op) if isinstance(node, Call) else None
                if inner is not None and inner is not op and inner.name not in found and depth < DEEPEST:
                    found[inner.name] = inner
                    stack.append((inner, depth + 1))
    return tuple(found.values())


def spoken(op: Mistakable) -> str:
    """An operation's name in a sentence."""
    return op.name.replace("_", " ")
