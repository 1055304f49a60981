"""What a described layer makes of a size, in every way that leaves open what is not said."""

from __future__ import annotations

from collections.abc import Iterator

from workings.networks.passing import places
from workings.networks.prose.describing import Described
from workings.networks.prose.stating import Said
from workings.networks.sizes import known
from workings.record import record

LARGEST_SIDE = 20_000


@record(frozen=True, slots=True)
class Flow:
    """A picture of a height, width and channels, or a row of numbers; None is what is not known.

    `sure` if every step to it was said, so that it can be held against what is stated.
    """

    height: int | None = None
    width: int | None = None
    channels: int | None = None
    flat: int | None = None
    sure: bool = True

    @property
    def count(self) -> int | None:
        """How many numbers it holds."""
        if self.flat is not None:
            return self.flat
        if self.height is None or self.width is None or self.channels is None:
            return None
        return self.height * self.width * self.channels


def as_flow(stated: Said) -> Flow:
    """A stated size as one to compare with; a lone number is the length of a row."""
    if stated.width is None:
        return Flow(flat=stated.height)
    return Flow(stated.height, stated.width, stated.channels)


def agree(expected: Flow, found: Flow) -> bool:
    """Whether a stated size is the expected one, with the channels last, first or left out."""
    if found.flat is not None:
        return expected.count == found.flat
    sides = (expected.height, expected.width)
    if found.channels is None:
        return (found.height, found.width) in (sides, sides[::-1])
    last = _same(found.channels, expected.channels) and (found.height, found.width) in (sides, sides[::-1])
    first = _same(found.height, expected.channels) and (found.width, found.channels) in (sides, sides[::-1])
    return last or first


def _same(stated: int | None, expected: int | None) -> bool:
    return expected is None or stated == expected


def shown(flow: Flow) -> str:
    """A size as people write it."""
    if flow.flat is not None:
        return str(flow.flat)
    sizes = [size for size in (flow.height, flow.width, flow.channels) if size is not None]
    return "×".join(map(str, sizes))


def after(layer: Described, flow: Flow) -> Flow:
    """The size after a layer, read as it stands: stride 1 and no padding unless something is said."""
    if layer.is_odd:
        return Flow(sure=False)
    match layer.kind:
        case "conv":
            return _slid(layer, flow, layer.stride or 1, layer.padding, layer.outputs)
        case "pool":
            if layer.is_global:
                return Flow(1, 1, flow.channels, None, flow.sure)
            return _slid(layer, flow, layer.stride, layer.padding, flow.channels)
        case "flatten":
            return Flow(flat=flow.count, sure=flow.sure)
        case "linear":
            return Flow(flat=layer.outputs, sure=layer.outputs is not None)
        case _:
            return flow


def _slid(
    layer: Described, flow: Flow, stride: int | None, padding: int | str | None, channels: int | None
) -> Flow:
    if layer.kernel is None:
        return Flow(None, None, channels, sure=False)
    sides = [
        _side(side, kernel, stride or kernel, padding if padding is not None else 0)
        for side, kernel in zip((flow.height, flow.width), layer.kernel, strict=True)
    ]
    said = padding is not None or layer.kind == "pool"
    return Flow(sides[0], sides[1], channels, sure=flow.sure and said)


def _side(side: int | None, kernel: int, stride: int, padding: int | str) -> int | None:
    if side is None or side > LARGEST_SIDE or stride == 0 or kernel == 0:
        return None
    if padding == "same":
        return -(-side // stride)
    return known(places(side, kernel, stride, int(padding), 1))


def ways(layer: Described, flow: Flow) -> Iterator[Flow]:
    """The sizes after a layer for every stride and padding that may be meant where none is said."""
    if layer.kind not in ("conv", "pool") or layer.kernel is None or layer.is_global:
        yield after(layer, flow)
        return
    largest = max(layer.kernel)
    paddings = _paddings(layer, largest)
    default = largest if layer.kind == "pool" else 1
    strides = [layer.stride] if layer.stride is not None else sorted({default, 1, 2, largest})
    channels = layer.outputs if layer.kind == "conv" else flow.channels
    for stride in strides:
        for padding in paddings[:16]:
            yield _slid(layer, flow, stride, padding, channels)
        if layer.kind == "pool" and not layer.rounds_down:
            up = [
                _rounded_up(side, kernel, stride)
                for side, kernel in zip((flow.height, flow.width), layer.kernel, strict=True)
            ]
            yield Flow(up[0], up[1], channels, sure=False)


def _paddings(layer: Described, largest: int) -> list[int | str]:
    """What the padding may be: as said; else any for a convolution, and what keeps the size for a pooling."""
    if layer.padding is not None:
        return [layer.padding]
    if layer.kind == "conv":
        return [*range(largest + 1), "same"]
    return [0] if layer.rounds_down else [0, largest // 2 if largest % 2 else 0, "same"]


def _rounded_up(side: int | None, kernel: int, stride: int) -> int | None:
    return None if side is None or stride == 0 else max(0, -(-(side - kernel) // stride)) + 1
