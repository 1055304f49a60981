"""The values of expressions: plain numbers are worked out, shapes are followed, the rest is unknown."""

from __future__ import annotations

import ast
import operator
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING

from workings.networks.code import calling, joining, tensors
from workings.networks.code.values import (
    Chain,
    Function,
    Instance,
    Library,
    Method,
    Modules,
    Parameter,
    Tensor,
    Value,
)
from workings.networks.layers import Layer
from workings.networks.sizes import LARGEST, UNKNOWN, Product, Unknown, over, times

if TYPE_CHECKING:
    from workings.networks.code.machine import Frame

MOST_ITEMS = 2000  # of a list
LONGEST_WORD = 2000
LARGEST_BASE, LARGEST_POWER = 10**6, 8
_MODULES = {
    "torch": "torch",
    "nn": "torch.nn",
    "F": "torch.nn.functional",
    "math": "math",
    "np": "np",
    "summary": "summary",
    "OrderedDict": "OrderedDict",
}
_BUILT_IN = frozenset(
    "len range list tuple dict zip enumerate sum int float max min abs print super reversed".split()
)
_OPERATORS: Mapping[type[ast.operator], Callable[[int | float, int | float], int | float]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Div: operator.truediv,
    ast.FloorDiv: operator.floordiv,
    ast.Mod: operator.mod,
}
_COMPARISONS: Mapping[type[ast.cmpop], Callable[[int | float, int | float], bool]] = {
    ast.Eq: operator.eq,
    ast.NotEq: operator.ne,
    ast.Lt: operator.lt,
    ast.LtE: operator.le,
    ast.Gt: operator.gt,
    ast.GtE: operator.ge,
}


def well_known(name: str) -> Value:
    """A name that the program does not define: a part of the library under its usual name, or a built-in."""
    if name in _MODULES:
        return Library(_MODULES[name])
    return Library(f"builtins.{name}") if name in _BUILT_IN else UNKNOWN


def imported(statement: ast.Import | ast.ImportFrom) -> dict[str, Value]:
    """The names that an import brings, each with its full name."""
    if isinstance(statement, ast.Import):
        return {
            (alias.asname or alias.name.split(".")[0]): Library(
                alias.name if alias.asname else alias.name.split(".")[0]
            )
            for alias in statement.names
        }
    base = statement.module or ""
    return {alias.asname or alias.name: Library(_canonical(base, alias.name)) for alias in statement.names}


def _canonical(base: str, name: str) -> str:
    if name == "summary" and base in ("torchsummary", "torchinfo", "torchsummaryX"):
        return "summary"
    return name if name == "OrderedDict" else f"{base}.{name}"


def items_of(value: Value) -> Sequence[Value] | None:
    """The items of what can be gone through, or None."""
    match value:
        case tuple() | list():
            return value
        case range():
            return list(value[:MOST_ITEMS])
        case Modules(items=items):
            return items
        case Chain(modules=modules):
            return modules
        case dict():
            return list(value)
        case _:
            return None


def truth(value: Value) -> bool | None:
    """Whether a condition holds, where that is known."""
    return (
        bool(value) if value is None or isinstance(value, bool | int | float | str | tuple | list) else None
    )


def value_of(frame: Frame, node: ast.expr) -> Value:
    """What an expression stands for."""
    frame.machine.count()
    match node:
        case ast.Constant(value=value):
            return value if _is_plain(value) else UNKNOWN
        case ast.Name(id=name):
            return frame.look_up(name)
        case ast.Attribute(value=owner, attr=name):
            return attribute(frame, value_of(frame, owner), name)
        case ast.Call():
            return calling.called(frame, node)
        case ast.BinOp(left=left, op=op, right=right):
            return operated(frame, node, op, value_of(frame, left), value_of(frame, right))
        case ast.UnaryOp(op=op, operand=operand):
            return _signed(op, value_of(frame, operand))
        case ast.Tuple(elts=parts) | ast.List(elts=parts):
            items = _listed(frame, parts)
            if items is None:
                return UNKNOWN
            return tuple(items) if isinstance(node, ast.Tuple) else items
        case ast.Dict(keys=keys, values=values):
            return _mapped(frame, keys, values)
        case ast.Subscript(value=owner, slice=key):
            return subscript(frame, value_of(frame, owner), key)
        case ast.IfExp(test=test, body=body, orelse=orelse):
            decided = truth(value_of(frame, test))
            return UNKNOWN if decided is None else value_of(frame, body if decided else orelse)
        case ast.Compare(left=left, ops=[op], comparators=[right]):
            return _compared(op, value_of(frame, left), value_of(frame, right))
        case ast.BoolOp(op=op, values=values):
            return _joined(op, [truth(value_of(frame, value)) for value in values])
        case (
            ast.ListComp(elt=element, generators=[generator])
            | ast.GeneratorExp(elt=element, generators=[generator])
        ):
            return _comprehended(frame, element, generator)
        case ast.Lambda():
            return Function(node, frame.listing, {**frame.outer, **frame.names})
        case ast.NamedExpr(target=target, value=value):
            made = value_of(frame, value)
            frame.assign(target, made)
            return made
        case _:
            return UNKNOWN


