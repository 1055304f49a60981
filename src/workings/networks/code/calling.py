"""Calls: layers are made, tensors go through them, functions of the program are followed."""

from __future__ import annotations

import ast
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from workings.networks.code import entering, expressions, tensors
from workings.networks.code.values import (
    Chain,
    Class,
    Function,
    Instance,
    Library,
    Method,
    Modules,
    Parameter,
    Tensor,
    Value,
)
from workings.networks.layers import Layer, make_layer
from workings.networks.sizes import BATCH, UNKNOWN, Unknown, as_sizes, count, letter
from workings.record import record
from workings.source import Span

if TYPE_CHECKING:
    from workings.networks.code.machine import Frame

MOST_ARGUMENTS = 400


@record(frozen=True, slots=True)
class Arguments:
    """The arguments of a call with their places; `whole` is False if some are not known."""

    node: ast.Call
    plain: tuple[tuple[Value, Span], ...]
    named: Mapping[str, tuple[Value, Span]]
    whole: bool = True

    @property
    def values(self) -> list[Value]:
        return [value for value, _ in self.plain]

    @property
    def keywords(self) -> dict[str, Value]:
        return {key: value for key, (value, _) in self.named.items()}

    def get(self, at: int, key: str, default: Value = None) -> Value:
        """An argument by its place or its name."""
        if at < len(self.plain):
            return self.plain[at][0]
        return self.named[key][0] if key in self.named else default

    def place(self, at: int, key: str) -> Span | None:
        if at < len(self.plain):
            return self.plain[at][1]
        return self.named[key][1] if key in self.named else None


def called(frame: Frame, node: ast.Call) -> Value:
    """What a call gives back."""
    if _is_super(node.func):
        return _call_above(frame, node)
    function = expressions.value_of(frame, node.func)
    arguments = gathered(frame, node)
    match function:
        case Library(name=name):
            return from_library(frame, name, arguments)
        case Layer() | Chain() | Instance():
            return entering.enter(frame, function, arguments)
        case Function():
            from workings.networks.code.machine import call_function

            kind = function.owner.kind if function.owner is not None else None
            return call_function(frame.machine, function, arguments.values, arguments.keywords, kind)
        case Class():
            return made(frame, function, arguments.values, arguments.keywords)
        case Method(owner=owner, name=name):
            return _method(frame, owner, name, arguments)
        case _:
            return UNKNOWN


def gathered(frame: Frame, node: ast.Call) -> Arguments:
    plain: list[tuple[Value, Span]] = []
    whole = True
    for argument in node.args:
        if isinstance(argument, ast.Starred):
            items = expressions.items_of(expressions.value_of(frame, argument.value))
            whole = whole and items is not None and len(items) <= MOST_ARGUMENTS
            span = frame.listing.span(argument)
            plain += [(item, span) for item in (items or ())[:MOST_ARGUMENTS]]
        else:
            plain.append((expressions.value_of(frame, argument), frame.listing.span(argument)))
    named = {
        keyword.arg: (expressions.value_of(frame, keyword.value), frame.listing.span(keyword.value))
        for keyword in node.keywords
        if keyword.arg is not None
    }
    return Arguments(node, tuple(plain), named, whole and all(keyword.arg for keyword in node.keywords))


def _is_super(function: ast.expr) -> bool:
    match function:
        case ast.Attribute(value=ast.Call(func=ast.Name(id="super"))):
            return True
        case _:
            return False


def _call_above(frame: Frame, node: ast.Call) -> Value:
    """`super().__init__(…)`: the method of a class above that is written in the program, if any."""
    from workings.networks.code.machine import call_function

    owner = frame.names.get("self")
    name = node.func.attr if isinstance(node.func, ast.Attribute) else ""
    if frame.kind is None or not isinstance(owner, Instance):
        return UNKNOWN
    for base in frame.kind.bases:
        found = base.method(name) if isinstance(base, Class) else None
        if found is not None:
            arguments = gathered(frame, node)
            function = Function(found[1], found[0].listing, found[0].names, owner)
            return call_function(frame.machine, function, arguments.values, arguments.keywords, found[0])
    return None


