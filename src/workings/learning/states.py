"""What a recurrence starts from: the shapes of its states, and their values before the first step."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from itertools import product
from typing import TYPE_CHECKING

from workings.learning.declaring import CannotRunError, Shape
from workings.learning.program import Program
from workings.learning.terms import Term, py
from workings.resolving.recurrences import Equation, Recurrence
from workings.resolving.steps import step_key
from workings.value import Tensor

if TYPE_CHECKING:
    from workings.learning.writing import Writer

MOST_TRIES = 200  # shapes of the states that are tried


def starts(
    writer: Writer, program: Program, recurrence: Recurrence, given: Mapping[tuple[str, int], Term]
) -> dict[str, Term]:
    """What the states are before the first step."""
    shapes = _shapes(writer, program, recurrence, given)
    first = next(iter(given.values()))
    found: dict[str, Term] = {}
    for state, shape in shapes.items():
        key = step_key(state, 0)
        size = "".join(f", {extent}" for extent in shape)
        zeros = py(f"torch.zeros(*x.shape[:{-first.rank - 1}]{size}, device=x.device)", x=first.node)
        value = program.values.get(key)
        if writer.starts(key) or (value is not None and value != 0):
            start = writer.by_name(key)
            if start.rank and start.shape != shape:
                raise CannotRunError(f"{key} has another size than {state}")
            found[state] = Term(py("x + y", x=zeros, y=start.node), shape, True)
        else:
            found[state] = Term(zeros, shape, True)
    return found


def _shapes(
    writer: Writer, program: Program, recurrence: Recurrence, given: Mapping[tuple[str, int], Term]
) -> dict[str, Shape]:
    """The shapes of the states: as declared or started, or the only ones that the equations keep."""
    known = {state: _declared(writer, program, state) for state in recurrence.states}
    open_states = [state for state, shape in known.items() if shape is None]
    told = {state: shape for state, shape in known.items() if shape is not None}
    if not open_states:
        return told
    fitting: list[dict[str, Shape]] = []
    misfits: list[str] = []
    for shapes in _tries(program, given, len(open_states)):
        tried = {**told, **dict(zip(open_states, shapes, strict=True))}
        misfit = _misfit(writer, recurrence, given, tried)
        if misfit is not None:
            misfits.append(misfit)
            continue
        fitting.append(tried)
        if not any(tried[state] for state in open_states):
            break  # numbers, which come first
    if len(fitting) == 1:
        return {state: fitting[0][state] for state in recurrence.states}
    if not fitting and len({*misfits}) == 1:
        raise CannotRunError(misfits[0])
    state = open_states[0]
    why = "more than one would do" if fitting else "none that was tried fits its equations"
    raise CannotRunError(f"the size of {state} is not plain, {why}: declare it, as in {state}_t ∈ ℝ^4")


def _declared(writer: Writer, program: Program, state: str) -> Shape | None:
    key = step_key(state, 0)
    value = program.values.get(key)
    if isinstance(value, Tensor):
        return value.shape
    for written in (key, f"{state}_t", state):
        if written in program.declared:
            return program.declared[written]
    if key in program.formulas:
        shape = writer.by_name(key).shape
        return shape or None
    return None


def _tries(program: Program, given: Mapping[tuple[str, int], Term], count: int) -> Iterator[tuple[Shape, ...]]:
    """Shapes to try: all states alike first, numbers before vectors."""
    shapes = [*program.shapes.values(), *(term.shape for term in given.values())]
    sizes = sorted({size for shape in shapes for size in shape if isinstance(size, int)})
    kinds: list[Shape] = [(), *((size,) for size in sizes)]
    alike = [(kind,) * count for kind in kinds]
    yield from alike
    if count > 1:
        others = (shapes for shapes in product(kinds, repeat=count) if len({*shapes}) > 1)
        for _, mixed in zip(range(MOST_TRIES), others, strict=False):
            yield mixed


def _misfit(
    writer: Writer,
    recurrence: Recurrence,
    given: Mapping[tuple[str, int], Term],
    shapes: Mapping[str, Shape],
) -> str | None:
    """Why states of these shapes cannot be, None where they have the same shapes after a step."""
    blank = ast.Name("x", ast.Load())
    states = {state: Term(blank, shape, True) for state, shape in shapes.items()}
    inside = {key: Term(blank, term.shape, True) for key, term in given.items()}
    current: dict[str, Term] = {}
    with writer.trying():
        try:
            for equation in recurrence.equations:
                scope = scope_of(equation, current, states, inside)
                current[equation.sequence] = writer.inside(scope, equation.formula)
        except CannotRunError as error:
            return str(error)
    changed = [state for state, shape in shapes.items() if current[state].shape != shape]
    return f"{changed[0]} does not keep its size" if changed else None


def scope_of(
    equation: Equation,
    current: Mapping[str, Term],
    states: Mapping[str, Term],
    given: Mapping[tuple[str, int], Term],
) -> dict[str, Term]:
    """What the steps in an equation stand for: this step of what is known, or the step before of a state."""
    scope: dict[str, Term] = {}
    for key, other, lag in equation.lags:
        if (other, lag) in given:
            scope[key] = given[other, lag]
        elif lag == 0 and other in current:
            scope[key] = current[other]
        elif lag == -1 and other in states:
            scope[key] = states[other]
        else:
            raise CannotRunError(
                f"{equation.sequence} needs {key}, which is neither this step nor the one before"
            )
    return scope
