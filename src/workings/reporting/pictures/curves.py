"""Curves over one axis: losses by epoch, or what becomes of several quantities while a number grows."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence

from workings.record import record
from workings.reporting.pictures.shapes import SMALL, Drawing, extent, path, text

WIDTH, HEIGHT = 420, 220  # of the field that the curves lie in
LEFT, TOP, BELOW = 70, 44, 48
POINTS = 120  # of a curve that is traced
STEEP = 50  # from this ratio on an axis goes by logarithms, unless it is told otherwise
TICKS = 5
_LOOKS = ("most", "second", "spreads", "frame", "ruled")


@record(frozen=True, slots=True)
class Axis:
    """What runs along a side: its name, its ends and the places that are marked."""

    name: str
    first: float
    last: float
    marks: Sequence[float]
    logarithmic: bool = False

    def share(self, value: float) -> float:
        """How far along the axis a number lies, from 0 to 1."""
        first, last, at = self.first, self.last, value
        if self.logarithmic:
            if value <= 0:
                return 0.0
            first, last, at = math.log10(first), math.log10(last), math.log10(at)
        return 0.5 if first == last else (at - first) / (last - first)


@record(frozen=True, slots=True)
class Curve:
    """A quantity by its name, and its value at some places in order."""

    name: str
    points: Sequence[tuple[float, float]]


def traced(name: str, value: Callable[[float], float], across: Axis) -> Curve:
    """The curve of a function."""
    places = [across.first + (across.last - across.first) * at / POINTS for at in range(POINTS + 1)]
    return Curve(name, [(place, value(place)) for place in places])


def axis_over(name: str, values: Iterable[float], logarithmic: bool | None = None) -> Axis:
    """An axis that holds all these numbers, by logarithms where they are positive and far apart."""
    finite = [value for value in values if math.isfinite(value)]
    if not finite:
        raise ValueError("there is nothing to draw")
    low, high = min(finite), max(finite)
    if logarithmic is None:
        logarithmic = low > 0 and high > STEEP * low
    return Axis(name, low, high, _decades(low, high) if logarithmic else _steps(low, high), logarithmic)


def _decades(low: float, high: float) -> list[float]:
    first, last = math.ceil(math.log10(low) - 1e-9), math.floor(math.log10(high) + 1e-9)
    every = max(1, -(-(last - first) // TICKS))
    return [10.0**power for power in range(first, last + 1, every)] or [low, high]


def _steps(low: float, high: float) -> list[float]:
    rough = (high - low) / TICKS or 1.0
    power = 10.0 ** math.floor(math.log10(rough))
    step = next(size * power for size in (1, 2, 5, 10) if size * power >= rough)
    first, last = math.ceil(low / step - 1e-9), math.floor(high / step + 1e-9)
    return [at * step for at in range(first, last + 1)]


def curves(lines: Sequence[Curve], across: Axis, upwards: Axis, caption: str = "") -> Drawing:
    """Curves in one field, each with its name at its end."""

    def x(place: float) -> float:
        return LEFT + WIDTH * across.share(place)

    def y(value: float) -> float:
        return TOP + HEIGHT * (1 - min(1.0, max(0.0, upwards.share(value))))

    shapes = [text(LEFT, 20, caption, "start", "head")] if caption else []
    for mark in upwards.marks:
        shapes.append(path(f"M{LEFT} {y(mark):.5g}H{LEFT + WIDTH}", "ruled", 1))
        shapes.append(text(LEFT - 10, y(mark), f"{mark:g}", "end", "faint", SMALL))
    for mark in across.marks:
        shapes.append(text(x(mark), TOP + HEIGHT + 14, f"{mark:g}", look="faint", size=SMALL))
    shapes.append(text(LEFT + WIDTH / 2, TOP + HEIGHT + 34, across.name, look="faint", size=SMALL))
    ends: list[float] = []
    for at, line in enumerate(lines):
        points = [(x(place), y(value)) for place, value in line.points if math.isfinite(value)]
        if points:
            way = " L".join(f"{right:.5g} {down:.5g}" for right, down in points)
            shapes.append(path(f"M{way}", _LOOKS[at % len(_LOOKS)], 2.5))
            ends.append(_free(points[-1][1], ends))
            shapes.append(text(LEFT + WIDTH + 10, ends[-1], line.name, "start", size=SMALL))
    wide = max(extent(line.name, SMALL) for line in lines)
    return Drawing(LEFT + WIDTH + wide + 26, TOP + HEIGHT + BELOW, tuple(shapes))


def said_of(lines: Iterable[Curve]) -> list[str]:
    """Where each curve begins and ends, for those who cannot see it."""
    return [
        f"{line.name} from {line.points[0][1]:.4g} to {line.points[-1][1]:.4g}"
        for line in lines
        if line.points
    ]


def _free(place: float, taken: Sequence[float]) -> float:
    """A height near a place, within the field if there is one, at which no other name stands."""
    steps = [step * (SMALL + 2) for step in range(len(taken) + 1)]
    places = [place + step for step in steps] + [place - step for step in steps]
    free = [at for at in places if all(abs(at - other) >= SMALL + 2 for other in taken)]
    return next((at for at in free if TOP <= at <= TOP + HEIGHT), free[0])
