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
from workings.ops import OPERATIONS, Op
from workings.ops.operation import with_options
from workings.ops.primitives import PRIMITIVES
from workings.ops.primitives.pullback import steps
from workings.resolving.derivatives import UnknownDerivativeError, gradient
from workings.value import Tensor, Value, precision

torch = pytest.importorskip("torch")
COUNTED = frozenset(
    "conv_size pool_size conv_params linear_params precision recall f1 perceptron step hardmax".split()
)  # operations on counts, and those that only jump
LABELS = {"sequence_loss": 1, "nll": 1}  # arguments that are places, not quantities
STACKED = frozenset({"multi_head"})  # joins a stack of matrices
SLIDING = frozenset({"convolution", "max_pool", "avg_pool"})  # windows have no derivative yet


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
    for op in OPERATIONS.values()
    if op.name not in COUNTED | SLIDING and not op.name.endswith("_prime")
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


X, Y = name("x"), name("y")
VECTOR, OTHER = [0.5, -1.25, 2], [1.5, 0.25, -0.5]
MATRIX, SQUARE = [[0.5, -1.25, 2], [1, 3, -0.75]], [[2, 1, 0.5], [0.25, 3, -1], [1, -0.5, 4]]
COLUMN, ROW = [[0.5], [-1.25], [2]], [[1.5, 0.25, -0.5]]

PRIMITIVE: dict[str, list[tuple[Expr, Any, list[Any]]]] = {
    "add": [(X + Y, lambda x, y: x + y, [MATRIX, VECTOR]), (X + Y, lambda x, y: x + y, [2, VECTOR])],
    "sub": [(X - Y, lambda x, y: x - y, [MATRIX, ROW]), (X - Y, lambda x, y: x - y, [VECTOR, 3])],
    "neg": [(-X, lambda x: -x, [VECTOR])],
    "hadamard": [(X * Y, lambda x, y: x * y, [MATRIX, VECTOR]), (X * Y, lambda x, y: x * y, [MATRIX, 3])],
    "div": [(X / Y, lambda x, y: x / y, [MATRIX, OTHER]), (X / Y, lambda x, y: x / y, [2, OTHER])],
    "mul": [
        (call("mul", X, Y), lambda x, y: x @ y, [MATRIX, SQUARE]),
        (call("mul", X, Y), lambda x, y: x @ y, [MATRIX, VECTOR]),
        (call("mul", X, Y), lambda x, y: x @ y, [MATRIX, COLUMN]),
        (call("mul", X, Y), lambda x, y: x @ y, [VECTOR, SQUARE]),
        (call("mul", X, Y), lambda x, y: x @ y, [ROW, SQUARE]),
        (call("mul", X, Y), lambda x, y: x @ y, [VECTOR, OTHER]),
        (call("mul", X, Y), lambda x, y: x @ y, [COLUMN, ROW]),
        (call("mul", X, Y), lambda x, y: (x @ y).sum(), [ROW, COLUMN]),
        (call("mul", X, Y), lambda x, y: x * y, [3, SQUARE]),
    ],
    "times": [(call("times", X, Y), lambda x, y: x @ y, [MATRIX, SQUARE])],
    "matmul": [(X @ Y, lambda x, y: x @ y, [MATRIX, SQUARE])],
    "dot": [(call("dot", X, Y), lambda x, y: x @ y, [VECTOR, OTHER])],
    "outer": [(call("outer", X, Y), lambda x, y: x.outer(y), [VECTOR, OTHER])],
    "cross": [(call("cross", X, Y), lambda x, y: torch.linalg.cross(x, y), [VECTOR, OTHER])],
    "transpose": [(call("transpose", X), lambda x: x.T, [MATRIX])],
    "inverse": [(call("inverse", X), lambda x: torch.inverse(x), [SQUARE])],
    "det": [(call("det", X), lambda x: torch.det(x), [SQUARE])],
    "trace": [(call("trace", X), lambda x: torch.trace(x), [SQUARE])],
    "diag": [
        (call("diag", X), lambda x: torch.diag(x), [VECTOR]),
        (call("diag", X), lambda x: torch.diag(x), [SQUARE]),
    ],
    "pow": [
        (call("pow", X, 2), lambda x: x**2, [VECTOR]),
        (call("pow", X, 3), lambda x: x @ x @ x, [SQUARE]),
        (call("pow", X, Y), lambda x, y: x**y, [2.5, 1.5]),
    ],
    "exp": [(call("exp", X), lambda x: x.exp(), [VECTOR])],
    "ln": [(call("ln", X), lambda x: x.log(), [[0.5, 2, 3]])],
    "log": [
        (call("log", X), lambda x: x.log(), [[0.5, 2, 3]]),
        (with_options("log", X, base=2), lambda x: x.log2(), [[0.5, 2, 3]]),
    ],
    "log2": [(call("log2", X), lambda x: x.log2(), [[0.5, 2, 3]])],
    "log10": [(call("log10", X), lambda x: x.log10(), [[0.5, 2, 3]])],
    "xlog": [(call("xlog", X, Y), lambda x, y: x * y.log(), [[0.5, 0.25], [0.75, 0.5]])],
    "sqrt": [(call("sqrt", X), lambda x: x.sqrt(), [[0.5, 2, 3]])],
    "root": [(call("root", X, 3), lambda x: x ** (1 / 3), [[0.5, 2, 3]])],
    "total": [
        (call("total", X), lambda x: x.sum(), [MATRIX]),
        (with_options("total", X, axis=0), lambda x: x.sum(0), [MATRIX]),
    ],
    "product": [(call("product", X), lambda x: x.prod(), [VECTOR])],
    "mean": [
        (with_options("mean", X, axis=-1), lambda x: x.mean(-1), [MATRIX]),
        (call("mean", X, Y), lambda x, y: (x + y) / 2, [2, 5]),
    ],
    "norm": [
        (call("norm", X), lambda x: x.norm(), [MATRIX]),
        (call("norm", X, 1), lambda x: x.abs().sum(), [VECTOR]),
        (with_options("norm", X, p=name("inf")), lambda x: x.abs().max(), [VECTOR]),
    ],
    "bars": [
        (call("bars", X), lambda x: x.abs(), [-2]),
        (call("bars", X), lambda x: x.norm(), [VECTOR]),
        (call("bars", X), lambda x: torch.det(x), [SQUARE]),
    ],
    "running_total": [(call("running_total", X), lambda x: x.cumsum(0), [VECTOR])],
    "part": [(call("part", X, 1, 2), lambda x: x[2:], [[1, 2, 3, 4]])],
    "distribution": [(call("distribution", X), lambda x: x, [[0.25, 0.75]])],
    "concat": [
        (call("concat", X, Y), lambda x, y: torch.cat([x, y]), [VECTOR, OTHER]),
        (call("concat", X, Y), lambda x, y: torch.cat([x, y], -1), [SQUARE, COLUMN]),
    ],
    "max": [
        (call("max", X), lambda x: x.max(), [VECTOR]),
        (call("max", X, Y), lambda x, y: torch.maximum(x, y), [VECTOR, OTHER]),
        (call("max", X, Y, 3), lambda x, y: torch.maximum(x, y).clamp(min=3), [2, 5]),
    ],
    "min": [(call("min", X, Y), lambda x, y: torch.minimum(x, y), [VECTOR, OTHER])],
    "largest": [(with_options("largest", X, axis=-1), lambda x: x.amax(-1), [MATRIX])],
    "abs": [(call("abs", X), lambda x: x.abs(), [VECTOR])],
    "select": [
        (
            call("select", call("at_least", X, 0), X * 3, X * X),
            lambda x: torch.where(x >= 0, 3 * x, x * x),
            [VECTOR],
        )
    ],
    "shifted": [(call("shifted", X, 1), lambda x: torch.cat([torch.zeros(1), x[:-1]]), [VECTOR])],
    "reversed": [(call("reversed", X), lambda x: x.flip(0), [VECTOR])],
    "trimmed": [(call("trimmed", X, 1, 0), lambda x: x[1:], [MATRIX])],
    "fitted": [(call("fitted", X, 0), lambda x: x.sum(), [VECTOR])],
    "spread": [(call("spread", X, Y), lambda x, y: x + 0 * y, [2, VECTOR])],
    **{
        op: [(call(op, X), getattr(torch, op), [[0.25, 0.5, 0.75]])]
        for op in "sin cos tan sinh cosh tanh asin acos atan asinh atanh erf".split()
    },
    "cot": [(call("cot", X), lambda x: 1 / x.tan(), [[0.25, 0.5]])],
    "sec": [(call("sec", X), lambda x: 1 / x.cos(), [[0.25, 0.5]])],
    "csc": [(call("csc", X), lambda x: 1 / x.sin(), [[0.25, 0.5]])],
    "acosh": [(call("acosh", X), torch.acosh, [[1.25, 2]])],
}
WINDOWS = frozenset({"windows", "star", "flat", "in_rows"})
UNTAKEN = WINDOWS | {"mod", "factorial", "binomial", "gcd", "lcm", "placed", "derivative", "at"}


