"""Shapes on the way back: what was stretched is summed, what was summed is stretched."""

from __future__ import annotations

from flint import fmpq

from workings.expr import call
from workings.ops.primitives.primitive import NoValue, Primitive
from workings.ops.primitives.products import whole
from workings.ops.primitives.pullback import Back, Parts
from workings.ops.primitives.shaping import mismatch, stretched
from workings.value import Scalar, Tensor, Value

_ZERO = fmpq(0)


def fitted(g: Value, x: Value) -> Value:
    """The entries of g summed over all places that an entry of x was repeated to, in the shape of x."""
    if not isinstance(x, Tensor):
        items = g.items if isinstance(g, Tensor) else (g,)
        return _sum(items)
    if not isinstance(g, Tensor):
        g = Tensor((1,), (g,), loose=True)
    if len(g.items) == len(x.items):
        return Tensor(x.shape, g.items, x.loose)
    places = stretched(Tensor(x.shape, tuple(map(fmpq, range(len(x.items)))), x.loose), g.shape)
    if places is None:
        raise mismatch(g, x, "summed to the shape of")
    sums: list[Scalar] = [_ZERO] * len(x.items)
    for place, item in zip(places, g.items, strict=True):
        at = int(place.p) if isinstance(place, fmpq) else 0
        sums[at] = sums[at] + item
    return Tensor(x.shape, tuple(sums), x.loose)


def spread(g: Value, x: Value) -> Value:
    """The entries of g repeated to fill the shape of x."""
    if not isinstance(x, Tensor):
        return g
    if not isinstance(g, Tensor):
        return Tensor(x.shape, (g,) * len(x.items), x.loose)
    items = stretched(g, x.shape)
    if items is None:
        raise mismatch(g, x, "spread over")
    return Tensor(x.shape, items, x.loose)


def placed(g: Value, x: Value, start: Value) -> Value:
    """The entries of g from a place on, counted row by row, and noughts elsewhere, in the shape of x."""
    if not isinstance(x, Tensor):
        raise NoValue("a place in a number")
    items = g.items if isinstance(g, Tensor) else (g,)
    at = whole(start, "a place", 0, len(x.items) - len(items))
    rest = len(x.items) - at - len(items)
    return Tensor(x.shape, (_ZERO,) * at + items + (_ZERO,) * rest, x.loose)


def _sum(items: tuple[Scalar, ...]) -> Scalar:
    total: Scalar = _ZERO
    for item in items:
        total = total + item
    return total


def _unfitted(back: Back) -> Parts:
    return (call("spread", back.g, back.args[0]), None)


def _unspread(back: Back) -> Parts:
    return (call("fitted", back.g, back.args[0]), None)


def _untaken(body: Value, by: Value) -> Value:
    raise NoValue("a derivative that is not worked out here")


def _unplaced(body: Value, *place: Value) -> Value:
    raise NoValue("a value at a place that is not put in here")


RETURNING = (
    Primitive("derivative", _untaken, 2, 2),  # put in by its rule before it is run
    Primitive("at", _unplaced, 2, 17),  # and so is this: names and values stand behind what is taken
    Primitive("fitted", fitted, 2, 2, pullback=_unfitted),
    Primitive("spread", spread, 2, 2, pullback=_unspread),
    Primitive("placed", placed, 3, 3),
)
