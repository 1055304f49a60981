"""Matrix products entry by entry: which numbers are multiplied and added up for each."""

from __future__ import annotations

from collections.abc import Sequence

from workings.explaining.values import literal
from workings.expr import Call, Expr, Name, call, name
from workings.finding import spot
from workings.step import Step
from workings.value import Scalar, Tensor, Value

MOST_ENTRIES = 64  # of a product that is written out entry by entry
LONGEST = 24  # factors of one entry

_PRODUCTS = frozenset({"mul", "times", "matmul", "dot"})


def is_product(node: Call) -> bool:
    return node.op in _PRODUCTS and len(node.args) == 2


def entries(
    title: Expr | None, left: Value | None, right: Value | None, value: Value | None, digits: int
) -> tuple[Step, ...]:
    """The entries of a product of matrices or vectors; none for a product with a number."""
    if not isinstance(left, Tensor) or not isinstance(right, Tensor) or value is None:
        return ()
    if max(len(left.shape), len(right.shape)) > 2:
        return ()
    rows, columns = _rows(left), _columns(right)
    pairs: list[tuple[tuple[int, ...], tuple[Scalar, ...], tuple[Scalar, ...]]]
    if not isinstance(value, Tensor):
        pairs = [((), left.items, right.items)]
    elif len(value.items) == len(rows) * len(columns):
        pairs = [
            (_index(value, i, j), row, column)
            for i, row in enumerate(rows)
            for j, column in enumerate(columns)
        ]
    else:
        return ()
    if len(pairs) > MOST_ENTRIES or any(len(a) != len(b) or len(a) > LONGEST for _, a, b in pairs):
        return ()
    results = value.items if isinstance(value, Tensor) else (value,)
    return tuple(
        _entry(title, index, a, b, result, digits)
        for (index, a, b), result in zip(pairs, results, strict=True)
    )


def _rows(a: Tensor) -> list[tuple[Scalar, ...]]:
    width = a.shape[-1]
    return [a.items[start : start + width] for start in range(0, len(a.items), width)]


def _columns(b: Tensor) -> list[tuple[Scalar, ...]]:
    """The columns of a matrix; a vector is one column."""
    width = b.shape[1] if len(b.shape) == 2 else 1
    return [b.items[at::width] for at in range(width)]


def _index(value: Tensor, row: int, column: int) -> tuple[int, ...]:
    """Where an entry stands in the result, which may have lost an axis."""
    if len(value.shape) == 2:
        return row, column
    return (max(row, column),)


def _entry(
    title: Expr | None,
    index: tuple[int, ...],
    left: Sequence[Scalar],
    right: Sequence[Scalar],
    result: Scalar,
    digits: int,
) -> Step:
    """One entry: the sum of products."""
    products = [call("mul", literal(a, digits), literal(b, digits)) for a, b in zip(left, right, strict=True)]
    formula: Expr = products[0]
    for product in products[1:]:
        formula = call("add", formula, product)
    if isinstance(title, Name) and index and "_" not in title.key and "^" not in title.key:
        subscript = ",".join(str(i + 1) for i in index)
        key = f"{title.key}_{subscript}" if len(index) == 1 else f"{title.key}_{{{subscript}}}"
        return Step(name(key), formula, None, result)
    return Step(None, formula, None, result, spot(index) if index else "")
