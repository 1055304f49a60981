"""Numbers, vectors and matrices of germs, and the operations on them."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from flint import fmpq

from workings.evaluating import germs
from workings.evaluating.germs import NOUGHT, Germ, constant
from workings.ops.primitives import NoValue
from workings.record import record
from workings.value import Tensor, Value

MOST_ENTRIES = 400
_ONE = fmpq(1)


@record(frozen=True, slots=True)
class Block:
    """A number, vector or matrix of germs, in row-major order."""

    shape: tuple[int, ...]
    items: tuple[Germ, ...]
    loose: bool = False


def lifted(value: Value) -> Block:
    if isinstance(value, Tensor):
        if len(value.items) > MOST_ENTRIES:
            raise NoValue(f"a limit of more than {MOST_ENTRIES} entries")
        return Block(value.shape, tuple(constant(item) for item in value.items), value.loose)
    return Block((), (constant(value),))


def stacked(parts: list[Block], form: str) -> Block:
    if not parts or len({part.shape for part in parts}) > 1:
        raise NoValue("rows of different length")
    items = tuple(item for part in parts for item in part.items)
    if not parts[0].shape:
        shape = (
            (len(parts), 1) if form == "column" else (1, len(parts)) if form == "matrix" else (len(parts),)
        )
        return Block(shape, items, form not in ("column", "matrix"))
    rows = parts[0].shape[1:] if parts[0].shape[0] == 1 and len(parts[0].shape) == 2 else parts[0].shape
    return Block((len(parts), *rows), items)


def each(rule: Callable[[Germ], Germ], block: Block) -> Block:
    return Block(block.shape, tuple(rule(item) for item in block.items), block.loose)


def paired(rule: Callable[[Germ, Germ], Germ], a: Block, b: Block) -> Block:
    """Entry by entry; a number goes with every entry."""
    if not a.shape:
        return each(lambda item: rule(a.items[0], item), b)
    if not b.shape:
        return each(lambda item: rule(item, b.items[0]), a)
    if len(a.items) != len(b.items):
        raise NoValue("vectors of different length in a limit")
    return Block(a.shape, tuple(map(rule, a.items, b.items)), a.loose and b.loose)


def multiplied(a: Block, b: Block) -> Block:
    """Scaling, dot product or matrix product, as the shapes ask for."""
    if not a.shape or not b.shape:
        return paired(germs.multiply, a, b)
    flat = all(len(block.shape) == 1 or 1 in block.shape for block in (a, b))
    if flat and len(a.items) == len(b.items) and not (a.shape[-1] == 1 and b.shape[0] == 1):
        return Block((), (_dot(a.items, b.items),))
    rows, inner = a.shape if len(a.shape) == 2 else (1, a.shape[0])
    height, columns = b.shape if len(b.shape) == 2 else (b.shape[0], 1)
    if inner != height:
        raise NoValue("matrices that do not fit in a limit")
    items = tuple(
        _dot(a.items[i * inner : (i + 1) * inner], b.items[j::columns])
        for i in range(rows)
        for j in range(columns)
    )
    if len(a.shape) == 1 or len(b.shape) == 1:
        return Block((len(items),), items, True)
    return Block((rows, columns), items)


def _dot(a: tuple[Germ, ...], b: tuple[Germ, ...]) -> Germ:
    total = NOUGHT
    for x, y in zip(a, b, strict=True):
        total = germs.add(total, germs.multiply(x, y))
    return total


def softmax(scores: Block, temperatures: list[Block]) -> Block:
    """Shares along the last axis, each as 1 / Σ exp(zⱼ - zᵢ), so that ties stay ties."""
    if temperatures:
        if len(temperatures) > 1 or temperatures[0].shape:
            raise NoValue("a softmax with such options in a limit")
        scores = paired(germs.divide, scores, temperatures[0])
    if not scores.shape:
        raise NoValue("softmax of a single number")
    wide = len(scores.items) if 1 in scores.shape else scores.shape[-1]
    shares: list[Germ] = []
    for start in range(0, len(scores.items), wide):
        row = scores.items[start : start + wide]
        for z in row:
            total = NOUGHT
            for other in row:
                total = germs.add(total, germs.exponential(germs.add(other, germs.negate(z))))
            shares.append(germs.divide(constant(_ONE), total))
    return Block(scores.shape, tuple(shares), scores.loose)


def _tanh(a: Germ) -> Germ:
    e = germs.exponential(germs.multiply(constant(fmpq(-2)), a))
    return germs.divide(germs.add(constant(_ONE), germs.negate(e)), germs.add(constant(_ONE), e))


def _total(args: list[Block]) -> Block:
    if len(args) != 1 or len(args[0].shape) > 1 and 1 not in args[0].shape:
        raise NoValue("a sum along rows in a limit")
    total = NOUGHT
    for item in args[0].items:
        total = germs.add(total, item)
    return Block((), (total,))


def _mean(args: list[Block]) -> Block:
    return each(lambda item: germs.multiply(item, constant(fmpq(1, len(args[0].items)))), _total(args))


def _norm(args: list[Block]) -> Block:
    squares = each(lambda item: germs.multiply(item, item), args[0])
    return each(lambda item: germs.raise_to(item, fmpq(1, 2)), _total([squares]))


def _extreme(args: list[Block], turn: Callable[[Germ], Germ]) -> Block:
    items = [turn(item) for block in args for item in block.items]
    best = items[0]
    for item in items[1:]:
        best = germs.larger(best, item)
    return Block((), (turn(best),))


def _largest(args: list[Block]) -> Block:
    return _extreme(args, lambda item: item)


def _smallest(args: list[Block]) -> Block:
    return _extreme(args, germs.negate)


def _at_least(a: Germ, b: Germ) -> Germ:
    return constant(fmpq(int(germs.sign(germs.add(a, germs.negate(b))) >= 0)))


UNARY: Mapping[str, Callable[[Germ], Germ]] = {
    "neg": germs.negate,
    "exp": germs.exponential,
    "ln": germs.logarithm,
    "log": germs.logarithm,
    "sqrt": lambda a: germs.raise_to(a, fmpq(1, 2)),
    "abs": germs.absolute,
    "bars": germs.absolute,
    "tanh": _tanh,
    "sin": lambda a: germs.swinging(a, cosine=False),
    "cos": lambda a: germs.swinging(a, cosine=True),
    "sign": lambda a: constant(fmpq(germs.sign(a))),
}
BINARY: Mapping[str, Callable[[Germ, Germ], Germ]] = {
    "add": germs.add,
    "sub": lambda a, b: germs.add(a, germs.negate(b)),
    "div": germs.divide,
    "hadamard": germs.multiply,
    "at_least": _at_least,
}
REDUCING: Mapping[str, Callable[[list[Block]], Block]] = {
    "total": _total,
    "mean": _mean,
    "norm": _norm,
    "max": _largest,
    "min": _smallest,
}
