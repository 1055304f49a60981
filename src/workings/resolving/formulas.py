"""What names were defined as: formulas with names in them, and formulas that hold for every index.

They say what a step of a sequence, or a derivative, has to be before anybody states it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from itertools import islice

from flint import arb, fmpq

from workings.evaluating import Function, How, evaluate
from workings.expr import Apply, Expr, Name, Number, walk
from workings.resolving.derivatives import UnknownDerivativeError, differentiate
from workings.resolving.patterns import Pattern, pattern_of, steps_behind
from workings.resolving.steps import given_step, is_stated, step_of, steps_in
from workings.resolving.traits import has_holes, names_in
from workings.value import Tensor, Value

LARGEST_INDEX = 10_000
MOST_PARTS = 120  # of a formula that is followed; a long sum is as deep as it is long


class Formulas:
    """The formulas of a document as far as it has been read, beside the values its names have now."""

    def __init__(self, said: Mapping[str, Value | Function]) -> None:
        self.said = said
        self.symbolic: dict[str, Expr] = {}  # the latest formula of a name that has names in it
        self.patterns: dict[str, Pattern] = {}  # formulas of whole sequences, by the letter they define
        self.inputs: set[str] = set()  # sequences that such formulas use
        self.upheld: set[str] = set()  # letters whose entries were found to be those of the whole

    def note(self, head: Expr, members: Iterable[Expr], formula: Expr | None, section: int) -> None:
        """Remember what a name was defined as, also for every index."""
        if not isinstance(head, Name | Apply):
            return
        listed = [e for e in members if names_in(e) and not isinstance(e, Name) and not has_holes(e)]
        listed = [e for e in listed if _is_short(e)]
        if listed and isinstance(head, Name) and head.key not in names_in(listed[0]):
            self.symbolic[head.key] = listed[0]
        found = pattern_of(head, formula, section) if formula is not None and _is_short(formula) else None
        if found is not None and found[1].variable not in self.said:
            self.patterns[found[0]] = found[1]
            self.inputs.update(step.sequence for _, step in steps_in(found[1].formula))

    def instance(self, expr: Expr) -> Expr | None:
        """What a name with a number for its index is by the formula of the sequence: h_2 by that of h_t."""
        step = step_of(expr) if self.patterns else None
        if step is None or is_stated(self.said, step):
            return None
        pattern = self.patterns.get(step.sequence)
        if pattern is None or step.at is None or step.at > LARGEST_INDEX:
            return None
        return pattern.at(step.at)

    def steps_behind(self, expr: Expr, names: Mapping[str, Value | Function], how: How) -> dict[str, Value]:
        """The steps of sequences that an expression needs and nobody stated, worked out from those stated."""
        found = self._given(expr, names)
        here: dict[str, Value | Function] = {}
        for key, formula in steps_behind(expr, self.patterns, lambda step: is_stated(names, step)):
            here = here or {**names, **found}
            inputs = self._given(formula, names)
            here.update(inputs)
            found.update(inputs)
            value = evaluate(formula, here, how)
            if isinstance(value, fmpq | arb | Tensor):
                here[key] = found[key] = value
        return found

    def _given(self, expr: Expr, names: Mapping[str, Value | Function]) -> dict[str, Value]:
        """The inputs of recurrences in an expression that are given together, as a vector or in rows."""
        found: dict[str, Value] = {}
        for node, step in steps_in(expr):
            if step.sequence in self.inputs and step.at is not None and node.key not in names:
                value = given_step(names, step.sequence, step.at)
                if value is not None:
                    found[node.key] = value
        return found

    def home_of(self, expr: Expr) -> int | None:
        """The section in which the formula for a whole sequence stands that an entry belongs to."""
        step = step_of(expr)
        pattern = self.patterns.get(step.sequence) if step is not None else None
        return None if pattern is None else pattern.section

    def is_upheld(self, name: Name, section: int) -> bool:
        """Whether an entry or a step surely belongs to the whole that gives it its value."""
        return name.base in self.upheld or self.home_of(name) == section

    def derivative(self, key: str, is_derived: Callable[[str], bool]) -> Expr | None:
        """What a derivative `∂L/∂w` comes to by the formulas of the document; None where they leave it open.

        A formula counts only if it still gives the value that its name has: an update may lie between. A name
        that was worked out, nobody says from what, may depend on anything.
        """
        over, sign, under = key[1:].partition("/∂")
        if key[:1] != "∂" or not sign or over not in self.symbolic or under not in self.said:
            return None
        formulas = {k: formula for k, formula in self.symbolic.items() if k != under}
        try:
            found = differentiate(self.symbolic[over], under, formulas)
        except UnknownDerivativeError:
            return None
        parts = (*walk(found), *walk(self.symbolic[over]))
        for name in {node.key for node in parts if isinstance(node, Name)}:
            if not (self._is_current(name) if name in self.symbolic else not is_derived(name)):
                return None
            if not isinstance(self.said.get(name), fmpq | arb):
                return None
        return None if isinstance(found, Number) else found

    def _is_current(self, key: str) -> bool:
        """Whether a name still has the value of its formula, to about its digits."""
        value, said = evaluate(self.symbolic[key], self.said), self.said.get(key)
        if not isinstance(value, fmpq | arb) or not isinstance(said, fmpq | arb):
            return False
        return bool((value - said) ** 2 * 10**4 <= said**2 + fmpq(1, 100))


def _is_short(expr: Expr) -> bool:
    return sum(1 for _ in islice(walk(expr), MOST_PARTS + 1)) <= MOST_PARTS
