"""What each layer makes of a size, how many parameters it has, and what does not fit into it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TypeAlias

from workings.networks.layers import Layer
from workings.networks.parameters import parameters
from workings.networks.sizes import (
    UNKNOWN,
    Shape,
    Size,
    Unknown,
    as_sizes,
    count,
    differ,
    known,
    over,
    show_size,
    times,
)
from workings.record import record


@record(frozen=True, slots=True)
class Misfit:
    """An option that says something else than what reaches the layer, or a shape it cannot take."""

    option: str | None
    stated: Size
    needed: Size
    why: str = ""


@record(frozen=True, slots=True)
class Passed:
    """What comes out of a layer: its shape (None: not known), its parameters, and what did not fit."""

    shape: Shape | None
    parameters: Size
    misfit: Misfit | None = None
    fits: bool = False  # whether an option was surely the one that is needed


Pass: TypeAlias = Callable[[Layer, Shape], tuple[Shape | None, Misfit | None, bool]]


def passed(layer: Layer, shape: Shape | None) -> Passed:
    """One layer after a tensor of a shape has gone through it."""
    if layer.name in _UNCHANGED:
        return Passed(shape, parameters(layer, shape))
    way = _WAYS.get(layer.name)
    if way is None:
        return Passed(None, parameters(layer, shape))
    if shape is None:
        return Passed(blind(layer), parameters(layer, None))
    out, misfit, fits = way(layer, shape)
    return Passed(out, parameters(layer, shape), misfit, fits)


def axes_of(layer: Layer) -> int:
    """How many sides a layer slides along: 2 for Conv2d."""
    return int(layer.name[-2]) if layer.name.endswith("d") and layer.name[-2:-1].isdigit() else 0


def each(value: object, axes: int) -> tuple[Size, ...]:
    """An option for every side: 5 and (5, 5) are the same."""
    sizes = as_sizes(value)
    if len(sizes) == 1:
        return sizes * axes
    return sizes if len(sizes) == axes else (UNKNOWN,) * axes


def places(side: Size, kernel: Size, stride: Size, padding: Size, dilation: Size, up: bool = False) -> Size:
    """How many places a window has along one side."""
    numbers = [known(value) for value in (side, kernel, stride, padding, dilation)]
    if any(number is None for number in numbers):
        if (kernel, stride, padding) in ((1, 1, 0), (3, 1, 1), (5, 1, 2), (7, 1, 3)) and dilation == 1:
            return side
        return UNKNOWN
    n, k, s, p, d = (number or 0 for number in numbers)
    if s < 1 or k < 1 or d < 1:
        return UNKNOWN
    room = n + 2 * p - d * (k - 1) - 1
    steps = room // s
    if up and room >= 0 and room % s and (steps + 1) * s < n + p:  # the last window starts inside
        steps += 1
    return steps + 1 if room >= 0 else 0


def blind(layer: Layer) -> Shape | None:
    """What is known of the output where nothing is known of the input: channels of pictures in a batch."""
    if layer.name.startswith(("Conv", "LazyConv")):
        return (UNKNOWN, layer.size("out_channels"), *(UNKNOWN,) * axes_of(layer))
    return None


def _sides(layer: Layer, shape: Shape) -> tuple[int, Misfit | None]:
    """Where the sides of a picture start in a shape, or why it is no picture."""
    axes = axes_of(layer)
    start = len(shape) - axes
    if start in (1, 2):
        return start, None
    kind = {1: "a sequence", 2: "pictures", 3: "volumes"}[axes]
    said = ", ".join(map(show_size, shape))
    return start, Misfit(None, UNKNOWN, UNKNOWN, f"it takes {kind}, and gets the shape ({said})")


def _conv(layer: Layer, shape: Shape) -> tuple[Shape | None, Misfit | None, bool]:
    axes = axes_of(layer)
    start, wrong = _sides(layer, shape)
    if wrong is not None:
        return None, wrong, False
    channels, declared = shape[start - 1], layer.size("in_channels")
    misfit = Misfit("in_channels", declared, channels) if differ(channels, declared) else None
    fits = not isinstance(channels, Unknown) and channels == declared
    padding = layer.option("padding")
    same = padding == "same"
    options = [each(layer.option(key), axes) for key in ("kernel_size", "stride", "dilation")]
    pads = each(0 if padding == "valid" else padding, axes)
    if same:
        sides: list[Size] = list(shape[start:])
    else:
        kernel, stride, dilation = options
        sides = [
            places(side, kernel[at], stride[at], pads[at], dilation[at])
            for at, side in enumerate(shape[start:])
        ]
    if misfit is None and 0 in sides:
        misfit = _too_large(layer, shape[start + sides.index(0)], options[0][sides.index(0)])
    if 0 in sides:
        sides = [UNKNOWN] * axes
    return (*shape[: start - 1], layer.size("out_channels"), *sides), misfit, fits


def _too_large(layer: Layer, side: Size, kernel: Size) -> Misfit:
    return Misfit(
        "kernel_size",
        kernel,
        UNKNOWN,
        f"a window of {show_size(kernel)} does not fit on a side of {show_size(side)}",
    )


def _transposed(layer: Layer, shape: Shape) -> tuple[Shape | None, Misfit | None, bool]:
    axes = axes_of(layer)
    start, wrong = _sides(layer, shape)
    if wrong is not None:
        return None, wrong, False
    channels, declared = shape[start - 1], layer.size("in_channels")
    misfit = Misfit("in_channels", declared, channels) if differ(channels, declared) else None
    keys = ("kernel_size", "stride", "padding", "output_padding", "dilation")
    kernel, stride, padding, extra, dilation = (each(layer.option(key), axes) for key in keys)
    sides = [
        _unrolled(side, kernel[at], stride[at], padding[at], extra[at], dilation[at])
        for at, side in enumerate(shape[start:])
    ]
    fits = not isinstance(channels, Unknown) and channels == declared
    return (*shape[: start - 1], layer.size("out_channels"), *sides), misfit, fits


def _unrolled(side: Size, *options: Size) -> Size:
    numbers = [known(value) for value in (side, *options)]
    if any(number is None for number in numbers):
        return UNKNOWN
    n, k, s, p, extra, d = (number or 0 for number in numbers)
    return (n - 1) * s - 2 * p + d * (k - 1) + extra + 1


def _pool(layer: Layer, shape: Shape) -> tuple[Shape | None, Misfit | None, bool]:
    axes = axes_of(layer)
    start, wrong = _sides(layer, shape)
    if wrong is not None:
        return None, wrong, False
    kernel = each(layer.option("kernel_size"), axes)
    stride = kernel if layer.option("stride") is None else each(layer.option("stride"), axes)
    padding = each(layer.option("padding"), axes)
    dilation = each(layer.options.get("dilation", 1), axes)
    up = layer.option("ceil_mode")
    sides: list[Size] = [
        places(side, kernel[at], stride[at], padding[at], dilation[at], up is True)
        if isinstance(up, bool)
        else UNKNOWN
        for at, side in enumerate(shape[start:])
    ]
    misfit = None
    if 0 in sides:
        misfit = _too_large(layer, shape[start + sides.index(0)], kernel[sides.index(0)])
        sides = [UNKNOWN] * axes
    return (*shape[:start], *sides), misfit, False


def _adaptive(layer: Layer, shape: Shape) -> tuple[Shape | None, Misfit | None, bool]:
    axes = axes_of(layer)
    start, wrong = _sides(layer, shape)
    if wrong is not None:
        return None, wrong, False
    wanted = layer.option("output_size")
    items = list(wanted) if isinstance(wanted, tuple | list) else [wanted] * axes
    if len(items) != axes:
        return None, None, False
    sides = [shape[start + at] if item is None else each(item, 1)[0] for at, item in enumerate(items)]
    return (*shape[:start], *sides), None, False


def _linear(layer: Layer, shape: Shape) -> tuple[Shape | None, Misfit | None, bool]:
    declared = layer.size("in_features")
    if not shape:
        return None, None, False
    misfit = Misfit("in_features", declared, shape[-1]) if differ(shape[-1], declared) else None
    if (
        misfit is not None
        and len(shape) > 2
        and not isinstance(declared, Unknown)
        and count(shape[1:]) == declared
    ):
        misfit = replace(misfit, why="what reaches it is not flattened")
    fits = not isinstance(declared, Unknown) and shape[-1] == declared
    return (*shape[:-1], layer.size("out_features")), misfit, fits


def flattened(shape: Shape, first: object, last: object) -> Shape | None:
    """A shape with the sizes from one axis to another made into one."""
    start, end = known(first), known(last)
    if start is None or end is None:
        return None
    start, end = (at + len(shape) if at < 0 else at for at in (start, end))
    if not 0 <= start <= end < len(shape):
        return None
    return (*shape[:start], count(shape[start : end + 1]), *shape[end + 1 :])


def _flatten(layer: Layer, shape: Shape) -> tuple[Shape | None, Misfit | None, bool]:
    return flattened(shape, layer.option("start_dim"), layer.option("end_dim")), None, False


def _unflatten(layer: Layer, shape: Shape) -> tuple[Shape | None, Misfit | None, bool]:
    at, sizes = known(layer.option("dim")), layer.option("unflattened_size")
    if at is None or not isinstance(sizes, tuple | list) or not -len(shape) <= at < len(shape):
        return None, None, False
    parts = as_sizes(sizes)
    at %= len(shape)
    if -1 in parts:
        rest = over(shape[at], count(tuple(size for size in parts if size != -1)))
        parts = tuple(rest if size == -1 else size for size in parts)
    made = count(parts)
    misfit = Misfit("unflattened_size", made, shape[at]) if differ(made, shape[at]) else None
    return (*shape[:at], *parts, *shape[at + 1 :]), misfit, False


def _channel_norm(layer: Layer, shape: Shape) -> tuple[Shape | None, Misfit | None, bool]:
    key = "num_channels" if layer.name == "GroupNorm" else "num_features"
    declared = layer.size(key)
    if len(shape) < 2:
        return shape, None, False
    misfit = Misfit(key, declared, shape[1]) if differ(shape[1], declared) else None
    return shape, misfit, not isinstance(declared, Unknown) and shape[1] == declared


def _layer_norm(layer: Layer, shape: Shape) -> tuple[Shape | None, Misfit | None, bool]:
    wanted = layer.option("normalized_shape")
    declared = as_sizes(wanted)
    last = shape[-len(declared) :]
    pairs = list(zip(declared, last, strict=False))
    wrong = next(((said, size) for said, size in pairs if differ(said, size)), None)
    fits = wrong is None and declared == last and not any(isinstance(size, Unknown) for size in declared)
    return shape, None if wrong is None else Misfit("normalized_shape", *wrong), fits


def _embedding(layer: Layer, shape: Shape) -> tuple[Shape | None, Misfit | None, bool]:
    return (*shape, layer.size("embedding_dim")), None, False


def _recurrent(layer: Layer, shape: Shape) -> tuple[Shape | None, Misfit | None, bool]:
    declared = layer.size("input_size")
    if len(shape) not in (2, 3):
        return None, None, False
    misfit = Misfit("input_size", declared, shape[-1]) if differ(shape[-1], declared) else None
    fits = not isinstance(declared, Unknown) and shape[-1] == declared
    width = recurrent_width(layer)
    return (*shape[:-1], width), misfit, fits


def recurrent_width(layer: Layer) -> Size:
    """The features of each step: the hidden size, twice where it reads both ways."""
    both, projected = layer.options.get("bidirectional", False), layer.options.get("proj_size", 0)
    if not isinstance(both, bool):
        return UNKNOWN
    width = layer.size("proj_size") if projected != 0 else layer.size("hidden_size")
    return times(width, 2 if both else 1)


def _cell(layer: Layer, shape: Shape) -> tuple[Shape | None, Misfit | None, bool]:
    declared = layer.size("input_size")
    misfit = Misfit("input_size", declared, shape[-1]) if shape and differ(shape[-1], declared) else None
    fits = bool(shape) and not isinstance(declared, Unknown) and shape[-1] == declared
    return (*shape[:-1], layer.size("hidden_size")), misfit, fits


def _model_width(layer: Layer, shape: Shape) -> tuple[Shape | None, Misfit | None, bool]:
    attends = layer.name == "MultiheadAttention"
    key = "embed_dim" if attends else "d_model"
    declared = layer.size(key)
    width, heads = known(declared), known(layer.option("num_heads" if attends else "nhead"))
    if width is not None and heads and width % heads:
        why = f"its width {width} is not a multiple of its {heads} heads"
        return shape, Misfit(None, UNKNOWN, UNKNOWN, why), False
    misfit = Misfit(key, declared, shape[-1]) if shape and differ(shape[-1], declared) else None
    return shape, misfit, bool(shape) and not isinstance(declared, Unknown) and shape[-1] == declared


def _stack(layer: Layer, shape: Shape) -> tuple[Shape | None, Misfit | None, bool]:
    inner = layer.options.get("encoder_layer", layer.options.get("decoder_layer"))
    return _model_width(inner, shape) if isinstance(inner, Layer) else (shape, None, False)


def _upsample(layer: Layer, shape: Shape) -> tuple[Shape | None, Misfit | None, bool]:
    axes = len(shape) - 2
    size, factor = layer.option("size"), layer.option("scale_factor")
    if axes < 1:
        return None, None, False
    if size is not None:
        return (*shape[:2], *each(size, axes)), None, False
    scale = each(int(factor) if isinstance(factor, float) and factor.is_integer() else factor, axes)
    return (*shape[:2], *(times(side, by) for side, by in zip(shape[2:], scale, strict=True))), None, False


def _shuffle(layer: Layer, shape: Shape) -> tuple[Shape | None, Misfit | None, bool]:
    by = layer.size("upscale_factor")
    if len(shape) != 4:
        return None, None, False
    return (shape[0], over(shape[1], times(by, by)), times(shape[2], by), times(shape[3], by)), None, False


def _pad(layer: Layer, shape: Shape) -> tuple[Shape | None, Misfit | None, bool]:
    axes = axes_of(layer)
    start, wrong = _sides(layer, shape)
    if wrong is not None:
        return None, wrong, False
    wanted = layer.option("padding")
    pads = list(wanted) if isinstance(wanted, tuple | list) else [wanted] * (2 * axes)
    if len(pads) != 2 * axes:
        return None, None, False
    sides = list(shape[start:])
    for at in range(axes):
        numbers = [known(pads[2 * at]), known(pads[2 * at + 1]), known(sides[-1 - at])]
        whole = None not in numbers
        sides[-1 - at] = sum(number or 0 for number in numbers) if whole else UNKNOWN
    return (*shape[:start], *sides), None, False


def _by_axes(name: str, way: Pass) -> dict[str, Pass]:
    return {f"{name}{axes}d": way for axes in (1, 2, 3)}


_UNCHANGED = frozenset(
    """ReLU ReLU6 LeakyReLU ELU SELU CELU GELU SiLU Mish Sigmoid LogSigmoid Tanh Softplus Softsign Hardtanh
    Hardswish Hardsigmoid Threshold Softmax LogSoftmax Softmin Softmax2d Dropout Dropout1d Dropout2d Dropout3d
    AlphaDropout Identity LocalResponseNorm PReLU InstanceNorm1d InstanceNorm2d InstanceNorm3d
    LazyBatchNorm1d LazyBatchNorm2d LazyBatchNorm3d""".split()
)
_WAYS: dict[str, Pass] = {
    **_by_axes("Conv", _conv),
    **_by_axes("LazyConv", _conv),
    **_by_axes("ConvTranspose", _transposed),
    **_by_axes("MaxPool", _pool),
    **_by_axes("AvgPool", _pool),
    **_by_axes("AdaptiveAvgPool", _adaptive),
    **_by_axes("AdaptiveMaxPool", _adaptive),
    **_by_axes("BatchNorm", _channel_norm),
    **_by_axes("ZeroPad", _pad),
    **_by_axes("ConstantPad", _pad),
    **_by_axes("ReflectionPad", _pad),
    **_by_axes("ReplicationPad", _pad),
    "GroupNorm": _channel_norm,
    "LayerNorm": _layer_norm,
    "RMSNorm": _layer_norm,
    "Linear": _linear,
    "LazyLinear": _linear,
    "Flatten": _flatten,
    "Unflatten": _unflatten,
    "Embedding": _embedding,
    "LSTM": _recurrent,
    "GRU": _recurrent,
    "RNN": _recurrent,
    "LSTMCell": _cell,
    "GRUCell": _cell,
    "RNNCell": _cell,
    "MultiheadAttention": _model_width,
    "TransformerEncoderLayer": _model_width,
    "TransformerDecoderLayer": _model_width,
    "TransformerEncoder": _stack,
    "TransformerDecoder": _stack,
    "Upsample": _upsample,
    "UpsamplingNearest2d": _upsample,
    "UpsamplingBilinear2d": _upsample,
    "PixelShuffle": _shuffle,
}
