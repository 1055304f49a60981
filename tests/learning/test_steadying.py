"""Losses that are finite stay so where a share is too small, or an exponential too large, for a float."""

from __future__ import annotations

import pytest
import torch
import torch.nn.functional as F
from referees import source

import workings

LOGITS = (-400.0, -120.0, -1.0, 0.0, 2.0, 120.0, 400.0)
OF_TWO = r"$x \in \mathbb{R}$, $y \in \{0,1\}$, $w \in \mathbb{R}$." + "\n"
OF_MANY = r"$x \in \mathbb{R}^3$, $y \in \{1,2,3\}$, $W \in \mathbb{R}^{3 \times 3}$, $z = W x$." + "\n"
LOSS = "$$L = -y \\log p - (1 - y) \\log(1 - p)$$\n"


def same(text, given, by_hand, weights):
    """Whether values and gradients are those of the loss by hand, in floats of 32 bits."""
    module = workings.read(text).module("L", list(given))
    (parameter,) = module.parameters()
    with torch.no_grad():
        parameter.copy_(weights)
    made, wanted = module(*given.values()), by_hand(parameter, *given.values())
    assert torch.isfinite(made).all()
    assert torch.allclose(made, wanted, rtol=1e-5, atol=1e-6)
    slopes = [torch.autograd.grad(loss.sum(), parameter)[0] for loss in (made, wanted)]
    assert torch.allclose(*slopes, rtol=1e-5, atol=1e-6)


@pytest.mark.parametrize(
    "shares",
    [
        r"$$p = \frac{1}{1+\exp(-w x)}$$",
        r"$$p = \frac{1}{1+e^{-w x}}$$",
        r"$$p = \sigma(w x)$$",
    ],
)
@pytest.mark.parametrize("label", [0, 1])
def test_shares_of_two_classes(shares, label):
    given = {"x": torch.tensor(LOGITS), "y": torch.full((len(LOGITS),), float(label))}
    same(
        OF_TWO + shares + "\n" + LOSS,
        given,
        lambda w, x, y: F.binary_cross_entropy_with_logits(w * x, y, reduction="none"),
        torch.tensor(1.0),
    )


def test_a_function_of_an_example():
    text = OF_TWO + (
        "$$f(x) = \\sigma(w x)$$\n"
        "$$L = -\\frac{1}{N}\\sum_{i=1}^N \\left( y_i \\log f(x_i) + (1-y_i)\\log(1-f(x_i))\\right)$$"
    )
    for label in (0.0, 1.0):
        given = {"x": torch.tensor(LOGITS), "y": torch.full((len(LOGITS),), label)}
        loss = lambda w, x, y: F.binary_cross_entropy_with_logits(w * x, y, reduction="none")  # noqa: E731
        same(text, given, loss, torch.tensor(1.0))


def test_one_and_an_exponential():
    text = (
        r"$x \in \mathbb{R}$, $y \in \{-1,1\}$, $w \in \mathbb{R}$." + "\n$$L = \\log(1 + \\exp(-y (w x)))$$"
    )
    for sign in (-1.0, 1.0):
        given = {"x": torch.tensor(LOGITS), "y": torch.full((len(LOGITS),), sign)}
        same(text, given, lambda w, x, y: -F.logsigmoid(y * w * x), torch.tensor(1.0))


@pytest.mark.parametrize(
    "loss",
    [
        r"$$L = -z_y + \log \sum_{j=1}^3 e^{z_j}$$",
        r"$$L = \log \sum_{k} \exp(z_k) - z_y$$",
        r"$$L = -\log \mathrm{softmax}(W x)_y$$",
        "$$p_k = \\frac{e^{z_k}}{\\sum_j e^{z_j}}$$\n$$L = -\\log p_y$$",
        r"$$L = -\log \frac{e^{z_y}}{\sum_{j=1}^3 e^{z_j}}$$",
        "$$Z = \\sum_{j=1}^3 e^{z_j}$$\n$$L = \\log Z - z_y$$",
    ],
)
def test_shares_of_many_classes(loss):
    x = torch.tensor([[a, b, 1.0] for a in LOGITS for b in LOGITS])
    y = torch.arange(len(x)) % 3 + 1
    same(
        OF_MANY + loss,
        {"x": x, "y": y},
        lambda W, x, y: F.cross_entropy(x @ W.mT, y - 1, reduction="none"),
        torch.eye(3),
    )


def test_a_row_against_all_others():
    text = (
        "$X, Y \\in \\mathbb{R}^{n \\times 3}$, $W \\in \\mathbb{R}^{2 \\times 3}$, $\\tau = 0.1$\n"
        "$$s_{ij} = (W x_i)^\\top (W y_j) / \\tau$$\n"
        "$$L = -\\frac1n \\sum_{i=1}^n \\log \\frac{\\exp(s_{ii})}{\\sum_{j=1}^n \\exp(s_{ij})}$$"
    )
    generator = torch.Generator().manual_seed(1)
    x, y = (torch.randn(4, 3, generator=generator) * 6 for _ in range(2))

    def by_hand(W, x, y):
        return F.cross_entropy((x @ W.mT) @ (y @ W.mT).mT / 0.1, torch.arange(4))

    same(text, {"X": x, "Y": y}, by_hand, torch.randn(2, 3, generator=generator))


def test_the_next_token_in_every_row():
    text = (
        "$s \\in \\{0,\\dots,2\\}^3$, $E \\in \\mathbb{R}^{3 \\times 3}$\n$$X = E_s$$\n"
        "$$P = \\mathrm{softmax}(X)$$\n$$L = -\\sum_{t=1}^{2} \\log P_{t, s_{t+1}}$$"
    )
    tokens = torch.tensor([[0, 1, 2], [2, 2, 0], [1, 0, 1]])

    def by_hand(E, s):
        return F.cross_entropy(E[s[:, :2]].mT, s[:, 1:], reduction="none").sum(-1)

    same(text, {"s": tokens}, by_hand, torch.tensor([[400.0, -120, 0], [120, 0, -400], [1, 2, 3]]))


def test_shares_that_are_used_stay_and_share_what_they_are_made_of():
    text = OF_TWO + "$$p = \\frac{1}{1+\\exp(-w x)}$$\n$$L = p - y \\log p$$"
    written = source(text, "L", ["x", "y"])
    assert "p = torch.sigmoid(logits)" in written
    assert "L = p - y * F.logsigmoid(logits)" in written
