"""The figures of the chapters on symbols and limits, against a computation that knows nothing of workings."""

from __future__ import annotations

import math
from pathlib import Path

import pytest

import workings
from workings.value import Tensor

BOOK = Path(__file__).parents[2] / "book"


def rows(chapter: str, name: str) -> list[list[float]]:
    value = workings.read(BOOK / chapter)[name]
    assert isinstance(value, Tensor)
    width = value.shape[-1] if len(value.shape) > 1 else 1
    items = [float(item) for item in value.items]
    return [items[at : at + width] for at in range(0, len(items), width)]


def softmax(scores: list[float]) -> list[float]:
    powers = [math.exp(score) for score in scores]
    return [power / sum(powers) for power in powers]


def diagonal(beta: float) -> list[float]:
    """The weights that d + b, a and c + d give to themselves, for unit vectors a, b, c, d times beta."""
    a, b, c, d = ([beta * (at == place) for place in range(4)] for at in range(4))
    tokens = [[x + y for x, y in zip(d, b, strict=True)], a, [x + y for x, y in zip(c, d, strict=True)]]
    scores = [[sum(x * y for x, y in zip(q, k, strict=True)) for k in tokens] for q in tokens]
    return [softmax(row)[at] for at, row in enumerate(scores)]


def product(a: list[list[float]], b: list[list[float]]) -> list[list[float]]:
    columns = list(zip(*b, strict=True))
    return [[sum(x * y for x, y in zip(row, column, strict=True)) for column in columns] for row in a]


def test_the_diagonal_of_the_copying_weights():
    assert [round(weight, 3) for weight in diagonal(1)] == [0.665, 0.576, 0.665]
    stated = rows("copying.md", "A")
    assert [stated[at][at] for at in range(3)] == pytest.approx([0.665, 0.576, 0.665], abs=5e-4)


def test_the_norm_that_makes_every_weight_0_99():
    beta = math.sqrt(math.log(198))
    assert round(beta, 4) == 2.2996 and "2.2996" in (BOOK / "copying.md").read_text(encoding="utf-8")
    assert min(diagonal(beta)) == pytest.approx(0.99)
    assert min(diagonal(beta - 0.01)) < 0.99 <= min(diagonal(2.30))


def test_the_collapsed_layer_does_what_both_do():
    first, second, both = (rows("linear-layers.md", name) for name in ("W_1", "W_2", "W'"))
    assert product(second, first) == both == [[1, 5, 3], [1, -1, -3]]
    assert rows("linear-layers.md", "b'") == [[0], [5]]


def test_both_orders_of_linear_attention_give_the_same():
    queries, keys, values = (rows("linear-attention.md", name) for name in "QKV")
    turned = [list(column) for column in zip(*keys, strict=True)]
    assert product(product(queries, turned), values) == product(queries, product(turned, values))


def test_the_score_of_rotated_vectors_depends_on_the_offset_only():
    def turned(vector: tuple[float, float], angle: float) -> tuple[float, float]:
        c, s = math.cos(angle), math.sin(angle)
        return c * vector[0] - s * vector[1], s * vector[0] + c * vector[1]

    def score(m: float, n: float) -> float:
        q, k = turned((1, 2), m), turned((3, -1), n)
        return q[0] * k[0] + q[1] * k[1]

    assert score(0, 1) == pytest.approx(score(1, 2)) == pytest.approx(score(7, 8))
    assert score(0, 1) == pytest.approx(6.430, abs=1e-3)
