"""Totals, products, means and norms over all entries or along an axis."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeAlias

from flint import arb, fmpq

from workings.ops.primitives.arithmetic import magnitude
from workings.ops.primitives.powers import power_of_numbers, sqrt_of_number
from workings.ops.primitives.primitive import EXACT_BITS, NoValue, Primitive
from workings.ops.primitives.products import det, whole
from workings.ops.primitives.shaping import mismatch
from workings.value import Scalar, Tensor, Value

LAST = fmpq(-1)  # the last axis

Reduction: TypeAlias = Callable[[tuple[Scalar, ...]], Scalar]


def along(reduce: Reduction, a: Value, axis: Value | None) -> Value:
    """Reduce over all entries, or along one axis that then stays with extent one.

    A single column is a vector here: the last axis of it means its entries.
    """
    if not isinstance(a, Tensor):
        return reduce((a,))
    if axis is None or len(a.shape) == 1 or (axis == -1 and a.shape[1:] == (1,)):
        return reduce(a.items)
    at = axis_of(a, axis)
    inner = 1
    for extent in a.shape[at + 1 :]:
        inner *= extent
    block = inner * a.shape[at]
    items = [
        reduce(a.items[start + offset : start + block : inner])
        for start in range(0, len(a.items), block)
        for offset in range(inner)
    ]
    return Tensor((*a.shape[:at], 1, *a.shape[at + 1 :]), tuple(items))


def axis_of(a: Tensor, axis: Value) -> int:
    """An axis counted from 0, or from the end where negative."""
    rank = len(a.shape)
    at = whole(axis, "an axis", -rank, rank - 1)
    return at % rank


def total_of(items: Sequence[Scalar]) -> Scalar:
    result: Scalar = fmpq(0)
    for item in items:
        result = result + item
        if isinstance(result, fmpq) and result.height_bits() > EXACT_BITS:
            result = arb(result)
    return result


def product_of(items: Sequence[Scalar]) -> Scalar:
    result: Scalar = fmpq(1)
    for item in items:
        result = result * item
        if isinstance(result, fmpq) and result.height_bits() > EXACT_BITS:
            result = arb(result)
    return result


def total(a: Value, axis: Value | None = None) -> Value:
    return along(total_of, a, axis)


def product(a: Value, axis: Value | None = None) -> Value:
    return along(product_of, a, axis)


def mean(*values: Value, axis: Value | None = None) -> Value:
    """The mean of all entries, along an axis, or of several numbers."""
    return along(lambda items: total_of(items) / len(items), _gathered(values), axis)


def _gathered(values: tuple[Value, ...]) -> Value:
    """Several numbers as one vector."""
    if len(values) == 1:
        return values[0]
    items = tuple([value for value in values if not isinstance(value, Tensor)])
    if len(items) < len(values):
        raise NoValue("numbers and vectors mixed")
    return Tensor((len(items),), items, loose=True)


def bars(a: Value) -> Value:
    """|x|: the size of a number, the length of a vector, the determinant of a square matrix."""
    if not isinstance(a, Tensor):
        return magnitude(a)
    return norm(a) if len(a.shape) == 1 or 1 in a.shape else det(a)


def norm(a: Value, order: Value | None = None, *, p: Value | str | None = None) -> Value:
    """The length of a vector; of a matrix that of all its entries, unless another order is asked for."""
    wanted = p if order is None else order
    if not isinstance(a, Tensor):
        return magnitude(a)
    flat = len(a.shape) == 1 or 1 in a.shape
    if wanted is None or wanted == "fro" or (flat and wanted == 2):
        return sqrt_of_number(total_of([item * item for item in a.items]))
    sizes = tuple([magnitude(item) for item in a.items])
    if not flat or isinstance(wanted, Tensor):
        raise NoValue("a matrix norm that is not computed here")
    if wanted == "inf":
        result = sizes[0]
        for item in sizes[1:]:
            result = item if item >= result else result if item <= result else arb(result).max(arb(item))
        return result
    if isinstance(wanted, str) or not wanted >= 1:
        raise NoValue("a norm of an order below one")
    if wanted == 1:
        return total_of(sizes)
    powers = total_of([power_of_numbers(item, wanted) for item in sizes])
    return power_of_numbers(powers, 1 / wanted)


def length(a: Value) -> Value:
    """How many entries a vector has, or rows a matrix."""
    if not isinstance(a, Tensor):
        raise NoValue("the length of a number")
    return fmpq(len(a.items) if 1 in a.shape else a.shape[0])


def width(a: Value) -> Value:
    """How many entries a row has: the last extent."""
    if not isinstance(a, Tensor):
        return fmpq(1)
    return fmpq(a.shape[-1])


def height(a: Value) -> Value:
    """How many rows a matrix has; a vector is one row."""
    if not isinstance(a, Tensor) or len(a.shape) == 1:
        return fmpq(1)
    return fmpq(a.shape[-2])


def running_total(a: Value) -> Value:
    """Every entry added to all before it, along the last axis."""
    if not isinstance(a, Tensor):
        return a
    width = len(a.items) if 1 in a.shape else a.shape[-1]
    items: list[Scalar] = []
    for start in range(0, len(a.items), width):
        so_far: Scalar = fmpq(0)
        for item in a.items[start : start + width]:
            so_far = so_far + item
            items.append(so_far)
    return Tensor(a.shape, tuple(items), a.loose)


def concat(*values: Value, axis: Value = LAST) -> Value:
    """Vectors end to end, or matrices side by side (axis -1) or one above the other (axis 0)."""
    if len(values) == 1 and isinstance(stacked := values[0], Tensor) and len(stacked.shape) > 2:
        values = tuple([stacked[i] for i in range(stacked.shape[0])])
    tensors = [v if isinstance(v, Tensor) else Tensor((1,), (v,), loose=True) for v in values]
    first = tensors[0]
    if any(len(t.shape) != len(first.shape) for t in tensors):
        raise mismatch(first, next(t for t in tensors if len(t.shape) != len(first.shape)), "joined to")
    at = axis_of(first, axis)
    rest = first.shape[:at] + first.shape[at + 1 :]
    for other in tensors:
        if other.shape[:at] + other.shape[at + 1 :] != rest:
            raise mismatch(first, other, "joined to")
    blocks = [_block(t, at) for t in tensors]
    items: list[Scalar] = []
    for start in range(len(first.items) // blocks[0]):
        for t, block in zip(tensors, blocks, strict=True):
            items.extend(t.items[start * block : (start + 1) * block])
    extent = sum(t.shape[at] for t in tensors)
    return Tensor((*first.shape[:at], extent, *first.shape[at + 1 :]), tuple(items), first.loose)


def part(a: Value, which: Value, count: Value) -> Value:
    """One of `count` equal parts of the entries or rows, counted from 0."""
    if not isinstance(a, Tensor):
        raise NoValue("a part of a number")
    parts = whole(count, "the number of parts", 1, a.shape[0])
    at = whole(which, "the part", 0, parts - 1)
    if a.shape[0] % parts:
        raise NoValue(f"{a.shape[0]} rows do not make {parts} equal parts")
    size = len(a.items) // parts
    return Tensor((a.shape[0] // parts, *a.shape[1:]), a.items[at * size : (at + 1) * size], a.loose)


def distribution(p: Value) -> Value:
    """Shares that are not negative and add up to one but for rounding; anything else is refused."""
    if not isinstance(p, Tensor) or any(item < 0 for item in p.items):
        raise NoValue("not a list of probabilities")
    if magnitude(total_of(p.items) - 1) > fmpq(1, 20):
        raise NoValue("probabilities that do not add up to one")
    return p


def _block(a: Tensor, axis: int) -> int:
    block = 1
    for extent in a.shape[axis:]:
        block *= extent
    return block


REDUCTIONS = (
    Primitive("total", total, options=("axis",)),
    Primitive("product", product, options=("axis",)),
    Primitive("mean", mean, 1, None, options=("axis",)),
    Primitive("norm", norm, 1, 2, options=("p",)),
    Primitive("bars", bars, scalar=magnitude),
    Primitive("length", length),
    Primitive("width", width),
    Primitive("height", height),
    Primitive("running_total", running_total),
    Primitive("part", part, 3, 3),
    Primitive("distribution", distribution),
    Primitive("concat", concat, 1, None, options=("axis",)),
)
