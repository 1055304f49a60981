"""Formulas with other numbers: θ_1 = θ_0 − α v_1 beside θ_{t+1} = θ_t − α v_t, and v_2 by v_1 = x_1 W."""

from __future__ import annotations

from collections.abc import Sequence

from flint import arb, fmpq

from workings.checking.comparing import compare
from workings.checking.comparing.agreeing import distance
from workings.checking.comparing.digits import stated_number
from workings.document import Member
from workings.evaluating import How
from workings.expr import Apply, Array, Expr, Name, Number, mapped, name
from workings.resolving.quantity import Quantity
from workings.resolving.scope import Binding, Scope
from workings.resolving.steps import step_key, step_of
from workings.value import Tensor

SLACK = 2  # units of the last digit that rounding on the way may take


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


def by_sibling(scope: Scope, head: Expr, stated: Member, how: How) -> tuple[Expr, bool] | None:
    """The formula that a vector has to follow, and whether it does in all entries but one.

    None where no other of its letter has one, or where it follows that in fewer: then it is something else.
    """
    if not isinstance(head, Name) or len(head.index) != 1 or head.key in scope.bindings:
        return None
    if not isinstance(head.index[0], Number) or not isinstance(stated.expr, Array):
        return None
    for key, binding in scope.bindings.items():
        other, _, index = key.partition("_")
        if other != head.base or not index.isdigit() or not _is_worked_out(binding):
            continue
        formula = _renumbered(scope, binding.formula, index, head.index[0].text)
        if formula is None:
            continue
        known = Quantity(formula, scope.said, how)
        if compare(Quantity(stated.expr, {}, how), known, approximate=True).is_sound:
            return formula, False
        if _differ_once(known.value, stated.expr):
            return formula, True
    return None


def _is_worked_out(binding: Binding) -> bool:
    """Whether a name has a formula of other names, with which its value agrees."""
    return binding.formula is not None and binding.derived and binding.cause is None


def _renumbered(scope: Scope, formula: Expr | None, old: str, new: str) -> Expr | None:
    """A formula with x_2 for x_1, as far as there is one; None where nothing changes."""
    changed = False

    def renumber(expr: Expr) -> Expr:
        nonlocal changed
        if isinstance(expr, Name):
            base, _, index = expr.key.partition("_")
            if index == old and f"{base}_{new}" in scope.said:
                changed = True
                return name(f"{base}_{new}", expr.span)
            return expr
        return mapped(expr, renumber)

    made = renumber(formula) if formula is not None else None
    return made if changed else None


def _differ_once(value: object, stated: Array) -> bool:
    """Whether all entries agree but one, and one that does is not nought."""
    if not isinstance(value, Tensor) or len(value.items) != len(stated.items) or len(stated.items) < 2:
        return False
    odd = fitting = 0
    for item, entry in zip(value.items, stated.items, strict=True):
        number = stated_number(entry)
        if number is None or not isinstance(item, fmpq | arb):
            return False
        room = fmpq(0) if number.integer else number.unit * SLACK
        fits = bool(distance(item, number.value) <= room)
        odd += not fits
        fitting += fits and number.value != 0
    return odd == 1 and fitting > 0
