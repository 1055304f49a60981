"""Recurrences on PyTorch: its own kernel where the equations are an LSTM or an RNN, a loop elsewhere."""

from __future__ import annotations

from itertools import pairwise

import pytest
import torch

import workings
from workings.learning.declaring import CannotRunError
from workings.learning.module import written
from workings.learning.program import program_of

GATES = r"""
The inputs are $x \in \mathbb{R}^{T \times 3}$, and there are $m = 4$ units:
$W_f, W_i, W_g, W_o \in \mathbb{R}^{m \times 7}$, $b_f, b_i, b_g, b_o \in \mathbb{R}^m$.

$f_t = \sigma(W_f [h_{t-1}, x_t] + b_f)$, $i_t = \sigma(W_i [h_{t-1}, x_t] + b_i)$

$g_t = \tanh(W_g [h_{t-1}, x_t] + b_g)$, $o_t = \sigma(W_o [h_{t-1}, x_t] + b_o)$

$c_t = f_t \odot c_{t-1} + i_t \odot g_t$

$h_t = o_t \odot \tanh(c_t)$

with $h_0 = 0$ and $c_0 = 0$.
"""
SIMPLE = r"""
$x \in \mathbb{R}^{T \times 3}$, $U \in \mathbb{R}^{5 \times 3}$,
$W \in \mathbb{R}^{5 \times 5}$, $b \in \mathbb{R}^5$

$h_t = \tanh(U x_t + W h_{t-1} + b)$ with $h_0 = 0$

$v \in \mathbb{R}^5$, $y = v \cdot h_T$
"""


def source(text: str, result: str) -> str:
    return written(program_of(workings.read(text).parsed, result, ["x"])).source


def noisy(module: torch.nn.Module) -> torch.nn.Module:
    with torch.no_grad():
        for parameter in module.parameters():
            parameter.normal_(generator=torch.Generator().manual_seed(parameter.numel()))
    return module


def test_the_equations_of_an_lstm_lower_to_torchs_kernel_and_agree_with_a_loop():
    text = GATES + "\n$y = \\sum_{t=1}^{T} (1 \\cdot h_t) \\cdot h_t$ and $z = h_T \\cdot h_T$\n"
    kernel = noisy(workings.read(text).module("z", ["x"]))
    assert "lstm(" in source(text, "z")
    x = torch.randn(6, 9, 3)
    h, c = torch.zeros(6, 4), torch.zeros(6, 4)
    for step in x.unbind(1):
        both = torch.cat([h, step], -1)
        f, i, o = (
            torch.sigmoid(both @ w.T + b)
            for w, b in ((kernel.W_f, kernel.b_f), (kernel.W_i, kernel.b_i), (kernel.W_o, kernel.b_o))
        )
        c = f * c + i * torch.tanh(both @ kernel.W_g.T + kernel.b_g)
        h = o * torch.tanh(c)
    assert torch.allclose(kernel(x), (h * h).sum(-1), atol=1e-5)
    assert torch.allclose(kernel(x)[2], kernel(x[2]), atol=1e-5)


def test_other_gates_are_run_by_a_loop():
    text = GATES.replace(r"o_t \odot \tanh(c_t)", r"o_t \odot c_t") + "\n$z = h_T \\cdot h_T$\n"
    assert "for x_t in x.unbind(-2):" in source(text, "z")
    assert workings.read(text).module("z", ["x"])(torch.randn(2, 5, 3)).shape == (2,)


def test_a_simple_rnn_is_that_of_torch():
    module = noisy(workings.read(SIMPLE).module("y", ["x"]))
    assert "rnn(" in source(SIMPLE, "y")
    theirs = torch.nn.RNN(3, 5, batch_first=True)
    with torch.no_grad():
        theirs.weight_ih_l0.copy_(module.U)
        theirs.weight_hh_l0.copy_(module.W)
        theirs.bias_ih_l0.copy_(module.b)
        theirs.bias_hh_l0.zero_()
    x = torch.randn(4, 7, 3)
    assert torch.allclose(module(x), theirs(x)[0][:, -1] @ module.v, atol=1e-5)


def test_a_scalar_recurrence_runs_over_the_entries_of_a_vector():
    text = r"$x \in \mathbb{R}^{T}$, $h_t = x_t - h_{t-1}$, $h_0 = 0$, $y = 2 h_T$"
    module = workings.read(text).module("y", ["x"])
    assert module(torch.tensor([[1.0, 5.0, 3.0], [2.0, 2.0, 2.0]])).tolist() == [-2.0, 4.0]


def test_a_loss_over_all_steps_is_summed():
    text = (
        SIMPLE
        + r"""
$t \in \mathbb{R}^{T}$, $p_t = \sigma(v \cdot h_t)$

$L = -\sum_{t=1}^{T} t_t \log p_t$
""".replace("t_t", "s_t").replace("$t ", "$s ")
    )
    module = noisy(workings.read(text).module("L", ["x", "s"]))
    x, s = torch.randn(2, 6, 3), torch.rand(2, 6)
    states = torch.stack([_states(module, row) for row in x])
    wanted = -(s * torch.nn.functional.logsigmoid(states @ module.v)).sum(-1)
    assert torch.allclose(module(x, s), wanted, atol=1e-4)


