"""A matrix as shaded cells with their numbers, so that the eye finds what is large.

Shares, such as attention weights, are shaded from nothing to everything and the largest of each row is
framed. Any other matrix is shaded by size, in one colour above nought and another below.
"""

from __future__ import annotations

from collections.abc import Sequence

from flint import fmpq

from workings.evaluating.ranking import are_finite, are_shares, ranking, rows_of
from workings.evaluating.rendering import midpoint, show, show_like
from workings.record import record
from workings.reporting.pictures.shapes import (
    DEEP,
    DEEP_ON_DARK,
    SMALL,
    Drawing,
    box,
    extent,
    shortened,
    text,
)
from workings.value import Scalar, Value

LARGEST = 64  # rows and columns; beyond it nobody reads the numbers
_SIDES = ((8, 60, 15), (16, 46, 12), (32, 36, 10), (LARGEST, 28, 8))  # up to so many: side of a cell, letters
_LONGEST_NAME = 18
_MANY = 10  # rows from which on they are only numbered


@record(frozen=True)
class Naming:
    """What rows and columns are called; where it is empty they are numbered."""

    rows: Sequence[str] = ()
    columns: Sequence[str] = ()


def why_not_drawn(value: Value, name: str) -> str | None:
    """Why there is no heat map of a value, in words; None if there is one."""
    rows = rows_of(value)
    if rows is None:
        shape = getattr(value, "shape", ())
        if not shape:
            return f"{name} is a single number, {show(value)}; a picture needs a vector or a matrix"
        return f"{name} has {len(shape)} axes; a vector or a matrix can be drawn"
    if max(len(rows), len(rows[0])) > LARGEST:
        return f"{name} is {len(rows)}×{len(rows[0])}; at most {LARGEST} rows and columns can be read"
    if not all(are_finite(row) for row in rows):
        return f"{name} has entries without a finite value"
    return None


def heat_map(value: Value, caption: str, naming: Naming = Naming()) -> Drawing:  # noqa: B008 (frozen)
    """The matrix or vector as a heat map; `why_not_drawn` says which values have none."""
    rows = rows_of(value)
    if rows is None:
        raise ValueError(why_not_drawn(value, caption))
    shares = all(are_shares(row) for row in rows)
    side, size = next((side, size) for most, side, size in _SIDES if max(len(rows), len(rows[0])) <= most)
    numbers = [[_number(item, shares, size) for item in row] for row in rows]
    wide = max(side, *(extent(number, size) + 10 for row in numbers for number in row))
    legend = _legend(rows, shares)
    names = _row_names(rows, naming, shares)
    left = 16 + max((extent(name, SMALL) + 10 for name in names if name), default=0)
    width = max(left + wide * len(rows[0]), extent(legend, 12) + 16, extent(caption, 16) + 16) + 16
    left += (width - 16 - left - wide * len(rows[0])) / 2  # a narrow matrix stands in the middle
    grid = _Grid(rows, numbers, names, left, wide, side, size, shares)
    top, heads = 68, _fitting(_column_names(rows, naming, shares), wide, size)
    shapes = [text(width / 2, 22, caption, look="head")]
    shapes += [
        text(left + wide * (at + 0.5), top - 16, word, look="faint", size=min(SMALL, size + 1))
        for at, word in enumerate(heads)
    ]
    shapes += grid.cells(top)
    low = top + side * len(rows)
    shapes.append(text(width / 2, low + 20, legend, look="faint", size=12))
    return Drawing(width, low + 36, tuple(shapes))


