"""A list whose numbers are dealt out, one to each of the lines below it; one of them loses its sign."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from workings.checking.methods.lines import Line, Slot
from workings.checking.methods.siblings.vectors import LIST, Vector
from workings.checking.methods.siblings.worked import SIGN, Stray, stray, telling
from workings.expr import Call, Expr, walk

LEAST_DEALT = 4


def dealt(lines: Sequence[Line], vectors: Sequence[Vector]) -> Iterator[Stray]:
    """The line that has the number of its turn with the other sign; another negative one is kept."""
    for vector in vectors:
        count = len(vector.values)
        if vector.kind != LIST or count < LEAST_DEALT or telling(vector.values) < count:
            continue
        below = [line for line in lines if line.start > vector.start]
        for first in range(len(below) - count + 1):
            found = _lost(below[first : first + count], vector)
            if found is not None:
                yield found
                break


def _lost(lines: Sequence[Line], vector: Vector) -> Stray | None:
    odd: list[tuple[Line, Slot]] = []
    kept: list[bool] = []
    for line, value in zip(lines, vector.values, strict=True):
        own = [slot for slot in line.slots if abs(slot.value) == abs(value)]
        if len(own) != 1:
            return None
        if own[0].value == value:
            kept.append(bool(value < 0))
        else:
            odd.append((line, own[0]))
    if len(odd) != 1 or not any(kept) or odd[0][1].value < 0:
        return None
    line, slot = odd[0]
    if not any(_is_argument(slot, node) for node in walk(line.formula.expr)) and not _is_added(
        lines, line, slot, vector
    ):
        return None  # the sign of a product may have been put before it
    return stray(line, SIGN, ((slot, -slot.value),), vector.start)


def _is_added(lines: Sequence[Line], odd: Line, slot: Slot, vector: Vector) -> bool:
    """Whether a line that is made alike adds the number of its turn with the sign that it has."""
    at = odd.slots.index(slot)
    return any(
        line is not odd
        and line.skeleton == odd.skeleton
        and line.slots[at].value == value > 0
        and all((one.value < 0) == (own.value < 0) for one, own in zip(line.slots, odd.slots, strict=True))
        for line, value in zip(lines, vector.values, strict=True)
    )


def _is_argument(slot: Slot, node: Expr) -> bool:
    """Whether a number is all that a function is taken of."""
    return (
        isinstance(node, Call) and len(node.args) == 1 and node.args[0] is slot.written and node.op != "neg"
    )
