"""A vector without a formula, by that of another with the same letter: `v_1 = x_1 W`, then `v_2 = …`."""

from __future__ import annotations

from flint import arb, fmpq

from workings.checking.comparing import compare
from workings.checking.comparing.agreeing import distance
from workings.checking.comparing.digits import stated_number
from workings.document import Member
from workings.evaluating import How
from workings.expr import Array, Expr, Name, Number, mapped, name
from workings.resolving.quantity import Quantity
from workings.resolving.scope import Binding, Scope
from workings.value import Tensor

SLACK = 2  # units of the last digit that rounding on the way may take


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
