"""Totals, products, means and norms over all entries or along an axis."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeAlias

from flint import arb, fmpq

from workings.expr import Expr, call, number
from workings.ops.primitives.arithmetic import magnitude
from workings.ops.primitives.powers import power_of_numbers, sqrt_of_number
from workings.ops.primitives.primitive import EXACT_BITS, NoValue, Primitive
from workings.ops.primitives.products import det, whole
from workings.ops.primitives.pullback import Back, Parts, meets, steps, times
from workings.ops.primitives.shaping import gathered, mismatch, size
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
    return along(lambda items: total_of(items) / len(items), gathered(values), axis)


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
    """Shares that are not negative and add up to one but for rounding, or counts as shares of their total."""
    if not isinstance(p, Tensor) or any(item < 0 for item in p.items):
        raise NoValue("not a list of probabilities")
    whole_sum = total_of(p.items)
    if not magnitude(whole_sum - 1) > fmpq(1, 20):
        return p
    if whole_sum < 1 or not all(isinstance(item, fmpq) and item.q == 1 for item in p.items):
        raise NoValue("probabilities that do not add up to one")
    return Tensor(p.shape, tuple(item / whole_sum for item in p.items), p.loose)


def _block(a: Tensor, axis: int) -> int:
    block = 1
    for extent in a.shape[axis:]:
        block *= extent
    return block


def _total_back(back: Back) -> Parts:
    return (call("spread", back.g, back.args[0]) if back.shape_of(0) else back.g,)


def _mean_back(back: Back) -> Parts:
    if len(back.args) > 1:
        return (back.over(number(len(back.args))),) * len(back.args)
    if not back.shape_of(0):
        return (back.g,)
    count = size(back.values[0]) // size(back.result)
    return (call("spread", call("div", back.g, count), back.args[0]),)


def _product_back(back: Back) -> Parts:
    value = back.values[0]
    if not isinstance(value, Tensor):
        return (back.g,)
    if any(meets(item, 0) for item in value.items):
        raise NoValue("the derivative of a product in which a factor is nought")
    return (call("div", call("spread", times(back.g, back.out, back.is_scalar), back.args[0]), back.args[0]),)


def _norm_back(back: Back) -> Parts:
    """x over its length; the sign, for order one; the sign at the largest entry, for the largest."""
    x, value, order = back.args[0], back.values[0], _order(back)
    signs = call("sign", x)
    if not isinstance(value, Tensor):
        return sign_back(back)
    if order in (None, "fro", fmpq(2)):
        return (call("div", call("hadamard", back.g, x), back.out),) + (None,) * (len(back.args) - 1)
    rest = (None,) * (len(back.args) - 1)
    if order == 1:
        back.ties += ["|x| at 0"] if any(meets(item, 0) for item in value.items) else []
        return (call("hadamard", back.g, signs), *rest)
    if order == "inf":
        top = call("at_least", call("abs", x), back.out)
        return (call("hadamard", back.g, call("hadamard", shared(back, top, value), signs)), *rest)
    raise NoValue("the derivative of a norm of such an order")


def _order(back: Back) -> Value | str | None:
    return back.values[1] if len(back.values) > 1 else back.options.get("p")


def shared(back: Back, marks: Expr, value: Tensor) -> Expr:
    """One at the largest entry; equal largest entries are a corner, and share it evenly."""
    sizes = sorted(value.items, key=lambda item: float(abs(arb(item)).mid()), reverse=True)
    tie = len(sizes) > 1 and meets(magnitude(sizes[0]), magnitude(sizes[1]))
    if tie:
        back.ties.append("several entries are the largest")
        return call("div", marks, call("total", marks))
    return marks


def sign_back(back: Back) -> Parts:
    """The rule of |x|: its sign, and nought at the corner."""
    value = back.values[0]
    items = value.items if isinstance(value, Tensor) else (value,)
    if any(meets(item, 0) for item in items):
        back.ties.append("|x| at 0")
    return (back.scaled(call("sign", back.args[0])),) + (None,) * (len(back.args) - 1)


def _bars_back(back: Back) -> Parts:
    value = back.values[0]
    if isinstance(value, Tensor) and len(value.shape) == 2 and 1 not in value.shape:
        turned = call("transpose", call("inverse", back.args[0]))
        return (call("hadamard", times(back.g, back.out, True), turned),)
    return _norm_back(back)


def _concat_back(back: Back) -> Parts:
    """Each part gets its own stretch of what comes back."""
    if len(back.args) == 1 or not isinstance(back.result, Tensor):
        raise NoValue("the derivative of such a joining")
    rank = len(back.result.shape)
    axis = back.options.get("axis", LAST)
    across = rank == 2 and not isinstance(axis, str) and axis_of(back.result, axis) == 1
    g: Expr = call("transpose", back.g) if across else back.g
    sizes = [shape[1 if across else 0] if (shape := back.shape_of(i)) else 1 for i in range(len(back.args))]
    parts: list[Expr] = []
    for at in range(len(sizes)):
        cut: Expr = call("trimmed", g, sum(sizes[:at]), sum(sizes[at + 1 :]))
        cut = call("transpose", cut) if across else cut
        parts.append(cut if back.shape_of(at) else call("total", cut))
    return tuple(parts)


def _part_back(back: Back) -> Parts:
    which, count = back.values[1:]
    if not isinstance(which, fmpq) or not isinstance(count, fmpq):
        raise NoValue("a part whose place is not known")
    start = size(back.values[0]) // int(count.p) * int(which.p)
    return call("placed", back.g, back.args[0], start), None, None


def _running_back(back: Back) -> Parts:
    if len(back.shape_of(0)) > 1 and 1 not in back.shape_of(0):
        raise NoValue("the derivative of running totals in rows")
    return (call("reversed", call("running_total", call("reversed", back.g))),)


def _same_back(back: Back) -> Parts:
    return (back.g,)


REDUCTIONS = (
    Primitive("total", total, options=("axis",), pullback=_total_back),
    Primitive("product", product, options=("axis",), pullback=_product_back),
    Primitive("mean", mean, 1, None, options=("axis",), pullback=_mean_back),
    Primitive("norm", norm, 1, 2, options=("p",), pullback=_norm_back),
    Primitive("bars", bars, scalar=magnitude, pullback=_bars_back),
    Primitive("length", length, pullback=steps),
    Primitive("width", width, pullback=steps),
    Primitive("height", height, pullback=steps),
    Primitive("running_total", running_total, pullback=_running_back),
    Primitive("part", part, 3, 3, pullback=_part_back),
    Primitive("distribution", distribution, pullback=_same_back),
    Primitive("concat", concat, 1, None, options=("axis",), pullback=_concat_back),
)
