"""Tensors: what functions and methods make of a shape, by PyTorch's names."""

from __future__ import annotations

import ast
from collections.abc import Sequence
from typing import TYPE_CHECKING

from workings.networks.code import expressions, joining
from workings.networks.code.values import Tensor, Value
from workings.networks.layers import make_layer
from workings.networks.passing import Misfit, flattened, passed
from workings.networks.sizes import UNKNOWN, Product, Shape, Size, Unknown, count, differ, known, over

if TYPE_CHECKING:
    from workings.networks.code.calling import Arguments
    from workings.networks.code.machine import Frame, Problem

INPUT_OPTIONS = (
    "in_features in_channels num_features num_channels normalized_shape input_size embed_dim d_model".split()
)
UNCHANGED_LAYERS = frozenset(
    """ReLU ReLU6 LeakyReLU ELU SELU CELU GELU SiLU Mish Sigmoid LogSigmoid Tanh Softplus Softsign Hardtanh
    Hardswish Hardsigmoid Threshold Softmax LogSoftmax Softmin Dropout Dropout1d Dropout2d Dropout3d
    AlphaDropout Identity PReLU BatchNorm1d BatchNorm2d BatchNorm3d""".split()
)
_UNCHANGED = frozenset(
    """relu relu_ relu6 leaky_relu elu selu gelu silu mish sigmoid tanh softplus softmax log_softmax dropout
    dropout2d hardtanh hardswish sqrt exp log abs clamp clip sin cos neg pow square normalize contiguous clone
    detach to cuda cpu float double half long int bool requires_grad_ type round floor masked_fill
    masked_fill_ batch_norm layer_norm rsqrt cumsum dropout_ sign tril triu zeros_like ones_like rand_like
    randn_like empty_like""".split()
)
_MAKERS = frozenset("randn rand zeros ones empty".split())
_POOLS = {
    f"{kind}_pool{axes}d": f"{name}Pool{axes}d"
    for axes in (1, 2, 3)
    for kind, name in (
        ("max", "Max"),
        ("avg", "Avg"),
        ("adaptive_avg", "AdaptiveAvg"),
        ("adaptive_max", "AdaptiveMax"),
    )
}
_REDUCED = frozenset("mean sum amax amin prod std var norm logsumexp argmax argmin any all".split())
_PAIRED = frozenset({"max", "min", "topk", "sort", "median"})


def function(frame: Frame, name: str, arguments: Arguments) -> Value:
    """`torch.flatten(x, 1)`, `F.relu(x)`: the first argument is the tensor."""
    if name in _MAKERS:
        return Tensor(_sizes(arguments))
    if name in ("tensor", "as_tensor", "Tensor", "FloatTensor", "LongTensor"):
        return Tensor(_nested(arguments.get(0, "data")))
    if name == "randint":
        listed = expressions.items_of(arguments.get(2, "size"))
        return Tensor(None if listed is None else tuple(map(as_extent, listed)))
    if name == "arange":
        end = arguments.get(0, "end")
        return Tensor((as_extent(end),) if len(arguments.plain) == 1 else None)
    if name in ("cat", "concat", "concatenate", "stack"):
        return joining.joined(frame, name, arguments)
    first = arguments.get(0, "input", UNKNOWN)
    if not isinstance(first, Tensor):
        return UNKNOWN
    return method(frame, first, name, _without_first(arguments))


def _sizes(arguments: Arguments) -> Shape | None:
    """The sizes of a tensor that is made: `zeros(5)`, `zeros(2, 3)`, `rand(size=(2, 3))`."""
    values = arguments.values or [arguments.get(0, "size")]
    listed = expressions.items_of(values[0]) if len(values) == 1 else values
    if listed is None:
        listed = values if isinstance(values[0], int | Product) else None
    return None if listed is None else tuple(map(as_extent, listed))


def _nested(value: Value, depth: int = 0) -> Shape | None:
    """The shape of numbers in nested lists, all of one length."""
    if isinstance(value, int | float):
        return ()
    if not isinstance(value, list | tuple) or not value or depth > 6:
        return None
    inner = {_nested(item, depth + 1) for item in value}
    shape = inner.pop()
    return None if inner or shape is None else (len(value), *shape)


