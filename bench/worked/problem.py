"""What a procedure is made of: numbers that are given, and steps that each follow from what stands above."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

Cells = list[float]
Known = dict[str, Cells]  # the entries of what is given or worked out, row by row, by plain name


@dataclass(frozen=True)
class Given:
    """Something that a page states at the start."""

    name: str  # as in plain text, "W1"
    tex: str
    cells: Cells
    shape: tuple[int, ...] = ()  # of a number, a vector or a matrix


@dataclass(frozen=True)
class Step:
    """Something that is worked out, from what is known by then."""

    name: str
    tex: str
    said: str  # "hidden pre-activations"
    formula: str  # its right side, in TeX
    made: Callable[[Known], Cells]
    shape: tuple[int, ...] = ()
    places: int = 3


@dataclass(frozen=True)
class Problem:
    """A procedure with its numbers: a sentence of what is done, what is given, and the steps in order."""

    title: str
    task: str
    given: Sequence[Given]
    steps: Sequence[Step]

    def worked(self, stated: tuple[str, Cells] | None = None) -> Known:
        """Every step; one of them as it is stated, so that what comes after follows from that."""
        known = {one.name: one.cells for one in self.given}
        for step in self.steps:
            known[step.name] = step.made(known)
            if stated is not None and stated[0] == step.name:
                known[step.name] = stated[1]
        return known


def times(matrix: Cells, vector: Cells) -> Cells:
    """A matrix, row by row, times a vector."""
    width = len(vector)
    return [
        sum(a * b for a, b in zip(matrix[at : at + width], vector, strict=True))
        for at in range(0, len(matrix), width)
    ]


def plus(*vectors: Cells) -> Cells:
    return [sum(entries) for entries in zip(*vectors, strict=True)]
