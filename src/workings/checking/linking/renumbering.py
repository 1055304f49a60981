"""Steps that are counted otherwise than their formula: θ_1 = θ_0 − α v_1 beside θ_{t+1} = θ_t − α v_t."""

from __future__ import annotations

from collections.abc import Sequence

from workings.checking.comparing import compare
from workings.document import Member
from workings.evaluating import How
from workings.expr import Apply, Expr, Name, mapped, name
from workings.resolving.quantity import Quantity
from workings.resolving.scope import Scope
from workings.resolving.steps import step_key, step_of


def counted_on(scope: Scope, head: Expr, pattern: Expr, rest: Sequence[Member], how: How) -> Expr | None:
    """The formula of a step with the other sequences at the new step, where only that gives what is stated.

    Whoever works out v_1 first and then θ_1 from it counts the velocity with the place it leads to.
    """
    step = step_of(head)
    ahead = None if step is None else scope.formulas.patterns.get(step.sequence)
    if step is None or step.at is None or ahead is None or ahead.ahead != 1:
        return None
    other = _moved_on(scope, pattern, step.sequence, step.at)
    stated = next((q for m in rest[:2] if (q := Quantity(m.expr, scope.said, how)).is_known), None)
    if other is None or stated is None:
        return None
    if compare(stated, scope.quantities(pattern, how)[0], approximate=True).is_sound:
        return None
    reference = scope.quantities(other, how)[0]
    return other if reference.is_known and compare(stated, reference, approximate=True).is_sound else None


def _moved_on(scope: Scope, pattern: Expr, sequence: str, at: int) -> Expr | None:
    """The formula with v_1 for v_0 wherever v_1 is stated already; None where nothing changes."""

    def moved(expr: Expr) -> Expr:
        step = step_of(expr) if isinstance(expr, Name | Apply) else None
        if step is None:
            return mapped(expr, moved)
        key = step_key(step.sequence, at)
        is_old = step.sequence != sequence and step.at == at - 1
        return name(key, expr.span) if is_old and key in scope.said else expr

    changed = moved(pattern)
    return None if changed == pattern else changed
