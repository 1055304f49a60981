"""What names were defined as: formulas with names in them, and formulas that hold for every index.

They say what a step of a sequence, or a derivative, has to be before anybody states it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from itertools import islice

from flint import arb, fmpq

from workings.evaluating import Function, evaluate
from workings.expr import Expr, Name, Number, walk
from workings.resolving.derivatives import UnknownDerivativeError, differentiate
from workings.resolving.patterns import Pattern, instantiate, pattern_of
from workings.resolving.traits import has_holes, names_in
from workings.value import Value

LARGEST_INDEX = 10_000
MOST_PARTS = 120  # of a formula that is followed; a long sum is as deep as it is long


class Formulas:
    """The formulas of a document as far as it has been read, beside the values its names have now."""

    def __init__(self, said: Mapping[str, Value | Function]) -> None:
        self.said = said
        self.symbolic: dict[str, Expr] = {}  # the latest formula of a name that has names in it
        self.patterns: dict[str, Pattern] = {}  # formulas of whole sequences, by the letter they define
        self.upheld: set[str] = set()  # letters whose entries were found to be those of the whole

    def note(self, head: Expr, members: Iterable[Expr], formula: Expr | None, section: int) -> None:
        """Remember what a name was defined as, also for every index."""
        if not isinstance(head, Name):
            return
        listed = [e for e in members if names_in(e) and not isinstance(e, Name) and not has_holes(e)]
        listed = [e for e in listed if _is_short(e)]
        if listed and head.key not in names_in(listed[0]):
            self.symbolic[head.key] = listed[0]
        pattern = pattern_of(head, formula, section) if formula is not None and _is_short(formula) else None
        if pattern is not None and pattern.variable not in self.said:
            self.patterns[head.base] = pattern

    def instance(self, expr: Expr) -> Expr | None:
        """What a name with a number for its index is by the formula of the sequence: h_2 by that of h_t."""
        if not isinstance(expr, Name) or len(expr.index) != 1 or expr.key in self.said:
            return None
        (index,), pattern = expr.index, self.patterns.get(expr.base)
        if pattern is None or not isinstance(index, Number) or index.value.q != 1:
            return None
        if index.value > LARGEST_INDEX:
            return None
        return instantiate(pattern.formula, pattern.variable, int(index.value.p) - pattern.ahead)

    def home_of(self, expr: Expr) -> int | None:
        """The section in which the formula for a whole sequence stands that an entry belongs to."""
        pattern = self.patterns.get(expr.base) if isinstance(expr, Name) else None
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
