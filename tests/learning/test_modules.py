"""Modules written from documents: the same as a module written by hand, and readable."""

from __future__ import annotations

import pytest
import torch
import torch.nn.functional as F

import workings
from workings.learning.declaring import CannotRunError
from workings.learning.module import written
from workings.learning.program import program_of

BLOCK = r"""
$d = 8$, $X \in \mathbb{R}^{T \times d}$, $W_Q, W_K, W_V, W_O \in \mathbb{R}^{d \times d}$.

$Q = X W_Q$, $K = X W_K$, $V = X W_V$

$$A = \operatorname{softmax}\left(\frac{Q K^\top}{\sqrt{d}}\right)$$

$Z = A V W_O + X$ and $Y = \operatorname{LayerNorm}(Z)$.
"""


def source(text: str, result: str, inputs: list[str], learn: list[str] | None = None) -> str:
    return written(program_of(workings.read(text).parsed, result, inputs, learn)).source


def test_attention_in_a_document_lowers_to_torchs_own_kernel():
    text = source(BLOCK, "Y", ["X"])
    assert "F.scaled_dot_product_attention(Q, K, V, scale=" in text
    assert "softmax" not in text


def test_weights_that_are_needed_twice_are_not_hidden_in_a_kernel():
    text = source(BLOCK + "\n$M = A A$\n", "M", ["X"])
    assert "torch.softmax" in text


def test_a_block_gives_what_the_same_block_by_hand_gives():
    module = workings.read(BLOCK).module("Y", ["X"], seed=3)
    x = torch.randn(5, 7, 8)
    q, k, v = x @ module.W_Q, x @ module.W_K, x @ module.W_V
    weights = torch.softmax(q @ k.mT / 8**0.5, dim=-1)
    by_hand = F.layer_norm(weights @ v @ module.W_O + x, (8,))
    assert torch.allclose(module(x), by_hand, atol=1e-5)
    assert torch.allclose(module(x)[2], module(x[2]), atol=1e-5)


def test_logarithms_of_shares_are_taken_of_what_the_shares_are_made_of(sheet):
    text = source(sheet.read_text(), "L", ["x", "y"])
    assert text.count("F.logsigmoid") == 2
    module = workings.read(sheet).module("L", ["x", "y"])
    with torch.no_grad():
        module.b_2.fill_(200.0)
    assert torch.isfinite(module(torch.zeros(1, 2), torch.zeros(1))).all()


def test_names_with_values_start_from_them():
    module = workings.read("$x \\in \\mathbb{R}$, $w = 0.25$, $b = -1$ and $y = w x + b$").module(
        "y", ["x"], ["w", "b"]
    )
    assert (module.w.item(), module.b.item()) == (0.25, -1.0)
    assert module(torch.tensor([4.0, 8.0])).tolist() == [0.0, 1.0]


def test_a_function_of_the_document_is_put_in():
    module = workings.read("$f(u) = u^2 + 1$, $x \\in \\mathbb{R}$, $y = 3 f(x)$").module("y", ["x"], [])
    assert module(torch.tensor([2.0])).tolist() == [15.0]


def test_a_sum_over_classes_is_taken_of_the_whole_vectors():
    text = r"$z, t \in \mathbb{R}^3$, $p = \operatorname{softmax}(z)$, $L = -\sum_{i=1}^3 t_i \log p_i$"
    module = workings.read(text).module("L", ["z", "t"], [])
    z, t = torch.randn(4, 3), torch.eye(3)[[0, 2, 1, 1]]
    assert torch.allclose(module(z, t), F.cross_entropy(z, t, reduction="none"))


def test_tokens_look_up_rows_of_a_table():
    text = r"$E \in \mathbb{R}^{6 \times 4}$, $s \in \{0, 1, 2\}^5$, $X = E[s]$"
    module = workings.read(text).module("X", ["s"])
    tokens = torch.tensor([[0, 5, 2, 2, 1]])
    assert torch.equal(module(tokens), module.E[tokens])


@pytest.mark.parametrize(
    ("text", "result", "inputs", "said"),
    [
        ("$y = 2 x$", "q", [], "q does not occur in the document"),
        ("$x \\in \\mathbb{R}$, $y = w x$", "y", ["x"], "w has no value"),
        ("$x \\in \\mathbb{R}^3$, $W \\in \\mathbb{R}^{2 \\times 4}$, $y = W x$", "y", ["x"], "of 2×4 and 3"),
        ("$a = 1$, $x \\in \\mathbb{R}$, $y = 2 a$", "y", ["x"], "y does not depend on x"),
        ("$x = y + 1$, $y = x$, $z \\in \\mathbb{R}$, $q = x z$", "q", ["z"], "is defined by itself"),
    ],
)  # fmt: skip
def test_what_cannot_be_run_is_said_in_a_line(text, result, inputs, said):
    with pytest.raises(CannotRunError, match=said):
        workings.read(text).module(result, inputs)


def test_no_text_of_the_document_becomes_code():
    word = r"\text{import os; os.abort()}"
    text = rf"$x \in \mathbb{{R}}$, ${word} = 2$, $y = x \cdot {word}$"
    try:
        made = source(text, "y", ["x"])
    except CannotRunError:
        return
    assert "abort()" not in made


def test_an_operation_that_the_document_defines_itself_is_the_documents():
    text = r"""$x \in \mathbb{R}^3$, $\operatorname{ReLU}(z) = \max(0, z) + 0.1 z$ and

    $$y = \operatorname{ReLU}(x)$$"""
    module = workings.read(text).module("y", ["x"], [])
    assert torch.allclose(module(torch.tensor([[-1.0, 0.0, 2.0]])), torch.tensor([[-0.1, 0.0, 2.2]]))


def test_attention_with_a_mask_of_the_documents_own_sees_nothing_later():
    text = r"""$X \in \mathbb{R}^{T \times 4}$ is given, and

    $$M_{ij} = \begin{cases} 0 & j \le i \\ -\infty & j > i \end{cases}$$

    $$\operatorname{Attention}(Q, K, V) = \operatorname{softmax}\left(\frac{Q K^\top}{\sqrt{4}} + M\right) V$$

    $$Y = \operatorname{Attention}(X, X, X)$$"""
    assert "is_causal=True" in source(text, "Y", ["X"], [])


@pytest.mark.parametrize(
    ("written", "line"),
    [
        (r"\operatorname{LayerNorm}(x)", "F.layer_norm(x, (8,))"),
        (r"\mathrm{LN}(x, \gamma, \beta)", "F.layer_norm(x, (8,), self.γ, self.β)"),
        (r"\mathrm{LN}(x; \gamma, \beta)", "F.layer_norm(x, (8,), self.γ, self.β)"),
        (r"\mathrm{LN}_{\gamma, \beta}(x)", "F.layer_norm(x, (8,), self.γ, self.β)"),
        (r"\mathrm{LN}(x, \gamma, \beta, \varepsilon)", "F.layer_norm(x, (8,), self.γ, self.β, eps=0.001)"),
        (r"\mathrm{LN}(x, \epsilon = 0.1)", "F.layer_norm(x, (8,), eps=0.1)"),
    ],
)
def test_a_layer_norm_is_that_of_torch_with_what_the_sheet_names(written, line):
    sheet = (
        r"$x \in \mathbb{R}^8$, $\gamma, \beta \in \mathbb{R}^8$, $\varepsilon = 0.001$."
        + f"\n$$y = {written}$$"
    )
    assert f"y = {line}\n" in source(sheet, "y", ["x"])
