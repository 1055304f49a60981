"""What a lab is: a claim, an experiment that measures it, and what came out."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from enum import Enum
from typing import TypeAlias

from workings.record import record

Cell: TypeAlias = str | float | int
ROUNDING = 1e-12  # of doubles, after some calculation


class Ruling(Enum):
    """What the figures say about a claim."""

    HOLDS = "holds"
    FAILS = "does not hold"
    ONLY_IF = "holds only if"
    OPEN = "undecided"


@record(frozen=True, slots=True)
class Table:
    """The measured figures: a heading for every column, and rows that begin with what was varied."""

    columns: tuple[str, ...]
    rows: tuple[tuple[Cell, ...], ...]


@record(frozen=True, slots=True)
class Plot:
    """Curves over one axis: by name, the value at each place."""

    across: str
    upwards: str
    places: tuple[float, ...]
    series: tuple[tuple[str, tuple[float, ...]], ...]


@record(frozen=True, slots=True)
class Bars:
    """One bar for each name, all to one scale."""

    upwards: str
    bars: tuple[tuple[str, float], ...]


Picture: TypeAlias = Plot | Bars


@record(frozen=True, slots=True)
class Outcome:
    """What one run of a lab measured, and what that says about its claim."""

    figures: Table
    ruling: Ruling
    reason: str  # the figures that decided, against their thresholds
    picture: Picture
    condition: str = ""  # completes "holds only if", where that is the ruling

    @property
    def verdict(self) -> str:
        """The ruling in words, with its condition where it has one."""
        return f"{self.ruling.value} {self.condition}" if self.ruling is Ruling.ONLY_IF else self.ruling.value


@record(frozen=True, slots=True)
class Lab:
    """A claim as textbooks make it, how it is measured, and the experiment itself."""

    name: str
    claim: str
    method: str
    run: Callable[[int], Outcome]  # of a seed; labs without chance leave it aside
    needs_torch: bool = True


def table(columns: str, rows: Sequence[Sequence[Cell]]) -> Table:
    """Figures under headings with bars between them."""
    return Table(tuple(columns.split("|")), tuple(tuple(row) for row in rows))


def plot(across: str, upwards: str, places: Sequence[float], **series: Sequence[float]) -> Plot:
    """Curves by name, where an underscore stands for a space."""
    named = tuple((name.replace("_", " "), tuple(values)) for name, values in series.items())
    return Plot(across, upwards, tuple(places), named)


def without_rounding(figure: float) -> float:
    """A figure, or nought where it is no more than what rounding leaves."""
    return 0.0 if abs(figure) < ROUNDING else figure


def sorted_out(holding: Sequence[str], failing: Sequence[str]) -> Ruling:
    """The ruling on a claim that was tried in several cases."""
    if not failing:
        return Ruling.HOLDS
    return Ruling.ONLY_IF if holding else Ruling.FAILS


def slope(places: Sequence[float], values: Sequence[float]) -> float:
    """The power of the places that the values grow with: the slope between their logarithms, fitted."""
    from math import log

    x, y = [log(place) for place in places], [log(value) for value in values]
    mean_x, mean_y = sum(x) / len(x), sum(y) / len(y)
    over = sum((a - mean_x) * (b - mean_y) for a, b in zip(x, y, strict=True))
    return over / sum((a - mean_x) ** 2 for a in x)
