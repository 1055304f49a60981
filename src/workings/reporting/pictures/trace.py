"""The trace of one input: the values on the way in boxes, and the last of them against what was wanted."""

from __future__ import annotations

from collections.abc import Sequence

from workings.reporting.pictures.shapes import SMALL, Drawing, box, extent, path, text

HIGH = 54
GAP = 34
TOP = 44


def trace(caption: str, steps: Sequence[tuple[str, str]], wanted: str | None = None) -> Drawing:
    """Boxes from left to right with a name and a value; the last is marked where another was wanted."""
    shapes: list[str] = []
    x = 20.0
    last = len(steps) - 1
    for at, (name, value) in enumerate(steps):
        wide = max(extent(name, SMALL), extent(value, 15)) + 26
        hurt = at == last and wanted is not None
        shapes.append(box(x, TOP, wide, HIGH, "hurt" if hurt else "node"))
        shapes.append(text(x + wide / 2, TOP + 18, name, look="faint", size=SMALL))
        shapes.append(text(x + wide / 2, TOP + 37, value, look="bad" if hurt else ""))
        if at < last:
            middle = TOP + HIGH / 2
            shapes.append(path(f"M{x + wide + 5:.6g} {middle}H{x + wide + GAP - 9:.6g}", "ruled", 2))
            shapes.append(text(x + wide + GAP - 8, middle - 1, "›", look="faint"))
        elif wanted is not None:
            shapes.append(text(x + wide, TOP + HIGH + 18, f"wanted: {wanted}", "end", "bad", SMALL))
        x += wide + GAP
    width = max(x - GAP + 20, extent(caption, 15) + 40)
    return Drawing(width, TOP + HIGH + 34, (text(20, 22, caption, "start", "head"), *shapes))
