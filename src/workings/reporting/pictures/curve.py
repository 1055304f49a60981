"""Curves over time: losses by epoch, a measured quantity by depth or length."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

from workings.record import record
from workings.reporting.pictures.shapes import SMALL, Drawing, extent, path, shortened, svg, text

WIDTH, HEIGHT = 520.0, 260.0  # of the field
LEFT, RIGHT, TOP, BOTTOM = 74.0, 24.0, 44.0, 52.0
LOOKS = ("most", "second", "spreads")
STEEP = 50  # from this ratio on the values are drawn by their logarithms
TICKS = 5


@record(frozen=True, slots=True)
class Scale:
    """Numbers to places along an axis."""

    low: float
    high: float
    length: float
    logarithmic: bool = False

    def place(self, value: float) -> float:
        low, high, at = (math.log10(v) if self.logarithmic else v for v in (self.low, self.high, value))
        return self.length * (0.5 if high == low else (at - low) / (high - low))

    @property
    def ticks(self) -> list[float]:
        if self.logarithmic:
            first, last = math.ceil(math.log10(self.low)), math.floor(math.log10(self.high))
            every = max(1, -(-(last - first) // TICKS))
            return [10.0**power for power in range(first, last + 1, every)] or [self.low, self.high]
        rough = (self.high - self.low) / TICKS or 1.0
        power = 10.0 ** math.floor(math.log10(rough))
        step = next(size * power for size in (1, 2, 5, 10) if size * power >= rough)
        count = math.floor((self.high - self.low) / step + 1e-9)
        start = math.ceil(self.low / step - 1e-9) * step
        return [start + at * step for at in range(count + 1) if start + at * step <= self.high + 1e-9 * step]


def curve(
    series: Mapping[str, Sequence[float]],
    over: str,
    at: Sequence[float] | None = None,
    title: str = "",
) -> str:
    """A picture of a few curves with the same places; up to three of them can be told apart."""
    values = [value for listed in series.values() for value in listed if math.isfinite(value)]
    longest = max((len(listed) for listed in series.values()), default=0)
    places = [float(place) for place in (at if at is not None else range(1, longest + 1))]
    if not values or not places:
        raise ValueError("there is nothing to draw")
    positive = min(values) > 0 and max(values) > STEEP * min(values)
    up = Scale(min(values), max(values), HEIGHT, positive)
    along = Scale(min(places), max(places), WIDTH, min(places) > 0 and max(places) > STEEP * min(places))
    shapes = [*_axes(up, along, over), *_legend(list(series))]
    for look, listed in zip(LOOKS, series.values(), strict=False):
        points = [
            f"{LEFT + along.place(x):.2f} {TOP + HEIGHT - up.place(y):.2f}"
            for x, y in zip(places, listed, strict=False)
            if math.isfinite(y)
        ]
        shapes.append(path("M" + "L".join(points), look, 2))
    said = [f"{name} from {listed[0]:.4g} to {listed[-1]:.4g}" for name, listed in series.items() if listed]
    drawing = Drawing(LEFT + WIDTH + RIGHT, TOP + HEIGHT + BOTTOM, tuple(shapes))
    return svg(drawing, title or f"{', '.join(series)} by {over}", said)


def _axes(up: Scale, along: Scale, over: str) -> list[str]:
    bottom = TOP + HEIGHT
    shapes = [path(f"M{LEFT} {TOP}V{bottom}H{LEFT + WIDTH}", "ruled")]
    for value in up.ticks:
        y = bottom - up.place(value)
        shapes += [
            path(f"M{LEFT} {y:.2f}h{WIDTH}", "ruled", 0.5),
            text(LEFT - 8, y, f"{value:.4g}", "end", "faint", SMALL),
        ]
    for value in along.ticks:
        shapes.append(text(LEFT + along.place(value), bottom + 16, f"{value:.4g}", look="faint", size=SMALL))
    shapes.append(text(LEFT + WIDTH / 2, bottom + 36, shortened(over, 60), look="faint", size=SMALL))
    return shapes


def _legend(names: Sequence[str]) -> list[str]:
    shapes: list[str] = []
    x = LEFT
    for look, name in zip(LOOKS, names, strict=False):
        label = shortened(name, 28)
        shapes += [path(f"M{x:.2f} 22h26", look, 2), text(x + 34, 22, label, "start", size=SMALL)]
        x += 34 + extent(label, SMALL) + 28
    return shapes