def _without_first(arguments: Arguments) -> Arguments:
    from dataclasses import replace

    return replace(arguments, plain=arguments.plain[1:])


def as_extent(value: Value) -> Size:
    """A number or a letter as a size; anything else is unknown."""
    return value if isinstance(value, Product) else (UNKNOWN if known(value) is None else known(value) or 0)


def method(frame: Frame, tensor: Tensor, name: str, arguments: Arguments) -> Value:
    """`x.view(-1, 400)`, `x.mean(dim=1)`."""
    if name in _UNCHANGED:
        return row(frame, arguments, name, tensor) if name in _SHOWN else tensor
    if name in ("size", "dim", "numel"):
        return _asked(tensor, name, arguments)
    if tensor.shape is None or tensor.open:
        return _of_unknown(tensor, name)
    if name in _POOLS:
        return _pooled(frame, tensor, _POOLS[name], arguments)
    if name in _REDUCED or name in _PAIRED:
        return _reduced(tensor.shape, name, arguments)
    if name in _REARRANGED:
        return _rearranged(frame, tensor, tensor.shape, name, arguments)
    return _computed(frame, tensor, tensor.shape, name, arguments)


def _rearranged(frame: Frame, tensor: Tensor, shape: Shape, name: str, arguments: Arguments) -> Value:
    """The same entries under another shape, or some of them."""
    match name:
        case "view" | "reshape":
            return row(frame, arguments, name, Tensor(_viewed(frame, shape, arguments)))
        case "flatten":
            made = flattened(shape, arguments.get(0, "start_dim", 0), arguments.get(1, "end_dim", -1))
            return row(frame, arguments, name, Tensor(made))
        case "transpose" | "swapaxes":
            return Tensor(_swapped(shape, arguments.get(0, "dim0"), arguments.get(1, "dim1")))
        case "t":
            return turned(tensor)
        case "permute":
            return Tensor(_permuted(shape, _spread(arguments)))
        case "squeeze" | "unsqueeze":
            return Tensor(_squeezed(shape, name, arguments))
        case "chunk" | "split":
            return _parted(shape, name, arguments)
        case "expand_as":
            other = arguments.get(0, "other")
            return other if isinstance(other, Tensor) else Tensor(None)
        case "expand":
            return Tensor(_expanded(shape, [as_extent(value) for value in _spread(arguments)]))
        case _:
            return Tensor(None)


def _computed(frame: Frame, tensor: Tensor, shape: Shape, name: str, arguments: Arguments) -> Value:
    """New entries: sums, products, attention, losses."""
    match name:
        case "matmul" | "mm" | "bmm":
            other = arguments.get(0, "other", UNKNOWN)
            return joining.combined(frame, arguments.node, ast.MatMult(), tensor, other)
        case "add" | "add_" | "mul" | "sub" | "div":
            other = arguments.get(0, "other", UNKNOWN)
            return joining.combined(frame, arguments.node, ast.Add(), tensor, other)
        case "scaled_dot_product_attention":
            values = arguments.get(1, "value", UNKNOWN)
            last = values.shape if isinstance(values, Tensor) and not values.open else None
            return Tensor(None if not last or not shape else (*shape[:-1], last[-1]))
        case "interpolate":
            options = {
                key: value for key, value in arguments.named.items() if key in ("size", "scale_factor")
            }
            layer = make_layer("Upsample", arguments.plain[:2], options)
            return Tensor(None if layer is None else passed(layer, shape).shape)
        case "cross_entropy" | "mse_loss" | "nll_loss" | "binary_cross_entropy" | "l1_loss":
            return Tensor(())
        case _:
            return UNKNOWN


_REARRANGED = frozenset(
    "view reshape flatten transpose swapaxes t permute squeeze unsqueeze "
    "chunk split expand expand_as repeat".split()
)
_SHOWN = frozenset("relu leaky_relu elu gelu silu sigmoid tanh softmax log_softmax dropout".split())


