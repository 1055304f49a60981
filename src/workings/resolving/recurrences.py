"""Recurrences: the equations of a document that belong together, such as the six of an LSTM.

`recurrences_of(scope.formulas.patterns)` finds them; `resolving/running.py` runs them.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property

from workings.expr import Expr, Fold, Name, walk
from workings.record import record
from workings.resolving.patterns import Pattern, Patterns, in_order
from workings.resolving.steps import mentions, steps_in


@record(frozen=True, slots=True)
class Equation:
    """`h_t = …`, ready to run: which written names stand for which steps before or beside it."""

    sequence: str
    variable: str
    formula: Expr
    ahead: int = 0
    lags: tuple[tuple[str, str, int], ...] = ()  # as written, its sequence, how far from the step worked out
    fixed: tuple[str, ...] = ()  # sequences whose steps go by other indices, such as x_{2t} or h_0


@record(frozen=True)
class Recurrence:
    """Equations in an order in which each step can be worked out, and what they run on."""

    equations: tuple[Equation, ...]
    inputs: tuple[str, ...]  # sequences that no equation gives
    parameters: tuple[str, ...]  # names without an index, as far as they may need a value
    section: int = 0  # where the last of them was stated

    @property
    def sequences(self) -> tuple[str, ...]:
        return tuple(equation.sequence for equation in self.equations)

    @cached_property
    def states(self) -> tuple[str, ...]:
        """The sequences whose steps are needed by later ones, so that they need a start."""
        earlier = {sequence for equation in self.equations for _, sequence, lag in equation.lags if lag < 0}
        return tuple(sequence for sequence in self.sequences if sequence in earlier)

    @cached_property
    def behind_states(self) -> tuple[Equation, ...]:
        """The equations that the states depend on, so not those of the outputs."""
        by_sequence = {equation.sequence: equation for equation in self.equations}
        found: dict[str, Equation] = {}
        todo = list(self.states)
        while todo:
            sequence = todo.pop()
            if sequence in by_sequence and sequence not in found:
                found[sequence] = by_sequence[sequence]
                todo += [other for _, other, _ in found[sequence].lags]
        return tuple(found.values())

    @property
    def is_recursive(self) -> bool:
        return bool(self.states)


def recurrences_of(patterns: Patterns) -> tuple[Recurrence, ...]:
    """The equations of a document that hang together, those with states in them only."""
    groups: list[set[str]] = []
    for sequence, pattern in patterns.items():
        linked = {sequence} | {step.sequence for _, step in steps_in(pattern.formula)} & patterns.keys()
        touching = [group for group in groups if group & linked]
        groups = [group for group in groups if not group & linked] + [linked.union(*touching)]
    found = (recurrence({s: p for s, p in patterns.items() if s in group}) for group in groups)
    return tuple(r for r in found if r is not None and r.is_recursive)


def recurrence(patterns: Patterns) -> Recurrence | None:
    """The recurrence that patterns make together; None where a step needs itself."""
    equations = {sequence: _equation(sequence, pattern) for sequence, pattern in patterns.items()}
    needs = {
        sequence: {other for _, other, lag in equation.lags if lag >= 0 and other in equations}
        for sequence, equation in equations.items()
    }
    order = in_order(needs)
    if not order or len(order) < len(equations):
        return None
    used = [s for e in equations.values() for s in (*(other for _, other, _ in e.lags), *e.fixed)]
    inputs = tuple(dict.fromkeys(s for s in used if s not in equations))
    return Recurrence(
        tuple(equations[sequence] for sequence in order),
        inputs,
        _parameters(equations.values()),
        max(pattern.section for pattern in patterns.values()),
    )


def _equation(sequence: str, pattern: Pattern) -> Equation:
    lags: dict[str, tuple[str, str, int]] = {}
    fixed: dict[str, None] = {}
    for node, step in steps_in(pattern.formula):
        lag = step.lag(pattern.variable)
        if lag is not None:
            lags[node.key] = (node.key, step.sequence, lag - pattern.ahead)
        elif mentions(step.index, pattern.variable):
            fixed[step.sequence] = None
    return Equation(
        sequence, pattern.variable, pattern.formula, pattern.ahead, tuple(lags.values()), tuple(fixed)
    )


def _parameters(equations: Iterable[Equation]) -> tuple[str, ...]:
    found: dict[str, None] = {}
    for equation in equations:
        steps = {key for key, _, _ in equation.lags}
        bound = {node.variable for node in walk(equation.formula) if isinstance(node, Fold)}
        for node in walk(equation.formula):
            if isinstance(node, Name) and node.key not in steps and node.key not in bound:
                found[node.key] = None
        found.pop(equation.variable, None)
    return tuple(found)
