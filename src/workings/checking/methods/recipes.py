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
from workings.expr import Apply, Call, Expr, Name, Number, walk
from workings.ops import FUNCTIONS
from workings.parsing.grammar import parse_maths
from workings.parsing.lexicon import Lexicon
from workings.record import record
from workings.resolving.scope import as_value
from workings.value import Scalar, Tensor, Value

MOST_CHOICES = 500  # of numbers for the names of a formula
_FINE = 2000  # one part in so many is rounding
_PLAIN = {"add", "sub", "mul", "div", "neg", "pow", "times", "hadamard", "dot", "sqrt", "exp"}
_COARSE = 300  # one part in so many may be rounding on the way

Choice = Mapping[str, Value]


@record(frozen=True, slots=True)
class Known:
    """A number that a name may have: where it stands, and what it is called there."""

    value: Value
    start: int
    index: str = ""
    called: str = ""


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


def choices(values: Mapping[str, Sequence[Known]]) -> list[Choice]:
    """All ways to put in the numbers that the names may have; none where there are too many to be sure.

    One number of the page is not put in for two names.
    """
    distinct = {key: list(dict.fromkeys(found)) for key, found in values.items()}
    if prod(map(len, distinct.values())) > MOST_CHOICES:
        return []
    found: list[Choice] = []
    for numbers in product(*distinct.values()):
        if len({(known.start, known.index) for known in numbers}) == len(numbers):
            found.append({key: known.value for key, known in zip(distinct, numbers, strict=True)})
    return found


def latest(values: Mapping[str, Sequence[Known]], index: str) -> dict[str, list[Known]]:
    """The numbers that hold at a line: of what is called the same, the last, and what has its index."""
    found: dict[str, list[Known]] = {}
    for key, every in values.items():
        last = {known.called: known.start for known in sorted(every, key=lambda known: known.start)}
        found[key] = [
            known
            for known in every
            if known.start < 0 or known.start == last[known.called] or index and known.index == index
        ]
    return found


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
    line: Working,
    right: Expr,
    variants: Sequence[Variant],
    values: Mapping[str, Sequence[Known]],
    entry: str = "",
) -> Misdone | None:
    """How a line was made, if it was made by a wrong recipe and cannot have been made by the right one."""
    stated = scalar(line.formula.expr, {})
    if stated is None or stated == 0 or not _does_the_same(line, right, variants):
        return None
    every = [value for choice in choices(values) if (value := scalar(right, choice, entry)) is not None]
    room = line.number.unit if line.is_bare else fmpq(0)
    if any(is_near(value, stated, _COARSE, room) for value in every):
        return None
    held = choices(latest(values, line.index)) if every else []
    for variant in variants:
        for choice in held:
            made = scalar(variant.formula, choice, entry)
            if is_near(made, stated, _FINE, room / 2) and _is_made_of(line, variant.formula, choice):
                value = scalar(right, choice, entry)
                return None if value is None else Misdone(variant, choice, value)
    return None


def operations(expr: Expr) -> set[str]:
    return {node.op for node in walk(expr) if isinstance(node, Call)}


def _does_the_same(line: Working, right: Expr, variants: Sequence[Variant]) -> bool:
    """Whether a line has only functions that the formulas have as well."""
    known = operations(right).union(*(operations(variant.formula) for variant in variants))
    return operations(line.formula.expr) <= known | _PLAIN


def _is_made_of(line: Working, formula: Expr, choice: Choice) -> bool:
    """Whether the numbers of a line are those of a formula, or values of its parts."""
    if line.is_bare:
        return True
    used = {node.key for node in walk(formula) if isinstance(node, Name)}
    own = leaves(line.formula.expr)
    listed = any(isinstance(choice.get(key), Tensor) for key in used)
    if not listed and len(own) > sum(1 for node in walk(formula) if isinstance(node, Name | Number | Apply)):
        return False
    known = {node.value for node in leaves(formula)}
    for value in choice.values():
        items = value.items if isinstance(value, Tensor) else (value,)
        if isinstance(value, Tensor):
            known |= {fmpq(1), fmpq(len(items))}
        known |= {abs(item) for item in items if isinstance(item, fmpq)}
    parts: list[Scalar] | None = None
    for leaf in own:
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