def row(frame: Frame, arguments: Arguments, name: str, tensor: Tensor) -> Tensor:
    from workings.networks.code.machine import Row

    if hasattr(arguments.node, "lineno"):
        frame.machine.rows.append(Row(frame.listing.span(arguments.node), name, tensor, 0))
    return tensor


def _of_unknown(tensor: Tensor, name: str) -> Value:
    """Without all sizes little can be said; what only looks at them one by one keeps them."""
    if name in _PAIRED:
        return UNKNOWN
    return Tensor(None)


def _asked(tensor: Tensor, name: str, arguments: Arguments) -> Value:
    if tensor.shape is None or tensor.open:
        return UNKNOWN
    if name == "dim":
        return len(tensor.shape)
    if name == "numel":
        return count(tensor.shape)
    at = arguments.get(0, "dim")
    if at is None:
        return tuple(tensor.shape)
    return (
        tensor.shape[at] if isinstance(at, int) and -len(tensor.shape) <= at < len(tensor.shape) else UNKNOWN
    )


def _spread(arguments: Arguments) -> list[Value]:
    """`view(2, 3)` and `view((2, 3))` alike."""
    values = arguments.values
    listed = expressions.items_of(values[0]) if len(values) == 1 else None
    return list(values if listed is None else listed)


def _pooled(frame: Frame, tensor: Tensor, name: str, arguments: Arguments) -> Value:
    from workings.networks.code.machine import Problem

    span = frame.listing.span(arguments.node)
    layer = make_layer(name, arguments.plain, arguments.named, span) if arguments.whole else None
    if layer is None or tensor.shape is None:
        return Tensor(None)
    result = passed(layer, tensor.shape)
    if result.misfit is not None:
        place = layer.places.get(result.misfit.option or "", span)
        frame.machine.object_to(Problem(place, result.misfit, layer, name))
    return row(frame, arguments, name, Tensor(result.shape))


def _viewed(frame: Frame, shape: Shape, arguments: Arguments) -> Shape | None:
    """The shape that a view asks for; the -1 in it is what is left, and everything has to come out even."""
    wanted = [as_extent(value) for value in _spread(arguments)]
    if not wanted or not arguments.whole:
        return None
    total, rest = count(shape), count(tuple(size for size in wanted if size != -1))
    if -1 not in wanted:
        if differ(total, rest):
            frame.machine.object_to(_misviewed(frame, arguments, wanted, shape))
        return tuple(wanted)
    left = over(total, rest)
    clashing = shape and wanted[0] == -1 and not isinstance(rest, Unknown) and _clashes(shape, wanted)
    if clashing:
        frame.machine.object_to(_misviewed(frame, arguments, wanted, shape))
        return (shape[0], *wanted[1:])
    return tuple(left if size == -1 else size for size in wanted)


def _clashes(shape: Shape, wanted: Sequence[Size]) -> bool:
    """Whether `view(-1, a)` mixes the numbers of different examples of a batch."""
    whole, part = known(count(shape[1:])), known(count(tuple(wanted[1:])))
    if whole is None or part is None or len(wanted) != 2 or len(shape) < 2:
        return False
    return part > whole or part == 0 or whole % part != 0


def _misviewed(frame: Frame, arguments: Arguments, wanted: Sequence[Size], shape: Shape) -> Problem:
    """The numbers of an example against those that are asked for, where the batch stands in front of both."""
    from workings.networks.code.machine import Problem

    by_example = wanted[0] in (-1, shape[0])
    start = 1 if by_example else 0
    misfit = Misfit("shape", count(tuple(wanted[start:])), count(shape[start:]))
    last = len(arguments.plain) == len(wanted) == 2
    span = arguments.plain[-1][1] if last else frame.listing.span(arguments.node)
    return Problem(span, misfit, None, "view")


def _expanded(shape: Shape, wanted: Sequence[Size]) -> Shape | None:
    """A shape stretched over the sizes that are asked for; -1 keeps one."""
    if len(wanted) < len(shape):
        return None
    padded = (*(1,) * (len(wanted) - len(shape)), *shape)
    return tuple(old if size == -1 else size for old, size in zip(padded, wanted, strict=True))


