"""Broadcasting as mathematicians mean it, and shapes in words."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from workings.ops.primitives.primitive import NoValue
from workings.value import Scalar, Tensor, Value

Rule: TypeAlias = Callable[[Scalar, Scalar], Scalar]
Items: TypeAlias = tuple[Scalar, ...]


def describe(value: Value) -> str:
    """A value's shape in words, as it is said in messages."""
    if not isinstance(value, Tensor):
        return "a number"
    shape = value.shape
    if len(shape) == 1:
        return f"a vector of length {shape[0]}"
    if len(shape) == 2 and shape[1] == 1:
        return f"a column of length {shape[0]}"
    if len(shape) == 2 and shape[0] == 1:
        return f"a row of length {shape[1]}"
    kind = "matrix" if len(shape) == 2 else "tensor"
    return f"a {'×'.join(map(str, shape))} {kind}"


def mismatch(a: Value, b: Value, verb: str) -> NoValue:
    """The refusal for two shapes that do not go together, with both shapes."""
    first, second = describe(a), describe(b)
    if first.endswith("matrix") and second.endswith("matrix"):
        second = second.removesuffix("matrix") + "one"
    return NoValue(f"{first} cannot be {verb} {second}")


def each(rule: Callable[[Scalar], Scalar], value: Value) -> Value:
    """A rule for one number, applied to every entry."""
    if isinstance(value, Tensor):
        return Tensor(value.shape, tuple([rule(item) for item in value.items]), value.loose)
    return rule(value)


def gathered(values: tuple[Value, ...]) -> Value:
    """Several numbers as one vector."""
    if len(values) == 1:
        return values[0]
    items = tuple([value for value in values if not isinstance(value, Tensor)])
    if len(items) < len(values):
        raise NoValue("numbers and vectors mixed")
    return Tensor((len(items),), items, loose=True)


def entrywise(rule: Rule, a: Value, b: Value, verb: str) -> Value:
    """A rule for two numbers, applied entry by entry after the shapes are made to agree."""
    if not isinstance(a, Tensor):
        if not isinstance(b, Tensor):
            return rule(a, b)
        return Tensor(b.shape, tuple([rule(a, y) for y in b.items]), b.loose)
    if not isinstance(b, Tensor):
        return Tensor(a.shape, tuple([rule(x, b) for x in a.items]), a.loose)
    if a.shape == b.shape:
        return Tensor(a.shape, tuple(map(rule, a.items, b.items)), a.loose and b.loose)
    shape, left, right = _agree(a, b, verb)
    return Tensor(shape, tuple(map(rule, left, right)))


def _agree(a: Tensor, b: Tensor, verb: str) -> tuple[tuple[int, ...], Items, Items]:
    """Stretch the smaller of two tensors of different shape over the larger one."""
    if len(a.items) >= len(b.items) and (longer := stretched(b, a.shape)) is not None:
        return a.shape, a.items, longer
    if len(b.items) >= len(a.items) and (longer := stretched(a, b.shape)) is not None:
        return b.shape, longer, b.items
    raise mismatch(a, b, verb)


def stretched(small: Tensor, shape: tuple[int, ...]) -> Items | None:
    """The entries of `small` repeated to fill `shape`, or None where that has no natural meaning."""
    items = small.items
    size = _size(shape)
    if len(items) == 1:
        return items * size
    if len(small.shape) == 1:
        if shape[-1] == len(items):
            return items * (size // len(items))
        if len(shape) == 2 and shape[0] == len(items):
            return _repeated(items, shape[1])
        return None
    if len(small.shape) == 2 and len(shape) == 2:
        if small.shape[0] == 1 and small.shape[1] == shape[1]:
            return items * shape[0]
        if small.shape[1] == 1 and small.shape[0] == shape[0]:
            return _repeated(items, shape[1])
        return None
    if len(shape) == 1:
        return items if len(items) == shape[0] and 1 in small.shape else None
    if small.shape == shape[-len(small.shape) :]:
        return items * (size // len(items))
    if len(small.shape) == len(shape) and small.shape[:-1] == shape[:-1] and small.shape[-1] == 1:
        return _repeated(items, shape[-1])
    return None


def _repeated(items: Items, times: int) -> Items:
    return tuple([item for item in items for _ in range(times)])


def _size(shape: tuple[int, ...]) -> int:
    size = 1
    for extent in shape:
        size *= extent
    return size


def size(value: Value) -> int:
    """How many numbers a value holds."""
    return len(value.items) if isinstance(value, Tensor) else 1
