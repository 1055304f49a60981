"""Entries by their places: masks, rows that tokens ask for, ranges of rows, shares of the right token."""

from __future__ import annotations

import pytest
import torch
import torch.nn.functional as F

import workings
from workings.learning.declaring import CannotRunError
from workings.learning.module import written
from workings.learning.program import program_of

MASKED = r"""
$Q, K, V \in \mathbb{R}^{T \times 4}$ come in, and the mask $M \in \mathbb{R}^{T \times T}$ has the entries

$$M_{ij} = \begin{cases} 0 & \text{if } j \le i \\ -\infty & \text{otherwise} \end{cases}$$

$$A = \operatorname{softmax}(Q K^\top + M)$$

$$Z = A V$$
"""


def source(text: str, result: str, inputs: list[str]) -> str:
    return written(program_of(workings.read(text).parsed, result, inputs)).source


def drawn(*shape: int) -> torch.Tensor:
    return torch.randn(*shape, generator=torch.Generator().manual_seed(sum(shape)))


def test_a_causal_mask_by_its_entries_is_the_kernels_own():
    assert "is_causal=True" in source(MASKED, "Z", ["Q", "K", "V"])


def test_a_mask_by_its_entries_is_the_same_as_one_by_hand():
    q, k, v = drawn(2, 5, 4), drawn(2, 5, 4), drawn(2, 5, 4)
    shifted = MASKED.replace(r"j \le i", r"j \le i + 1").replace(r"\text{otherwise}", r"\text{if } j > i + 1")
    for text, beyond in ((MASKED, 1), (shifted, 2)):
        module = workings.read(text).module("Z", ["Q", "K", "V"], [])
        hidden = torch.ones(5, 5, dtype=torch.bool).triu(beyond)
        by_hand = torch.softmax((q @ k.mT).masked_fill(hidden, -torch.inf), -1) @ v
        assert torch.allclose(module(q, k, v), by_hand, atol=1e-6)


def test_a_mask_may_depend_on_an_input():
    text = MASKED.replace("come in", r"come in, with $r \in \{0, 1\}^T$").replace(r"j \le i", "r_j = 1")
    module = workings.read(text).module("Z", ["Q", "K", "V", "r"], [])
    q, k, v = drawn(2, 3, 4), drawn(2, 3, 4), drawn(2, 3, 4)
    r = torch.tensor([[1.0, 1.0, 0.0], [0.0, 1.0, 1.0]])
    by_hand = torch.softmax((q @ k.mT).masked_fill(r[:, None] == 0, -torch.inf), -1) @ v
    assert torch.allclose(module(q, k, v, r), by_hand, atol=1e-6)


def test_a_mask_without_a_size_is_named():
    text = MASKED.replace(r"the mask $M \in \mathbb{R}^{T \times T}$ has", "there are").replace(
        "j \\le i", "j = i"
    )
    with pytest.raises(CannotRunError, match="M is given entry by entry: declare its size"):
        workings.read(text).module("Z", ["Q", "K", "V"], [])


def test_the_first_rows_of_a_table_are_added_to_what_tokens_look_up():
    text = r"""$s \in \{0, 1, 2\}^T$, $E \in \mathbb{R}^{3 \times 4}$, $R \in \mathbb{R}^{9 \times 4}$,
    $X = E[s] + R_{1:T}$"""
    module = workings.read(text).module("X", ["s"])
    with torch.no_grad():
        module.R.normal_()
    s = torch.tensor([[2, 0, 0, 1, 1]])
    assert torch.equal(module(s), module.E[s] + module.R[:5])


def test_the_share_of_the_right_token_is_taken_in_every_row():
    text = r"""$Z \in \mathbb{R}^{T \times 3}$, $y \in \{0, 1, 2\}^T$, $m \in \{0, 1\}^T$,
    $P = \operatorname{softmax}(Z)$ and $L = -\sum_{t=1}^T m_t \log P_{t, y_t}$"""
    assert "F.log_softmax" in source(text, "L", ["Z", "y", "m"])
    z, y, m = (
        drawn(2, 4, 3),
        torch.tensor([[0, 2, 1, 1], [2, 2, 0, 1]]),
        torch.tensor([[0, 1, 1, 0], [1, 1, 1, 1]]),
    )
    by_hand = (F.cross_entropy(z.mT, y, reduction="none") * m).sum(-1)
    assert torch.allclose(workings.read(text).module("L", ["Z", "y", "m"], [])(z, y, m), by_hand, atol=1e-6)


