"""One run of an expression: what names mean, what has been spent, and how deep it is."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TypeAlias

from flint import arb, fmpq

from workings.evaluating.how import Function, How
from workings.expr import Expr
from workings.ops.primitives import NoValue
from workings.value import Tensor, Truth, Value

DEEPEST = 120  # nested calls, applications and literals

Meaning: TypeAlias = Value | Function
Outcome: TypeAlias = Value | Truth


class Run:
    """The state of one evaluation; thrown away afterwards."""

    __slots__ = ("budget", "depth", "how", "left", "locals", "names", "slips", "table", "variables")

    def __init__(self, names: Mapping[str, Meaning], how: How, table: Mapping[type, Evaluator]) -> None:
        self.names = names
        self.how = how
        self.slips = how.slips
        self.table = table
        self.budget = self.left = how.budget
        self.depth = 0
        self.locals: dict[str, Meaning] = {}
        self.variables: tuple[str, ...] = ()  # of the sums around here, innermost last

    def outcome(self, node: Expr) -> Outcome:
        return self.table[type(node)](self, node)

    def value(self, node: Expr) -> Value:
        """The value of a node; a condition counts as 1 where it holds and 0 where it does not."""
        outcome = self.table[type(node)](self, node)
        return as_number(outcome) if type(outcome) is Truth else outcome  # type: ignore[return-value]

    def attempt(self, node: Expr) -> Value | NoValue:
        """The value of a node, or why it has none, with the run as it was before."""
        before = self.locals, self.names, self.variables, self.depth, self.slips
        try:
            return self.value(node)
        except NoValue as gone:
            if self.left < 0:
                raise
            self.locals, self.names, self.variables, self.depth, self.slips = before
            return gone

    def spend(self, operations: int) -> None:
        self.left -= operations
        if self.left < 0:
            raise NoValue(f"more than {self.budget} operations")

    def enter(self) -> None:
        self.depth += 1
        if self.depth > DEEPEST:
            raise NoValue("nested too deeply")

    def meaning(self, key: str) -> Meaning | None:
        """What a name stands for here, innermost first."""
        found = self.locals.get(key)
        return self.names.get(key) if found is None else found


Evaluator: TypeAlias = Callable[[Run, Expr], Outcome]


def as_number(truth: Truth) -> Value:
    """1, 0, or a ball that covers both where the condition is not decided."""
    if truth.holds is None:
        return arb(0.5, 0.5)
    return fmpq(1 if truth.holds else 0)


def checked(value: Value, longest: int) -> Value:
    """A result that is finite, with rationals that grew too long turned into balls."""
    if type(value) is fmpq:
        return arb(value) if value.height_bits() > longest else value
    if type(value) is arb:
        if value.is_finite():
            return value
        raise NoValue("a value that is not finite")
    if isinstance(value, Tensor):
        long = False
        for item in value.items:
            if isinstance(item, fmpq):
                long = long or item.height_bits() > longest
            elif not item.is_finite():
                raise NoValue("a value that is not finite")
        if long:
            items = tuple(
                [arb(i) if type(i) is fmpq and i.height_bits() > longest else i for i in value.items]
            )
            return Tensor(value.shape, items, value.loose)
    return value
