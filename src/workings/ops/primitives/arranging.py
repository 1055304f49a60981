"""Entries in other places: moved on, turned round, cut off at the ends, or marked by a one."""

from __future__ import annotations

from flint import fmpq

from workings.expr import call
from workings.ops.primitives.primitive import NoValue, Primitive
from workings.ops.primitives.products import whole
from workings.ops.primitives.pullback import Back, Parts, negative, steps
from workings.ops.primitives.shaping import size
from workings.value import Scalar, Tensor, Value

_ONE, _ZERO = fmpq(1), fmpq(0)
WIDEST = 10_000  # columns of a matrix of ones and noughts


def shifted(a: Value, by: Value) -> Value:
    """Every entry so many columns further on, with noughts moving in; a column is taken as a row."""
    if not isinstance(a, Tensor):
        raise NoValue("the columns of a number")
    width = len(a.items) if 1 in a.shape else a.shape[-1]
    steps = whole(by, "the number of columns", -width, width)
    items: list[Scalar] = []
    for start in range(0, len(a.items), width):
        row = a.items[start : start + width]
        kept = row[max(0, -steps) : width - max(0, steps)]
        items += (_ZERO,) * max(0, steps) + kept + (_ZERO,) * max(0, -steps)
    return Tensor(a.shape, tuple(items), a.loose)


def reversed_entries(a: Value) -> Value:
    """The entries of a vector from the last to the first; a number stays as it is."""
    if not isinstance(a, Tensor):
        return a
    if len(a.shape) > 1 and 1 not in a.shape:
        raise NoValue("a matrix turned round")
    return Tensor(a.shape, a.items[::-1], a.loose)


def trimmed(a: Value, front: Value, back: Value) -> Value:
    """Without so many rows, or entries of a vector, at the front and at the back; something has to stay."""
    if not isinstance(a, Tensor):
        raise NoValue("the rows of a number")
    rows = a.shape[0]
    first = whole(front, "the number of rows", 0, rows)
    last = rows - whole(back, "the number of rows", 0, rows)
    if first >= last:
        raise NoValue("no rows are left")
    block = len(a.items) // rows
    return Tensor((last - first, *a.shape[1:]), a.items[first * block : last * block], a.loose)


def one_hot(places: Value, width: Value) -> Value:
    """A row for each place, counted from one, that is one there and nought elsewhere."""
    columns = whole(width, "the number of columns", 1, WIDEST)
    listed = places.items if isinstance(places, Tensor) else (places,)
    marked = [whole(place, "a place", 1, columns) for place in listed]
    items = tuple([_ONE if at == place else _ZERO for place in marked for at in range(1, columns + 1)])
    return Tensor((len(marked), columns), items)


def _marks(places: Value, width: Value) -> int:
    return size(places) * (int(width.p // width.q) if isinstance(width, fmpq) else 1)


def _trimmed_back(back: Back) -> Parts:
    x, front = back.values[0], back.values[1]
    if not isinstance(x, Tensor) or not isinstance(front, fmpq):
        raise NoValue("a cut whose place is not known")
    start = len(x.items) // x.shape[0] * int(front.p)
    return call("placed", back.g, back.args[0], start), None, None


ARRANGING = (
    Primitive("shifted", shifted, 2, 2, pullback=lambda b: (call("shifted", b.g, negative(b.args[1])), None)),
    Primitive("reversed", reversed_entries, pullback=lambda b: (call("reversed", b.g),)),
    Primitive("trimmed", trimmed, 3, 3, pullback=_trimmed_back),
    Primitive("one_hot", one_hot, 2, 2, cost=_marks, pullback=steps),
)
