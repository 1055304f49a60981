"""Equations of matrices solved for one of their names: what it is said to be is put into the equation."""

from __future__ import annotations

from itertools import chain, islice

from workings.checking.deriving.following import FOLLOWS, OPEN, Answer, Found
from workings.checking.identities.running import Link
from workings.checking.identities.trials import trials
from workings.checking.slips.change import Scene, decided
from workings.checking.slips.matrices import rearranged
from workings.checking.slips.structure import functions, left_out, signs
from workings.document import Statement
from workings.evaluating import How
from workings.expr import Call, Expr, Name, Number, has_at_most, mapped, walk
from workings.resolving.scope import Scope
from workings.resolving.traits import has_holes, is_plain

MOST_PARTS = 80
MOST_TRIES = 80  # changed solutions
PLAIN = How()


def solved(before: Statement, after: Statement, scope: Scope, scene: Scene) -> Found:
    """Whether `w = (XᵀX)⁻¹ Xᵀ y` solves `XᵀX w = Xᵀ y`, whatever the matrices are, or nearly does."""
    left, right = (decided(member.expr, {}) for member in before.members[-2:])
    head, expr = (decided(member.expr, {}) for member in after.members[:2])
    sides = (left, right, expr)
    if not isinstance(head, Name) or is_plain(expr) or any(has_holes(side) for side in sides):
        return OPEN
    if head.key in _names(expr) or head.key not in _names(left) | _names(right):
        return OPEN
    if not all(has_at_most(side, MOST_PARTS) for side in sides):
        return OPEN
    if _holds(left, right, head.key, expr, scope):
        return FOLLOWS
    kinds = (rearranged, signs, functions, left_out)
    changes = chain.from_iterable(kind(expr, scene) for kind in kinds)
    fits = (c for c in islice(changes, MOST_TRIES) if _holds(left, right, head.key, c.expr, scope))
    slip = next(fits, None)
    return OPEN if slip is None else Found(Answer.FAILS, slip=slip)


def _names(expr: Expr) -> set[str]:
    return {node.key for node in walk(expr) if isinstance(node, Name)}


def _holds(left: Expr, right: Expr, key: str, expr: Expr, scope: Scope) -> bool:
    """Whether both sides are the same with an expression in the place of a name."""
    one, other = (_with(side, key, expr) for side in (left, right))
    match one, other:
        case Call(op="sub", args=(first, second)), Number(value=value) if value == 0:
            one, other = first, second
    link = Link(one, other, scope, PLAIN, scope.declared.kinds, opened=False)
    return bool(link.free) and trials(link).hold


def _with(node: Expr, key: str, expr: Expr) -> Expr:
    if isinstance(node, Name) and node.key == key:
        return expr
    return mapped(node, lambda part: _with(part, key, expr))
