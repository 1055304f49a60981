"""Exact values for free names, seeded from the link itself so that the same text gets the same verdict."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from zlib import crc32

from flint import fmpq

from workings.checking.identities.sorting import Sorted
from workings.evaluating import Function, How, evaluate
from workings.expr import Expr, Name, name, number
from workings.kinds import Kind
from workings.value import Scalar, Tensor, Value

PLAIN = Sorted({}, {}, frozenset(), {})  # every name is a number
_SMALL = (0, 1, 1, -1, 2)  # entries of a counterexample
_X = "x"


class Source:
    """Numbers that look random and are the same every time."""

    def __init__(self, key: str, seed: int, point: int) -> None:
        self.word = crc32(f"{key}|{point}".encode("utf-8", "replace"), seed)
        self.under = self.word % 5 + 2

    def next(self) -> int:
        self.word = (self.word * 1103515245 + 12345) % 2**31
        return self.word // 65536

    def fraction(self) -> fmpq:
        value = fmpq(self.next() % 19 + 1, self.under)
        return value if self.word // 4096 % 3 else -value

    def small(self) -> fmpq:
        return fmpq(_SMALL[self.next() % len(_SMALL)])


def sample(
    free: list[str],
    sorted_: Sorted,
    kinds: Mapping[str, Kind],
    seed: int,
    point: int,
    small: bool = False,
    known: Mapping[str, Value | Function] = MappingProxyType({}),
) -> dict[str, Value | Function]:
    """A value for each name; vectors said to be orthogonal are, and have the norm that was said."""
    found: dict[str, Value | Function] = {}
    for key in free:
        source = Source(key, seed, point)
        rows, columns = sorted_.shapes.get(key, (1, 1))
        if key in sorted_.sizes:
            found[key] = fmpq(sorted_.sizes[key])
        elif key in sorted_.functions:
            found[key] = _function(key, seed, point)
        elif key in sorted_.steps:
            found[key] = fmpq(point % 5 + 2)
        elif (rows, columns) == (1, 1):
            found[key] = fmpq(point % 3 + 1) if small else abs(source.fraction())
        else:
            draw = source.small if small else source.fraction
            items: list[Scalar] = [draw() for _ in range(rows * columns)]
            found[key] = _with_trait(kinds.get(key), rows, columns, items)
    for key, size in sorted_.sizes.items():
        found.setdefault(key, fmpq(size))
    _set_families(found, sorted_, kinds, seed, point, known)
    return found


def _with_trait(kind: Kind | None, rows: int, columns: int, items: list[Scalar]) -> Tensor:
    """A matrix that is symmetric or diagonal if that was said of it."""
    if kind is not None and rows == columns and kind.trait == "orthogonal":
        seed = crc32(repr(items).encode())
        across = [_reflected(at, rows, seed, 1) for at in range(rows)]
        return Tensor((rows, columns), tuple(entry for column in across for entry in column))
    if kind is None or rows != columns or kind.trait not in ("symmetric", "diagonal", "spectral"):
        return Tensor((rows, columns), tuple(items))
    cells = [(i, j) for i in range(rows) for j in range(columns)]
    if kind.trait in ("diagonal", "spectral"):
        return Tensor((rows, columns), tuple(items[i * columns + j] if i == j else fmpq(0) for i, j in cells))
    return Tensor((rows, columns), tuple(items[min(i, j) * columns + max(i, j)] for i, j in cells))


def _set_families(
    found: dict[str, Value | Function],
    sorted_: Sorted,
    kinds: Mapping[str, Kind],
    seed: int,
    point: int,
    known: Mapping[str, Value | Function],
) -> None:
    """Orthogonal vectors: columns of a reflection, times their norm."""
    for key, kind in kinds.items():
        if key not in found or kind.rank != 1 or not (kind.family or kind.norm is not None):
            continue
        rows, columns = sorted_.shapes.get(key, (1, 1))
        size = max(rows, columns)
        at = kind.family.index(key) if kind.family else 0
        if at >= size:
            continue
        scale = _norm(kind.norm, {**known, **found}, key, seed, point)
        own = seed if kind.family else crc32(key.encode("utf-8", "replace"), seed)
        items = tuple(scale * entry for entry in _reflected(at, size, own, point + (not kind.family)))
        found[key] = Tensor((rows, columns), items)


def _norm(
    norm: Expr | None, found: Mapping[str, Value | Function], key: str, seed: int, point: int
) -> Scalar:
    if norm is None:
        return abs(Source(key, seed, point).fraction())
    value = evaluate(norm, found, How())
    return value if isinstance(value, fmpq) else fmpq(1)


def _reflected(at: int, size: int, seed: int, point: int) -> list[fmpq]:
    """Column `at` of 1 - 2vv'/(v'v), which is orthogonal and rational."""
    if point == 0:
        return [fmpq(int(i == at)) for i in range(size)]
    source = Source("reflection", seed, point)
    v = [source.next() % 5 + 1 for _ in range(size)]
    square = sum(x * x for x in v)
    return [fmpq(int(i == at)) - fmpq(2 * v[i] * v[at], square) for i in range(size)]


def _function(key: str, seed: int, point: int) -> Function:
    """A cubic for f, and its derivatives for f' and f'', so that rules of differentiation hold."""
    source = Source(key.rstrip("'"), seed, point)
    coefficients = [source.fraction() for _ in range(4)]
    for _ in range(min(3, len(key) - len(key.rstrip("'")))):
        coefficients = [c * k for k, c in enumerate(coefficients)][1:]
    variable = Name(name(_X).span, _X, _X)
    body: Expr = number(coefficients[-1])
    for c in reversed(coefficients[:-1]):
        body = body * variable + number(c)  # entry by entry, for vectors too
    return Function((_X,), body)
