"""Recurrences as loops: the steps of a document's sequences, one after another, for a whole batch at once."""

from __future__ import annotations

import ast
from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING

from flint import fmpq

from workings.expr import Expr, Name, walk
from workings.learning.cells import as_kernel
from workings.learning.declaring import CannotRunError, Shape
from workings.learning.program import Program
from workings.learning.terms import STEPS, Term, py
from workings.resolving.recurrences import Recurrence
from workings.resolving.steps import stem, step_key, step_of
from workings.value import Tensor

if TYPE_CHECKING:
    from workings.learning.writing import Writer


class Scans:
    """The recurrences that a module runs, each once; a sequence is there as a whole and by its last step."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.by_sequence = {s: r for r in program.recurrences for s in r.sequences}
        self.whole: dict[str, Term] = {}  # of every sequence that was run, with time as its last batch axis

    def is_step(self, node: Name) -> bool:
        step = step_of(node)
        return step is not None and step.sequence in self.by_sequence

    def last(self, writer: Writer, node: Name) -> Term | None:
        """`h_T`: the last step of a sequence that was run over an input."""
        step = step_of(node)
        if step is None or step.sequence not in self.by_sequence:
            return None
        if not isinstance(step.index, Name):
            return None
        if not self._is_length(writer, step.sequence, step.index.key):
            raise CannotRunError(
                f"{node.key}: a recurrence runs over an input, none is {step.index.key} long"
            )
        term = self.sequence(writer, step.sequence)
        picked = "x[..., -1]" if term.rank == 0 else f"x[..., -1, {', '.join(':' * term.rank)}]"
        return Term(py(picked, x=term.node), term.shape, self._is_batched(writer, step.sequence))

    def _is_length(self, writer: Writer, sequence: str, key: str) -> bool:
        """Whether a letter stands for the length of what a sequence runs over."""
        names = [stem(name) for name in self.by_sequence[sequence].inputs]
        shapes = [writer.by_name(name).shape for name in names if self._runs_over(name)]
        lengths = [shape[0] for shape in shapes if shape]
        value = self.program.values.get(key)
        return {key, STEPS} & {*lengths} != set() or (isinstance(value, fmpq) and int(value.p) in lengths)

    def _runs_over(self, name: str) -> bool:
        """Whether a name is an input, or is worked out from one for all steps at once."""
        return name in self.program.inputs or name in self.program.formulas

    def _is_batched(self, writer: Writer, sequence: str) -> bool:
        inputs = self.by_sequence[sequence].inputs
        return any(writer.by_name(stem(name)).batched for name in inputs)

    def sequence(self, writer: Writer, sequence: str) -> Term:
        """All steps of a sequence: a term of one step, with time as the last axis of its batch."""
        if sequence not in self.whole:
            recurrence = self.by_sequence[sequence]
            started = self._starts(writer, recurrence)
            starts = {s: writer.assigned(step_key(s, 0), term) for s, term in started.items()}
            wanted = self._wanted() & {*recurrence.sequences}
            is_plain = wanted <= {*recurrence.states} and not writer.keeps_past
            found = as_kernel(writer, recurrence, starts) if is_plain else None
            self.whole |= self._scanned(writer, recurrence, starts, wanted) if found is None else found
        if sequence not in self.whole:
            raise CannotRunError(f"only the states of this recurrence are kept, and {sequence} is none")
        return self.whole[sequence]

    def steps(self, writer: Writer, name: str) -> Term | None:
        """The steps of a sequence, or the entries of an input, as one term of a single step."""
        if name in self.by_sequence:
            return self.sequence(writer, name)
        base = stem(name)
        if self._runs_over(base) and writer.by_name(base).rank:
            term = writer.by_name(base)
            return Term(term.node, term.shape[1:], True)
        return None

    # -- the loop -----------------------------------------------------------------------------------

    def _starts(self, writer: Writer, recurrence: Recurrence) -> dict[str, Term]:
        """What the states are before the first step."""
        missing = [stem(name) for name in recurrence.inputs if not self._runs_over(stem(name))]
        if missing or not recurrence.inputs:
            raise CannotRunError(f"a recurrence runs over an input: {', '.join(missing) or 'it has none'}")
        inputs = [writer.by_name(stem(name)) for name in recurrence.inputs]
        first = inputs[0]
        found: dict[str, Term] = {}
        for state in recurrence.states:
            key, shape = step_key(state, 0), self._shape(recurrence, state)
            size = "".join(f", {extent}" for extent in shape)
            zeros = py(f"torch.zeros(*x.shape[:{-first.rank}]{size}, device=x.device)", x=first.node)
            value = self.program.values.get(key)
            if writer.starts(key) or isinstance(value, Tensor):
                start = writer.by_name(key)
                found[state] = Term(py("x + y", x=zeros, y=start.node), shape, True)
            elif value is None or value == 0:
                found[state] = Term(zeros, shape, True)
            else:
                found[state] = Term(py("x + y", x=zeros, y=writer.by_name(key).node), shape, True)
        return found

    def _shape(self, recurrence: Recurrence, state: str) -> Shape:
        """The shape of a state: as declared or started, or that of the vectors that are added to it."""
        value = self.program.values.get(step_key(state, 0))
        if isinstance(value, Tensor):
            return value.shape
        for key in (step_key(state, 0), f"{state}_t", state):
            if key in self.program.declared:
                return self.program.declared[key]
        known = self.program.shapes
        vectors = {known[key] for key in recurrence.parameters if key in known and len(known[key]) == 1}
        if len(vectors) == 1:
            return vectors.pop()
        if any(len(known.get(key, ())) for key in recurrence.parameters):
            raise CannotRunError(f"the size of {state} is not plain: declare it, as in {state}_t ∈ ℝ^4")
        return ()

    def _scanned(
        self, writer: Writer, recurrence: Recurrence, starts: Mapping[str, Term], wanted: set[str]
    ) -> dict[str, Term]:
        """The loop itself: a list for every sequence that is needed, stacked behind it."""
        recalled = "past.recalled(x)" if writer.keeps_past else "x"
        begun = {state: replace(term, node=py(recalled, x=term.node)) for state, term in starts.items()}
        states = {state: writer.assigned(state, term) for state, term in begun.items()}
        lists = {sequence: writer.fresh(f"{sequence} steps") for sequence in sorted(wanted)}
        for variable in lists.values():
            writer.lines.append(ast.Assign([ast.Name(variable, ast.Store())], ast.List([], ast.Load())))
        outer, writer.lines = writer.lines, []
        current, header = _inputs(writer, recurrence)
        for equation in recurrence.equations:
            scope = _scope(equation.lags, equation.sequence, current, states)
            made = writer.assigned(f"{equation.sequence} t", writer.inside(scope, equation.formula))
            current[equation.sequence] = made
            if equation.sequence in lists:
                steps = ast.Name(lists[equation.sequence], ast.Load())
                writer.lines.append(ast.Expr(py("s.append(x)", s=steps, x=made.node)))
        for state, before in states.items():
            kept = ast.Name(ast.unparse(before.node), ast.Store())
            writer.lines.append(ast.Assign([kept], current[state].node))
        body, writer.lines = writer.lines, outer
        writer.lines.append(ast.For(*header, body, []))
        if writer.keeps_past:
            writer.lines += [ast.Expr(py("past.keep(x)", x=term.node)) for term in states.values()]
        found: dict[str, Term] = {}
        for sequence, variable in lists.items():
            term = current[sequence]
            stacked = py(f"torch.stack(x, {-term.rank - 1})", x=ast.Name(variable, ast.Load()))
            found[sequence] = writer.assigned(f"{sequence} all", Term(stacked, term.shape, True))
        return found

    def _wanted(self) -> set[str]:
        """The sequences that formulas outside the recurrence use."""

        found: set[str] = set()
        for formula in self.program.formulas.values():
            for node in walk(formula):
                step = step_of(node) if isinstance(node, Name) else None
                if step is not None:
                    found.add(step.sequence)
        return found


def _inputs(writer: Writer, recurrence: Recurrence) -> tuple[dict[str, Term], tuple[ast.expr, ast.expr]]:
    """The inputs at one step, and the head of a loop over their steps."""
    current: dict[str, Term] = {}
    targets: list[ast.expr] = []
    sources: list[ast.expr] = []
    for name in recurrence.inputs:
        term = writer.by_name(stem(name))
        variable = writer.fresh(f"{stem(name)} t")
        targets.append(ast.Name(variable, ast.Store()))
        sources.append(py(f"x.unbind({-term.rank})", x=term.node))
        current[name] = Term(ast.Name(variable, ast.Load()), term.shape[1:], True)
    if len(sources) == 1:
        return current, (targets[0], sources[0])
    together = ast.Call(ast.Name("zip", ast.Load()), sources, [])
    return current, (ast.Tuple(targets, ast.Store()), together)


def _scope(
    lags: tuple[tuple[str, str, int], ...],
    sequence: str,
    current: Mapping[str, Term],
    states: Mapping[str, Term],
) -> dict[str, Term]:
    """What the steps in an equation stand for: this step of what is known, or the step before of a state."""
    scope: dict[str, Term] = {}
    for key, other, lag in lags:
        if lag == 0 and other in current:
            scope[key] = current[other]
        elif lag == -1 and other in states:
            scope[key] = states[other]
        else:
            raise CannotRunError(f"{sequence} needs {key}, which is neither this step nor the one before")
    return scope


def lagged(expr: Expr, variable: str) -> dict[str, tuple[str, int]]:
    """The steps in an expression by their written names: which sequence, and how far from `variable`."""

    found: dict[str, tuple[str, int]] = {}
    for node in walk(expr):
        step = step_of(node) if isinstance(node, Name) else None
        lag = step.lag(variable) if step is not None else None
        if step is not None and lag is not None and isinstance(node, Name):
            found[node.key] = (step.sequence, lag)
    return found
