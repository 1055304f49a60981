"""Sequences as loops and as maps: what hangs on the step before is run step by step, for a whole batch.

Everything else is worked out for all steps together, with time as the last axis of the batch.
"""

from __future__ import annotations

import ast
from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING

from flint import fmpq

from workings.expr import Call, Expr, Name, Number, walk
from workings.learning.cells import as_kernel
from workings.learning.declaring import CannotRunError, Size
from workings.learning.loops import Loop, loops_of
from workings.learning.program import Program
from workings.learning.states import scope_of, settled, starts
from workings.learning.terms import STEPS, Term, py
from workings.resolving.patterns import Pattern, reached
from workings.resolving.steps import stem, step_key, step_of, steps_in

if TYPE_CHECKING:
    from workings.learning.writing import Writer

LOG = "ln "  # before the name of a sequence: the logarithms of its steps


class Scans:
    """The sequences that a module works out, each once; one is there as a whole and by its steps."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.patterns: dict[str, Pattern] = dict(program.patterns)
        names = {node.key for f in program.formulas.values() for node in walk(f) if isinstance(node, Name)}
        wholes = {key: p for key, p in program.patterns.items() if key in names or key == program.result}
        sides = [*program.formulas.values(), *(pattern.formula for pattern in wholes.values())]
        behind = wholes | reached(sides, program.patterns)
        self.loops = {key: loop for loop in loops_of(behind) for key in loop.recurrence.sequences}
        self.done: dict[str, Term] = {}  # with time as the last axis of the batch
        self.short: dict[str, int] = {}  # how many steps a sequence lacks at its end

    def is_step(self, node: Name) -> bool:
        step = step_of(node)
        return step is not None and step.sequence in self.patterns

    def is_sequence(self, key: str) -> bool:
        """Whether a name stands for all steps of a sequence."""
        return key in self.patterns and not self._is_given(key)

    def at(self, writer: Writer, node: Name) -> Term | None:
        """`h_T`, `h_{T-1}`, `h_1`: one step of a sequence, from its end or from its start."""
        step = step_of(node)
        if step is not None and step.sequence in self.program.refused:
            raise CannotRunError(self.program.refused[step.sequence])
        if step is None or step.sequence not in self.patterns:
            return None
        place = self._place(writer, step.sequence, step.index)
        if place is None:
            return None
        term = self.steps(writer, step.sequence)
        assert term is not None
        rest = ", ".join((str(place), *":" * term.rank))
        return replace(term, node=py(f"x[..., {rest}]", x=term.node), learned=None)

    def _place(self, writer: Writer, sequence: str, index: Expr) -> int | None:
        match index:
            case Number(value=value) if value >= 1:
                if writer.keeps_past:
                    raise CannotRunError("a step that is counted from the start")
                return int(value.p) - 1
            case Name(key=key):
                far = 0
            case Call(op="sub", args=(Name(key=key), Number(value=value))):
                far = int(value.p)
            case _:
                return None
        if self.length(writer, sequence) is None:
            raise CannotRunError(f"a recurrence runs over an input, and {sequence} has none")
        if not self._is_length(writer, sequence, key):
            raise CannotRunError(f"{step_text(sequence, index)}: no input of it is {key} long")
        return -1 - far + self.short.get(sequence, 0)

    def length(self, writer: Writer, sequence: str) -> Size | None:
        """How many steps there are, as the document says it of an input."""
        todo, seen = [sequence], set[str]()
        while todo:
            key = todo.pop()
            if key in seen:
                continue
            seen.add(key)
            if key in self.patterns:
                todo += [step.sequence for _, step in steps_in(self.patterns[key].formula)]
            elif self._is_given(stem(key)):
                shape = writer.rows_of(stem(key)).shape
                if shape:
                    return shape[0]
        return None

    def _is_length(self, writer: Writer, sequence: str, key: str) -> bool:
        length = self.length(writer, sequence)
        value = self.program.values.get(key)
        return length in (key, STEPS) or (isinstance(value, fmpq) and int(value.p) == length)

    def _is_given(self, name: str) -> bool:
        """Whether a name is an input, or is worked out as a whole."""
        return name in self.program.inputs or name in self.program.formulas

    # -- all steps ----------------------------------------------------------------------------------

    def steps(self, writer: Writer, sequence: str) -> Term | None:
        """All steps of a sequence, or the entries of an input, as a term of one step."""
        if sequence in self.done:
            return self.done[sequence]
        if sequence in self.program.refused:
            raise CannotRunError(self.program.refused[sequence])
        if sequence in self.loops:
            self._run(writer, self.loops[sequence])
        elif sequence in self.patterns:
            self._mapped(writer, sequence, self.patterns[sequence])
        elif self._is_given(stem(sequence)):
            term = writer.rows_of(stem(sequence))
            return Term(term.node, term.shape[1:], True) if term.rank else None
        return self.done.get(sequence)

    def whole(self, writer: Writer, sequence: str) -> Term:
        """A sequence as a matrix with a row for every step, or as a vector."""
        term = self.steps(writer, sequence)
        length = self.length(writer, sequence)
        if term is None or length is None:
            raise CannotRunError(f"{sequence}: nothing that comes in says how many steps it has")
        return Term(term.node, (length, *term.shape), True)

    def _mapped(self, writer: Writer, sequence: str, pattern: Pattern) -> None:
        if pattern.ahead:
            raise CannotRunError(f"{sequence} is given for the step behind, and does not go on from itself")
        term = writer.outside(lambda: writer.of_steps(pattern.formula, pattern.variable, sequence))
        self.done[sequence] = writer.assigned(f"{sequence} all", term)

    def shifted(self, writer: Writer, sequence: str, lag: int) -> Term:
        """Every step as far before its place as the lag says; what stands before the first is the start."""
        term = self.steps(writer, sequence)
        if term is None:
            raise CannotRunError(f"{sequence} is no input, and no sequence that is run")
        if lag >= 0:
            return term
        if lag < -1 or writer.keeps_past:
            raise CannotRunError(f"{sequence} is needed {-lag} steps before")
        key = step_key(sequence, 0)
        if not writer.starts(key) and key not in self.program.values:
            raise CannotRunError(f"{sequence} is needed a step before: say what {key} is")
        start = writer.outside(lambda: writer.by_name(key))
        rest = ", ".join(("...", ":-1", *":" * term.rank))
        parts = {"x": term.node, "s": start.node}
        node = py(
            f"torch.cat([torch.zeros_like(x[..., :1{', :' * term.rank}]) + s, x[{rest}]], {-term.rank - 1})",
            **parts,
        )
        return replace(term, node=node)

    # -- the loop -----------------------------------------------------------------------------------

    def _run(self, writer: Writer, loop: Loop) -> None:
        """All steps of a loop, by a kernel of PyTorch where it has one for the equations."""
        recurrence = loop.recurrence
        if loop.backwards and writer.keeps_past:
            raise CannotRunError("a recurrence that reads backwards")
        for key in recurrence.parameters:
            if key in self.program.formulas:
                writer.rows_of(key)  # worked out before the loop, not in it
        given = writer.outside(lambda: self._given_steps(writer, loop))
        wanted = self._wanted(loop)
        recurrence, shapes = writer.outside(lambda: settled(writer, self.program, recurrence, given))
        loop = replace(loop, recurrence=recurrence)
        started = writer.outside(lambda: starts(writer, self.program, shapes, given))
        states = {state: writer.assigned(step_key(state, 0), term) for state, term in started.items()}
        is_plain = wanted <= {*recurrence.states} and not writer.keeps_past
        found = as_kernel(writer, recurrence, states, given) if is_plain else None
        if found is None or not wanted <= found.keys():
            found = writer.outside(lambda: self._scanned(writer, loop, states, given, wanted))
        for sequence, term in found.items():
            turned = py(f"x.flip({-term.rank - 1})", x=term.node)
            self.done[sequence] = (
                writer.assigned(f"{sequence} all", replace(term, node=turned)) if loop.backwards else term
            )

    def _given_steps(self, writer: Writer, loop: Loop) -> dict[tuple[str, int], Term]:
        """What comes into a loop at every step, in the order in which the loop goes."""
        lags = {
            (sequence, lag)
            for equation in loop.recurrence.equations
            for _, sequence, lag in equation.lags
            if sequence in loop.recurrence.inputs
        }
        if not lags:
            raise CannotRunError(f"a recurrence runs over an input: {loop.recurrence.sequences[0]} has none")
        found: dict[tuple[str, int], Term] = {}
        for sequence, lag in sorted(lags):
            if self.steps(writer, sequence) is None:
                raise CannotRunError(f"a recurrence runs over an input: {stem(sequence)} is none")
            if lag and loop.backwards or self.short.get(sequence):
                raise CannotRunError(
                    f"{loop.recurrence.sequences[0]} needs steps of {sequence} that are not there"
                )
            term = self.shifted(writer, sequence, lag)
            if lag > 0:
                raise CannotRunError(
                    f"{loop.recurrence.sequences[0]} needs steps of {sequence} that come later"
                )
            if loop.backwards:
                term = replace(term, node=py(f"x.flip({-term.rank - 1})", x=term.node))
            is_plain = isinstance(term.node, ast.Name)
            found[sequence, lag] = term if is_plain else writer.assigned(f"{sequence} steps", term)
        return found

    def _scanned(
        self,
        writer: Writer,
        loop: Loop,
        begun: Mapping[str, Term],
        given: Mapping[tuple[str, int], Term],
        wanted: set[str],
    ) -> dict[str, Term]:
        """The loop itself: a list for every sequence that is needed, stacked behind it."""
        recalled = "past.recalled(x)" if writer.keeps_past else "x"
        states = {
            state: writer.assigned(state, replace(term, node=py(recalled, x=term.node)))
            for state, term in begun.items()
        }
        lists = {sequence: writer.fresh(f"{sequence} steps") for sequence in sorted(wanted)}
        for variable in lists.values():
            writer.lines.append(ast.Assign([ast.Name(variable, ast.Store())], ast.List([], ast.Load())))
        outer, writer.lines = writer.lines, []
        inside, header = _header(writer, given)
        current: dict[str, Term] = {}
        for equation in loop.recurrence.equations:
            scope = scope_of(equation, current, states, inside)
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

    def _wanted(self, loop: Loop) -> set[str]:
        """The sequences of a loop that formulas outside it use."""
        own = {*loop.recurrence.sequences}
        outside = [pattern.formula for key, pattern in self.patterns.items() if key not in own]
        nodes = [node for formula in (*self.program.formulas.values(), *outside) for node in walk(formula)]
        names = [node for node in nodes if isinstance(node, Name)]
        used = {step.sequence for name in names if (step := step_of(name)) is not None}
        return own & (used | {name.key for name in names} | {self.program.result})


def step_text(sequence: str, index: Expr) -> str:
    match index:
        case Name(key=key):
            return f"{sequence}_{key}"
    return f"a step of {sequence}"


def _header(
    writer: Writer, given: Mapping[tuple[str, int], Term]
) -> tuple[dict[tuple[str, int], Term], tuple[ast.expr, ast.expr]]:
    """What comes in at one step, and the head of a loop over the steps."""
    inside: dict[tuple[str, int], Term] = {}
    targets: list[ast.expr] = []
    sources: list[ast.expr] = []
    for (sequence, lag), term in given.items():
        variable = writer.fresh(f"{stem(sequence)} {'t' if lag == 0 else 'before'}")
        targets.append(ast.Name(variable, ast.Store()))
        sources.append(py(f"x.unbind({-term.rank - 1})", x=term.node))
        inside[sequence, lag] = Term(ast.Name(variable, ast.Load()), term.shape, True)
    if len(sources) == 1:
        return inside, (targets[0], sources[0])
    together = ast.Call(ast.Name("zip", ast.Load()), sources, [])
    return inside, (ast.Tuple(targets, ast.Store()), together)


def lagged(expr: Expr, variable: str) -> dict[str, tuple[str, int]]:
    """The steps in an expression by their written names: which sequence, and how far from `variable`."""
    found: dict[str, tuple[str, int]] = {}
    for node in walk(expr):
        step = step_of(node) if isinstance(node, Name) else None
        lag = step.lag(variable) if step is not None else None
        if step is not None and lag is not None and isinstance(node, Name):
            found[node.key] = (step.sequence, lag)
    return found
