"""Running a recurrence: `run` gives the trace of its steps, `run_words` the ends of all words."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TypeAlias

from flint import fmpq

from workings.evaluating import Function, How, evaluate
from workings.record import record
from workings.resolving.recurrences import Recurrence
from workings.resolving.scope import as_value
from workings.resolving.steps import fitting, given_step, resting, step_key
from workings.value import Tensor, Undefined, Value

MOST_STEPS = 10_000
MOST_WORDS = 100_000
LATEST_START = 3  # the last index at which a state may be given instead of worked out

Names: TypeAlias = Mapping[str, Value | Function]
Row: TypeAlias = Mapping[str, Value]  # the values of one step, by sequence


@record(frozen=True, slots=True)
class Trace:
    """What a recurrence comes to: the rows of its steps, the first of them at index `first`."""

    recurrence: Recurrence
    first: int
    rows: tuple[Row, ...]
    start: Row  # the states before the first step
    stopped: str | None = None  # why there are no more rows, where more were asked for

    def value(self, sequence: str, at: int) -> Value | None:
        """The value of a step."""
        if at == self.first - 1:
            return self.start.get(sequence)
        row = at - self.first
        return self.rows[row].get(sequence) if 0 <= row < len(self.rows) else None


class Machine:
    """A recurrence with its names, which works out one step from those before it."""

    def __init__(self, recurrence: Recurrence, names: Names, how: How | None = None) -> None:
        self.recurrence = recurrence
        self.names = names = {**names, **_at_rest(recurrence, names)}
        self.here = dict(names)
        self.how = how or How()
        self.formulas = {equation.sequence: equation.formula for equation in recurrence.equations}
        self.depth = max(
            (-lag for equation in recurrence.equations for _, _, lag in equation.lags if lag < 0), default=1
        )
        self.keeps_keys = any(equation.fixed for equation in recurrence.equations)

    def step(self, at: int, given: Row, before: Sequence[Row]) -> Row | Undefined:
        """The row of step `at`, from the inputs of this step and from the rows before it, the latest last."""
        row = dict(given)
        here = self.here
        for equation in self.recurrence.equations:
            for written, sequence, lag in equation.lags:
                value = self._value(sequence, at, lag, row, before)
                if value is None:
                    key = step_key(sequence, at + lag)
                    return Undefined(f"{key} has no value", (key,))
                here[written] = value
            here[equation.variable] = fmpq(at - equation.ahead)
            formula = self.formulas[equation.sequence]
            result = evaluate(formula, here, self.how)
            like = self._like(equation.sequence, at, before)
            if not isinstance(result, Tensor) and (like is not None or isinstance(result, Undefined)):
                fits = fitting(formula, here, self.how, like)
                if fits is not formula:
                    self.formulas[equation.sequence] = fits
                    result = evaluate(fits, here, self.how)
            worked = as_value(result)
            if worked is None:
                reason = result if isinstance(result, Undefined) else Undefined("a condition, not a value")
                return Undefined(f"{step_key(equation.sequence, at)}: {reason.reason}", reason.missing)
            row[equation.sequence] = worked
            if self.keeps_keys:
                here[step_key(equation.sequence, at)] = worked
        return row

    def _like(self, sequence: str, at: int, before: Sequence[Row]) -> Tensor | None:
        """The step before, where it is a vector."""
        last = before[-1].get(sequence) if before else given_step(self.names, sequence, at - 1)
        return last if isinstance(last, Tensor) else None

    def _value(self, sequence: str, at: int, lag: int, row: Row, before: Sequence[Row]) -> Value | None:
        found: Value | None = None
        if lag == 0:
            found = row.get(sequence)
        elif lag < 0 and -lag <= len(before):
            found = before[lag].get(sequence)
        return given_step(self.names, sequence, at + lag) if found is None else found

    def inputs(self, at: int) -> Row:
        """What the names say of the inputs of a step."""
        found = {s: given_step(self.names, s, at) for s in self.recurrence.inputs}
        return {sequence: value for sequence, value in found.items() if value is not None}


def _at_rest(recurrence: Recurrence, names: Names) -> dict[str, Value]:
    """Starts that are given as nought and have to be vectors."""
    formulas = [equation.formula for equation in recurrence.behind_states]
    keys = [step_key(state, at) for state in recurrence.states for at in range(LATEST_START + 1)]
    found = {key: resting(formulas, names) for key in keys if names.get(key) == 0}
    return {key: zeros for key, zeros in found.items() if zeros is not None}


def first_step(recurrence: Recurrence, names: Names) -> int:
    """The first index whose earlier states are given: 1 after h_0, 2 where a sequence starts with h_1."""
    earlier = {
        (sequence, lag)
        for equation in recurrence.equations
        for _, sequence, lag in equation.lags
        if lag < 0 and sequence in recurrence.states
    }
    for first in range(1, LATEST_START + 1):
        if all(given_step(names, sequence, first + lag) is not None for sequence, lag in earlier):
            return first
    return 1


def run(recurrence: Recurrence, names: Names, steps: int | None = None, how: How | None = None) -> Trace:
    """The trace of a recurrence over so many steps, or for as long as its inputs are given.

    `names` has the parameters, the start `h_0` and the inputs: `x_1`, `x_2` … or `x` as a vector.
    """
    machine = Machine(recurrence, names, how)
    first = first_step(recurrence, names)
    starts = {s: given_step(machine.names, s, first - 1) for s in recurrence.states}
    rows: list[Row] = []
    stopped: str | None = None
    last = first + min(MOST_STEPS, steps if steps is not None else MOST_STEPS if recurrence.inputs else 0)
    for at in range(first, last):
        given = machine.inputs(at)
        row = machine.step(at, given, rows[-machine.depth :])
        if isinstance(row, Undefined):
            ended = steps is None and rows and len(given) < len(recurrence.inputs)
            stopped = None if ended else row.reason
            break
        rows.append(row)
    start = {sequence: value for sequence, value in starts.items() if value is not None}
    return Trace(recurrence, first, tuple(rows), start, stopped)


def run_words(
    recurrence: Recurrence, names: Names, letters: Sequence[Row], longest: int, how: How | None = None
) -> Iterator[tuple[tuple[int, ...], Row | Undefined]]:
    """Every word over the letters up to a length, shorter ones first, with the row of its last step.

    A letter is what the inputs are at one step, `{"x": fmpq(1)}`; a word lists the positions of its letters.
    Words share the steps of what they have in common at their beginning.
    """
    machine = Machine(recurrence, names, how)
    first = first_step(recurrence, names)
    level: list[tuple[tuple[int, ...], tuple[Row, ...]]] = [((), ())]
    count = 0
    for at in range(first, first + longest):
        grown: list[tuple[tuple[int, ...], tuple[Row, ...]]] = []
        for word, before in level:
            for position, letter in enumerate(letters):
                count += 1
                if count > MOST_WORDS:
                    return
                row = machine.step(at, letter, before)
                longer = (*word, position)
                yield longer, row
                if not isinstance(row, Undefined):
                    grown.append((longer, (*before, row)[-machine.depth :]))
        level = grown
