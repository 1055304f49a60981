"""Which rows of a result depend on which rows of the inputs: the lines run with one row changed at a time.

No structure is looked at. A row of the result depends on a row of the input if some change of the one changes
the other, so masks, products in another order and several layers are all told by the same test.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TypeAlias

from flint import fmpq

from workings.evaluating import Function
from workings.resolving.rerunning import Line, are_apart, run
from workings.resolving.traits import names_in
from workings.value import Scalar, Tensor, Value

MOST_POSITIONS = 16  # of a sequence whose dependence is tried out
MOST_ENTRIES = 40_000  # of all matrices on the way, for every position once
_CHANGES = (fmpq(7, 5), fmpq(-23, 7), fmpq(31))  # added to the entries of a row, one after another

Rows: TypeAlias = tuple[tuple[bool, ...], ...]


def dependence(lines: Sequence[Line], inputs: Sequence[str], target: str) -> Rows | None:
    """For each row of the target, whether it depends on each row of the inputs; None where it is not told."""
    lines = leading_to(lines, target)
    base = run(lines).values
    matrices = {key: _matrix(base, key) for key in inputs}
    known = {key: value for key, value in matrices.items() if value is not None}
    result = _matrix(base, target)
    if result is None or not known or len(known) < len(inputs):
        return None
    count = next(iter(known.values())).shape[0]
    if count > MOST_POSITIONS or any(value.shape[0] != count for value in known.values()):
        return None
    if count * sum(len(value.items) for value in base.values() if isinstance(value, Tensor)) > MOST_ENTRIES:
        return None
    columns: list[tuple[bool, ...]] = []
    for at in range(count):
        seen = [False] * result.shape[0]
        for amount in _CHANGES:
            changed = _matrix(run(lines, _moved(known, at, amount)).values, target)
            if changed is None or changed.shape != result.shape:
                return None
            seen = [was or _differs(result, changed, i) for i, was in enumerate(seen)]
        columns.append(tuple(seen))
    return tuple(zip(*columns, strict=True))


def _matrix(values: Mapping[str, Value | Function], key: str) -> Tensor | None:
    found = values.get(key)
    return found if isinstance(found, Tensor) and len(found.shape) == 2 else None


def _moved(inputs: Mapping[str, Tensor], at: int, amount: fmpq) -> dict[str, Value]:
    """The inputs with one row changed, every entry by another amount."""
    moved: dict[str, Value] = {}
    for key, matrix in inputs.items():
        width = matrix.shape[1]
        items: list[Scalar] = list(matrix.items)
        for column in range(width):
            items[at * width + column] += amount / (column + 1)
        moved[key] = Tensor(matrix.shape, tuple(items), matrix.loose)
    return moved


def _differs(first: Tensor, second: Tensor, at: int) -> bool:
    width = first.shape[1]
    pairs = zip(
        first.items[at * width : (at + 1) * width], second.items[at * width : (at + 1) * width], strict=True
    )
    return any(are_apart(a, b) for a, b in pairs)


def is_causal(rows: Rows) -> bool:
    """Whether no row depends on a later one."""
    return not any(seen for i, row in enumerate(rows) for seen in row[i + 1 :])


def leading_to(lines: Sequence[Line], target: str) -> tuple[Line, ...]:
    """The lines that a name is worked out by, in reading order; functions stay, whoever uses them."""
    wanted, found = {target}, list[Line]()
    for line in reversed(lines):
        if line.params or wanted & set(line.keys):
            found.append(line)
            wanted |= names_in(line.formula) if line.formula is not None else frozenset()
    return tuple(reversed(found))


def roots(lines: Sequence[Line], target: str) -> tuple[str, ...]:
    """The givens that a name is worked out from, in reading order."""
    return tuple(key for line in leading_to(lines, target) if line.formula is None for key in line.keys)
