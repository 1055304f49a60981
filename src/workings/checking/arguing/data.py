"""Inequalities that a truth table demands of a threshold unit: (0, 1) ↦ 1 says that w_2 + b ≥ 0."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from flint import fmpq

from workings.checking.arguing.elimination import Constraint
from workings.checking.arguing.polynomial import (
    Polynomial,
    added,
    at,
    is_linear,
    names_of,
    polynomial,
    scaled,
)
from workings.checking.arguing.steps import SIGNS, Argument
from workings.document import Statement
from workings.record import record
from workings.regex import regex

_TABLES: dict[str, Callable[[Sequence[fmpq]], bool]] = {
    "XOR": lambda bits: sum(1 for bit in bits if bit > 0) % 2 == 1,
    "XNOR": lambda bits: sum(1 for bit in bits if bit > 0) % 2 == 0,
    "AND": lambda bits: all(bit > 0 for bit in bits),
    "NAND": lambda bits: not all(bit > 0 for bit in bits),
    "OR": lambda bits: any(bit > 0 for bit in bits),
    "NOR": lambda bits: not any(bit > 0 for bit in bits),
}
_NAMED = regex(r"\b(XOR|XNOR|NAND|NOR|AND|OR)\b")
_TUPLE = regex(r"\(\s*(-?\d+(?:\s*,\s*-?\d+){1,5})\s*\)")
_INPUT = regex(r"[xu]_?\{?\d|[xu]\d")


@record(frozen=True, slots=True)
class Unit:
    """A threshold unit: it fires where its form is at least nought, or above it, to compute a table."""

    form: Polynomial
    inputs: tuple[str, ...]
    strict: bool
    table: str

    def demand(self, point: Sequence[fmpq]) -> Constraint | None:
        """What an input demands of the weights."""
        if len(point) != len(self.inputs) or any(bit not in (0, 1) for bit in point):
            return None
        form = at(self.form, dict(zip(self.inputs, point, strict=True)))
        if _TABLES[self.table](point):
            return Constraint(form, self.strict)
        return Constraint(scaled(form, fmpq(-1)), not self.strict)


def unit_of(argument: Argument, heading: str) -> Unit | None:
    """The unit that an argument is about, where it is stated once and the function has a name."""
    tables = set(_NAMED.findall(argument.prose)) or set(_NAMED.findall(heading))
    forms = [found for step in argument.steps if (found := _form(step.statement)) is not None]
    if len(tables) != 1 or not forms:
        return None
    form, strict = forms[0]
    inputs = tuple(sorted(key for key in names_of(form) if _INPUT.fullmatch(key.replace("}", ""))))
    if not inputs or not is_linear(at(form, dict.fromkeys(inputs, fmpq(1)))):
        return None
    return Unit(form, inputs, strict, next(iter(tables)))


def _form(statement: Statement) -> tuple[Polynomial, bool] | None:
    """`w_1 x_1 + w_2 x_2 + b ≥ 0`, turned so that it fires where it is not negative."""
    if len(statement.members) != 2 or statement.members[1].sign not in SIGNS:
        return None
    left, right = (polynomial(member.expr) for member in statement.members)
    if left is None or right is None:
        return None
    sign = statement.members[1].sign
    form = added(left, scaled(right, fmpq(-1)))
    if sign in ("<", "≤"):
        form = scaled(form, fmpq(-1))
    if is_linear(form) or any(len(term) > 2 for term in form):
        return None
    return form, sign in ("<", ">")


def points_in(text: str) -> list[tuple[fmpq, ...]]:
    """The inputs that some words name: “(0, 1)”."""
    return [tuple(fmpq(int(bit)) for bit in found[1].split(",")) for found in _TUPLE.finditer(text)]