def _is_plain(value: object) -> bool:
    if isinstance(value, int) and not isinstance(value, bool):
        return abs(value) <= LARGEST
    if isinstance(value, str):
        return len(value) <= LONGEST_WORD
    return value is None or isinstance(value, bool | float)


def attribute(frame: Frame, owner: Value, name: str) -> Value:
    match owner:
        case Library(name=base):
            return Library(f"{base}.{name}")
        case Instance(kind=kind, attributes=attributes):
            if name in attributes:
                return attributes[name]
            found = kind.method(name)
            if found is None:
                return _class_attribute(frame, owner, name)
            return Function(found[1], found[0].listing, found[0].names, owner)
        case Tensor(shape=shape, open=is_open):
            if name == "shape":
                return UNKNOWN if shape is None or is_open else tuple(shape)
            return tensors.turned(owner) if name in ("T", "mT") else Method(owner, name)
        case Parameter(tensor=tensor):
            return attribute(frame, tensor, name)
        case Layer(options=options):
            return options.get(name, Method(owner, name))
        case list() | dict() | tuple() | str() | Modules() | Chain():
            return Method(owner, name)
        case _:
            return UNKNOWN


def _class_attribute(frame: Frame, owner: Instance, name: str) -> Value:
    """A number written in the body of a class, `expansion = 4`, or what every module can do."""
    for statement in owner.kind.node.body:
        match statement:
            case ast.Assign(targets=[ast.Name(id=target)], value=value) if target == name:
                return value_of(frame, value)
            case _:
                continue
    return Method(owner, name)


def operated(frame: Frame, node: ast.AST, op: ast.operator, left: Value, right: Value) -> Value:
    """Arithmetic of numbers, of sizes with letters, and of tensors."""
    left, right = _plain_tensor(left), _plain_tensor(right)
    if isinstance(left, Tensor) or isinstance(right, Tensor):
        return joining.combined(frame, node, op, left, right)
    if isinstance(left, Product) or isinstance(right, Product):
        return _with_letters(op, left, right)
    if isinstance(left, list | tuple) and type(left) is type(right) and isinstance(op, ast.Add):
        joined = [*left, *(right if isinstance(right, list | tuple) else ())]
        return UNKNOWN if len(joined) > MOST_ITEMS else (joined if isinstance(left, list) else tuple(joined))
    if isinstance(left, list | tuple) and isinstance(right, int) and isinstance(op, ast.Mult):
        return left * right if 0 <= right * len(left) <= MOST_ITEMS else UNKNOWN
    if not isinstance(left, int | float) or not isinstance(right, int | float):
        return UNKNOWN
    return _worked(op, left, right)


def _worked(op: ast.operator, left: int | float, right: int | float) -> Value:
    """Two plain numbers, unless the result would be too large."""
    if isinstance(op, ast.Pow):
        whole = isinstance(left, int) and isinstance(right, int)
        small = whole and abs(left) <= LARGEST_BASE and 0 <= right <= LARGEST_POWER
        raised = left**right if small else UNKNOWN
        return raised if _is_plain(raised) else UNKNOWN
    work = _OPERATORS.get(type(op))
    if work is None or (right == 0 and isinstance(op, ast.Div | ast.FloorDiv | ast.Mod)):
        return UNKNOWN
    try:
        result = work(left, right)
    except OverflowError:
        return UNKNOWN
    return result if _is_plain(result) else UNKNOWN


def _plain_tensor(value: Value) -> Value:
    return value.tensor if isinstance(value, Parameter) else value


def _with_letters(op: ast.operator, left: Value, right: Value) -> Value:
    first = left if isinstance(left, int | Product) else UNKNOWN
    second = right if isinstance(right, int | Product) else UNKNOWN
    if isinstance(op, ast.Mult):
        return times(first, second)
    return over(first, second) if isinstance(op, ast.FloorDiv) else UNKNOWN


