"""Names: given values, entries of tensors by subscript, and letters written side by side."""

from __future__ import annotations

from enum import Enum
from typing import TypeAlias

from flint import fmpq

from workings.evaluating.calling import compute, constant
from workings.evaluating.how import Function
from workings.evaluating.run import Run
from workings.expr import Call, Expr, Name, Number, walk
from workings.ops.primitives import NoValue
from workings.value import Tensor, Value

FREE_LETTERS = frozenset("ijktnm")


class Whole(Enum):
    """A subscript that stands for every entry along its axis, such as the i of z_i without a sum."""

    AXIS = "axis"


Position: TypeAlias = int | Whole


def name(run: Run, node: Name) -> Value:
    key = node.key
    if node.index and run.locals and _is_inner(run, node):
        return _subscripted(run, node)
    found = run.meaning(key)
    if found is not None:
        if type(found) is Function:
            raise NoValue(f"{key} is a function")
        return found  # type: ignore[return-value]
    if run.locals and "^" in key and (superscripted := _superscripted(run, key)) is not None:
        return superscripted
    known = constant(key)
    if known is not None:
        return known
    if node.index:
        return _subscripted(run, node)
    return _letters(run, key)


def _superscripted(run: Run, key: str) -> Value | None:
    """`x^(i)` with the variable of a sum worked out: x^(1), x^(2), …"""
    for variable, value in run.locals.items():
        if type(value) is fmpq and value.q == 1:
            key = key.replace(f"({variable})", f"({value.p})").replace(f"[{variable}]", f"[{value.p}]")
    found = run.names.get(key)
    return None if type(found) is Function else found  # type: ignore[return-value]


def _is_inner(run: Run, node: Name) -> bool:
    """Whether the subscript runs with a sum, or picks an entry of a function's own parameter."""
    if run.variables and any(
        _runs(run, part.key) for expr in node.index for part in walk(expr) if type(part) is Name
    ):
        return True
    return node.key not in run.locals and type(run.locals.get(node.base)) is Tensor


def _runs(run: Run, key: str) -> bool:
    if key in run.variables:
        return True
    return len(key) == 2 and key.isalpha() and (key[0] in run.variables or key[1] in run.variables)


def _letters(run: Run, key: str) -> Value:
    """`wx` is w·x where both letters have values and the word has none."""
    if 1 < len(key) <= 4 and key.isalpha():
        values: list[Value] = []
        for letter in key:
            found = run.meaning(letter)
            if found is None or type(found) is Function:
                break
            values.append(found)  # type: ignore[arg-type]
        else:
            product = values[0]
            for value in values[1:]:
                product = compute(run, "mul", [product, value])
            return product
    raise NoValue(f"{key} has no value", (key,))


def _subscripted(run: Run, node: Name) -> Value:
    """The name with its subscript worked out, or the entry of the tensor it belongs to."""
    tensor = run.meaning(node.base)
    for index in _readings(run, node.index):
        for key in () if node.base in run.locals else index_keys(node.base, index):
            found = run.meaning(key)
            if found is not None and type(found) is not Function:
                return found  # type: ignore[return-value]
        if type(tensor) is Tensor:
            entry = entry_at(tensor, index)
            if entry is not None:
                return entry
    if type(tensor) is Tensor:
        raise NoValue(f"{node.key} is outside {node.base}")
    if len(node.index) > 1 and (part := _of_numbered(run, node)) is not None:
        return part
    if len(node.base) == 2 and (matrices := _side_by_side(run, node)) is not None:
        return matrices
    raise NoValue(f"{node.key} has no value", (node.key,))


def _of_numbered(run: Run, node: Name) -> Value | None:
    """`w_{2,1}` as the first entry of the vector w_2."""
    for index in _readings(run, node.index):
        for cut in range(1, len(index)):
            for key in index_keys(node.base, index[:cut]):
                whole = run.meaning(key)
                if type(whole) is Tensor and (entry := entry_at(whole, index[cut:])) is not None:
                    return entry
    return None


