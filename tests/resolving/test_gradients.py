"""Derivatives of every operation and primitive against PyTorch, which goes backwards by itself."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import pytest
from flint import arb, fmpq

sys.path.insert(0, str(Path(__file__).parents[1] / "ops"))
from sampling import split, title, to_value

from workings.evaluating import How, evaluate
from workings.expr import Expr, call, name
from workings.ops import REGISTRY, Op
from workings.ops.operation import with_options
from workings.resolving.derivatives import UnknownDerivativeError, gradient
from workings.value import Tensor, Value, precision

torch = pytest.importorskip("torch")
COUNTED = frozenset(
    "conv_size pool_size conv_params linear_params precision recall f1 perceptron step hardmax".split()
)  # operations on counts, and those that only jump
LABELS = {"sequence_loss": 1, "nll": 1}  # arguments that are places, not quantities
STACKED = frozenset({"multi_head"})  # joins a stack of matrices


def weights(value: Value) -> Value:
    """Different factors for the entries of a result, so that no entry can stand for another."""
    if not isinstance(value, Tensor):
        return fmpq(3)
    return Tensor(value.shape, tuple(fmpq(2 * i + 1, 3) for i in range(len(value.items))), value.loose)


def as_torch(value: Value) -> Any:
    if not isinstance(value, Tensor):
        return torch.tensor(float(arb(value).mid()), dtype=torch.float64)
    flat = [float(arb(item).mid()) for item in value.items]
    return torch.tensor(flat, dtype=torch.float64).reshape(value.shape)


def flat(value: Any) -> list[float]:
    items = value.items if isinstance(value, Tensor) else (value,)
    return [float(arb(item).mid()) for item in items]


def by_hand(expr: Expr, under: str, values: dict[str, Value]) -> list[float]:
    with precision(128):
        result = evaluate(expr, values)
        assert isinstance(result, fmpq | arb | Tensor)
        scaled = call("total", call("hadamard", expr, name("weights")))
        names = {**values, "weights": weights(result)}
        found = gradient(scaled, under, {}, names, How())
        if found.ties:
            pytest.skip(f"a corner: {found.ties}")
        value = evaluate(found.expr, names)
    own = values[under]
    if isinstance(own, Tensor):
        assert isinstance(value, Tensor), value
        assert value.shape == own.shape
    return flat(value)


def by_torch(function: Any, values: dict[str, Value], under: str, result: Value) -> list[float]:
    tensors = {key: as_torch(value).requires_grad_(key == under) for key, value in values.items()}
    out = function(*tensors.values())
    total = (out.reshape(-1) * as_torch(weights(result)).reshape(-1)).sum()
    (grad,) = torch.autograd.grad(total, tensors[under], allow_unused=True)
    return (grad if grad is not None else torch.zeros_like(tensors[under])).reshape(-1).tolist()


SAMPLES = [
    (op, sample, at)
    for op in REGISTRY
    if op.name not in COUNTED and not op.name.endswith("_prime")
    for sample in op.samples
    for at in range(len(split(sample)[0]))
    if LABELS.get(op.name) != at and not (op.name in STACKED and at == 0)
    if not (op.name in ("entropy", "kl_divergence") and at == 0 and 0 in split(sample)[0][0])
]


@pytest.mark.parametrize(("op", "sample", "at"), SAMPLES, ids=title)
def test_the_gradient_of_an_operation_is_that_of_the_referee(op: Op, sample: Any, at: int) -> None:
    args, options = split(sample)
    values = {f"a{i}": to_value(arg) for i, arg in enumerate(args)}
    expr = with_options(op.name, *(name(key) for key in values), **options)
    result = evaluate(expr, values)
    assert isinstance(result, fmpq | arb | Tensor)
    try:
        got = by_hand(expr, f"a{at}", values)
    except UnknownDerivativeError as gone:
        pytest.fail(f"no derivative: {gone}")
    settings = {**op.options, **options}
    expected = by_torch(lambda *a: op.oracle(torch, *a, **settings), values, f"a{at}", result)
    assert got == pytest.approx(expected, rel=1e-7, abs=1e-9)
