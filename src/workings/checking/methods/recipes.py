"""Recipes that lines of numbers are held to: a right formula, and wrong ones with their names.

A line is done by a wrong recipe if it comes to just what that gives with the numbers of the page, if each of
its own numbers is one of these or a step on the way, and if the right recipe gives something else, however
the numbers are put in.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from itertools import product
from math import prod

from flint import arb, fmpq

from workings.checking.comparing.agreeing import distance
from workings.checking.methods.knowing import Working, leaves
from workings.evaluating import evaluate
from workings.expr import Call, Expr, Number, walk
from workings.ops import FUNCTIONS
from workings.parsing.grammar import parse_maths
from workings.parsing.lexicon import Lexicon
from workings.record import record
from workings.resolving.scope import as_value
from workings.value import Scalar, Tensor, Value

MOST_CHOICES = 500  # of numbers for the names of a formula
_FINE = 2000  # one part in so many is rounding
_COARSE = 300  # one part in so many may be rounding on the way

Choice = Mapping[str, Value]


@record(frozen=True, slots=True)
class Variant:
    """A wrong formula: what it is called, and what it does, in words that may name its values."""

    fits: tuple[str, ...]
    formula: Expr
    says: str


@record(frozen=True, slots=True)
class Misdone:
    """The wrong recipe that a line is made by, with its numbers, and what it should have come to."""

    variant: Variant
    choice: Choice
    right: Scalar


@cache
def maths(formula: str, names: frozenset[str]) -> Expr:
    """A formula in our own notation, with the names of its roles."""
    return parse_maths(formula, Lexicon(FUNCTIONS, names))


def choices(values: Mapping[str, Sequence[Value]]) -> list[Choice]:
    """All ways to put in the numbers that the names may have; none where there are too many to be sure."""
    distinct = {key: list(dict.fromkeys(found)) for key, found in values.items()}
    if prod(map(len, distinct.values())) > MOST_CHOICES:
        return []
    return [dict(zip(distinct, numbers, strict=True)) for numbers in product(*distinct.values())]


def scalar(expr: Expr, names: Choice, index: str = "") -> Scalar | None:
    """The number that a formula comes to; of a vector, the entry that is asked for."""
    value = as_value(evaluate(expr, dict(names)))
    if isinstance(value, Tensor):
        single = len(value.items) == 1
        at = 0 if single else int(index) - 1 if index.isdigit() else -1
        value = value.items[at] if 0 <= at < len(value.items) and len(value.shape) == 1 or single else None
    return value if isinstance(value, fmpq | arb) else None


def is_near(value: Scalar | None, other: Scalar, share: int, room: fmpq = fmpq(0)) -> bool:
    """Whether two values differ by no more than one part in so many, or by some room."""
    if value is None:
        return False
    off = distance(value, other)
    return bool(off <= room) or bool(off * share <= distance(other, fmpq(0)))


def misdone(
    line: Working, right: Expr, variants: Sequence[Variant], values: Mapping[str, Sequence[Value]]
) -> Misdone | None:
    """How a line was made, if it was made by a wrong recipe and cannot have been made by the right one."""
    stated = scalar(line.formula.expr, {})
    if stated is None:
        return None
    found = choices(values)
    room = line.number.unit if line.is_bare else fmpq(0)
    expected = [
        (choice, value) for choice in found if (value := scalar(right, choice, line.index)) is not None
    ]
    if any(is_near(value, stated, _COARSE, room) for _, value in expected):
        return None
    for variant in variants:
        for choice, value in expected:
            made = scalar(variant.formula, choice, line.index)
            if is_near(made, stated, _FINE, room / 2) and _is_made_of(line, variant.formula, choice):
                return Misdone(variant, choice, value)
    return None


def _is_made_of(line: Working, formula: Expr, choice: Choice) -> bool:
    """Whether the numbers of a line are those of a formula, or values of its parts."""
    if line.is_bare:
        return True
    known = {node.value for node in leaves(formula)}
    for value in choice.values():
        items = value.items if isinstance(value, Tensor) else (value,)
        known |= {abs(item) for item in items if isinstance(item, fmpq)}
    parts: list[Scalar] | None = None
    for leaf in leaves(line.formula.expr):
        if leaf.value in known:
            continue
        parts = _parts(formula, choice) if parts is None else parts
        if not any(_is_rounded(leaf, part) for part in parts):
            return False
    return True


def _parts(formula: Expr, choice: Choice) -> list[Scalar]:
    """The values of the parts of a formula, and their entries."""
    found = (as_value(evaluate(node, dict(choice))) for node in walk(formula) if isinstance(node, Call))
    entries = (item for value in found for item in (value.items if isinstance(value, Tensor) else (value,)))
    return [distance(item, fmpq(0)) for item in entries if isinstance(item, fmpq | arb)]


def _is_rounded(leaf: Number, part: Scalar) -> bool:
    """Whether a number is a value to its digits, give or take one in the last."""
    room = leaf.unit if leaf.is_decimal else fmpq(0)
    return bool(distance(part, leaf.value) <= room)
