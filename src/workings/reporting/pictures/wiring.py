"""What depends on what: inputs below, outputs above, and a line for each input that an output sees."""

from __future__ import annotations

from collections.abc import Sequence

from workings.reporting.pictures.shapes import SMALL, Drawing, box, extent, path, text

_WIDE, _TALL, _STEP, _HIGH = 56, 30, 86, 150


def wiring(
    seen: Sequence[Sequence[bool]], caption: str, words: Sequence[str], *, waits: bool = False
) -> Drawing:
    """Row i, column j of `seen`: whether output i sees input j; `waits` chains the outputs."""
    left, top = 24.0, 62.0
    width = max(left * 2 + _STEP * (len(words) - 1) + _WIDE, extent(caption, 16) + 32)
    left = (width - _STEP * (len(words) - 1) - _WIDE) / 2
    low = top + _HIGH
    middles = [left + _WIDE / 2 + _STEP * at for at in range(len(words))]
    shapes = [text(width / 2, 22, caption, look="head")]
    for i, row in enumerate(seen):
        for j, sees in enumerate(row):
            if sees and not (waits and i != j):
                shapes.append(
                    path(f"M{middles[j]:.6g} {low:.6g}L{middles[i]:.6g} {top + _TALL:.6g}", "most", 2)
                )
    if waits:
        for at in range(len(words) - 1):
            shapes += _step(middles[at] + _WIDE / 2, middles[at + 1] - _WIDE / 2, top + _TALL / 2)
    for at, word in enumerate(words):
        for y, name in ((top, str(at + 1)), (low, word)):
            shapes.append(box(middles[at] - _WIDE / 2, y, _WIDE, _TALL, "node", radius=8))
            shapes.append(text(middles[at], y + _TALL / 2, name))
    note = "each waits for the one before" if waits else "all at once"
    shapes.append(text(width / 2, low + _TALL + 20, note, look="faint", size=SMALL))
    return Drawing(width, low + _TALL + 38, tuple(shapes))


def _step(start: float, end: float, y: float) -> list[str]:
    """An arrow from one output to the next."""
    return [
        path(f"M{start:.6g} {y:.6g}L{end - 7:.6g} {y:.6g}", "spreads", 2),
        path(f"M{end:.6g} {y:.6g}l-9 -5v10z", "tip"),
    ]
