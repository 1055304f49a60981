"""What is to be explained: a formula, the names it is run with, and what was stated for it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TypeAlias

from workings.checking.chain import Link
from workings.checking.comparing.aligning import pairs
from workings.checking.slips.change import Change, decided
from workings.checking.slips.target import Target, target_of, target_of_value
from workings.evaluating import How, evaluate
from workings.expr import Call, Expr, has_at_most
from workings.record import record
from workings.resolving.quantity import Names
from workings.resolving.scope import as_value
from workings.value import Tensor, Value

MOST_NODES = 120  # of a formula that is searched
MOST_CELLS = 64  # of a matrix that is searched

Unfold: TypeAlias = Callable[[Expr], tuple[Expr, int | None]]


@record(frozen=True, slots=True)
class Case:
    """A formula and what was stated for it, or for one entry of it."""

    expr: Expr
    worlds: tuple[Names, ...]  # the names as printed, and unrounded
    how: How
    target: Target
    pick: int | None = None  # the entry that is meant, of a formula for a whole vector

    def values(self, change: Change) -> Iterator[Value]:
        """What a changed formula comes to."""
        for world in self.worlds:
            lent = {**world, **change.lent} if change.lent else world
            value = picked(as_value(evaluate(change.expr, lent, self.how)), self.pick)
            if value is not None:
                yield value


def picked(value: Value | None, at: int | None) -> Value | None:
    """The entry that is meant, or the whole."""
    if at is None:
        return value
    return value.items[at] if isinstance(value, Tensor) and at < len(value.items) else None


def case_of(before: Link, link: Link, unfold: Unfold) -> Case | None:
    """What is to be explained, if it is stated beside a formula of a size that can be searched."""
    how = before.printed.how
    worlds: tuple[Names, ...] = (before.printed.names,)
    if before.unrounded is not before.printed:
        worlds += (before.unrounded.names,)
    if not is_small(before.source) or not is_small(link.expr):
        return None
    expr, pick = unfold(decided(before.source, how.choice))
    right = picked(as_value(evaluate(expr, worlds[0], how)), pick)
    if right is None or (isinstance(right, Tensor) and len(right.items) > MOST_CELLS) or not is_small(expr):
        return None
    target = target_of(link.expr, right, how.choice)
    if target is not None:
        return Case(expr, worlds, how, target, pick)
    part = _part(expr, decided(link.expr, how.choice), worlds, how) if pick is None else None
    if part is not None:
        return part
    target = target_of_value(as_value(link.printed.value), right)
    return None if target is None else Case(expr, worlds, how, target, pick)


def _part(expr: Expr, stated: Expr, worlds: tuple[Names, ...], how: How) -> Case | None:
    """The one term of a formula that is put down with a wrong value, where the others agree."""
    found: list[Case] = []
    for left, right in pairs(expr, stated):
        value = as_value(evaluate(left, worlds[0], how))
        target = None if value is None else target_of(right, value, how.choice)
        if target is not None and left is not expr and not _is_of_softmax(expr, left):
            found.append(Case(left, worlds, how, target))
    return found[0] if len(found) == 1 else None


def _is_of_softmax(expr: Expr, part: Expr) -> bool:
    """Whether scores with a scale stand in a softmax, whose own slip it is that they are not divided."""
    match expr:
        case Call(op="softmax", args=(Call(op="div" | "mul" | "times") as scores, *_)):
            return scores is part
    return False


def is_small(expr: Expr) -> bool:
    """Whether a formula can be searched."""
    return has_at_most(expr, MOST_NODES)