def made(frame: Frame, kind: Class, arguments: Sequence[Value], named: Mapping[str, Value]) -> Value:
    """An object of a class, after its `__init__`."""
    from workings.networks.code.machine import call_function

    instance = Instance(kind)
    found = kind.method("__init__")
    if found is not None:
        function = Function(found[1], found[0].listing, found[0].names, instance)
        call_function(frame.machine, function, arguments, named, found[0])
    return instance


# -- libraries ------------------------------------------------------------------------------------


def from_library(frame: Frame, name: str, arguments: Arguments) -> Value:
    base, _, last = name.rpartition(".")
    if base == "builtins":
        return _built_in(last, arguments)
    if name == "OrderedDict":
        return arguments.get(0, "", {})
    if name == "summary" or name.endswith(".summary"):
        return _summary(frame, arguments)
    if base == "torch.nn":
        return _module(frame, last, arguments)
    if base in ("math", "np", "numpy"):
        return _number(last, arguments.values)
    if base in ("torch", "torch.nn.functional", "torch.special", "torch.linalg"):
        return tensors.function(frame, last, arguments)
    return UNKNOWN


def _module(frame: Frame, name: str, arguments: Arguments) -> Value:
    span = frame.listing.span(arguments.node)
    match name:
        case "Sequential":
            return _sequential(arguments, span)
        case "ModuleList":
            items = expressions.items_of(arguments.get(0, "modules", []))
            return UNKNOWN if items is None else Modules(list(items))
        case "ModuleDict":
            known = arguments.get(0, "modules", {})
            return dict(known) if isinstance(known, dict) else UNKNOWN
        case "Parameter":
            tensor = arguments.get(0, "data")
            return Parameter(tensor if isinstance(tensor, Tensor) else Tensor(None))
        case _:
            layer = make_layer(name, arguments.plain, arguments.named, span) if arguments.whole else None
            return UNKNOWN if layer is None else layer


def _sequential(arguments: Arguments, span: Span) -> Value:
    if not arguments.whole:
        return UNKNOWN
    only = arguments.values[0] if len(arguments.plain) == 1 else None
    modules = list(only.values()) if isinstance(only, dict) else arguments.values
    if isinstance(only, list):  # OrderedDict([("conv", …), …])
        modules = [item[1] if isinstance(item, tuple) and len(item) == 2 else UNKNOWN for item in only]
    return Chain(list(modules), span)


def _summary(frame: Frame, arguments: Arguments) -> Value:
    """`summary(model, (3, 32, 32))`: the model is shown what a picture of that size becomes."""
    sizes = arguments.get(1, "input_size")
    model = arguments.get(0, "model")
    if isinstance(sizes, tuple) and isinstance(model, Layer | Chain | Instance):
        shape = as_sizes(sizes)
        batched = len(shape) in (2, 4) and arguments.node.keywords != []
        tensor = Tensor(shape if batched else (letter(BATCH), *shape))
        if frame.machine.depth == 0:
            frame.machine.calls.append((model, tensor, frame.listing.span(arguments.node)))
        entering.enter_with(frame, model, [tensor], {}, frame.listing.span(arguments.node))
    return UNKNOWN


