"""A recurrent design repaired by the fewest changed numbers: searched in floats, proved with enclosures.

All choices of a few numbers are tried with values from a small grid, every word of bits at once; what is
right with a margin to spare is run once more in ball arithmetic, on all words up to the length asked for.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import combinations, product
from typing import Any

from flint import fmpq

from workings.checking.designs.booleans import RULES, Bits
from workings.checking.designs.words import WordMachine
from workings.designing.floating import Block, NotFloatingError, floated, numpy
from workings.designing.repairs import Change
from workings.evaluating import evaluate
from workings.expr import Expr, Number, mapped, walk
from workings.record import record
from workings.resolving.recurrences import Equation
from workings.resolving.scope import as_value
from workings.value import Scalar, Tensor, Value

GRIDS: Mapping[int, tuple[int, ...]] = {
    1: (-20, -10, -5, -4, -3, -2, -1, 0, 1, 2, 3, 4, 5, 10, 20),
    2: (-20, -10, -5, -4, -3, -2, -1, 0, 1, 2, 3, 4, 5, 10, 20),
    3: (-20, -10, -5, -4, -2, -1, 0, 1, 2, 4, 5, 10, 20),
    4: (-20, -10, -4, -2, 0, 2, 4, 10, 20),
    5: (-20, -10, -4, 0, 4, 10, 20),
}
SPARE = 0.05  # by which an answer has to keep away from one half
SEARCHED = 7  # bits of the words that are searched with
MOST_NUMBERS = 14  # of a design
MOST_KEPT = 4000
BATCH = 20_000
STAGES = (1, 2, 4, SEARCHED)  # lengths after which designs that fail are dropped


@record(frozen=True, slots=True)
class Place:
    """A number of a design: an entry of a name, or a numeral in a formula (by where it is written)."""

    name: str
    key: str
    at: int | None
    value: fmpq


@record(frozen=True)
class WordRepair:
    """The machine after its changes, with the margin on all words up to a length."""

    machine: WordMachine
    changes: tuple[Change, ...]
    margin: Scalar
    narrowest: Bits
    longest: int
    tried: int  # designs that were looked at


def repaired(
    machine: WordMachine, kind: str, longest: int, formulas: Mapping[str, Expr]
) -> WordRepair | None:
    """The design with the fewest changed numbers that is right on every word; None if the grid has none.

    `formulas` are those of the sequences that are the same at every step.
    """
    places = list(_places(machine, formulas))
    if not 0 < len(places) <= MOST_NUMBERS:
        return None
    tried = 0
    for count, grid in GRIDS.items():
        found: list[tuple[float, tuple[int, ...], tuple[int, ...]]] = []
        for chosen in combinations(range(len(places)), count):
            values = list(product(*([n for n in grid if n != places[at].value] for at in chosen)))
            tried += len(values)
            for margin, at in _surviving(machine, formulas, places, chosen, values, kind):
                found.append((margin, chosen, values[at]))
        for _, chosen, numbers in sorted(found[:MOST_KEPT], key=_plainest):
            changes = tuple(
                Change(places[at].name, places[at].value, fmpq(new))
                for at, new in zip(chosen, numbers, strict=True)
            )
            made = _changed(
                machine, formulas, [(places[at], c.new) for at, c in zip(chosen, changes, strict=True)]
            )
            least = made.margin(kind, longest)
            if least is not None:
                return WordRepair(made, changes, *least, longest, tried)
    return None


def _plainest(item: tuple[float, tuple[int, ...], tuple[int, ...]]) -> tuple[float, int, tuple[int, ...]]:
    """The widest margin to three digits, then the smallest numbers."""
    margin, chosen, numbers = item
    return -round(margin, 3), sum(map(abs, numbers)), chosen


def _places(machine: WordMachine, formulas: Mapping[str, Expr]) -> Iterator[Place]:
    """The numbers that a design consists of, in reading order."""
    for key in machine.recurrence.parameters:
        value = machine.names.get(key)
        if isinstance(value, fmpq):
            yield Place(key, key, None, value)
        elif isinstance(value, Tensor):
            for at, item in enumerate(value.items):
                if isinstance(item, fmpq):
                    yield Place(f"{key}[{at + 1}]", key, at, item)
    named = [(equation.sequence, equation.formula) for equation in machine.recurrence.equations]
    for sequence, formula in [*named, *formulas.items()]:
        for node in walk(formula):
            if isinstance(node, Number):
                yield Place(f"the {node.text} in {sequence}", f"number {node.span.start}", None, node.value)


def _surviving(
    machine: WordMachine, formulas: Mapping[str, Expr], places: Sequence[Place], chosen: Sequence[int],
    values: Sequence[Sequence[int]], kind: str,
) -> Iterator[tuple[float, int]]:  # fmt: skip
    """Which of some values are right on all short words, with their margins."""
    np = numpy()
    table = np.array(values, dtype=float)
    for start in range(0, len(values), BATCH):
        alive = np.arange(start, min(start + BATCH, len(values)))
        margins: Any = None
        for stage in STAGES:
            names = _blocks(machine, places, chosen, table[alive])
            margins = _margins(machine, formulas, names, len(alive), kind, stage)
            kept = margins > SPARE
            alive, margins = alive[kept], margins[kept]
            if not len(alive):
                break
        else:
            yield from zip(margins.tolist(), alive.tolist(), strict=True)


def _blocks(
    machine: WordMachine, places: Sequence[Place], chosen: Sequence[int], table: Block
) -> dict[str, Any]:
    """The names of a design as blocks, with the chosen numbers in the place of the old ones."""
    found: dict[str, Any] = {}
    for key in machine.recurrence.parameters:
        value = machine.names.get(key)
        if isinstance(value, Tensor):
            found[key] = [float(item) for item in value.items]
        elif isinstance(value, fmpq):
            found[key] = float(value)
    for column, at in enumerate(chosen):
        place, block = places[at], table[:, column : column + 1]
        if place.at is None:
            found[place.key] = block
        else:
            found[place.key] = [block if i == place.at else entry for i, entry in enumerate(found[place.key])]
    return found


def _margins(
    machine: WordMachine,
    formulas: Mapping[str, Expr],
    names: dict[str, Any],
    count: int,
    kind: str,
    longest: int,
) -> Any:
    """For each design the smallest distance of an answer from one half; negative where one is wrong."""
    np = numpy()
    fixed = {sequence: floated(formula, names) for sequence, formula in formulas.items()}
    states = {state: np.full((count, 1), _start(machine, state)) for state in machine.recurrence.states}
    words: list[Bits] = [()]
    least = np.full(count, np.inf)
    for _ in range(longest):
        rows = [_step(machine, {**names}, fixed, states, bit) for bit in (0, 1)]
        words = [(*word, bit) for bit in (0, 1) for word in words]
        size = (count, len(words) // 2)
        states = {state: _joined(rows, state, size) for state in states}
        answers = _joined(rows, machine.output, size)
        signs = np.array([1 if RULES[kind](word) else -1 for word in words])
        least = np.minimum(least, np.min((answers - 0.5) * signs, axis=1))
    return least


def _joined(rows: Sequence[Mapping[str, Any]], key: str, size: tuple[int, int]) -> Any:
    """A sequence after either bit, side by side."""
    np = numpy()
    return np.concatenate([np.broadcast_to(row[key], size) for row in rows], axis=1)


def _start(machine: WordMachine, state: str) -> float:
    value = machine.names.get(f"{state}_0")
    return float(value) if isinstance(value, fmpq) else 0.0


def _step(
    machine: WordMachine, names: dict[str, Any], fixed: Mapping[str, Any], states: Mapping[str, Any], bit: int
) -> dict[str, Any]:  # fmt: skip
    row: dict[str, Any] = {**fixed, machine.letter: float(bit)}
    for equation in machine.recurrence.equations:
        for written, sequence, lag in equation.lags:
            if lag not in (0, -1):
                raise NotFloatingError("a step that needs one further back")
            names[written] = row[sequence] if lag == 0 else states[sequence]
        row[equation.sequence] = floated(equation.formula, names)
    return row


def _changed(
    machine: WordMachine, formulas: Mapping[str, Expr], new: Sequence[tuple[Place, fmpq]]
) -> WordMachine:
    """The machine with other numbers, ready to be proved."""
    names = dict(machine.names)
    numerals: dict[str, fmpq] = {}
    for place, value in new:
        whole = names.get(place.key)
        if place.key.startswith("number "):
            numerals[place.key] = value
        elif place.at is None or not isinstance(whole, Tensor):
            names[place.key] = value
        else:
            items = tuple(value if at == place.at else item for at, item in enumerate(whole.items))
            names[place.key] = Tensor(whole.shape, items, whole.loose)
    equations = tuple(_rewritten(equation, numerals) for equation in machine.recurrence.equations)
    constants: dict[str, Value] = dict(machine.constants)
    for sequence, formula in formulas.items():
        worked = as_value(evaluate(_with(formula, numerals), names))
        if worked is not None:
            constants[sequence] = worked
    recurrence = replace(machine.recurrence, equations=equations)
    return replace(machine, recurrence=recurrence, names=names, constants=constants)


def _rewritten(equation: Equation, numerals: Mapping[str, fmpq]) -> Equation:
    return replace(equation, formula=_with(equation.formula, numerals))


def _with(expr: Expr, numerals: Mapping[str, fmpq]) -> Expr:
    if isinstance(expr, Number):
        new = numerals.get(f"number {expr.span.start}")
        return expr if new is None else replace(expr, value=new, text=str(new))
    return mapped(expr, lambda part: _with(part, numerals))