@record(frozen=True)
class _Grid:
    """The cells of a heat map and how large they are."""

    rows: Sequence[Sequence[Scalar]]
    numbers: Sequence[Sequence[str]]
    names: Sequence[str]
    left: float
    wide: float
    side: float
    size: float
    shares: bool

    def cells(self, top: float) -> list[str]:
        """Shades, numbers and names row by row, then the frames, which lie above their neighbours."""
        whole = _whole(self.rows, self.shares)
        shapes: list[str] = []
        frames: list[str] = []
        for down, (row, numbers) in enumerate(zip(self.rows, self.numbers, strict=True)):
            y = top + self.side * down
            shapes.append(text(self.left - 10, y + self.side / 2, self.names[down], "end", "faint", SMALL))
            leading = ranking(row)[0] if self.shares else ()
            for across, item in enumerate(row):
                x = self.left + self.wide * across
                deep = _ratio(item, whole)
                look = "minus" if deep < 0 else "plus"
                shapes.append(box(x + 1, y + 1, self.wide - 2, self.side - 2, look, abs(deep)))
                shapes.append(
                    text(x + self.wide / 2, y + self.side / 2, numbers[across], look=_digits(abs(deep)),
                         size=self.size)
                )  # fmt: skip
                if across in leading and len(leading) < len(row):
                    frames.append(box(x + 2, y + 2, self.wide - 4, self.side - 4, "frame"))
        return [shape for shape in shapes if "></text>" not in shape] + frames


def _digits(deep: float) -> str:
    """The look of a number on a cell: black or white, whichever is read."""
    return "on-deep" if deep >= DEEP else "on-middle" if deep >= DEEP_ON_DARK else "on-faint"


def _largest(rows: Sequence[Sequence[Scalar]]) -> fmpq:
    """The largest size of an entry."""
    return max((abs(midpoint(item)) for row in rows for item in row), default=fmpq(0))


def _whole(rows: Sequence[Sequence[Scalar]], shares: bool) -> fmpq:
    """What the deepest shade stands for: the largest entry, or one where a share comes near it."""
    largest = _largest(rows)
    return fmpq(1) if not largest or (shares and largest >= fmpq(1, 2)) else largest


def _ratio(item: Scalar, whole: fmpq) -> float:
    """How deep a cell is: a part of the whole, never beyond it."""
    part = midpoint(item) / whole
    millionths = int((part * 10**6).floor())
    return max(-1.0, min(1.0, millionths / 10**6))


def _number(item: Scalar, shares: bool, size: float) -> str:
    """A number as it stands in a cell: shares to the same places, others as short as they can be."""
    if shares:
        written = show_like(item, fmpq(1, 1000) if size >= 12 else fmpq(1, 100))
    else:
        written = show(item)
        if len(written.lstrip("-")) > 5:
            written = show(item, 4 if size >= 12 else 3)
    return written.replace("-", "−")


def _row_names(rows: Sequence[Sequence[Scalar]], naming: Naming, shares: bool) -> list[str]:
    if len(naming.rows) == len(rows):
        return [shortened(name, _LONGEST_NAME) for name in naming.rows]
    if len(rows) == 1:
        return [""]
    word = "query " if shares and len(rows) <= _MANY else ""
    return [f"{word}{at}" for at in range(1, len(rows) + 1)]


def _column_names(rows: Sequence[Sequence[Scalar]], naming: Naming, shares: bool) -> list[str]:
    count = len(rows[0])
    if len(naming.columns) == count:
        return [shortened(name, _LONGEST_NAME) for name in naming.columns]
    word = "key " if shares and len(rows) > 1 and count <= _MANY else ""
    return [f"{word}{at}" for at in range(1, count + 1)]


def _fitting(names: Sequence[str], wide: float, size: float) -> list[str]:
    """Names that fit over their columns; those that would run into each other are cut."""
    letters = min(SMALL, size + 1)
    fitted = []
    for name in names:
        while len(name) > 2 and extent(name, letters) > wide - 2:
            name = name.rstrip("…")[:-1] + "…"
        fitted.append(name)
    return fitted


def _legend(rows: Sequence[Sequence[Scalar]], shares: bool) -> str:
    whole = _whole(rows, shares)
    deepest = f"deepest: {_number(_largest(rows), shares, SMALL)}"
    if shares:
        framed = "framed: the largest" + (" of its row" if len(rows) > 1 else "")
        return framed if whole == 1 else f"{framed}; {deepest}"
    below = "; red: below nought" if any(item < 0 for row in rows for item in row) else ""
    return deepest + below