def turned(tensor: Tensor) -> Tensor:
    shape = tensor.shape
    if shape is None or tensor.open:
        return Tensor(None)
    return Tensor((*shape[:-2], shape[-1], shape[-2])) if len(shape) >= 2 else tensor


def _swapped(shape: Shape, first: Value, second: Value) -> Shape | None:
    if not isinstance(first, int) or not isinstance(second, int) or not shape:
        return None
    if not all(-len(shape) <= at < len(shape) for at in (first, second)):
        return None
    sizes = list(shape)
    sizes[first], sizes[second] = sizes[second], sizes[first]
    return tuple(sizes)


def _permuted(shape: Shape, order: Sequence[Value]) -> Shape | None:
    places = [at for at in order if isinstance(at, int) and -len(shape) <= at < len(shape)]
    if len(places) != len(shape):
        return None
    return tuple(shape[at] for at in places)


def _squeezed(shape: Shape, name: str, arguments: Arguments) -> Shape | None:
    at = arguments.get(0, "dim")
    if name == "unsqueeze":
        if not isinstance(at, int) or not -len(shape) - 1 <= at <= len(shape):
            return None
        place = at if at >= 0 else at + len(shape) + 1
        return (*shape[:place], 1, *shape[place:])
    if at is None:
        return (
            None
            if any(isinstance(s, Unknown | Product) for s in shape)
            else tuple(s for s in shape if s != 1)
        )
    if not isinstance(at, int) or not -len(shape) <= at < len(shape) or isinstance(shape[at], Unknown):
        return None
    place = at % len(shape)
    return (*shape[:place], *shape[place + 1 :]) if shape[place] == 1 else shape


def _reduced(shape: Shape, name: str, arguments: Arguments) -> Value:
    if name == "topk":
        return UNKNOWN
    axis, keeps = arguments.get(0, "dim", arguments.get(9, "axis")), arguments.get(1, "keepdim", False)
    if axis is None:
        return Tensor(())
    axes = [axis] if isinstance(axis, int) else list(expressions.items_of(axis) or ())
    places = {at % len(shape) for at in axes if isinstance(at, int) and -len(shape) <= at < len(shape)}
    if len(places) != len(axes) or not axes or not isinstance(keeps, bool):
        return (Tensor(None), Tensor(None)) if name in _PAIRED else Tensor(None)
    kept = tuple(1 if at in places else size for at, size in enumerate(shape) if keeps or at not in places)
    made = Tensor(shape if name == "sort" else kept)
    return (made, made) if name in _PAIRED else made


def _parted(shape: Shape, name: str, arguments: Arguments) -> Value:
    """`chunk` into equal parts; other splits are not followed."""
    parts, axis = arguments.get(0, "chunks"), arguments.get(1, "dim", 0)
    if name != "chunk" or not isinstance(parts, int) or not isinstance(axis, int) or not 0 < parts <= 64:
        return UNKNOWN
    if not -len(shape) <= axis < len(shape):
        return UNKNOWN
    place = axis % len(shape)
    part = over(shape[place], parts)
    return tuple(Tensor((*shape[:place], part, *shape[place + 1 :])) for _ in range(parts))


def picked(frame: Frame, tensor: Tensor, key: ast.expr) -> Value:
    """`x[:, -1, :]`: a number takes an axis away, a colon keeps it, anything else is unknown."""
    shape = tensor.shape
    parts = list(key.elts) if isinstance(key, ast.Tuple) else [key]
    if shape is None or tensor.open or len(parts) > len(shape):
        return Tensor(None)
    kept: list[Size] = []
    for part, size in zip(parts, shape, strict=False):
        if isinstance(part, ast.Slice):
            kept.append(_cut(frame, part, size))
        elif not isinstance(expressions.value_of(frame, part), int):
            return Tensor(None)
    return Tensor((*kept, *shape[len(parts) :]))


def _cut(frame: Frame, part: ast.Slice, size: Size) -> Size:
    """How long a slice of an axis is."""
    cut, length = expressions.slice_of(frame, part), known(size)
    if cut == slice(None):
        return size
    return UNKNOWN if cut is None or length is None else len(range(*cut.indices(length)))