def _states(module, rows):
    h, found = torch.zeros(5), []
    for row in rows:
        h = torch.tanh(module.U @ row + module.W @ h + module.b)
        found.append(h)
    return torch.stack(found)


def test_a_recurrence_over_something_that_is_no_input_is_refused():
    with pytest.raises(CannotRunError, match="runs over an input"):
        workings.read(SIMPLE).module("y", [], ["U", "W", "b", "v"])


def test_inputs_that_are_declared_step_by_step_are_not_learned():
    steps = SIMPLE.replace(r"$x \in \mathbb{R}^{T \times 3}$", r"$x_t \in \mathbb{R}^3$")
    modules = [noisy(workings.read(text).module("y", ["x"])) for text in (SIMPLE, steps)]
    assert {name for name, _ in modules[1].named_parameters()} == {"U", "W", "b", "v"}
    x = torch.randn(2, 6, 3)
    assert torch.equal(modules[0](x), modules[1](x))


def test_tokens_that_are_declared_step_by_step_come_in_as_they_are_numbered():
    text = r"""$w_t \in \{1, \dots, 7\}$, $E \in \mathbb{R}^{7 \times 4}$, $W \in \mathbb{R}^{5 \times 5}$,
$U \in \mathbb{R}^{5 \times 4}$, $V \in \mathbb{R}^{7 \times 5}$
$$h_t = \tanh(W h_{t-1} + U E_{w_t})$$
$$p_t = \mathrm{softmax}(V h_t)$$
$$L = -\sum_{t=1}^{T-1} \log p_{t,w_{t+1}}$$"""
    module = noisy(workings.read(text).module("L", ["w"]))
    words = [7, 1, 4, 2]
    h, wanted = torch.zeros(5), torch.zeros(())
    for word, following in pairwise(words):
        h = torch.tanh(module.W @ h + module.U @ module.E[word - 1])
        wanted = wanted - torch.log_softmax(module.V @ h, -1)[following - 1]
    assert torch.allclose(module(torch.tensor([words])), wanted[None], atol=1e-4)


def test_weights_may_be_named_after_a_state_that_has_an_accent():
    text = r"""$x_t \in \mathbb{R}^3$, $W_z, W_r, W_h \in \mathbb{R}^{5 \times 3}$,
$U_z, U_r, U_h \in \mathbb{R}^{5 \times 5}$
$$z_t = \sigma(W_z x_t + U_z h_{t-1})$$
$$r_t = \sigma(W_r x_t + U_r h_{t-1})$$
$$\tilde{h}_t = \tanh(W_h x_t + U_h (r_t \odot h_{t-1}))$$
$$h_t = (1 - z_t) \odot h_{t-1} + z_t \odot \tilde{h}_t$$
$$L = \|h_T\|^2$$"""
    module = noisy(workings.read(text).module("L", ["x"]))
    x, h = torch.randn(4, 3), torch.zeros(5)
    for row in x:
        z = torch.sigmoid(module.W_z @ row + module.U_z @ h)
        r = torch.sigmoid(module.W_r @ row + module.U_r @ h)
        h = (1 - z) * h + z * torch.tanh(module.W_h @ row + module.U_h @ (r * h))
    assert torch.allclose(module(x), h @ h, atol=1e-4)


@pytest.mark.parametrize("first", [0, 1])
@pytest.mark.parametrize(
    "loss",
    [
        r"-\sum_{t=1}^{T-1} \log P_{t,s_{t+1}}",
        r"-\sum_t \log P_{t,s_{t+1}}",
        r"-\sum_{t=1}^{T-1} \log P_t[s_{t+1}]",
        r"-\sum_{i=1}^{T-1} \log P_{i,s_{i+1}}",
        r"-\sum_{t=2}^{T} \log P_{t-1,s_t}",
    ],
)
def test_the_rows_of_a_matrix_may_be_asked_for_the_token_behind(loss, first):
    text = rf"""$s \in \{{{first}, \dots, {first + 6}\}}^T$, $E \in \mathbb{{R}}^{{7 \times 8}}$,
$A \in \mathbb{{R}}^{{8 \times 8}}$, $U \in \mathbb{{R}}^{{8 \times 7}}$
$$X = E_s$$
$$H = X + \mathrm{{softmax}}(X A X^\top) X$$
$$P = \mathrm{{softmax}}(H U)$$
$$L = {loss}$$"""
    module = noisy(workings.read(text).module("L", ["s"]))
    words = torch.tensor([6, 0, 3, 1, 1])
    x = module.E[words]
    rows = torch.log_softmax((x + torch.softmax(x @ module.A @ x.T, -1) @ x) @ module.U, -1)
    wanted = -sum(rows[at, word] for at, word in enumerate(words[1:]))
    assert torch.allclose(module(torch.stack([words + first] * 2)), wanted.expand(2), atol=1e-4)
