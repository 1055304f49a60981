"""A recurrence over time: a strip for each quantity, one above the other, with its steps in the same places.

Gates and states keep to strips of their own, so that no colour has to tell them apart.
"""

from __future__ import annotations

from collections.abc import Sequence

from flint import fmpq

from workings.evaluating.rendering import midpoint, show
from workings.record import record
from workings.reporting.pictures.shapes import SMALL, Drawing, box, extent, path, shortened, text
from workings.value import Scalar

MOST_STEPS = 200
MOST_STRIPS = 24
_NUMBERED = 16  # steps up to which every value is written down
_TALL, _GAP = 46, 26
_LONGEST_NAME = 14


@record(frozen=True)
class Strip:
    """One quantity over time; None where it has no value at a step."""

    name: str
    values: Sequence[Scalar | None]


def why_no_run(strips: Sequence[Strip]) -> str | None:
    """Why there is no picture of some quantities, in words; None if there is one."""
    if not strips:
        return "there is no quantity to draw"
    if len(strips) > MOST_STRIPS:
        return f"{len(strips)} quantities are more than the {MOST_STRIPS} that can be read"
    if max(len(strip.values) for strip in strips) > MOST_STEPS:
        return f"at most {MOST_STEPS} steps can be drawn"
    return None


def run_picture(strips: Sequence[Strip], steps: Sequence[int], letter: str, caption: str) -> Drawing:
    """The strips under each other; `why_no_run` says which have no picture."""
    names = [shortened(strip.name, _LONGEST_NAME) for strip in strips]
    left = 24 + max(extent(name, 15) for name in names) + 34
    wide = max(14.0, min(76.0, 640 / max(1, len(steps))))
    width = max(left + wide * len(steps) + 18, extent(caption, 16) + 32)
    shapes = [text(width / 2, 22, caption, look="head")]
    top = 54.0
    for name, strip in zip(names, strips, strict=True):
        shapes += _strip(name, strip, left, top, wide)
        top += _TALL + _GAP
    top += 6
    every = max(1, (len(steps) + _NUMBERED - 1) // _NUMBERED)
    for at, step in enumerate(steps):
        if at % every == 0:
            shapes.append(text(left + wide * (at + 0.5), top - 4, str(step), look="faint", size=SMALL))
    shapes.append(text(left - 34, top - 4, letter, "end", "faint", SMALL))
    return Drawing(width, top + 18, tuple(shapes))


def _strip(name: str, strip: Strip, left: float, top: float, wide: float) -> list[str]:
    """One quantity: its frame with the bounds at the side, the line, a dot and a number for each step."""
    low, high = _bounds([value for value in strip.values if value is not None])
    span = high - low

    def height(value: Scalar) -> float:
        part = (midpoint(value) - low) / span
        return top + _TALL * (1 - int((part * 10**6).floor()) / 10**6)

    right = wide * len(strip.values)
    shapes = [box(left, top, right, _TALL, "ruled"), text(left - 40, top + _TALL / 2, name, "end")]
    for bound, y in ((high, top + 4), (low, top + _TALL - 4)):
        shapes.append(text(left - 6, y, _short(bound), "end", "faint", 10))
    if low < 0 < high:
        shapes.append(path(f"M{left:.6g} {height(fmpq(0)):.6g}h{right:.6g}", "ruled", 1))
    points = [
        (left + wide * (at + 0.5), height(value), value)
        for at, value in enumerate(strip.values)
        if value is not None
    ]
    if len(points) > 1:
        shapes.append(path("M" + "L".join(f"{x:.6g} {y:.6g}" for x, y, _ in points), "most", 2))
    for x, y, value in points:
        shapes.append(box(x - 3, y - 3, 6, 6, "plus", 1, 3))
        if len(strip.values) <= _NUMBERED:
            shapes.append(text(x, top + _TALL + 9, _short(value), look="faint", size=11))
    return shapes


def _bounds(values: Sequence[Scalar]) -> tuple[fmpq, fmpq]:
    """What the foot and the top of a strip stand for: 0 to 1 or -1 to 1 where that is enough."""
    numbers = [midpoint(value) for value in values] or [fmpq(0)]
    low, high = min(numbers), max(numbers)
    if low >= 0 and high <= 1:
        return fmpq(0), fmpq(1)
    if low >= -1 and high <= 1:
        return fmpq(-1), fmpq(1)
    low, high = min(low, fmpq(0)), max(high, fmpq(0))
    return low, high


def _short(value: Scalar) -> str:
    exact = show(value)
    return (exact if len(exact.strip("-")) <= 5 else show(value, 3)).replace("-", "−")
