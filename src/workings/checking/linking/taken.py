"""Whose number was put in for a name: that of a sibling, of its step, of its list, or of any other name."""

from __future__ import annotations

from flint import fmpq

from workings.checking.comparing.agreeing import values_agree
from workings.expr import Call, Expr, Number
from workings.resolving.scope import Binding, Scope, as_value
from workings.value import Tensor, Value

LEAST_DIGITS = 3  # of a result, so that it is no other number by chance


def is_of_a_sibling(scope: Scope, binding: Binding, put_in: Value) -> bool:
    """Whether a number that was put in for v_2 is v_1, which was given beside it."""
    key = next((key for key, found in scope.bindings.items() if found is binding), "")
    base = key.partition("_")[0]
    return base != key and any(
        other.partition("_")[0] == base
        and found.section == binding.section
        and values_agree(put_in, as_value(found.said))
        for other, found in scope.bindings.items()
        if other != key
    )


def is_another_entry(scope: Scope, binding: Binding, put_in: Value) -> bool:
    """Whether a number that was put in for w_2, an entry of W, is another entry of W."""
    wholes = (one.said for one in scope.bindings.values() if one.span == binding.span)
    return any(isinstance(whole, Tensor) and put_in in whole.items for whole in wholes)


def is_of_its_step(scope: Scope, binding: Binding, put_in: fmpq) -> bool:
    """Whether a number of many digits that was put in for c_1 is h_1, the result of the same step."""
    if len(str(abs(put_in.p))) <= LEAST_DIGITS:
        return False
    key = next((key for key, found in scope.bindings.items() if found is binding), "")
    step = key.rpartition("_")[2]
    return step.isdigit() and any(
        other.rpartition("_")[2] == step
        and found.section == binding.section
        and values_agree(put_in, as_value(found.said))
        for other, found in scope.bindings.items()
        if other != key and found.derived
    )


def is_result_of_another(scope: Scope, binding: Binding, put_in: Value, sibling: bool) -> bool:
    """Whether what was put in is what another name was worked out to be beside it, to three digits."""
    if not isinstance(put_in, fmpq) or not binding.derived or len(str(abs(put_in.p))) < LEAST_DIGITS:
        return False
    if is_of_its_step(scope, binding, put_in):
        return True
    if sibling and not is_of_a_sibling(scope, binding, put_in):
        return False
    return any(
        found is not binding
        and found.derived
        and found.section == binding.section
        and scope.exercises.get(found.section) == scope.exercises.get(scope.section)
        and values_agree(put_in, as_value(found.said))
        for found in scope.bindings.values()
    )


def is_of_another(scope: Scope, binding: Binding, put_in: Value, key: str, telling: int) -> bool:
    """Whether a number is what another name stands for, where each of the two was given one value here."""
    if binding.times > 1 or telling <= LEAST_DIGITS or binding.section != scope.section:
        return False
    return any(
        found.times == 1
        and found.section == binding.section
        and not other.startswith(key)  # w' or w_new, which w may be by now
        and values_agree(put_in, as_value(found.said))
        for other, found in scope.bindings.items()
        if found is not binding
    )


def digits_of(literal: Expr) -> int:
    """How many digits tell a number from others."""
    leaf = literal.args[0] if isinstance(literal, Call) else literal
    return len(leaf.text.replace(".", "").lstrip("0")) if isinstance(leaf, Number) else 0
