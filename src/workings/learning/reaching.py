"""What names hang on: those behind a result in order, and those that change with what comes in."""

from __future__ import annotations

from collections.abc import Mapping

from workings.evaluating import Function
from workings.expr import Apply, Expr, Name, walk
from workings.learning.declaring import CannotRunError
from workings.learning.entries import range_of
from workings.record import record
from workings.resolving.patterns import Patterns
from workings.resolving.scope import Scope
from workings.resolving.steps import stem, step_key, step_of


@record(frozen=True, slots=True)
class Reach:
    """The formulas of a document, by which one name leads to others.

    `wholes` are the names that are defined by their entries, or that go by the small letter: X of x_i.
    """

    scope: Scope
    formulas: Mapping[str, Expr]
    patterns: Patterns
    wholes: Mapping[str, str]

    def needed(self, result: str, start: set[str]) -> list[str]:
        """The names behind a result in an order in which each comes after those it needs."""
        ordered: list[str] = []
        state: dict[str, bool] = {}  # False while its own names are looked at

        def visit(key: str) -> None:
            if key in state:
                if not state[key]:
                    open_names = [name for name, done in state.items() if not done]
                    raise CannotRunError(self._circle(open_names[open_names.index(key) :]))
                return
            state[key] = False
            if key in self.formulas and key not in start:
                for other in self.names(self.formulas[key]):
                    visit(other)
            elif key == result and key in self.patterns:
                for other in self.behind(key):
                    visit(other)
            state[key] = True
            ordered.append(key)

        visit(result)
        return ordered

    def _circle(self, names: list[str]) -> str:
        """That names are defined by one another, or one by its own value, as an update does."""
        if len(names) > 1:
            return f"{names[0]} is defined by itself, by way of {', '.join(names[1:])}"
        if names[0] in self.scope.formulas.updates.rules:
            return f"{names[0]} is changed by an update, and updates are not run"
        return f"{names[0]} is defined by itself"

    def varying(self, start: set[str]) -> set[str]:
        """The names whose value changes with those that a run starts from."""
        varying = set(start)
        while True:
            more = {
                key for key, formula in self.formulas.items() if varying.intersection(self.names(formula))
            }
            if more <= varying:
                return varying
            varying |= more

    def changes(self, result: str, varying: set[str]) -> bool:
        """Whether a result is one of the varying names, or a sequence whose steps have one in them."""
        is_sequence = result in self.patterns and result not in self.formulas
        return result in varying or (is_sequence and not varying.isdisjoint(self.behind(result)))

    def names(self, expr: Expr, seen: frozenset[str] = frozenset()) -> list[str]:
        """The names in a formula, through functions and sequences; of x_2 also x, whose entry it is."""
        found: dict[str, None] = {}
        for node in walk(expr):
            if isinstance(node, Apply):
                called = self.scope.given.get(node.function.key)
                if isinstance(called, Function):
                    inner = self.names(called.body, seen)
                    found.update(dict.fromkeys(name for name in inner if name not in called.params))
            if isinstance(node, Name):
                found.update(dict.fromkeys(self._of_name(node, seen)))
        return list(found)

    def _of_name(self, node: Name, seen: frozenset[str]) -> list[str]:
        """What one name in a formula leads to: a step to its sequence, an entry to its whole."""
        step = step_of(node)
        if step is not None and step.at != 0 and step.sequence in self.patterns:
            return self.behind(step.sequence, seen)
        found = [node.key]
        if node.key in self.patterns:  # all steps of it
            found += self.behind(node.key, seen)
        found += range_of(node) or ()
        if node.index and node.key not in self.scope.bindings:
            found.append(stem(step.sequence) if step is not None else node.base)
        if node.index and node.base in self.wholes and node.key not in self.scope.declared.names:
            found.append(self.wholes[node.base])
        return found

    def behind(self, sequence: str, seen: frozenset[str] = frozenset()) -> list[str]:
        """The names in the formula of a step, and what it starts from."""
        if sequence in seen:
            return []
        inside = self.names(self.patterns[sequence].formula, seen | {sequence})
        return [*inside, step_key(sequence, 0)]