def test_every_primitive_has_a_derivative_a_reason_or_only_jumps() -> None:
    for key, primitive in PRIMITIVES.items():
        jumps = primitive.pullback is steps
        assert (key in PRIMITIVE) + jumps + (key in UNTAKEN) == 1, key


@pytest.mark.parametrize("op", PRIMITIVE)
def test_the_rule_of_a_primitive_is_that_of_the_referee(op: str) -> None:
    for expr, function, samples in PRIMITIVE[op]:
        values = dict(zip("xy", map(to_value, samples), strict=False))
        result = evaluate(expr, values)
        assert isinstance(result, fmpq | arb | Tensor), (op, result)
        for under in values:
            if op == "spread" and under == "y":
                continue
            expected = by_torch(function, values, under, result)
            assert by_hand(expr, under, values) == pytest.approx(expected, rel=1e-7, abs=1e-9), (op, under)


def test_a_derivative_goes_through_formulas_and_adds_up_its_paths() -> None:
    formulas = {"p": X * X, "q": 2 * X, "L": name("p") + name("q")}
    found = gradient(name("L"), "x", formulas, {"x": fmpq(3)}, How())
    assert evaluate(found.expr, {"x": fmpq(3)}) == 8


def test_a_corner_is_named() -> None:
    for expr in (call("relu", X), call("abs", X), call("max", X, 0)):
        assert gradient(expr, "x", {}, {"x": fmpq(0)}, How()).ties
    tie = gradient(with_options("norm", X, p=name("inf")), "x", {}, {"x": to_value([2, -2])}, How())
    assert tie.ties == ("several entries are the largest",)
