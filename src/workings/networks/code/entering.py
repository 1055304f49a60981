"""Modules that are called: a tensor goes through them, layer by layer."""

from __future__ import annotations

import ast
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from workings.networks.code import calling, tensors
from workings.networks.code.values import Chain, Function, Instance, Library, Tensor, Value
from workings.networks.layers import Layer
from workings.networks.passing import Passed, blind, passed, recurrent_width
from workings.networks.sizes import UNKNOWN, as_size, times
from workings.source import Span

if TYPE_CHECKING:
    from workings.networks.code.machine import Frame

_LAST_AXIS = frozenset("Linear LazyLinear LayerNorm RMSNorm LSTM GRU RNN LSTMCell GRUCell RNNCell".split())
_RECURRENT = frozenset("LSTM GRU RNN".split())
_BATCHED = frozenset({"TransformerEncoderLayer", "TransformerDecoderLayer", "MultiheadAttention"})


def enter(frame: Frame, module: Layer | Chain | Instance, arguments: calling.Arguments) -> Value:
    """A module called with its arguments."""
    values, span = arguments.values, frame.listing.span(arguments.node)
    machine = frame.machine
    tensor = values[0] if values else None
    if machine.depth == 0 and not machine.muted and isinstance(tensor, Tensor) and tensor.shape is not None:
        machine.calls.append((module, tensor, span))
    return enter_with(frame, module, values, arguments.keywords, span)


def enter_with(
    frame: Frame, module: Value, values: Sequence[Value], named: Mapping[str, Value], span: Span
) -> Value:
    """What a layer, a chain of them, a module of the program or a function makes of its arguments."""
    from workings.networks.code.machine import call_function

    tensor = values[0] if values and isinstance(values[0], Tensor) else Tensor(None)
    match module:
        case Layer():
            return through(frame, module, tensor, values, span)
        case Chain(modules=modules):
            current: Value = values[0] if values else UNKNOWN
            for inner in modules:
                frame.machine.count()
                current = enter_with(frame, inner, [current], {}, span)
            return current
        case Instance(kind=kind):
            found = kind.method("forward") or kind.method("__call__")
            if found is None:
                return UNKNOWN
            function = Function(found[1], found[0].listing, found[0].names, module)
            return call_function(frame.machine, function, values, named, found[0])
        case Function():
            return call_function(frame.machine, module, values, named)
        case Library(name=name):
            node = ast.Call(ast.Name("f"), [], [])
            return calling.from_library(
                frame, name, calling.Arguments(node, tuple((v, span) for v in values), {})
            )
        case _:
            return UNKNOWN


def through(frame: Frame, layer: Layer, tensor: Tensor, values: Sequence[Value], span: Span) -> Value:
    """A tensor through one layer, with a row for it and whatever does not fit."""
    from workings.networks.code.machine import Problem, Row

    result, is_open = _result(layer, tensor)
    out = Tensor(result.shape, is_open)
    machine = frame.machine
    machine.rows.append(Row(layer.span, layer.name, out, result.parameters, layer))
    if result.misfit is not None:
        place = layer.places.get(result.misfit.option or "", layer.span)
        machine.object_to(Problem(place, result.misfit, layer, layer.name))
    elif result.fits and not machine.muted:
        key = next((key for key in tensors.INPUT_OPTIONS if key in layer.places), None)
        if key is not None:
            machine.fitting[layer.places[key]] = (layer, key)
    if layer.name in _RECURRENT:
        return out, _state(layer, tensor)
    if layer.name == "MultiheadAttention":
        return out, Tensor(None)
    if layer.name == "LSTMCell":
        return out, out
    return out


def _result(layer: Layer, tensor: Tensor) -> tuple[Passed, bool]:
    """What a layer gives, and whether only the last sizes of it are known."""
    if tensor.shape is not None and not tensor.open:
        return passed(layer, tensor.shape), False
    if tensor.shape is not None and (layer.name in _LAST_AXIS or layer.name in _BATCHED):
        result = passed(layer, (UNKNOWN, UNKNOWN, *tensor.shape))
        return replace(result, shape=None if result.shape is None else result.shape[2:]), True
    if layer.name in ("Linear", "LazyLinear"):
        return Passed((layer.size("out_features"),), passed(layer, None).parameters), True
    if layer.name in _RECURRENT:
        return Passed((recurrent_width(layer),), passed(layer, None).parameters), True
    if layer.name == "Embedding":
        return Passed((layer.size("embedding_dim"),), passed(layer, None).parameters), True
    result = passed(layer, None)
    if result.shape is None and blind(layer) is None and layer.name in tensors.UNCHANGED_LAYERS:
        return Passed(tensor.shape, result.parameters), tensor.open
    return result, False


def _state(layer: Layer, tensor: Tensor) -> Value:
    """The last hidden state of a recurrent layer, and for an LSTM that of its cell."""
    shape = tensor.shape
    both = layer.options.get("bidirectional", False)
    if shape is None or tensor.open or len(shape) != 3 or not isinstance(both, bool):
        return (Tensor(None), Tensor(None)) if layer.name == "LSTM" else Tensor(None)
    batch = shape[0] if layer.option("batch_first") is True else shape[1]
    depth = times(as_size(layer.option("num_layers")), 2 if both else 1)
    state = Tensor((depth, batch, layer.size("hidden_size")))
    return (state, state) if layer.name == "LSTM" else state
