"""What a formula comes to with numbers for its names."""

from __future__ import annotations

from collections.abc import Mapping

from flint import arb, fmpq

from workings.evaluating import evaluate
from workings.expr import Expr
from workings.resolving.scope import as_value
from workings.value import Scalar, Tensor, Value

Choice = Mapping[str, Value]


def scalar(expr: Expr, names: Choice, index: str = "") -> Scalar | None:
    """The number that a formula comes to; of a vector, the entry that is asked for."""
    value = as_value(evaluate(expr, dict(names)))
    if isinstance(value, Tensor):
        single = len(value.items) == 1
        at = 0 if single else int(index) - 1 if index.isdigit() else -1
        value = value.items[at] if 0 <= at < len(value.items) and len(value.shape) == 1 or single else None
    return value if isinstance(value, fmpq | arb) else None
