"""How many parameters a layer has; those of a lazy layer also hang on what reaches it."""

from __future__ import annotations

from workings.networks.layers import Layer
from workings.networks.sizes import UNKNOWN, Shape, Size, Unknown, as_sizes, count, known, over, times

_GATES = {"LSTM": 4, "GRU": 3, "RNN": 1}


def parameters(layer: Layer, shape: Shape | None) -> Size:
    """The trainable numbers of one layer; unknown where an option is."""
    name = layer.name
    if name.startswith(("Conv", "LazyConv")) and name.endswith("d"):
        return _conv(layer, shape)
    if name in ("Linear", "LazyLinear"):
        inputs = layer.size("in_features") if name == "Linear" else (shape[-1] if shape else UNKNOWN)
        return _with_bias(times(inputs, layer.size("out_features")), layer, "out_features")
    if name.startswith(("BatchNorm", "InstanceNorm", "GroupNorm", "LazyBatchNorm")):
        return _norm(layer, shape)
    if name in ("LayerNorm", "RMSNorm"):
        return _layer_norm(layer)
    if name == "Embedding":
        return times(layer.size("num_embeddings"), layer.size("embedding_dim"))
    if name == "PReLU":
        return layer.size("num_parameters")
    if name.removesuffix("Cell") in _GATES:
        return _recurrent(layer)
    if name == "MultiheadAttention":
        return _attention(layer)
    if name in ("TransformerEncoderLayer", "TransformerDecoderLayer"):
        return _transformer(layer.size("d_model"), layer.size("dim_feedforward"), "Decoder" in name)
    if name in ("TransformerEncoder", "TransformerDecoder"):
        return _stack(layer)
    return 0


def added(*sizes: Size) -> Size:
    """The sum of plain numbers; unknown if one is."""
    numbers = [known(size) for size in sizes]
    return UNKNOWN if None in numbers else sum(number or 0 for number in numbers)


def _with_bias(weights: Size, layer: Layer, outputs: str) -> Size:
    bias = layer.option("bias")
    if not isinstance(bias, bool):
        return UNKNOWN
    return added(weights, layer.size(outputs)) if bias else weights


def _conv(layer: Layer, shape: Shape | None) -> Size:
    axes = int(layer.name[-2])
    kernel = layer.option("kernel_size")
    sides = as_sizes(kernel if isinstance(kernel, tuple | list) else (kernel,) * axes)
    if len(sides) != axes:
        return UNKNOWN
    inputs = layer.size("in_channels")
    if layer.name.startswith("Lazy") and shape is not None and len(shape) >= axes + 1:
        inputs = shape[-axes - 1]
    weights = times(times(count(sides), over(inputs, layer.size("groups"))), layer.size("out_channels"))
    return _with_bias(weights, layer, "out_channels")


def _norm(layer: Layer, shape: Shape | None) -> Size:
    affine = layer.option("affine")
    if affine is False:
        return 0
    width = layer.size("num_channels" if layer.name == "GroupNorm" else "num_features")
    if layer.name.startswith("Lazy"):
        width = shape[1] if shape is not None and len(shape) > 1 else UNKNOWN
    return times(2, width) if affine is True else UNKNOWN


def _layer_norm(layer: Layer) -> Size:
    affine, bias = layer.option("elementwise_affine"), layer.options.get("bias", False)
    if not isinstance(affine, bool) or not isinstance(bias, bool):
        return UNKNOWN
    wanted = layer.option("normalized_shape")
    width = count(as_sizes(wanted))
    return times(width, 2 if bias else 1) if affine else 0


def _recurrent(layer: Layer) -> Size:
    """Each gate has weights for the input and for the state before, and two biases."""
    gates = _GATES[layer.name.removesuffix("Cell")]
    inputs, hidden = layer.size("input_size"), layer.size("hidden_size")
    depth, both = known(layer.options.get("num_layers", 1)), layer.options.get("bidirectional", False)
    bias = layer.option("bias")
    plain = isinstance(bias, bool) and isinstance(both, bool) and layer.options.get("proj_size", 0) == 0
    if depth is None or depth > 1000 or not plain:
        return UNKNOWN
    ways = 2 if both else 1
    total: Size = 0
    for at in range(depth):
        width = inputs if at == 0 else times(hidden, ways)
        weights = added(times(width, hidden), times(hidden, hidden), times(2, hidden) if bias else 0)
        total = added(total, times(weights, gates * ways))
    return total


def _attention(layer: Layer) -> Size:
    width, bias = layer.size("embed_dim"), layer.option("bias")
    keys, values = layer.option("kdim"), layer.option("vdim")
    plain = layer.option("add_bias_kv") is False and isinstance(bias, bool)
    if not plain or keys not in (None, width) or values not in (None, width):
        return UNKNOWN
    return added(times(4, times(width, width)), times(4 if bias else 0, width))


def _transformer(width: Size, inner: Size, decodes: bool) -> Size:
    """Attention, the two layers behind it and the norms, as PyTorch builds them."""
    attention = added(times(4, times(width, width)), times(4, width))
    behind = added(times(2, times(width, inner)), inner, width)
    blocks = 2 if decodes else 1
    return added(times(blocks, attention), behind, times(2 * (blocks + 1), width))


def _stack(layer: Layer) -> Size:
    inner = layer.options.get("encoder_layer", layer.options.get("decoder_layer"))
    depth, norm = layer.size("num_layers"), layer.option("norm")
    if not isinstance(inner, Layer) or isinstance(depth, Unknown):
        return UNKNOWN
    extra: Size = 0 if norm is None else (parameters(norm, None) if isinstance(norm, Layer) else UNKNOWN)
    return added(times(depth, parameters(inner, None)), extra)
