"""Values in words: who attends to whom, and how much."""

from __future__ import annotations

from collections.abc import Sequence

from flint import fmpq

from workings.evaluating.ranking import are_shares, ranking, rows_of
from workings.evaluating.rendering import show, show_like
from workings.value import Scalar, Value

THOUSANDTH = fmpq(1, 1000)
MOST_TIED = 4  # that are named one by one


def describe(weights: Value, rows: Sequence[str] = (), columns: Sequence[str] = ()) -> list[str]:
    """A sentence for each row of weights, or one for a vector; nothing for a number.

    `rows` and `columns` are what the rows and columns are called, such as words of a sentence.
    """
    lines = rows_of(weights)
    if lines is None:
        return []
    if len(lines) == 1 and not rows:
        return [_vector(lines[0], columns)]
    names = rows or [f"output {at}" for at in range(1, len(lines) + 1)]
    others = columns or [f"input {at}" for at in range(1, len(lines[0]) + 1)]
    if not all(are_shares(line) for line in lines):
        return [_largest(line, name, others) for name, line in zip(names, lines, strict=True)]
    return [_attending(line, name, others) for name, line in zip(names, lines, strict=True)]


def _attending(row: Sequence[Scalar], name: str, columns: Sequence[str]) -> str:
    """`output 1 attends most to input 3 (0.768), then input 2 (0.187)`."""
    first, *rest = ranking(row)
    if len(first) == len(row):
        return f"{name} attends equally to all inputs ({share(row[0])} each)"
    verb = "attends most to" if len(first) == 1 else "attends equally to"
    words = f"{name} {verb} {_named(first, row, columns)}"
    if rest and row[rest[0][0]] > 0:
        words += f", then {_named(rest[0], row, columns)}"
    return words


def _named(places: Sequence[int], row: Sequence[Scalar], columns: Sequence[str]) -> str:
    """`input 3 (0.768)`, and of a tie all that share it."""
    number = share(row[places[0]])
    if len(places) == 1:
        return f"{columns[places[0]]} ({number})"
    if len(places) > MOST_TIED:
        return f"{len(places)} inputs ({number} each)"
    *others, last = [columns[at] for at in places]
    return f"{', '.join(others)} and {last} ({number} each)"


def _vector(row: Sequence[Scalar], columns: Sequence[str]) -> str:
    names = columns or [f"entry {at}" for at in range(1, len(row) + 1)]
    return _largest(row, "", names)


def _largest(row: Sequence[Scalar], name: str, columns: Sequence[str]) -> str:
    """`the largest of output 1 is input 3 (0.768)`."""
    place = ranking(row)[0]
    whose = f" of {name}" if name else ""
    number = share(row[place[0]]) if are_shares(row) else show(row[place[0]])
    if len(place) > 1:
        return f"the largest{whose} is {number}, {len(place)} times"
    return f"the largest{whose} is {columns[place[0]]} ({number})"


def share(weight: Scalar) -> str:
    """A share to three places; what is smaller than that and not nought says so."""
    if weight > 0 and weight < THOUSANDTH / 2:
        return "<0.001"
    return show_like(weight, THOUSANDTH)