def _built_in(name: str, arguments: Arguments) -> Value:
    """What a function of Python itself returns."""
    values = arguments.values
    only = values[0] if values else None
    items = expressions.items_of(only)
    match name:
        case "len":
            return UNKNOWN if items is None else len(items)
        case "range":
            numbers = [value for value in values if isinstance(value, int)]
            whole = len(numbers) == len(values) and 1 <= len(values) <= 3 and 0 not in numbers[2:]
            return range(*numbers) if whole else UNKNOWN
        case "list" | "tuple" | "reversed":
            if items is None:
                return UNKNOWN if values else []
            ordered = list(reversed(items)) if name == "reversed" else list(items)
            return tuple(ordered) if name == "tuple" else ordered
        case "zip":
            lists = [expressions.items_of(value) for value in values]
            known = [found for found in lists if found is not None]
            return UNKNOWN if len(known) < len(lists) else list(zip(*known, strict=False))
        case "enumerate":
            start = arguments.get(1, "start", 0)
            return UNKNOWN if items is None or not isinstance(start, int) else list(enumerate(items, start))
        case "int" if isinstance(only, int | float) and abs(only) < 1e15:
            return int(only)
        case "float" | "abs" if isinstance(only, int | float):
            return abs(only) if name == "abs" else float(only)
        case "sum" | "max" | "min":
            return _folded(name, list(items) if items is not None and len(values) == 1 else values)
        case _:
            return UNKNOWN


def _number(name: str, values: Sequence[Value]) -> Value:
    """A root or a product that a size is worked out with."""
    only = values[0] if len(values) == 1 else None
    if name == "sqrt" and isinstance(only, int | float) and 0 <= only < 1e15:
        return only**0.5
    if name == "prod" and isinstance(only, tuple | list):
        return count(as_sizes(only))
    return UNKNOWN


def _folded(name: str, numbers: Sequence[Value]) -> Value:
    plain = [number for number in numbers if isinstance(number, int | float) and not isinstance(number, bool)]
    if len(plain) < len(numbers) or not plain:
        return UNKNOWN
    return sum(plain) if name == "sum" else (max(plain) if name == "max" else min(plain))


# -- methods --------------------------------------------------------------------------------------


def _method(frame: Frame, owner: Value, name: str, arguments: Arguments) -> Value:
    match owner:
        case Tensor():
            return tensors.method(frame, owner, name, arguments)
        case Modules(items=items):
            return _change_list(items, name, arguments)
        case list():
            return _change_list(owner, name, arguments)
        case dict():
            found = {"items": list(owner.items()), "values": list(owner.values()), "keys": list(owner)}
            return found.get(name, UNKNOWN)
        case Chain(modules=modules) if name in ("append", "extend", "insert", "add", "add_module"):
            return _grow(modules, name, arguments)
        case Instance(attributes=attributes) if name == "add_module":
            attributes[f"added {len(attributes)}"] = arguments.get(1, "module", UNKNOWN)
            return None
        case Layer() | Chain() | Instance():
            return owner if name in ("to", "cuda", "cpu", "eval", "train", "double", "float") else UNKNOWN
        case Unknown() if name in ("to", "cuda", "eval"):
            return UNKNOWN
        case _:
            return UNKNOWN


def _grow(modules: list[Value], name: str, arguments: Arguments) -> Value:
    """More modules at the end of a Sequential."""
    if name in ("append", "extend", "insert"):
        return _change_list(modules, name, arguments)
    values = arguments.values if arguments.whole else [UNKNOWN]
    modules += values[1:] if name == "add_module" else values
    del modules[expressions.MOST_ITEMS :]
    return None


def _change_list(items: list[Value], name: str, arguments: Arguments) -> Value:
    if len(items) > expressions.MOST_ITEMS:
        return UNKNOWN
    match name:
        case "append":
            items.append(arguments.get(0, "object", UNKNOWN))
        case "extend":
            more = expressions.items_of(arguments.get(0, "iterable", UNKNOWN))
            items += [UNKNOWN] if more is None else list(more)
        case "insert" if isinstance(at := arguments.get(0, "index"), int):
            items.insert(at, arguments.get(1, "object", UNKNOWN))
        case "pop" if items:
            at = arguments.get(0, "index", -1)
            return items.pop(at) if isinstance(at, int) and -len(items) <= at < len(items) else UNKNOWN
        case _:
            return UNKNOWN
    return None
