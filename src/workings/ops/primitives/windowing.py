"""Windows that slide over a matrix, and entries set out in rows again."""

from __future__ import annotations

from flint import fmpq

from workings.ops.primitives.primitive import NoValue, Primitive
from workings.ops.primitives.products import mul, whole
from workings.value import Tensor, Value

MOST_WINDOWED = 100_000  # entries of all windows on a matrix
WIDEST = 10_000  # side of a window, stride, padding
_ZERO = fmpq(0)


def windows(a: Value, height: Value, width: Value, stride: Value, padding: Value) -> Value:
    """A row of entries for each place of a window on a matrix with noughts around it; a vector is one row."""
    if not isinstance(a, Tensor) or len(a.shape) > 2:
        raise NoValue("windows on what is no matrix")
    rows, columns = a.shape if len(a.shape) == 2 else (1, a.shape[0])
    pad = whole(padding, "the padding", 0, WIDEST)
    above = pad if len(a.shape) == 2 else 0
    high, wide = (whole(side, "the side of a window", 1, WIDEST) for side in (height, width))
    step = whole(stride, "the stride", 1, WIDEST)
    if high > rows + 2 * above or wide > columns + 2 * pad:
        raise NoValue("the window is larger than the matrix")
    down = range(-above, rows + above - high + 1, step)
    across = range(-pad, columns + pad - wide + 1, step)
    if len(down) * len(across) * high * wide > MOST_WINDOWED:
        raise NoValue("too many windows")
    items = tuple(
        [
            a.items[i * columns + j] if 0 <= i < rows and 0 <= j < columns else _ZERO
            for top in down
            for left in across
            for i in range(top, top + high)
            for j in range(left, left + wide)
        ]
    )
    return Tensor((len(down) * len(across), high * wide), items)


def star(a: Value, b: Value) -> Value:
    """Matrices that can be multiplied are; else the second slides over the first, as a kernel does."""
    if not isinstance(a, Tensor) or not isinstance(b, Tensor):
        return mul(a, b)
    if len(a.shape) != 2 or len(b.shape) != 2 or a.shape[1] == b.shape[0]:
        return mul(a, b)
    high, wide = (fmpq(extent) for extent in b.shape)
    under = windows(a, high, wide, fmpq(1), fmpq(0))
    return in_rows(mul(under, flat(b)), fmpq(a.shape[0] - b.shape[0] + 1))


def flat(a: Value) -> Value:
    """All entries row by row, in one vector."""
    return Tensor((len(a.items),), a.items) if isinstance(a, Tensor) else Tensor((1,), (a,))


def in_rows(a: Value, count: Value) -> Value:
    """The entries set out in so many rows; a single one is a number, and a single row a vector."""
    items = a.items if isinstance(a, Tensor) else (a,)
    rows = whole(count, "the number of rows", 1, len(items))
    if len(items) % rows:
        raise NoValue("rows of different lengths")
    if len(items) == 1:
        return items[0]
    return Tensor((rows, len(items) // rows), items) if rows > 1 else Tensor((len(items),), items, loose=True)


WINDOWING = (
    Primitive("windows", windows, 5, 5),
    Primitive("star", star, 2, 2),
    Primitive("flat", flat),
    Primitive("in_rows", in_rows, 2, 2),
)
