"""The figures of the chapters on gradients, worked out a second time by differences instead of rules."""

from __future__ import annotations

import math
from pathlib import Path

import pytest

import workings
from workings.finding import Verdict
from workings.value import Tensor

BOOK = Path(__file__).parents[2] / "book"


def entries(chapter: str, name: str) -> list[float]:
    value = workings.read(BOOK / chapter)[name]
    return [float(item) for item in value.items] if isinstance(value, Tensor) else [float(value)]


def verdicts(text: str) -> list[Verdict]:
    return [claim.verdict for claim in workings.read(text).check().claims]


def test_argmax_attention_sends_nothing_back_to_queries_and_keys_but_to_values():
    assert entries("argmax-gradient.md", "∂L/∂W_Q") == [0, 0, 0, 0]
    assert entries("argmax-gradient.md", "∂L/∂W_K") == [0, 0, 0, 0]
    assert entries("argmax-gradient.md", "∂L/∂W_V") == [1, 1, 2, 2]
    assert all(entries("argmax-gradient.md", "∂M/∂W_Q"))


def test_the_penalty_on_the_largest_weight_is_twice_that_weight_where_it_stands():
    assert entries("sup-norm-gradient.md", "∂R/∂w") == [0, -6]
    assert entries("sup-norm-gradient.md", "∂S/∂v") == [0, 4, 0]


def test_the_penalty_without_the_absolute_value_is_caught():
    text = "$w = (1, -3)$ and $R = \\|w\\|_\\infty^2$.\n\n$\\nabla_w R = (2, 0)$\n"
    assert verdicts(text) == [Verdict.WRONG]


@pytest.mark.parametrize("g", [math.tanh, math.sin, lambda z: z * z / 3, math.exp])
def test_the_update_of_a_recurrent_weight_is_that_of_differences(g):
    w, a, h0, xs, y, eta, step = 0.4, 0.7, 0.3, (0.5, -0.2), 0.25, 0.1, 1e-6

    def loss(weight: float) -> float:
        h = h0
        for x in xs:
            h = g(weight * h + a * x)
        return (h - y) ** 2 / 2

    def slope(z: float) -> float:
        return (g(z + step) - g(z - step)) / (2 * step)

    h1 = g(w * h0 + a * xs[0])
    h2 = g(w * h1 + a * xs[1])
    written = w - eta * (h2 - y) * slope(w * h1 + a * xs[1]) * (h1 + w * slope(w * h0 + a * xs[0]) * h0)
    assert written == pytest.approx(w - eta * (loss(w + step) - loss(w - step)) / (2 * step), abs=1e-8)


def test_the_chapter_on_time_settles_the_update_for_any_function():
    claims = workings.read(BOOK / "backpropagation-through-time.md").check().claims
    update = [claim for claim in claims if claim.text.startswith("w \\leftarrow")]
    assert [(claim.verdict, claim.kind) for claim in update] == [(Verdict.RIGHT, "symbolic")]


def test_three_steps_of_tanh_agree_with_differences():
    def loss(v: float) -> float:
        s = 0.0
        for q in (1, -0.5, 0.25):
            s = math.tanh(v * s + q)
        return (s - 0.5) ** 2 / 2

    stated = entries("backpropagation-through-time.md", "∂E/∂v")
    assert stated == pytest.approx([(loss(0.5 + 1e-6) - loss(0.5 - 1e-6)) / 2e-6], abs=1e-4)


def test_the_gradient_of_cross_entropy_is_prediction_less_truth_times_input():
    p = 1 / (1 + math.exp(-0.7))
    assert entries("logistic-gradient.md", "∂L/∂w") == pytest.approx([(p - 1) * 2], abs=1e-4)
    assert entries("logistic-gradient.md", "∂E/∂v") == pytest.approx([-1.05, 0.525], abs=1e-3)


def test_a_sigmoid_lets_through_a_quarter_at_most():
    claims = workings.read(BOOK / "activations.md").check().claims
    assert any(claim.text.startswith("\\sigma'(0)") and claim.verdict is Verdict.RIGHT for claim in claims)
    slopes = [1 / (2 + math.exp(z) + math.exp(-z)) for z in (-3, -1, 0, 1, 3)]
    assert max(slopes) == 0.25
