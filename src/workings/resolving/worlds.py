"""Recurrences with free names, run at seeded exact values: a world in which every step has a value.

The values are small and seeded from the names, so that the same text always gives the same worlds and a
counterexample can be followed with a pencil.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from zlib import crc32

from flint import fmpq

from workings.evaluating import Function, How, evaluate
from workings.expr import Apply, Expr, Name, name, walk
from workings.record import record
from workings.resolving.patterns import Patterns, reached
from workings.resolving.recurrences import Recurrence, recurrence
from workings.resolving.running import Names, first_step, run
from workings.resolving.scope import as_value
from workings.resolving.steps import step_key, step_of
from workings.value import Tensor, Value

LATEST_START = 3
SIDE = 2  # of sampled matrices


@record(frozen=True, slots=True)
class Making:
    """How a world is made: what free names are, what is taken from the document, and how large values are."""

    matrices: bool = False  # capitals are matrices and steps are vectors; otherwise all are numbers
    vectors: bool = False  # small letters without an index are vectors as well
    knows: bool = False  # parameters and starts are those of the document, as far as it gives them
    fed: bool = False  # so are the inputs
    rests: bool = False  # states that the document does not give start at nought
    starts: tuple[tuple[str, Expr], ...] = ()  # steps that the document gives in terms of parameters
    scale: fmpq = fmpq(1)
    point: int = 0


@record(frozen=True, slots=True)
class World:
    """What all names stand for, and those of them that were chosen freely."""

    names: Mapping[str, Value | Function]
    chosen: Mapping[str, Value]


def recurrence_behind(sides: Iterable[Expr], patterns: Patterns) -> Recurrence | None:
    """The recurrence that formulas with steps in them are about; None where there is none with states."""
    found = recurrence(reached(sides, patterns))
    return found if found is not None and found.is_recursive else None


def applied_in(sides: Iterable[Expr], behind: Recurrence) -> tuple[set[str], set[str]]:
    """The letters before brackets: functions such as g, and factors, which also stand without them."""
    steps = {*behind.sequences, *behind.inputs}
    exprs = [*sides, *(equation.formula for equation in behind.equations)]
    nodes = [node for expr in exprs for node in walk(expr)]
    found = {
        node.function.key
        for node in nodes
        if isinstance(node, Apply) and not ((step := step_of(node)) and step.sequence in steps)
    }
    factors = found & {node.key for node in nodes if isinstance(node, Name)}
    return found - factors, factors


def world(
    behind: Recurrence,
    known: Names,
    applied: tuple[set[str], set[str]],
    last: int,
    making: Making,
    how: How | None = None,
) -> World | None:
    """A world in which the recurrence was run to its last step; None where it does not get there."""
    chosen: dict[str, Value] = {}
    names: dict[str, Value | Function] = {k: v for k, v in known.items() if isinstance(v, Function)}
    functions, factors = applied
    for key in functions:
        names.setdefault(key, _function(key))
    for key in dict.fromkeys((*behind.parameters, *sorted(factors))):
        if making.knows and key in known:
            names[key] = known[key]
        elif key not in ("π", "e", "∞"):
            names[key] = chosen[key] = _parameter(key, making)
    _give_starts(behind, known, making, names, chosen)
    for key, formula in making.starts:
        start = as_value(evaluate(formula, names, how or How()))
        if start is None:
            return None
        names[key] = start
    for sequence in behind.inputs:
        for at in range(2 * last + 3):
            key = step_key(sequence, at)
            given = known.get(key) if making.fed else None
            value = _step(key, making) if given is None or isinstance(given, Function) else given
            names[key] = value
            if at <= last and given is None:
                chosen[key] = value
    first = first_step(behind, names)
    trace = run(behind, names, max(0, last - first + 1), how)
    if trace.stopped is not None:
        return None
    for at, row in enumerate(trace.rows, trace.first):
        names.update({step_key(sequence, at): row[sequence] for sequence in behind.sequences})
    return World(names, chosen)


def _give_starts(
    behind: Recurrence,
    known: Names,
    making: Making,
    names: dict[str, Value | Function],
    chosen: dict[str, Value],
) -> None:
    """The states before the first step: those of the document, or free ones from index 0 on."""
    lags = [-lag for e in behind.equations for _, s, lag in e.lags if lag < 0 and s in behind.states]
    for sequence in behind.states:
        keys = [step_key(sequence, at) for at in range(LATEST_START + 1)]
        given = {key: known[key] for key in keys if making.knows and key in known}
        if given or any(key in keys for key, _ in making.starts):
            names.update(given)
            continue
        for at in range(max(lags, default=1)):
            value = _step(keys[at], making)
            names[keys[at]] = chosen[keys[at]] = _nought(value) if making.rests else value


def _nought(value: Value) -> Value:
    return Tensor(value.shape, (fmpq(0),) * len(value.items)) if isinstance(value, Tensor) else fmpq(0)


def _numbers(key: str, making: Making) -> list[fmpq]:
    """Four small whole numbers other than nought."""
    word = crc32(f"{key}|{making.point}".encode("utf-8", "replace"))
    found = []
    for _ in range(SIDE * SIDE):
        word = (word * 1103515245 + 12345) % 2**31
        size = word // 65536 % 4 + 1
        found.append(fmpq(size if word // 1024 % 2 else -size))
    return found


def _parameter(key: str, making: Making) -> Value:
    numbers = [number + (1 if number > 0 else -1) for number in _numbers(key, making)]  # 1 hides a power
    if making.matrices and key[:1].isupper():
        return Tensor((SIDE, SIDE), tuple(numbers))
    if making.matrices and making.vectors:
        return Tensor((SIDE, 1), tuple(numbers[:SIDE]))
    return numbers[0] / 2 if making.point else numbers[0]


def _step(key: str, making: Making) -> Value:
    numbers = [number * making.scale for number in _numbers(key, making)]
    return Tensor((SIDE, 1), tuple(numbers[:SIDE])) if making.matrices else numbers[0]


def _function(key: str) -> Function:
    """Some function for a letter that stands for any: a polynomial that is neither even nor odd."""
    bend = _numbers(key, Making())[0]
    u = name("u")
    return Function(("u",), u * u / 4 + u * bend + 1)
