"""Bars to one scale: a name before each, its number behind it."""

from __future__ import annotations

from collections.abc import Sequence

from workings.reporting.pictures.shapes import SMALL, Drawing, box, extent, text

HIGH, GAP, EDGE, TOP, LONGEST = 24.0, 12.0, 20.0, 44.0, 360.0


def bars(rows: Sequence[tuple[str, float]], caption: str) -> Drawing:
    """The bars under each other; below nought they are drawn to their size in the other colour."""
    largest = max(abs(size) for _, size in rows) or 1.0
    left = EDGE + max(extent(name, SMALL) for name, _ in rows) + 14
    shapes = [text(EDGE, 20, caption, "start", "head")]
    for at, (name, size) in enumerate(rows):
        y, wide = TOP + at * (HIGH + GAP), LONGEST * abs(size) / largest
        shapes.append(text(left - 12, y + HIGH / 2, name, "end", "faint", SMALL))
        shapes.append(box(left, y, wide, HIGH, "plus" if size >= 0 else "minus", 0.5))
        shapes.append(text(left + wide + 10, y + HIGH / 2, f"{size:.3g}", "start", size=SMALL))
    width = max(left + LONGEST + 80, EDGE * 2 + extent(caption, SMALL) * 1.2)
    return Drawing(width, TOP + len(rows) * (HIGH + GAP) + EDGE - GAP, tuple(shapes))