def _side_by_side(run: Run, node: Name) -> Value | None:
    """`XW_Q` is X·W_Q where both are matrices and the word has no value."""
    factors = run.meaning(node.key[0]), run.meaning(node.key[1:])
    if not all(type(factor) is Tensor for factor in factors):
        return None
    return compute(run, "mul", list(factors))  # type: ignore[arg-type]


def index_keys(base: str, index: tuple[Position, ...]) -> tuple[str, ...]:
    """The keys under which an entry may have been given its own value, such as x_3 or w_{1,2}."""
    if Whole.AXIS in index:
        return ()
    plain = [str(i) for i in index]
    if len(plain) == 1:
        return (f"{base}_{plain[0]}", f"{base}_{{{plain[0]}}}")
    joined = f"{base}_{{{','.join(plain)}}}"
    if all(len(p) == 1 for p in plain):
        return (joined, f"{base}_{''.join(plain)}")
    return (joined,)


def _readings(run: Run, index: tuple[Expr, ...]) -> list[tuple[Position, ...]]:
    """What a subscript may mean: as written, and with `ij`, `2i`, `12` taken apart."""
    ways = [index]
    if len(index) == 1 and (parts := _taken_apart(index[0])):
        ways.append(parts)
    readings = []
    for way in ways:
        positions = [position for expr in way if (position := _position(run, expr)) is not None]
        if len(positions) == len(way):
            readings.append(tuple(positions))
    return readings


def _position(run: Run, expr: Expr) -> Position | None:
    """A subscript as an integer or a whole axis; None if it is neither."""
    if type(expr) is Name and run.meaning(expr.key) is None:
        return Whole.AXIS if expr.key in FREE_LETTERS else None
    value = run.attempt(expr)
    if type(value) is fmpq and value.q == 1 and abs(value.p) < 1_000_000:
        return int(value.p)
    return None


def _taken_apart(expr: Expr) -> tuple[Expr, ...] | None:
    """`ij` as i, j and `12` as 1, 2: the two subscripts of a matrix written without a comma."""
    match expr:
        case Name(span, key) if len(key) == 2 and key.isalpha():
            return Name(span, key[0], key[0]), Name(span, key[1], key[1])
        case Number(span, _, _, text) if len(text) == 2 and text.isdigit():
            return tuple(Number(span, fmpq(int(digit)), fmpq(1), digit) for digit in text)
        case Call(_, "mul", (first, second)):
            return first, second
    return None


def entry_at(tensor: Tensor, index: tuple[Position, ...]) -> Value | None:
    """An entry, row or column, counted from 1; None if there is no such entry."""
    shape = tensor.shape
    if len(index) == 1 and 1 in shape[1:] + shape[:-1]:  # a row or a column is a vector
        shape = (len(tensor.items),)
    if len(index) > len(shape):
        return None
    if all(position is Whole.AXIS for position in index):
        return tensor
    for position, extent in zip(index, shape, strict=False):
        if isinstance(position, int) and not 1 <= position <= extent:
            return None
    if len(index) == 2 == len(shape) and index[0] is Whole.AXIS and isinstance(index[1], int):
        return Tensor((shape[0],), tensor.items[index[1] - 1 :: shape[1]], loose=True)
    offset, size = 0, len(tensor.items)
    for at, (position, extent) in enumerate(zip(index, shape, strict=False)):
        if not isinstance(position, int):
            rest = index[at:]
            return _part(tensor, offset, size, shape[at:]) if len(set(rest)) == 1 else None
        size //= extent
        offset += (position - 1) * size
    return _part(tensor, offset, size, shape[len(index) :])


def _part(tensor: Tensor, offset: int, size: int, shape: tuple[int, ...]) -> Value:
    """What stands from an offset on, in the given shape."""
    if not shape:
        return tensor.items[offset]
    return Tensor(shape, tensor.items[offset : offset + size], loose=len(shape) == 1)
