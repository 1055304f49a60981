"""The plane of two inputs: points that should fire, points that should not, and the lines of units."""

from __future__ import annotations

from collections.abc import Sequence

from workings.record import record
from workings.reporting.pictures.shapes import SMALL, Drawing, path, text

SIDE = 300  # of the square that is drawn
AROUND = 0.55  # what is shown of the plane beyond the points, in units
EDGE = 46  # around the square, for the axes
DOT = 9


@record(frozen=True)
class Line:
    """A threshold unit of two inputs, w·x + b = 0, and by how much its sums keep away from nought."""

    w: tuple[float, float]
    b: float
    margin: float = 0.0


@record(frozen=True)
class _View:
    """From points of the plane to places in the picture."""

    low: float
    high: float

    def at(self, x: float, y: float) -> tuple[float, float]:
        scale = SIDE / (self.high - self.low)
        return EDGE + (x - self.low) * scale, EDGE + SIDE - (y - self.low) * scale


def plane(
    points: Sequence[tuple[tuple[int, int], int]],
    caption: str,
    lines: Sequence[Line] = (),
    names: tuple[str, str] = ("x1", "x2"),
) -> Drawing:
    """Filled dots fire, rings do not; a line is the edge of a unit, with its margin dashed on both sides."""
    entries = [entry for point, _ in points for entry in point]
    view = _View(min(entries) - AROUND, max(entries) + AROUND)
    shapes = [text(EDGE + SIDE / 2, 20, caption, look="head"), *_axes(view, sorted(set(entries)), names)]
    for line in lines:
        shapes += _edge(view, line)
    for point, bit in points:
        x, y = view.at(*point)
        look = "plus" if bit else "most"
        shapes.append(_dot(x, y, look))
        shapes.append(text(x + 14, y - 16, f"{point[0]}, {point[1]}", "start", "faint", SMALL))
    return Drawing(SIDE + 2 * EDGE, SIDE + 2 * EDGE + 14, tuple(shapes))


def _axes(view: _View, marks: Sequence[int], names: tuple[str, str]) -> list[str]:
    left, bottom = EDGE, EDGE + SIDE
    frame = f"M{left} {EDGE}V{bottom}H{left + SIDE}V{EDGE}Z"
    shapes = [path(frame, "ruled", 1)]
    for mark in marks:
        x, y = view.at(mark, mark)
        shapes.append(text(x, bottom + 14, str(mark).replace("-", "−"), look="faint", size=SMALL))
        shapes.append(text(left - 10, y, str(mark).replace("-", "−"), "end", "faint", SMALL))
    shapes.append(text(left + SIDE / 2, bottom + 32, names[0], look="faint"))
    shapes.append(text(left - 30, EDGE + SIDE / 2, names[1], look="faint"))
    return shapes


def _edge(view: _View, line: Line) -> list[str]:
    """The line where the sum is nought, those where it is ± the margin, and which side fires."""
    shapes = []
    ends = _ends(view, line.w, line.b)
    if ends is not None:
        shapes.append(path(_along(view, ends), "most", 2.5))
    for shift in (line.margin, -line.margin) if line.margin else ():
        beside = _ends(view, line.w, line.b + shift)
        if beside is not None:
            shapes.append(path(_along(view, beside), "second", 1.5))
    return shapes


def _along(view: _View, ends: Sequence[tuple[float, float]]) -> str:
    (x1, y1), (x2, y2) = (view.at(*end) for end in ends)
    return f"M{x1:.6g} {y1:.6g}L{x2:.6g} {y2:.6g}"


def _ends(view: _View, w: tuple[float, float], b: float) -> list[tuple[float, float]] | None:
    """Where the line w·x + b = 0 enters and leaves what is shown."""
    found: list[tuple[float, float]] = []
    for fixed in (view.low, view.high):
        if w[1]:
            y = -(b + w[0] * fixed) / w[1]
            found += [(fixed, y)] if view.low <= y <= view.high else []
        if w[0]:
            x = -(b + w[1] * fixed) / w[0]
            found += [(x, fixed)] if view.low < x < view.high else []
    distinct = sorted(set(found))
    return [distinct[0], distinct[-1]] if len(distinct) > 1 else None


def _dot(x: float, y: float, look: str) -> str:
    """A filled dot, or a ring."""
    place = f'cx="{x:.6g}" cy="{y:.6g}" r="{DOT}"'
    return f'<circle {place} class="{look}" stroke-width="2.5"/>'
