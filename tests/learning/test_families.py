"""Layers and heads that a document counts with letters are written out, heads run side by side."""

from __future__ import annotations

import pytest
import torch
import torch.nn.functional as F

import workings
from workings.learning.declaring import CannotRunError
from workings.learning.module import written
from workings.learning.program import program_of

LAYERS = r"""
$X^{(0)} \in \mathbb{R}^{T \times 6}$ comes in, $n = 3$, and for $\ell = 1, \dots, n$ there are
$W^{(\ell)} \in \mathbb{R}^{6 \times 6}$ and $b^{(\ell)} \in \mathbb{R}^6$.

$$X^{(\ell)} = \tanh(X^{(\ell-1)} W^{(\ell)} + b^{(\ell)})$$

$$Y = X^{(n)}$$
"""

HEADS = r"""
$X \in \mathbb{R}^{T \times 6}$, $h = 3$, $k = 2$, and for $i = 1, \dots, h$ there are
$W_i^Q, W_i^K, W_i^V \in \mathbb{R}^{6 \times k}$; $W^O \in \mathbb{R}^{6 \times 6}$.

$$\text{head}_i = \operatorname{softmax}\left(\frac{X W_i^Q (X W_i^K)^\top}{\sqrt{k}}\right) X W_i^V$$

$$Y = \operatorname{Concat}(\text{head}_1, \dots, \text{head}_h) W^O$$
"""


def source(text: str, result: str, inputs: list[str]) -> str:
    return written(program_of(workings.read(text).parsed, result, inputs)).source


def test_a_formula_for_every_layer_is_written_out_down_to_the_first():
    module = workings.read(LAYERS).module("Y", ["X^(0)"], seed=1)
    x = torch.randn(4, 5, 6)
    by_hand = x
    for layer in (1, 2, 3):
        weights, bias = getattr(module, f"W_{layer}"), getattr(module, f"b_{layer}")
        by_hand = torch.tanh(by_hand @ weights + bias)
    assert torch.allclose(module(x), by_hand, atol=1e-6)
    assert len(list(module.parameters())) == 6


def test_layers_that_share_their_weights_are_written_out_by_their_range():
    text = LAYERS.replace(r"W^{(\ell)}", "W").replace(r"b^{(\ell)}", "b")
    module = workings.read(text).module("Y", ["X^(0)"])
    assert {name for name, _ in module.named_parameters()} == {"W", "b"}


def test_heads_run_side_by_side_in_one_call():
    text = source(HEADS, "Y", ["X"])
    assert text.count("attend((X,)") == 1
    assert "softmax" not in text
    module = workings.read(HEADS).module("Y", ["X"], seed=2)
    x = torch.randn(2, 4, 6)
    heads = [
        F.scaled_dot_product_attention(
            *(x @ getattr(module, f"W_{i}_{letter}") for letter in "QKV"),
        )
        for i in (1, 2, 3)
    ]
    assert torch.allclose(module(x), torch.cat(heads, -1) @ module.W_O, atol=1e-6)
    assert torch.allclose(module(x)[0], module(x[0]), atol=1e-6)


def test_heads_that_ask_others_than_they_are_made_of():
    text = (
        HEADS.replace(r"$X \in", r"$M, X \in").replace("(X W_i^K)", "(M W_i^K)").replace("X W_i^V", "M W_i^V")
    )
    module = workings.read(text).module("Y", ["X", "M"], seed=2)
    x, m = torch.randn(2, 4, 6), torch.randn(2, 7, 6)
    heads = [
        F.scaled_dot_product_attention(x @ q, m @ k, m @ v)
        for q, k, v in ([getattr(module, f"W_{i}_{c}") for c in "QKV"] for i in (1, 2, 3))
    ]
    assert "attend((X, M)" in source(text, "Y", ["X", "M"])
    assert torch.allclose(module(x, m), torch.cat(heads, -1) @ module.W_O, atol=1e-6)


def test_heads_of_which_one_is_needed_elsewhere_stay_apart():
    text = HEADS + r"$Z = \text{head}_2 (W_1^V)^\top + Y W^O (W^O)^\top$"
    assert "attend(" not in source(text, "Z", ["X"])


def test_time_is_not_written_out():
    text = r"""$T = 50$, $x \in \mathbb{R}^T$, $w, u \in \mathbb{R}$, $h_0 = 0$,
    $h_t = \tanh(w x_t + u h_{t-1})$ and $y = 2 h_T$"""
    assert source(text, "y", ["x"]).count("tanh") == 1


def test_layers_without_a_first_one_are_refused():
    text = r"$W^{(\ell)}, x \in \mathbb{R}$, $X^{(\ell)} = W^{(\ell)} X^{(\ell-1)} x$, $Y = X^{(2)}$"
    with pytest.raises(CannotRunError):
        workings.read(text).module("Y", ["x"])
