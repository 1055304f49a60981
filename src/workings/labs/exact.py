"""The exact engine for labs: a formula as a document would write it, with values for its names."""

from __future__ import annotations

from collections.abc import Sequence

from flint import arb, fmpq

from workings.evaluating import evaluate
from workings.ops import FUNCTIONS
from workings.parsing import Lexicon, parse_maths
from workings.value import Scalar, Tensor, Value


def matrix(rows: Sequence[Sequence[int | fmpq]]) -> Tensor:
    """Rows of exact numbers."""
    return Tensor((len(rows), len(rows[0])), tuple(fmpq(item) for row in rows for item in row))


def entries(formula: str, **names: Value) -> tuple[Scalar, ...]:
    """The entries of what a formula comes to, row by row: exact, or enclosed."""
    result = evaluate(parse_maths(formula, Lexicon(FUNCTIONS, frozenset(names))), names)
    if isinstance(result, Tensor):
        return result.items
    if isinstance(result, Scalar):
        return (result,)
    raise ValueError(f"{formula} has no value: {result}")


def as_float(value: Scalar) -> float:
    """A number to print or to draw."""
    return float(arb(value).mid())
