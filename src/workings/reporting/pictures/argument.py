"""An argument as a picture: what is given on top, and below it each step under the lines it rests on."""

from __future__ import annotations

from collections.abc import Sequence

from workings.record import record
from workings.reporting.pictures.shapes import SIZE, Drawing, box, extent, path, text

HIGH, GAP, DROP, EDGE = 34.0, 22.0, 62.0, 20.0  # of a box, between boxes, between rows, around them


@record(frozen=True, slots=True)
class Step:
    """One line of an argument, the lines that it rests on, and whether the argument breaks here."""

    words: str
    rests_on: tuple[int, ...] = ()
    breaks: bool = False


def argument(steps: Sequence[Step]) -> Drawing:
    """Every step in the row below the last that it rests on."""
    rows: list[int] = []
    for step in steps:
        rows.append(1 + max((rows[at] for at in step.rests_on), default=-1))
    widths = [extent(step.words, SIZE) + 28 for step in steps]
    across = [
        sum(width for width, row in zip(widths, rows, strict=True) if row == level)
        + GAP * (rows.count(level) - 1)
        for level in range(max(rows) + 1)
    ]
    whole = max(across)
    places: list[float] = []
    reached = [EDGE + (whole - wide) / 2 for wide in across]
    for width, row in zip(widths, rows, strict=True):
        places.append(reached[row])
        reached[row] += width + GAP
    shapes: list[str] = []
    for at, step in enumerate(steps):
        below = EDGE + rows[at] * (HIGH + DROP)
        for other in step.rests_on:
            above = EDGE + rows[other] * (HIGH + DROP) + HIGH
            start, end = places[other] + widths[other] / 2, places[at] + widths[at] / 2
            shapes.append(path(f"M{start:.1f} {above:.1f}L{end:.1f} {below:.1f}", "most", 1.5))
    for at, step in enumerate(steps):
        top = EDGE + rows[at] * (HIGH + DROP)
        shapes.append(box(places[at], top, widths[at], HIGH, "hurt" if step.breaks else "node", radius=6))
        shapes.append(text(places[at] + widths[at] / 2, top + HIGH / 2, step.words))
    height = 2 * EDGE + (max(rows) + 1) * HIGH + max(rows) * DROP
    return Drawing(whole + 2 * EDGE, height, tuple(shapes))