def test_the_share_of_the_right_class_loses_nothing_where_it_is_tiny():
    text = r"""$z \in \mathbb{R}^3$, $y \in \{0, 1, 2\}$, $p = \operatorname{softmax}(z)$, $L = -\log p_y$"""
    lost = workings.read(text).module("L", ["z", "y"], [])(
        torch.tensor([[500.0, 0.0, 0.0]]), torch.tensor([2])
    )
    assert lost.tolist() == [500.0]


def test_dropout_drops_only_while_it_is_trained():
    text = r"$x \in \mathbb{R}^{1000}$, $h = \text{dropout}_{0.25}(x)$"
    module = workings.read(text).module("h", ["x"], [])
    x = torch.ones(1, 1000)
    assert 0.15 < float((module(x) == 0).float().mean()) < 0.35
    assert torch.equal(module.eval()(x), x)


def test_a_number_for_every_channel_is_added_to_all_of_its_entries():
    text = r"""$X \in \mathbb{R}^{6 \times 6}$, $K \in \mathbb{R}^{4 \times 3 \times 3}$,
    $b \in \mathbb{R}^4$, $C = \operatorname{xcorr}(X, K) + b$ and $v = \operatorname{flatten}(C)$"""
    module = workings.read(text).module("v", ["X"])
    with torch.no_grad():
        module.b.normal_()
    x = drawn(2, 6, 6)
    by_hand = F.conv2d(x[:, None], module.K[:, None], module.b).flatten(1)
    assert torch.allclose(module(x), by_hand, atol=1e-6)


def test_norms_are_those_that_are_named():
    text = r"""$w \in \mathbb{R}^3$, $W \in \mathbb{R}^{2 \times 2}$,
    $y = \|w\|_1 + 10 \|w\|_2 + 100 \|w\|_\infty + 1000 \|W\|_F$"""
    module = workings.read(text).module("y", ["w", "W"], [])
    w, matrix = torch.tensor([[2.0, -3.0, 6.0]]), torch.tensor([[[1.0, 2.0], [2.0, 4.0]]])
    assert module(w, matrix).tolist() == [11 + 70 + 600 + 5000]


def test_gains_of_a_layer_norm_start_at_one_and_shifts_at_nought():
    text = r"$x, g, c \in \mathbb{R}^3$, $y = \operatorname{LayerNorm}(x, g, c)$"
    module = workings.read(text).module("y", ["x"])
    assert (module.g.tolist(), module.c.tolist()) == ([1.0] * 3, [0.0] * 3)


def test_a_name_with_a_prime_is_another_name():
    module = workings.read("$x, w, w' \\in \\mathbb{R}$, $y = w x + w'$").module("y", ["x"])
    assert {name for name, _ in module.named_parameters()} == {"w", "w_prime"}


def test_the_shares_of_the_last_layer_are_asked_for():
    text = r"""$X^{(0)} \in \mathbb{R}^{T \times 3}$ and $y \in \{0, 1, 2\}^T$ come in, $n = 2$,
    and for $\ell = 1, \dots, n$ there is $W^{(\ell)} \in \mathbb{R}^{3 \times 3}$.

    $$X^{(\ell)} = X^{(\ell-1)} W^{(\ell)}$$

    $$P = \operatorname{softmax}(X^{(n)})$$

    $$L = -\sum_{t=1}^T \log P_{t, y_t}$$"""
    module = workings.read(text).module("L", ["X^(0)", "y"])
    x, y = drawn(2, 4, 3), torch.tensor([[0, 2, 1, 1], [2, 2, 0, 1]])
    by_hand = F.cross_entropy((x @ module.W_1 @ module.W_2).mT, y, reduction="none").sum(-1)
    assert torch.allclose(module(x, y), by_hand, atol=1e-5)


@pytest.mark.parametrize("entry", [r"\log(p)[y]", r"\log \mathrm{softmax}(z)[y]", r"\log p[y]"])
def test_a_class_in_brackets_asks_for_an_entry(entry):
    text = rf"""$x \in \mathbb{{R}}^3$, $y \in \{{1, \dots, 7\}}$, $E \in \mathbb{{R}}^{{7 \times 3}}$
$$z = E x$$ $$p = \mathrm{{softmax}}(z)$$ $$L = -{entry}$$"""
    module = workings.read(text).module("L", ["x", "y"])
    x, y = torch.randn(4, 3), torch.tensor([1, 7, 3, 3])
    wanted = torch.nn.functional.cross_entropy(x @ module.E.T, y - 1, reduction="none")
    assert torch.allclose(module(x, y), wanted, atol=1e-5)
