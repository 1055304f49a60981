"""Limits against brute force: far out, the body is close to what was proven."""

from __future__ import annotations

import pytest
from flint import arb, fmpq

from workings.evaluating import evaluate
from workings.expr import Fold
from workings.ops import FUNCTIONS
from workings.parsing.grammar import parse_maths
from workings.parsing.lexicon import Lexicon
from workings.value import Tensor, Undefined, precision

BODIES = {
    r"\frac{3t^2 + t}{2t^2 - 5}": 10**9,
    r"\sqrt{t^2 + t} - t": 10**9,
    r"\sqrt[3]{t^3 + 2t^2} - t": 10**9,
    r"(1 + \frac{2}{t})^t": 10**5,
    r"t \log(1 + \frac{3}{t})": 10**9,
    r"\frac{\log t}{\sqrt{t}}": 10**30,
    r"\tanh(t) - \sigma(t)": 10**3,
    r"\operatorname{softmax}([2, 1, 2] \cdot t)": 10**3,
    r"\operatorname{softmax}([2, 1, 0] / t)": 10**9,
    r"\frac{e^t + e^{-t}}{2e^t - t}": 10**3,
    r"(2^t + 3^t)^{1/t}": 10**4,
    r"t \sin(1/t)": 10**9,
    r"t^2(1 - \cos(1/t))": 10**9,
    r"\operatorname{softplus}(t) - t": 10**3,
    r"0.9^t t^3": 10**4,
    r"|3 - t| - t": 10**6,
    r"\max(t, 5) - t": 10**6,
    r"\operatorname{GELU}(t) - t": 10**2,
}


def read(text: str) -> Fold:
    expr = parse_maths(rf"\lim_{{t \to \infty}} {text}", Lexicon(FUNCTIONS))
    assert isinstance(expr, Fold)
    return expr


@pytest.mark.parametrize("text", BODIES)
def test_far_out_the_body_is_close_to_its_limit(text):
    expr = read(text)
    limit = evaluate(expr, {})
    if text.startswith(r"\operatorname{GELU}"):
        assert isinstance(limit, Undefined)  # erf has no germ yet: it is said, not guessed
        return
    with precision(512):
        far = evaluate(expr.body, {"t": fmpq(BODIES[text])})
    for one, other in zip(items(limit), items(far), strict=True):
        assert abs(arb(one) - arb(other)) < arb("0.001")


@pytest.mark.parametrize(
    "text", [r"\sin t", r"(-1)^t", r"(-2)^t", r"e^{e^t}", r"\cos(t) / \sin(t)", r"\lfloor t \rfloor - t"]
)
def test_what_has_no_limit_that_is_proven_has_no_value(text):
    assert isinstance(evaluate(read(text), {}), Undefined)


def items(value):
    return value.items if isinstance(value, Tensor) else (value,)
