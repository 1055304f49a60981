"""Curves over one axis: what becomes of several quantities while a number grows."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from workings.record import record
from workings.reporting.pictures.shapes import SMALL, Drawing, extent, path, text

WIDTH, HEIGHT = 420, 220  # of the field that the curves lie in
LEFT, TOP, BELOW = 70, 44, 48
POINTS = 120  # of a curve
_LOOKS = ("most", "second", "spreads", "ruled")


@record(frozen=True, slots=True)
class Curve:
    """A quantity by its name, and its value at every place."""

    name: str
    value: Callable[[float], float]


@record(frozen=True, slots=True)
class Axis:
    """What runs along a side: its name, its ends and the places that are marked."""

    name: str
    first: float
    last: float
    marks: Sequence[float]


def curves(lines: Sequence[Curve], across: Axis, upwards: Axis, caption: str = "") -> Drawing:
    """Curves in one field, each with its name at its end."""

    def x(place: float) -> float:
        return LEFT + WIDTH * (place - across.first) / (across.last - across.first)

    def y(value: float) -> float:
        share = (value - upwards.first) / (upwards.last - upwards.first)
        return TOP + HEIGHT * (1 - min(1.0, max(0.0, share)))

    shapes = [text(LEFT, 20, caption, "start", "head")] if caption else []
    for mark in upwards.marks:
        shapes.append(path(f"M{LEFT} {y(mark):.5g}H{LEFT + WIDTH}", "ruled", 1))
        shapes.append(text(LEFT - 10, y(mark), f"{mark:g}", "end", "faint", SMALL))
    for mark in across.marks:
        shapes.append(text(x(mark), TOP + HEIGHT + 14, f"{mark:g}", look="faint", size=SMALL))
    shapes.append(text(LEFT + WIDTH / 2, TOP + HEIGHT + 34, across.name, look="faint", size=SMALL))
    places = [across.first + (across.last - across.first) * at / POINTS for at in range(POINTS + 1)]
    ends: list[float] = []
    for line, look in zip(lines, _LOOKS, strict=False):
        points = " L".join(f"{x(place):.5g} {y(line.value(place)):.5g}" for place in places)
        shapes.append(path(f"M{points}", look, 2.5))
        at = _free(y(line.value(across.last)), ends)
        ends.append(at)
        shapes.append(text(LEFT + WIDTH + 10, at, line.name, "start", size=SMALL))
    wide = max(extent(line.name, SMALL) for line in lines)
    return Drawing(LEFT + WIDTH + wide + 26, TOP + HEIGHT + BELOW, tuple(shapes))


def _free(place: float, taken: Sequence[float]) -> float:
    """A height near a place at which no other name stands."""
    while any(abs(place - other) < SMALL + 2 for other in taken):
        place += SMALL + 2
    return place
