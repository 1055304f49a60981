"""Problems with random numbers, to put slips into: formulas as people write them, and every operation."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from random import Random
from typing import Any

from flint import fmpq

from workings.ops import OPERATIONS, Op
from workings.value import Tensor, Value


@dataclass(frozen=True)
class Problem:
    """Givens by name, and the formula that is worked out from them."""

    topic: str
    givens: dict[str, Value]
    formula: str
    result: str


Maker = Callable[[Random], Problem]


def decimal(rng: Random, low: float = 0.2, high: float = 3.0, places: int = 1) -> fmpq:
    scale = 10**places
    return fmpq(rng.randint(int(low * scale), int(high * scale)), scale)


def whole(rng: Random, low: int = 2, high: int = 9) -> fmpq:
    return fmpq(rng.randint(low, high))


def signed(rng: Random) -> fmpq:
    return decimal(rng) * rng.choice((1, 1, -1))


def vector(rng: Random, size: int, entry: Callable[[Random], fmpq] = signed) -> Tensor:
    return Tensor((size,), tuple(entry(rng) for _ in range(size)), loose=True)


def matrix(rng: Random, rows: int, columns: int, low: int = -3, high: int = 4) -> Tensor:
    return Tensor((rows, columns), tuple(fmpq(rng.randint(low, high)) for _ in range(rows * columns)))


def text(value: fmpq) -> str:
    """An exact decimal."""
    if value.q == 1:
        return str(value.p)
    places = next(n for n in range(1, 12) if (value * 10**n).q == 1)
    digits = str(abs(int((value * 10**places).p))).rjust(places + 1, "0")
    return ("-" if value < 0 else "") + digits[:-places] + "." + digits[-places:]


def of_numbers(topic: str, pattern: str, *kinds: Callable[[Random], fmpq]) -> Maker:
    """A formula of numbers alone; the pattern has one place for each kind."""

    def make(rng: Random) -> Problem:
        numbers = [text(kind(rng)) for kind in kinds]
        return Problem(topic, {}, pattern.format(*numbers), "r")

    return make


def of_names(topic: str, formula: str, result: str = "r", **kinds: Callable[[Random], Value]) -> Maker:
    """A formula of names, which are given before it."""

    def make(rng: Random) -> Problem:
        return Problem(topic, {key: kind(rng) for key, kind in kinds.items()}, formula, result)

    return make


def _positive(rng: Random) -> fmpq:
    return decimal(rng, 0.2, 3.0)


def _share(rng: Random) -> fmpq:
    return decimal(rng, 0.11, 0.89, 2)


def _precise(rng: Random) -> fmpq:
    return decimal(rng, 0.2, 3.0, 2)


def _large(rng: Random) -> fmpq:
    return whole(rng, 24, 96)


FORMULAS: tuple[Maker, ...] = (
    of_numbers("sum of products", r"{} \cdot {} + {} \cdot {}", *([_precise] * 4)),
    of_numbers("difference", r"{} - ({} - {}) \cdot {}", *([_precise] * 4)),
    of_numbers("probabilities", r"{} \times {} \times {}", *([_share] * 3)),
    of_numbers("softmax written out", r"\frac{{e^{{{}}}}}{{e^{{{}}} + e^{{{}}}}}", *([_positive] * 3)),
    of_numbers("negative log", r"-\ln({})", _share),
    of_numbers("entropy", r"-{} \log_2 {} - {} \log_2 {}", *([_share] * 4)),
    of_numbers(
        "convolution size",
        r"\frac{{{} - {} + 2 \cdot {}}}{{{}}} + 1",
        _large,
        whole,
        whole,
        lambda r: fmpq(1),
    ),
    of_numbers("filter parameters", r"({} \cdot {} \cdot {} + 1) \cdot {}", whole, whole, whole, _large),
    of_numbers("length", r"\sqrt{{{}^2 + {}^2 + {}^2}}", *([_precise] * 3)),
    of_numbers("logistic", r"\frac{{1}}{{1 + e^{{-{}}}}}", _precise),
    of_numbers("quotient", r"\frac{{{} \cdot {}}}{{{}}} - {}", *([_precise] * 4)),
    of_names(
        "neuron", r"w_1 x_1 + w_2 x_2 + b", "z", w_1=_precise, x_1=signed, w_2=signed, x_2=_precise, b=signed
    ),
    of_names("sigmoid neuron", r"\sigma(w x + b)", "a", w=_precise, x=signed, b=signed),
    of_names("tanh neuron", r"\tanh(w x + b)", "h", w=signed, x=_positive, b=_share),
    of_names("update", r"w - \eta g", "v", w=_precise, **{"\\eta": _share}, g=signed),
    of_names("gradient", r"2 (y - t) x", "g", y=_precise, t=_share, x=_precise),
    of_names(
        "mean square", r"\frac{1}{2} ((a - p)^2 + (b - q)^2)", "L", a=_precise, p=_share, b=signed, q=_precise
    ),
    of_names("dot product", r"u \cdot v", "s", u=lambda r: vector(r, 3), v=lambda r: vector(r, 3)),
    of_names("projection", r"X W", "Q", X=lambda r: matrix(r, 2, 3), W=lambda r: matrix(r, 3, 2)),
    of_names("scores", r"Q K^T", "S", Q=lambda r: matrix(r, 3, 2), K=lambda r: matrix(r, 3, 2)),
    of_names(
        "scaled scores",
        r"\frac{Q K^T}{\sqrt{3}}",
        "S",
        Q=lambda r: matrix(r, 2, 3),
        K=lambda r: matrix(r, 2, 3),
    ),
    of_names(
        "layer",
        r"W x + b",
        "z",
        W=lambda r: matrix(r, 3, 3),
        x=lambda r: vector(r, 3),
        b=lambda r: vector(r, 3),
    ),
    of_names("softmax of a name", r"\operatorname{softmax}(z)", "p", z=lambda r: vector(r, 3)),
    of_names(
        "attention written out",
        r"\operatorname{softmax}\left(\frac{Q K^T}{\sqrt{2}}\right) V",
        "O",
        Q=lambda r: matrix(r, 2, 2),
        K=lambda r: matrix(r, 3, 2),
        V=lambda r: matrix(r, 3, 2),
    ),
    of_names("entry by entry", r"A \odot B", "C", A=lambda r: matrix(r, 2, 2), B=lambda r: matrix(r, 2, 2)),
)

COUNTS = frozenset(  # operations whose arguments are whole numbers: sizes, counts, classes
    "conv_size pool_size conv_params linear_params precision recall f1 "
    "cross_entropy softmax_cross_entropy".split()
)
_LETTERS = ("A", "B", "C", "D", "E", "F", "G", "H", "M", "N", "P", "R", "S", "T", "U", "Z")


def of_operation(op: Op, rng: Random) -> Problem | None:
    """A call of an operation on givens like those of its samples."""
    sample = rng.choice(op.samples)
    args = sample if isinstance(sample, tuple) else (sample,)
    if isinstance(args[-1], dict):
        return None
    givens: dict[str, Value] = {}
    for letter, arg in zip(_LETTERS, args, strict=False):
        givens[letter if isinstance(arg, list) else letter.lower()] = _like(arg, rng, op.name in COUNTS)
    name = op.names[0] if op.names else op.name
    return Problem(op.name, givens, rf"\operatorname{{{name}}}({', '.join(givens)})", "y")


def _like(arg: Any, rng: Random, counts: bool) -> Value:
    """Numbers of the same shape and sort as those of a sample: shares stay shares, counts stay counts."""
    if not isinstance(arg, list):
        return _near(arg, rng, counts)
    if arg and isinstance(arg[0], list):
        rows = [_like(row, rng, counts) for row in arg]
        items = tuple(item for row in rows if isinstance(row, Tensor) for item in row.items)
        return Tensor((len(arg), len(arg[0])), items)
    if len(arg) > 1 and all(0 <= entry <= 1 for entry in arg) and abs(sum(arg) - 1) < 1e-9:
        return Tensor((len(arg),), tuple(exact(entry) for entry in rng.sample(arg, len(arg))), loose=True)
    return Tensor((len(arg),), tuple(_near(entry, rng, counts) for entry in arg), loose=True)


def _near(entry: float, rng: Random, counts: bool) -> fmpq:
    value = exact(entry)
    if counts or value in (0, 1):
        return value + rng.choice((0, 0, 1, 2)) if 1 < value < 10 else value
    if value.q == 1:
        return value + decimal(rng, 0.1, 0.9) * (1 if value > 0 else -1)
    return value if 0 < value < 1 else value + decimal(rng, 0.1, 0.9)


def exact(entry: float) -> fmpq:
    """A sample's number, as the short decimal that it was written as."""
    return fmpq(round(entry * 10**6), 10**6)


OPERATIONS_WITH_SLIPS: tuple[Op, ...] = tuple(op for op in OPERATIONS.values() if op.mistakes)
