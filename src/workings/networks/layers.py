"""Layers: what each is called and which options it has; the names and their order are PyTorch's."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import field
from types import MappingProxyType

from workings.networks.sizes import UNKNOWN, Size, as_size
from workings.record import record
from workings.source import Span

NOWHERE = Span(-1, -1)
_KERNEL = "in_channels out_channels kernel_size stride=1 padding=0"
_CONV = f"{_KERNEL} dilation=1 groups=1 bias=True padding_mode=zeros"
_TRANSPOSED = f"{_KERNEL} output_padding=0 groups=1 bias=True dilation=1"
_MAX_POOL = "kernel_size stride=None padding=0 dilation=1 return_indices=False ceil_mode=False"
_AVG_POOL = "kernel_size stride=None padding=0 ceil_mode=False count_include_pad=True"
_BATCH_NORM = "num_features eps=0 momentum=0 affine=True track_running_stats=True"
_STATE = "input_size hidden_size num_layers=1"
_GATED = f"{_STATE} bias=True batch_first=False dropout=0 bidirectional=False"
_RNN = f"{_STATE} nonlinearity=tanh bias=True batch_first=False dropout=0 bidirectional=False"
_TRANSFORMER = "d_model nhead dim_feedforward=2048 dropout=0 activation=relu eps=0 batch_first=False"
_SAME = """ReLU ReLU6 LeakyReLU ELU SELU CELU GELU SiLU Mish Sigmoid LogSigmoid Tanh Softplus Softsign
    Hardtanh Hardswish Hardsigmoid Threshold Softmax LogSoftmax Softmin Softmax2d Dropout Dropout1d Dropout2d
    Dropout3d AlphaDropout Identity LocalResponseNorm"""


def _by_axes(name: str, options: str) -> dict[str, str]:
    return {f"{name}{axes}d": options for axes in (1, 2, 3)}


SIGNATURES: Mapping[str, str] = {
    **dict.fromkeys(_SAME.split(), "*"),
    **_by_axes("Conv", _CONV),
    **_by_axes("ConvTranspose", _TRANSPOSED),
    **_by_axes("LazyConv", _CONV.removeprefix("in_channels ")),
    **_by_axes("MaxPool", _MAX_POOL),
    **_by_axes("AvgPool", _AVG_POOL),
    **_by_axes("AdaptiveAvgPool", "output_size"),
    **_by_axes("AdaptiveMaxPool", "output_size return_indices=False"),
    **_by_axes("BatchNorm", _BATCH_NORM),
    **_by_axes("LazyBatchNorm", _BATCH_NORM.removeprefix("num_features ")),
    **_by_axes("InstanceNorm", _BATCH_NORM.replace("affine=True", "affine=False")),
    "GroupNorm": "num_groups num_channels eps=0 affine=True",
    "LayerNorm": "normalized_shape eps=0 elementwise_affine=True bias=True",
    "RMSNorm": "normalized_shape eps=0 elementwise_affine=True",
    "PReLU": "num_parameters=1 init=0",
    "Linear": "in_features out_features bias=True",
    "LazyLinear": "out_features bias=True",
    "Flatten": "start_dim=1 end_dim=-1",
    "Unflatten": "dim unflattened_size",
    "Embedding": "num_embeddings embedding_dim",
    "LSTM": f"{_GATED} proj_size=0",
    "GRU": _GATED,
    "RNN": _RNN,
    "LSTMCell": "input_size hidden_size bias=True",
    "GRUCell": "input_size hidden_size bias=True",
    "RNNCell": "input_size hidden_size bias=True",
    "MultiheadAttention": "embed_dim num_heads dropout=0 bias=True add_bias_kv=False add_zero_attn=False "
    "kdim=None vdim=None batch_first=False",
    "TransformerEncoderLayer": _TRANSFORMER,
    "TransformerDecoderLayer": _TRANSFORMER,
    "TransformerEncoder": "encoder_layer num_layers norm=None",
    "TransformerDecoder": "decoder_layer num_layers norm=None",
    "Upsample": "size=None scale_factor=None mode=nearest align_corners=None",
    "UpsamplingNearest2d": "size=None scale_factor=None",
    "UpsamplingBilinear2d": "size=None scale_factor=None",
    "PixelShuffle": "upscale_factor",
    **{f"{kind}Pad{axes}d": "padding value=0" for kind in ("Zero", "Constant", "Reflection", "Replication")
       for axes in (1, 2, 3)},
}  # fmt: skip
_WORDS: Mapping[str, object] = {"None": None, "True": True, "False": False}


@record(frozen=True, slots=True, eq=False)
class Layer:
    """One layer: its options by name, and where on the page each of them is written.

    Two layers of the same options are two layers, since each has its own parameters.
    """

    name: str
    options: Mapping[str, object]
    span: Span = NOWHERE
    places: Mapping[str, Span] = field(default_factory=lambda: MappingProxyType({}))

    def option(self, key: str) -> object:
        return self.options.get(key, UNKNOWN)

    def size(self, key: str) -> Size:
        """An option that is a whole number, or unknown."""
        return as_size(self.option(key))


def make_layer(
    name: str,
    arguments: Sequence[tuple[object, Span]],
    named: Mapping[str, tuple[object, Span]],
    span: Span = NOWHERE,
) -> Layer | None:
    """A layer from the arguments of its call; None if it has no such arguments, and we do not know it."""
    signature = SIGNATURES.get(name)
    if signature is None:
        return None
    if signature == "*":
        return Layer(name, {}, span)
    keys = signature.split()
    order = [key.partition("=")[0] for key in keys]
    given = {**dict(zip(order, arguments, strict=False)), **{k: v for k, v in named.items() if k in order}}
    if len(arguments) > len(order):
        return None
    options = {key: value for key, value in map(_default, keys) if value is not UNKNOWN}
    options |= {key: value for key, (value, _) in given.items()}
    return Layer(name, options, span, {key: place for key, (_, place) in given.items()})


def _default(key: str) -> tuple[str, object]:
    name, sign, value = key.partition("=")
    if not sign:
        return name, UNKNOWN
    if value in _WORDS:
        return name, _WORDS[value]
    return name, int(value) if value.lstrip("-").isdigit() else value
