"""Wholes and their parts: one bar for each whole, cut into its parts, with the sum behind it."""

from __future__ import annotations

from collections.abc import Sequence

from workings.record import record
from workings.reporting.pictures.shapes import SMALL, Drawing, box, extent, text

HIGH, GAP, EDGE, LONGEST = 34.0, 14.0, 20.0, 460.0


@record(frozen=True, slots=True)
class Whole:
    """What a bar is called, its parts with their sizes, and what is said of the sum."""

    name: str
    parts: Sequence[tuple[str, float]]
    sum: str


def portions(wholes: Sequence[Whole]) -> Drawing:
    """The bars under each other, all to one scale."""
    longest = max(sum(size for _, size in whole.parts) for whole in wholes)
    left = EDGE + max(extent(whole.name, SMALL) for whole in wholes) + 14
    shapes: list[str] = []
    for row, whole in enumerate(wholes):
        y, x = EDGE + row * (HIGH + GAP), left
        shapes.append(text(left - 12, y + HIGH / 2, whole.name, "end", "faint", SMALL))
        for at, (name, size) in enumerate(whole.parts):
            wide = LONGEST * size / longest
            shapes.append(box(x, y, wide, HIGH, "plus", 0.1 + 0.1 * (at % 3)))
            shapes.append(text(x + wide / 2, y + HIGH / 2, f"{name} {size:g}", size=SMALL))
            x += wide
        shapes.append(text(x + 12, y + HIGH / 2, whole.sum, "start", "head"))
    right = max(extent(whole.sum, SMALL) for whole in wholes) + 30
    return Drawing(left + LONGEST + right + EDGE, EDGE * 2 + len(wholes) * (HIGH + GAP) - GAP, tuple(shapes))
