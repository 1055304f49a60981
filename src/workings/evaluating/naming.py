"""Names: given values, entries of tensors by subscript, and letters written side by side."""

from __future__ import annotations

from flint import fmpq

from workings.evaluating.calling import compute, constant
from workings.evaluating.how import Function
from workings.evaluating.run import Run
from workings.expr import Call, Expr, Name, Number, walk
from workings.ops.primitives import NoValue
from workings.value import Tensor, Value

FREE_LETTERS = frozenset("ijktnm")


def name(run: Run, node: Name) -> Value:
    key = node.key
    if node.index and run.locals and _mentions_local(run, node.index):
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


def _mentions_local(run: Run, index: tuple[Expr, ...]) -> bool:
    """Whether a subscript depends on the variable of a sum or the parameter of a function."""
    for expr in index:
        for part in walk(expr):
            if type(part) is Name and _local_letters(run, part.key):
                return True
    return False


def _local_letters(run: Run, key: str) -> bool:
    return key in run.locals or (key.isalpha() and any(letter in run.locals for letter in key))


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
        for key in index_keys(node.base, index):
            found = run.meaning(key)
            if found is not None and type(found) is not Function:
                return found  # type: ignore[return-value]
        if type(tensor) is Tensor:
            entry = _entry(tensor, index)
            if entry is not None:
                return entry
    if type(tensor) is Tensor:
        raise NoValue(f"{node.key} is outside {node.base}")
    raise NoValue(f"{node.key} has no value", (node.key,))


def index_keys(base: str, index: tuple[int | None, ...]) -> tuple[str, ...]:
    """The keys under which an entry may have been given its own value, such as x_3 or w_{1,2}."""
    if None in index:
        return ()
    plain = [str(i) for i in index]
    if len(plain) == 1:
        return (f"{base}_{plain[0]}", f"{base}_{{{plain[0]}}}")
    joined = f"{base}_{{{','.join(plain)}}}"
    if all(len(p) == 1 for p in plain):
        return (joined, f"{base}_{''.join(plain)}")
    return (joined,)


def _readings(run: Run, index: tuple[Expr, ...]) -> list[tuple[int | None, ...]]:
    """What a subscript may mean: as written, and with `ij`, `2i`, `12` taken apart."""
    readings = []
    direct = tuple(_whole_index(run, expr) for expr in index)
    if all(i != "none" for i in direct):
        readings.append(direct)
    if len(index) == 1 and (parts := _taken_apart(index[0])):
        apart = tuple(_whole_index(run, part) for part in parts)
        if all(i != "none" for i in apart):
            readings.append(apart)
    return readings  # type: ignore[return-value]


def _whole_index(run: Run, expr: Expr) -> int | str | None:
    """A subscript as an integer; None for a free index letter, "none" for anything else."""
    if type(expr) is Name and expr.key in FREE_LETTERS and run.meaning(expr.key) is None:
        return None
    if type(expr) is Name and run.meaning(expr.key) is None:
        return "none"
    try:
        value = run.value(expr)
    except NoValue as gone:
        if run.left < 0:
            raise gone
        return "none"
    if type(value) is fmpq and value.q == 1 and abs(value) < 1_000_000:
        return int(value.p)
    return "none"


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


def _entry(tensor: Tensor, index: tuple[int | None, ...]) -> Value | None:
    """An entry counted from 1; None in the index keeps that whole axis."""
    shape = tensor.shape
    if len(index) == 1 and len(shape) == 2 and 1 in shape:
        position = index[0]
        if position is None:
            return tensor
        return tensor.items[position - 1] if 1 <= position <= len(tensor.items) else None
    if len(index) > len(shape):
        return None
    if all(position is None for position in index):
        return tensor
    for position, extent in zip(index, shape, strict=False):
        if position is not None and not 1 <= position <= extent:
            return None
    if len(index) == 1 and index[0] is not None:
        return tensor[index[0] - 1]
    if len(index) == len(shape) == 2:
        row, column = index
        width = shape[1]
        if row is None and column is not None:
            return Tensor((shape[0],), tensor.items[column - 1 :: width], loose=True)
        if row is not None:
            start = (row - 1) * width
            if column is None:
                return Tensor((width,), tensor.items[start : start + width], loose=True)
            return tensor.items[start + column - 1]
    if None in index:
        return None
    value: Value = tensor
    for position in index:
        assert position is not None
        if not isinstance(value, Tensor):
            return None
        value = value[position - 1]
    return value
