"""What a recurrence starts from: the shapes of its states, and their values before the first step."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from dataclasses import replace
from itertools import islice, product
from typing import TYPE_CHECKING, TypeAlias

from workings.expr import Call, Expr, Name, mapped, walk
from workings.learning.declaring import CannotRunError, Shape
from workings.learning.program import Program
from workings.learning.terms import Term, py
from workings.resolving.recurrences import Equation, Recurrence
from workings.resolving.steps import step_key
from workings.value import Tensor

if TYPE_CHECKING:
    from workings.learning.writing import Writer

_VAGUE = frozenset({"mul", "times", "dot"})  # products of which the shapes decide what they are
MOST_TRIES = 200  # shapes of the states that are tried
Given: TypeAlias = Mapping[tuple[str, int], Term]  # what comes in at every step, by sequence and lag


def settled(
    writer: Writer, program: Program, recurrence: Recurrence, given: Given
) -> tuple[Recurrence, dict[str, Shape]]:
    """A recurrence with the shapes of its states: as declared or started, or the only ones that it keeps.

    Of f_t · c_{t-1} nobody says what the dot is: where nothing else fits, or a number would be added to a
    vector, steps are multiplied entry by entry.
    """
    known = {state: _declared(writer, program, state) for state in recurrence.states}
    misfits: list[str] = []
    fitting: list[dict[str, Shape]] = []
    entrywise = _entry_by_entry(recurrence)
    for reading, rank, strict in (
        (recurrence, 1, True),
        (entrywise, 1, True),
        (recurrence, 2, True),
        (recurrence, 1, False),
    ):
        for shapes in _tries(program, given, known, rank):
            misfit = _misfit(writer, reading, given, shapes, strict=strict)
            if misfit is not None:
                misfits.append(misfit)
                continue
            fitting.append(shapes)
            if not any(shapes[state] for state, shape in known.items() if shape is None):
                break  # numbers, which come first
        if len(fitting) == 1:
            return reading, fitting[0]
        if fitting:
            break
    if not fitting and len({*misfits}) == 1:
        raise CannotRunError(misfits[0])
    state = next((state for state, shape in known.items() if shape is None), recurrence.states[0])
    why = "more than one would do" if fitting else "none that was tried fits its equations"
    raise CannotRunError(f"the size of {state} is not plain, {why}: declare it, as in {state}_t ∈ ℝ^4")


def starts(writer: Writer, program: Program, shapes: Mapping[str, Shape], given: Given) -> dict[str, Term]:
    """What the states are before the first step."""
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


def _entry_by_entry(recurrence: Recurrence) -> Recurrence:
    """The equations with every product of steps as one that goes entry by entry."""
    equations = (
        replace(e, formula=_multiplied(e.formula, {key for key, _, _ in e.lags}))
        for e in recurrence.equations
    )
    return replace(recurrence, equations=tuple(equations))


def _multiplied(expr: Expr, steps: set[str]) -> Expr:
    expr = mapped(expr, lambda part: _multiplied(part, steps))
    is_vague = isinstance(expr, Call) and expr.op in _VAGUE and not any(map(_is_turned, expr.args))
    if is_vague and isinstance(expr, Call) and all(_has(arg, steps) for arg in expr.args):
        return Call(expr.span, "hadamard", expr.args)
    return expr


def _is_turned(expr: Expr) -> bool:
    """Whether it is transposed, which says what the product is."""
    return isinstance(expr, Call) and expr.op == "transpose"


def _has(expr: Expr, steps: set[str]) -> bool:
    return any(isinstance(node, Name) and node.key in steps for node in walk(expr))


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


def _tries(
    program: Program, given: Given, known: Mapping[str, Shape | None], rank: int
) -> Iterator[dict[str, Shape]]:
    """Shapes to try: all states alike first, numbers before vectors; matrices where nothing else fits."""
    told = {state: shape for state, shape in known.items() if shape is not None}
    states = [state for state in known if state not in told]
    shapes = [*program.shapes.values(), *(term.shape for term in given.values()), *told.values()]
    sizes = sorted({size for shape in shapes for size in shape if isinstance(size, int)})
    kinds: list[Shape] = [(), *((size,) for size in sizes)] if states else [()]
    if rank == 2 and states:
        kinds += product(sizes, repeat=2)
    others = (mixed for mixed in product(kinds, repeat=len(states)) if len({*mixed}) > 1)
    for tried in (*((kind,) * len(states) for kind in kinds), *islice(others, MOST_TRIES)):
        found = {**told, **dict(zip(states, tried, strict=True))}
        yield {state: found[state] for state in known}


def _misfit(
    writer: Writer,
    recurrence: Recurrence,
    given: Given,
    shapes: Mapping[str, Shape],
    *,
    strict: bool,
) -> str | None:
    """Why states of these shapes cannot be, None where they have the same shapes after a step."""
    blank = ast.Name("x", ast.Load())
    states = {state: Term(blank, shape, True) for state, shape in shapes.items()}
    inside = {key: Term(blank, term.shape, True) for key, term in given.items()}
    current: dict[str, Term] = {}
    with writer.trying(strict=strict):
        try:
            for equation in recurrence.equations:
                scope = scope_of(equation, current, states, inside)
                current[equation.sequence] = writer.inside(scope, equation.formula)
        except CannotRunError as error:
            return str(error)
    changed = [state for state, shape in shapes.items() if not _is_same(current[state].shape, shape)]
    return f"{changed[0]} does not keep its size" if changed else None


def _is_same(made: Shape, shape: Shape) -> bool:
    """Whether two shapes are one, as far as their sizes are known."""
    return len(made) == len(shape) and all(
        a == b or isinstance(a, str) or isinstance(b, str) for a, b in zip(made, shape, strict=True)
    )


def scope_of(
    equation: Equation,
    current: Mapping[str, Term],
    states: Mapping[str, Term],
    given: Given,
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
