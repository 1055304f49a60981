"""Several tensors at once: added, multiplied, joined along an axis."""

from __future__ import annotations

import ast
from collections.abc import Sequence
from typing import TYPE_CHECKING

from workings.networks.code import expressions, tensors
from workings.networks.code.values import Tensor, Value
from workings.networks.passing import Misfit
from workings.networks.sizes import UNKNOWN, Product, Shape, Size, Unknown, differ, known
from workings.source import Span

if TYPE_CHECKING:
    from workings.networks.code.calling import Arguments
    from workings.networks.code.machine import Frame


def combined(frame: Frame, node: ast.AST, op: ast.operator, left: Value, right: Value) -> Value:
    """Two tensors added, multiplied entry by entry, or by the matrix product."""
    if not isinstance(left, Tensor) or not isinstance(right, Tensor):
        tensor = left if isinstance(left, Tensor) else right
        other = right if tensor is left else left
        plain = isinstance(other, int | float | Product)
        return tensor if plain and not isinstance(op, ast.MatMult) else Tensor(None)
    one, other_shape = left.shape, right.shape
    if one is None or other_shape is None or left.open or right.open:
        return Tensor(None)
    if isinstance(op, ast.MatMult):
        return _multiplied(frame, node, one, other_shape)
    return Tensor(_spread_over(frame, node, one, other_shape))


def _spread_over(frame: Frame, node: ast.AST, one: Shape, other: Shape) -> Shape | None:
    from workings.networks.code.machine import Problem

    width = max(len(one), len(other))
    padded = [(1,) * (width - len(shape)) + shape for shape in (one, other)]
    made: list[Size] = []
    for first, second in zip(*padded, strict=True):
        if first == 1 or second == 1:
            made.append(second if first == 1 else first)
        elif differ(first, second):
            span = frame.listing.span(node) if hasattr(node, "lineno") else Span(0, 0)
            frame.machine.object_to(Problem(span, Misfit(None, second, first), None, "+"))
            return None
        else:
            made.append(second if isinstance(first, Unknown) else first)
    return tuple(made)


def _multiplied(frame: Frame, node: ast.AST, one: Shape, other: Shape) -> Value:
    from workings.networks.code.machine import Problem

    if len(one) < 2 or len(other) < 2:
        return Tensor(None)
    if differ(one[-1], other[-2]):
        span = frame.listing.span(node) if hasattr(node, "lineno") else Span(0, 0)
        frame.machine.object_to(Problem(span, Misfit(None, other[-2], one[-1]), None, "@"))
        return Tensor(None)
    longer = one if len(one) >= len(other) else other
    return Tensor((*longer[:-2], one[-2], other[-1]))


def _object_to_joining(frame: Frame, arguments: Arguments, shapes: Sequence[Shape], place: int) -> None:
    """Only the axis along which tensors are joined may differ."""
    from workings.networks.code.machine import Problem

    for shape in shapes[1:]:
        for at, (one, other) in enumerate(zip(shapes[0], shape, strict=True)):
            if at != place and differ(one, other):
                span = frame.listing.span(arguments.node)
                frame.machine.object_to(Problem(span, Misfit(None, other, one), None, "cat"))
                return


def joined(frame: Frame, name: str, arguments: Arguments) -> Value:
    """`cat` along an axis, `stack` along a new one."""
    items = expressions.items_of(arguments.get(0, "tensors", UNKNOWN))
    axis = arguments.get(1, "dim", arguments.get(9, "axis", 0))
    shapes = [item.shape for item in items or () if isinstance(item, Tensor) and not item.open]
    known_shapes = [shape for shape in shapes if shape is not None]
    whole = items is not None and len(known_shapes) == len(items) and len(items) > 0
    if not whole or not isinstance(axis, int) or len({len(shape) for shape in known_shapes}) != 1:
        return Tensor(None)
    first = known_shapes[0]
    if name == "stack":
        return Tensor((*first[:axis], len(known_shapes), *first[axis:]) if 0 <= axis <= len(first) else None)
    if not -len(first) <= axis < len(first):
        return Tensor(None)
    place = axis % len(first)
    _object_to_joining(frame, arguments, known_shapes, place)
    widths = [known(shape[place]) for shape in known_shapes]
    total: Size = UNKNOWN if None in widths else sum(width or 0 for width in widths)
    made = Tensor((*first[:place], total, *first[place + 1 :]))
    return tensors.row(frame, arguments, name, made)