def _signed(op: ast.unaryop, value: Value) -> Value:
    if isinstance(op, ast.Not):
        decided = truth(value)
        return UNKNOWN if decided is None else not decided
    if isinstance(value, Tensor):
        return value
    if isinstance(value, int | float) and not isinstance(value, bool) and isinstance(op, ast.USub):
        return -value
    return value if isinstance(op, ast.UAdd) else UNKNOWN


def _compared(op: ast.cmpop, left: Value, right: Value) -> Value:
    if isinstance(op, ast.Is | ast.IsNot) and (left is None or right is None):
        if isinstance(left, Unknown) or isinstance(right, Unknown):
            return UNKNOWN
        return (left is right) == isinstance(op, ast.Is)
    work = _COMPARISONS.get(type(op))
    if work is not None and isinstance(left, int | float) and isinstance(right, int | float):
        return work(left, right)
    if isinstance(left, str) and isinstance(right, str) and isinstance(op, ast.Eq | ast.NotEq):
        return (left == right) == isinstance(op, ast.Eq)
    listed = isinstance(right, list | tuple) and all(isinstance(item, int | str) for item in right)
    if isinstance(op, ast.In | ast.NotIn) and isinstance(left, int | str) and listed:
        return (left in (items_of(right) or ())) == isinstance(op, ast.In)
    return UNKNOWN


def _joined(op: ast.boolop, decided: Sequence[bool | None]) -> Value:
    settling = isinstance(op, ast.Or)
    if settling in decided:
        return settling
    return UNKNOWN if None in decided else not settling


def _listed(frame: Frame, parts: Sequence[ast.expr]) -> list[Value] | None:
    """The items of a list that is written out; None where one of its parts is not known."""
    found: list[Value] = []
    for part in parts:
        if isinstance(part, ast.Starred):
            items = items_of(value_of(frame, part.value))
            if items is None or len(items) > MOST_ITEMS:
                return None
            found += items
        else:
            found.append(value_of(frame, part))
    return found


def _mapped(frame: Frame, keys: Sequence[ast.expr | None], values: Sequence[ast.expr]) -> Value:
    made: dict[object, Value] = {}
    for key, value in zip(keys, values, strict=True):
        name = UNKNOWN if key is None else value_of(frame, key)
        if not isinstance(name, str | int):
            return UNKNOWN
        made[name] = value_of(frame, value)
    return made


def _comprehended(frame: Frame, element: ast.expr, generator: ast.comprehension) -> Value:
    from workings.networks.code.machine import Frame as Inner

    items = items_of(value_of(frame, generator.iter))
    if items is None or len(items) > MOST_ITEMS:
        return UNKNOWN
    inner = Inner(frame.machine, frame.listing, {}, {**frame.outer, **frame.names}, frame.kind)
    made: list[Value] = []
    for item in items:
        inner.assign(generator.target, item)
        kept = [truth(value_of(inner, condition)) for condition in generator.ifs]
        if None in kept:
            return UNKNOWN
        if all(kept):
            made.append(value_of(inner, element))
    return made


def subscript(frame: Frame, owner: Value, key: ast.expr) -> Value:
    """One item, or a slice, of a list or a shape; what is left of a tensor's shape."""
    owner = _plain_tensor(owner)
    if isinstance(owner, Tensor):
        return tensors.picked(frame, owner, key)
    if isinstance(key, ast.Slice):
        return _sliced(frame, owner, key)
    at = value_of(frame, key)
    if isinstance(owner, dict):
        return owner.get(at, UNKNOWN) if isinstance(at, str | int) else UNKNOWN
    items = items_of(owner)
    if items is None or not isinstance(at, int) or not -len(items) <= at < len(items):
        return UNKNOWN
    return items[at]


def slice_of(frame: Frame, key: ast.Slice) -> slice | None:
    """A slice between known numbers, or None."""
    bounds: list[int | None] = []
    for part in (key.lower, key.upper, key.step):
        value = None if part is None else value_of(frame, part)
        if value is not None and not isinstance(value, int):
            return None
        bounds.append(value)
    return None if bounds[2] == 0 else slice(*bounds)


def _sliced(frame: Frame, owner: Value, key: ast.Slice) -> Value:
    items, cut = items_of(owner), slice_of(frame, key)
    if items is None or cut is None:
        return UNKNOWN
    kept = list(items)[cut]
    match owner:
        case Chain(span=span):
            return Chain(kept, span)
        case Modules():
            return Modules(kept)
        case tuple():
            return tuple(kept)
        case _:
            return kept
