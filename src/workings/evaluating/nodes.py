"""The remaining kinds of nodes: numbers, arrays, entries, conditions, readings, functions."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from flint import arb, fmpq

from workings.evaluating.calling import compute
from workings.evaluating.how import Function, How, function_key, is_argument
from workings.evaluating.run import Outcome, Run
from workings.expr import Alt, Apply, Array, Cases, Expr, Hole, Index, Name, Number, Relation, walk
from workings.ops import FUNCTIONS
from workings.ops.primitives import NoValue
from workings.value import Scalar, Tensor, Truth, Value, key_of, squeezed

_HALF = fmpq(1, 2)
_TENTH = fmpq(1, 10)
_NEVER_FACTORS = frozenset({"P", "Pr", "ℙ", "E", "𝔼", "Var", "Cov", "H", "Q", "V", "p"})  # P(8) is no P·8


MOST_ENTRIES = 200_000  # of one vector or matrix


def number(run: Run, node: Number) -> Value:
    if not run.how.widen or not _is_widened(run.how, node):
        return node.value
    return arb(node.value, arb(node.unit * _HALF).upper())


def _is_widened(how: How, node: Number) -> bool:
    if not is_rounded(node) and not (how.results and node.unit < 1 and key_of(node.value) in how.results):
        return False
    return how.digits == 1 or bool(abs(node.value) >= node.unit * 10 ** (how.digits - 1))


def is_rounded(node: Number) -> bool:
    """Whether a decimal may stand for a longer value: 0.5 and 0.01 hardly do, 0.52 and 12.5 may."""
    size = abs(node.value)
    return node.is_decimal and bool(size >= 10 or (node.unit < _TENTH and size >= 10 * node.unit))


def alt(run: Run, node: Alt) -> Outcome:
    if not node.options:
        raise NoValue("nothing to read")
    chosen = run.how.choice.get(node.span, 0)
    option = node.options[chosen if 0 <= chosen < len(node.options) else 0]
    run.enter()
    outcome = run.table[type(option)](run, option)
    run.depth -= 1
    return outcome


def hole(run: Run, node: Hole) -> Value:
    raise NoValue(f"not understood: {node.text or node.reason}")


def array(run: Run, node: Array) -> Value:
    """A vector or matrix; what its items are decides its rank."""
    run.enter()
    run.spend(len(node.items))
    as_written = not run.how.widen
    parts: list[Value] = [
        item.value if type(item) is Number and as_written else run.value(item) for item in node.items
    ]
    run.depth -= 1
    if not parts:
        raise NoValue("an empty list")
    tensors = [part for part in parts if isinstance(part, Tensor)]
    if not tensors:
        items = cast("tuple[Scalar, ...]", tuple(parts))
        if node.form == "column":
            return Tensor((len(items), 1), items)
        if node.form == "matrix":
            return Tensor((1, len(items)), items)
        return Tensor((len(items),), items, loose=True)
    if sum([len(part.items) for part in tensors]) > MOST_ENTRIES:
        raise NoValue(f"more than {MOST_ENTRIES} entries")
    if len(tensors) < len(parts):
        return _end_to_end(node, parts)
    if all(_is_matrix(part) for part in tensors):
        if not any(isinstance(item, Array) for item in node.items):
            return side_by_side(tensors)
        if node.form == "matrix" and all(_is_of_blocks(item) for item in node.items):
            return below_each_other(tensors)
    return _joined(tensors)


def _is_matrix(part: Tensor) -> bool:
    return len(part.shape) == 2 and 1 not in part.shape


def _is_of_blocks(row: Expr) -> bool:
    """Whether a row of a matrix is made of matrices that have names."""
    return isinstance(row, Array) and not any(isinstance(item, Array | Number) for item in row.items)


def side_by_side(parts: Sequence[Tensor]) -> Tensor:
    """`[A B]`: matrices as the blocks of one row."""
    if len({part.shape[0] for part in parts}) > 1:
        sizes = ", ".join("×".join(map(str, part.shape)) for part in parts)
        raise NoValue(f"matrices of different height side by side: {sizes}")
    height, widths = parts[0].shape[0], [part.shape[1] for part in parts]
    items = tuple(
        item
        for row in range(height)
        for part, width in zip(parts, widths, strict=True)
        for item in part.items[row * width : (row + 1) * width]
    )
    return Tensor((height, sum(widths)), items)


def below_each_other(parts: Sequence[Tensor]) -> Tensor:
    """`[A; B]`: matrices as the blocks of one column."""
    if len({part.shape[1] for part in parts}) > 1:
        sizes = ", ".join("×".join(map(str, part.shape)) for part in parts)
        raise NoValue(f"matrices of different width below each other: {sizes}")
    items = tuple(item for part in parts for item in part.items)
    return Tensor((sum(part.shape[0] for part in parts), parts[0].shape[1]), items)


def _end_to_end(node: Array, parts: list[Value]) -> Tensor:
    """[h, x] with a vector h and a number x: one vector behind the other."""
    if any(isinstance(item, Array) for item in node.items):
        raise NoValue("a list of numbers and vectors mixed")
    items: list[Scalar] = []
    for part in parts:
        if isinstance(part, Tensor) and len(squeezed(part.shape)) > 1:
            raise NoValue("a list of numbers and matrices mixed")
        items.extend(part.items if isinstance(part, Tensor) else (part,))
    return Tensor((len(items),), tuple(items), loose=True)


def _joined(parts: list[Tensor]) -> Tensor:
    """Rows stacked into a matrix, columns set side by side, anything else along a new axis."""
    shapes = {part.shape for part in parts}
    if len(shapes) > 1:
        lengths = ", ".join("×".join(map(str, part.shape)) for part in parts)
        raise NoValue(f"rows of different length: {lengths}")
    shape = parts[0].shape
    items = tuple([item for part in parts for item in part.items])
    if len(shape) == 2 and shape[0] == 1:
        return Tensor((len(parts), shape[1]), items)
    if len(shape) == 2 and shape[1] == 1:
        across = tuple([part.items[i] for i in range(shape[0]) for part in parts])
        return Tensor((shape[0], len(parts)), across)
    return Tensor((len(parts), *shape), items)


def index(run: Run, node: Index) -> Value:
    """Entries counted from 0, and from the end where negative, as programs do."""
    run.enter()
    value = run.value(node.base)
    for expr in node.index:
        position = run.value(expr)
        if type(position) is not fmpq or position.q != 1:
            raise NoValue("an index that is not a whole number")
        if not isinstance(value, Tensor):
            raise NoValue("an index into a number")
        if len(node.index) == 1 and len(value.shape) == 2 and value.shape[1] == 1:  # a column is a vector
            value = Tensor(value.shape[:1], value.items)
        extent = value.shape[0]
        at = position.p + extent if position < 0 else position.p
        if not 0 <= at < extent:
            raise NoValue(f"entry {position.p} of {extent}")
        value = value[int(at)]
    run.depth -= 1
    return value


def _by_entry(run: Run, node: Cases) -> Value:
    """Cases of vectors or matrices of one shape, entry by entry: `1[z > 0]`."""
    wholes = {
        part.key: value
        for part in walk(node)
        if isinstance(part, Name) and not part.index and isinstance(value := run.meaning(part.key), Tensor)
    }
    shapes = {value.shape for value in wholes.values()}
    if len(shapes) != 1:
        raise NoValue("a condition that cannot be decided")
    (shape,) = shapes
    outside, items = run.locals, []
    for entries in zip(*(value.items for value in wholes.values()), strict=True):
        run.spend(1)
        run.locals = {**outside, **dict(zip(wholes, entries, strict=True))}
        entry = run.outcome(node)
        if not isinstance(entry, fmpq | arb):
            raise NoValue("a condition that cannot be decided")
        items.append(entry)
    run.locals = outside
    return Tensor(shape, tuple(items), loose=next(iter(wholes.values())).loose)


def cases(run: Run, node: Cases) -> Outcome:
    """The first branch whose condition holds."""
    run.enter()
    for body, condition in node.branches:
        if condition is not None:
            truth = run.outcome(condition)
            holds = truth.holds if isinstance(truth, Truth) else None
            if holds is None:
                run.depth -= 1
                return _by_entry(run, node)
            if not holds:
                continue
        outcome = run.outcome(body)
        run.depth -= 1
        return outcome
    raise NoValue("no case applies")


def relation(run: Run, node: Relation) -> Truth:
    """Whether every sign between neighbouring members holds."""
    run.enter()
    run.spend(1)
    values = [run.value(member) for member in node.members]
    run.depth -= 1
    holds: bool | None = True
    for left, sign, right in zip(values, node.signs, values[1:], strict=False):
        link = compared(left, sign, right)
        if link is False:
            return Truth(False)
        holds = holds if link else None
    return Truth(holds)


def compared(left: Value, sign: str, right: Value) -> bool | None:
    """One comparison; None where the enclosures do not decide it."""
    if isinstance(left, Tensor) or isinstance(right, Tensor):
        return _compared_entries(left, sign, right)
    if sign in ("<", "\\lt"):
        return True if left < right else False if left >= right else None
    if sign in (">", "\\gt"):
        return compared(right, "<", left)
    if sign in ("≤", "<=", "\\le", "\\leq"):
        return True if left <= right else False if left > right else None
    if sign in ("≥", ">=", "\\ge", "\\geq"):
        return compared(right, "≤", left)
    if sign in ("=", "==", "≈", "\\approx"):
        return True if left == right else False if left != right else None
    if sign in ("≠", "!=", "\\ne", "\\neq"):
        return True if left != right else False if left == right else None
    return None


def _compared_entries(left: Value, sign: str, right: Value) -> bool | None:
    """Tensors are equal when all entries are; other signs are not decided."""
    if not (isinstance(left, Tensor) and isinstance(right, Tensor)) or len(left.items) != len(right.items):
        return None
    links = [compared(a, "=", b) for a, b in zip(left.items, right.items, strict=True)]
    equal = False if False in links else None if None in links else True
    if sign in ("=", "==", "≈"):
        return equal
    return None if equal is None or sign not in ("≠", "!=") else not equal


def apply(run: Run, node: Apply) -> Outcome:
    """A name before brackets: a value of its own, a function, a product, or an operation."""
    own = run.meaning(node.key)
    if own is not None and type(own) is not Function:
        return own  # type: ignore[return-value]
    key = node.function.key
    run.enter()
    meaning = run.meaning(key)
    if meaning is not None and type(meaning) is not Function and all(map(is_argument, node.args)):
        meaning = run.meaning(function_key(key)) or meaning
    if type(meaning) is Function:
        outcome = _applied(run, key, meaning, [run.value(arg) for arg in node.args])
    elif meaning is not None:
        never = key[0] == "∇" or (key in _NEVER_FACTORS and type(meaning) is not Tensor)
        if len(node.args) != 1 or never:
            raise NoValue(f"{key} is not a function")
        factors = [meaning, run.value(node.args[0])]
        each = run.how.each and all(type(factor) is Tensor and factor.loose for factor in factors)
        outcome = compute(run, "hadamard" if each else "mul", factors)  # type: ignore[arg-type]
    elif (op := operation_named(key)) is not None:
        outcome = compute(run, op, [run.value(arg) for arg in node.args])
    elif len(node.args) == 1 and node.function.index and run.meaning(node.function.base) is not None:
        entry = run.value(node.function)  # v_1 (1 - h) with the vector v
        outcome = compute(run, "mul", [entry, run.value(node.args[0])])
    else:
        raise NoValue(f"{key} has no value", (key,))
    run.depth -= 1
    return outcome


def operation_named(key: str) -> str | None:
    """The operation that a written function name stands for."""
    return FUNCTIONS.get(key)


def _applied(run: Run, key: str, function: Function, values: list[Value]) -> Outcome:
    """A document's function at given values; its body sees its parameters and the names above."""
    if len(values) != len(function.params):
        raise NoValue(f"{key} of {len(values)} arguments instead of {len(function.params)}")
    run.spend(1)
    outside, variables = run.locals, run.variables
    run.locals, run.variables = dict(zip(function.params, values, strict=True)), ()
    outcome = run.outcome(function.body)
    run.locals, run.variables = outside, variables
    return outcome
