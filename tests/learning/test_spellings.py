"""Recurrences and language models in the spellings of lecture notes, against torch written by hand."""

from __future__ import annotations

import pytest
import torch
from torch.nn import functional

import workings
from workings.learning.declaring import CannotRunError
from workings.learning.module import written
from workings.learning.program import program_of

SEQUENCE = r"""
Inputs $x \in \mathbb{R}^{T \times 3}$, the answer $y \in \mathbb{R}$, $W, W' \in \mathbb{R}^{4 \times 3}$,
$U, U', A \in \mathbb{R}^{4 \times 4}$, $b, u, v \in \mathbb{R}^4$.

EQUATIONS

$$L = (v^\top STATE - y)^2$$
"""
STEP = r"\tanh(W x_t + U h_{t-1} + b)"
TOKENS = r"""
The tokens are $s \in \{0, \dots, 4\}^T$, the next ones $y \in \{0, \dots, 4\}^T$.
We have $E \in \mathbb{R}^{5 \times 3}$,
$W \in \mathbb{R}^{4 \times 3}$, $U \in \mathbb{R}^{4 \times 4}$, $V \in \mathbb{R}^{5 \times 4}$,
$c \in \mathbb{R}^5$ and $h_0 = 0$.

$$x_t = ROW$$

$$h_t = \tanh(W x_t + U h_{t-1})$$

$$p_t = SHARES$$

$$L = LOSS$$
"""


def noisy(module: torch.nn.Module) -> torch.nn.Module:
    generator = torch.Generator().manual_seed(1)
    with torch.no_grad():
        for parameter in module.parameters():
            parameter.copy_(torch.randn(parameter.shape, generator=generator) * 0.7)
    return module


def source(text: str, inputs: list[str], result: str = "L") -> str:
    return written(program_of(workings.read(text).parsed, result, inputs)).source


def agree(text: str, inputs: dict[str, torch.Tensor], reference) -> torch.nn.Module:
    """The module of a sheet and a function of its parameters have the same values and the same gradients."""
    module = noisy(workings.read(text).module("L", [*inputs]))
    ours, theirs = module(*inputs.values()), reference(module, *inputs.values())
    assert ours.shape == theirs.shape
    assert torch.allclose(ours, theirs, atol=1e-5), (ours, theirs)
    parameters = [*module.parameters()]
    grads = [
        torch.autograd.grad((out * torch.linspace(1, 2, len(out))).sum(), parameters, allow_unused=True)
        for out in (ours, theirs)
    ]
    for (name, parameter), mine, yours in zip(module.named_parameters(), *grads, strict=True):
        nought = torch.zeros_like(parameter)
        assert torch.allclose(
            nought if mine is None else mine, nought if yours is None else yours, atol=1e-4
        ), name
    return module


def rnn(x: torch.Tensor, w, u, b=0.0, start=None) -> torch.Tensor:
    """All states, written as a loop."""
    h = torch.zeros(x.shape[0], u.shape[0]) if start is None else start.expand(x.shape[0], -1)
    states = []
    for step in x.unbind(1):
        h = torch.tanh(step @ w.T + h @ u.T + b)
        states.append(h)
    return torch.stack(states, 1)


def numbers() -> dict[str, torch.Tensor]:
    generator = torch.Generator().manual_seed(0)
    return {"x": torch.randn(5, 5, 3, generator=generator), "y": torch.randn(5, generator=generator)}


def squared(state: torch.Tensor, module, y: torch.Tensor) -> torch.Tensor:
    return (state @ module.v - y) ** 2


def last_of_rnn(m, x, y):
    return squared(rnn(x, m.W, m.U, m.b)[:, -1], m, y)


SPELLINGS = {
    "subscripts": (f"$$h_t = {STEP}$$ with $h_0 = 0$.", "h_T"),
    "brackets": (r"$$h^{(t)} = \tanh(W x^{(t)} + U h^{(t-1)} + b)$$ with $h^{(0)} = 0$.", "h^{(T)}"),
    "angles": (r"$$h^{<t>} = \tanh(W x^{<t>} + U h^{<t-1>} + b), \quad h^{<0>} = 0$$", "h^{<T>}"),
    "langle": (
        r"$$h^{\langle t \rangle} = \tanh(W x^{\langle t \rangle} + U h^{\langle t-1 \rangle} + b)$$",
        r"h^{\langle T \rangle}",
    ),
    "square": (r"$$h[t] = \tanh(W x[t] + U h[t-1] + b)$$ with $h[0] = 0$.", "h[T]"),
    "round": (r"$$h(t) = \tanh(W x(t) + U h(t-1) + b)$$ with $h(0) = 0$.", "h(T)"),
    "raised": (r"$$h^t = \tanh(W x^t + U h^{t-1} + b)$$ with $h^0 = 0$.", "h^T"),
    "cases": (
        r"$$h_t = \begin{cases} 0 & \text{if } t = 0 \\ " + STEP + r" & \text{otherwise} \end{cases}$$",
        "h_T",
    ),
    "conditions": (r"$$h_t = \begin{cases} 0 & t = 0 \\ " + STEP + r" & t > 0 \end{cases}$$", "h_T"),
    "bold nought": (rf"$$h_t = {STEP}, \qquad h_0 = \mathbf{{0}}$$", "h_T"),
    "a range behind it": (f"$h_t = {STEP}$ for $t = 1, \\dots, T$\n$z = h_T$ with $h_0 = 0$", "z"),
    "joined by a comma": (
        r"$$h_t = \tanh(Q \cdot [h_{t-1}, x_t] + b)$$ with $Q \in \mathbb{R}^{4 \times 7}$.",
        "h_T",
    ),
    "joined by a semicolon": (
        r"$$h_t = \tanh(Q [h_{t-1}; x_t] + b)$$ with $Q \in \mathbb{R}^{4 \times 7}$.",
        "h_T",
    ),
    "joined in a column": (
        r"$$h_t = \tanh(Q \begin{bmatrix} h_{t-1} \\ x_t \end{bmatrix} + b)$$"
        r" with $Q \in \mathbb{R}^{4 \times 7}$.",
        "h_T",
    ),
    "steps declared one by one": (f"$$h_t = {STEP}$$ with $h_0 = 0$.", "h_T"),
}


@pytest.mark.parametrize("spelling", SPELLINGS)
def test_a_simple_rnn_is_the_same_in_every_spelling(spelling):
    equations, state = SPELLINGS[spelling]
    text = SEQUENCE.replace("EQUATIONS", equations).replace("STATE", state)
    if spelling == "steps declared one by one":
        text = text.replace(r"x \in \mathbb{R}^{T \times 3}", r"x_1, \dots, x_T \in \mathbb{R}^3")

    def reference(m, x, y):
        if hasattr(m, "Q"):
            return squared(rnn(x, m.Q[:, 4:], m.Q[:, :4], m.b)[:, -1], m, y)
        return last_of_rnn(m, x, y)

    agree(text, numbers(), reference)
    assert "rnn(" in source(text, ["x", "y"])


def test_a_start_that_is_declared_is_learned():
    text = SEQUENCE.replace("EQUATIONS", f"$$h_t = {STEP}$$ We learn $h_0 \\in \\mathbb{{R}}^4$.").replace(
        "STATE", "h_T"
    )
    module = agree(text, numbers(), lambda m, x, y: squared(rnn(x, m.W, m.U, m.b, m.h_0)[:, -1], m, y))
    assert module.h_0.shape == (4,)


def test_a_start_may_be_worked_out():
    text = SEQUENCE.replace("EQUATIONS", rf"$$h_t = {STEP}$$ $$h_0 = \tanh(u)$$").replace("STATE", "h_T")
    agree(text, numbers(), lambda m, x, y: squared(rnn(x, m.W, m.U, m.b, torch.tanh(m.u))[:, -1], m, y))


def stacked(m, x, y):
    return squared(rnn(rnn(x, m.W, m.U, m.b), m.A, m.U_prime)[:, -1], m, y)


@pytest.mark.parametrize(
    ("first", "second", "last"),
    [
        ("h_t^{(1)}", "h_t^{(2)}", "h_T^{(2)}"),
        ("h^{(1)}_t", "h^{(2)}_t", "h^{(2)}_T"),
        ("h^1_t", "h^2_t", "h^2_T"),
        ("h_t^1", "h_t^2", "h_T^2"),
        ("h_t", "g_t", "g_T"),
    ],
)
def test_two_recurrences_one_upon_the_other(first, second, last):
    before = [name.replace("t", "{t-1}") for name in (first, second)]
    start = [name.replace("t", "0") for name in (first, second)]
    equations = rf"""$${first} = \tanh(W x_t + U {before[0]} + b)$$

$${second} = \tanh(A {first} + U' {before[1]})$$

with ${start[0]} = {start[1]} = 0$."""
    text = SEQUENCE.replace("EQUATIONS", equations).replace("STATE", last)
    agree(text, numbers(), stacked)
    assert source(text, ["x", "y"]).count("rnn(") == 2


def both_ways(m, x):
    return rnn(x, m.W, m.U, m.b), rnn(x.flip(1), m.W_prime, m.U_prime).flip(1)


@pytest.mark.parametrize(
    ("right", "left"),
    [
        (r"\overrightarrow{h}_{@}", r"\overleftarrow{h}_{@}"),
        (r"\overrightarrow{h_{@}}", r"\overleftarrow{h_{@}}"),
        ("h_{@}^f", "h_{@}^b"),
        ("h_{@}^{(f)}", "h_{@}^{(b)}"),
        ("f_{@}", "g_{@}"),
    ],
)
def test_a_bidirectional_rnn_reads_the_input_from_both_ends(right, left):
    equations = rf"""
$${right.replace("@", "t")} = \tanh(W x_t + U {right.replace("@", "t-1")} + b)$$

$${left.replace("@", "t")} = \tanh(W' x_t + U' {left.replace("@", "t+1")})$$

$$g = {right.replace("@", "T")} + {left.replace("@", "1")}$$
"""
    text = SEQUENCE.replace("EQUATIONS", equations.replace("$$g =", "$$k =")).replace("STATE", "k")

    def reference(m, x, y):
        forwards, backwards = both_ways(m, x)
        return squared(forwards[:, -1] + backwards[:, 0], m, y)

    agree(text, numbers(), reference)


def test_the_states_of_both_directions_are_joined():
    equations = r"""
$$\overrightarrow{h}_t = \tanh(W x_t + U \overrightarrow{h}_{t-1} + b)$$

$$\overleftarrow{h}_t = \tanh(W' x_t + U' \overleftarrow{h}_{t+1})$$

$$h_t = [\overrightarrow{h}_t; \overleftarrow{h}_t]$$

$$g = \frac{1}{T} \sum_{t=1}^{T} Q h_t$$

with $Q \in \mathbb{R}^{4 \times 8}$."""
    text = SEQUENCE.replace("EQUATIONS", equations).replace("STATE", "g")
    agree(text, numbers(), lambda m, x, y: squared((torch.cat(both_ways(m, x), -1) @ m.Q.T).mean(1), m, y))


@pytest.mark.parametrize(
    "weights",
    [
        r"\alpha_t = \operatorname{softmax}_t(u^\top \tanh(A h_t))",
        r"e_t = u^\top \tanh(A h_t)$$ $$\alpha_t = \frac{\exp(e_t)}{\sum_{j=1}^{T} \exp(e_j)}",
        r"e_t = u^\top \tanh(A h_t)$$ $$\alpha_t = \operatorname{softmax}_t(e_t)",
    ],
)
def test_attention_over_the_states(weights):
    equations = rf"$$h_t = {STEP}$$ $${weights}$$ $$g = \sum_t \alpha_t h_t$$ with $h_0 = 0$."
    text = SEQUENCE.replace("EQUATIONS", equations).replace("STATE", "g")

    def reference(m, x, y):
        h = rnn(x, m.W, m.U, m.b)
        shares = torch.softmax(torch.tanh(h @ m.A.T) @ m.u, -1)
        return squared((shares[..., None] * h).sum(1), m, y)

    agree(text, numbers(), reference)
    assert "torch.softmax(" in source(text, ["x", "y"])


def test_what_is_said_of_a_whole_example_stands_beside_every_step():
    """As many examples as steps, so that a wrong axis would go unnoticed but for the values."""
    equations = rf"$$h_t = {STEP}$$"
    text = SEQUENCE.replace("EQUATIONS", equations).replace(
        r"(v^\top STATE - y)^2", r"\sum_{t=1}^{T} (v^\top h_t - y)^2"
    )
    agree(
        text,
        numbers(),
        lambda m, x, y: ((rnn(x, m.W, m.U, m.b) @ m.v - y[:, None]) ** 2).sum(1),
    )


def test_a_sum_runs_from_its_first_step_to_its_last():
    equations = rf"$$h_t = {STEP}$$ with $h_0 = 0$."
    for bounds, part in (
        ("{t=2}^{T}", slice(1, None)),
        ("{t=1}^{T-1}", slice(None, -1)),
        ("{t=3}^{T-1}", slice(2, -1)),
    ):
        text = SEQUENCE.replace("EQUATIONS", equations).replace("STATE", rf"(\sum_{bounds} h_t)")
        agree(
            text, numbers(), lambda m, x, y, part=part: squared(rnn(x, m.W, m.U, m.b)[:, part].sum(1), m, y)
        )


def test_the_state_before_is_the_start_at_the_first_step():
    equations = rf"""$$h_t = {STEP}$$ with $h_0 \in \mathbb{{R}}^4$.

$$k = \sum_{{t=1}}^{{T}} (h_t - h_{{t-1}}) \odot h_{{t-1}}$$"""
    text = SEQUENCE.replace("EQUATIONS", equations).replace("STATE", "k")

    def reference(m, x, y):
        h = rnn(x, m.W, m.U, m.b, m.h_0)
        before = torch.cat([m.h_0.expand(len(x), 1, 4), h[:, :-1]], 1)
        return squared(((h - before) * before).sum(1), m, y)

    agree(text, numbers(), reference)


# -- language models ------------------------------------------------------------------------------


def tokens() -> dict[str, torch.Tensor]:
    generator = torch.Generator().manual_seed(0)
    return {key: torch.randint(0, 5, (6, 6), generator=generator) for key in ("s", "y")}


def logs(m, s):
    return functional.log_softmax(rnn(m.E[s], m.W, m.U) @ m.V.T + getattr(m, "c", 0.0), -1)


def surprise(m, s, y):
    return -functional.nll_loss(logs(m, s).flatten(0, 1), y.flatten(), reduction="none").reshape(y.shape)


def sheet(loss: str, row: str = "E_{s_t}", shares: str = r"\operatorname{softmax}(V h_t + c)") -> str:
    return TOKENS.replace("LOSS", loss).replace("ROW", row).replace("SHARES", shares)


PICKS = [
    "p_t[y_t]",
    "p_t(y_t)",
    "p_{t,y_t}",
    "p_{t, y_t}",
    "p_t^{(y_t)}",
    "[p_t]_{y_t}",
    "(p_t)_{y_t}",
    r"p(y_t \mid s_t)",
    r"p(y_t | s_1, \dots, s_t)",
    r"\operatorname{softmax}(V h_t + c)_{y_t}",
]


@pytest.mark.parametrize("pick", PICKS)
def test_an_entry_that_a_token_asks_for_is_no_product(pick):
    text = sheet(rf"-\frac{{1}}{{T}} \sum_{{t=1}}^{{T}} \log {pick}")
    agree(text, tokens(), lambda m, s, y: -surprise(m, s, y).mean(-1))
    assert "log_softmax" in source(text, ["s", "y"])


@pytest.mark.parametrize("loss", [r"-\sum_t \ln p_t[y_t]", r"-\sum_{t} \log_e p_t(y_t)"])
def test_a_sum_without_bounds_is_over_all_steps(loss):
    agree(sheet(loss), tokens(), lambda m, s, y: -surprise(m, s, y).sum(-1))


def test_a_logarithm_to_the_base_two():
    agree(
        sheet(r"-\sum_t \log_2 p_t[y_t]"),
        tokens(),
        lambda m, s, y: -surprise(m, s, y).sum(-1) / torch.log(torch.tensor(2.0)),
    )


@pytest.mark.parametrize("row", ["E_{s_t}", "E[s_t]", "E_{s_t,:}", "E[s_t, :]"])
@pytest.mark.parametrize(
    "shares", [r"\operatorname{softmax}(V h_t + c)", r"\operatorname{softmax}(h_t V^\top + c)"]
)
def test_rows_of_a_table_and_shares_of_the_next_token(row, shares):
    agree(
        sheet(r"-\sum_{t=1}^{T} \log p_{t,y_t}", row, shares),
        tokens(),
        lambda m, s, y: -surprise(m, s, y).sum(-1),
    )


@pytest.mark.parametrize(
    "loss",
    [
        r"-\sum_{t=1}^{T-1} \log p_{t, s_{t+1}}",
        r"-\sum_{t=1}^{T-1} \log p_t[s_{t+1}]",
        r"-\sum_{t} \ln p_t(s_{t+1})",
        r"-\sum_{t=1}^{T} \log p_{t, s_{t+1}}",
    ],
)
def test_the_next_token_is_asked_for_where_there_is_one(loss):
    agree(
        sheet(loss),
        {"s": tokens()["s"]},
        lambda m, s: -surprise(m, s, s.roll(-1, 1))[:, :-1].sum(-1),
    )


def test_one_hot_targets_are_summed_over_the_words():
    text = sheet(r"-\sum_{t=1}^{T} \sum_{k=1}^{5} y_{t,k} \log p_{t,k}").replace(
        r"y \in \{0, \dots, 4\}^T", r"y \in \mathbb{R}^{T \times 5}"
    )
    both = tokens()
    both["y"] = torch.rand(6, 6, 5)
    agree(text, both, lambda m, s, y: -(y * logs(m, s)).sum((-1, -2)))


def test_a_table_of_scores_is_a_bigram_model():
    text = r"""
The tokens are $s \in \{0, \dots, 4\}^T$ and the next ones $y \in \{0, \dots, 4\}^T$, with
$B \in \mathbb{R}^{5 \times 5}$.

$$p(y_t \mid s_t) = \frac{\exp(B_{s_t, y_t})}{\sum_{k} \exp(B_{s_t, k})}$$

$$L = -\frac{1}{T} \sum_{t=1}^{T} \log p(y_t \mid s_t)$$
"""
    agree(
        text,
        tokens(),
        lambda m, s, y: (
            functional.cross_entropy(m.B[s].flatten(0, 1), y.flatten(), reduction="none")
            .reshape(y.shape)
            .mean(-1)
        ),
    )


@pytest.mark.parametrize("pick", ["p_y", "p[y]", "[p]_y", r"p(y \mid x)", r"\operatorname{softmax}(M x)_y"])
def test_an_entry_of_one_vector(pick):
    text = rf"""
$x \in \mathbb{{R}}^3$, the class $y \in \{{0, 1, 2\}}$, $M \in \mathbb{{R}}^{{3 \times 3}}$.

$$p = \operatorname{{softmax}}(M x)$$

$$L = -\log {pick}$$
"""
    given = {"x": torch.randn(4, 3), "y": torch.tensor([0, 2, 1, 1])}
    agree(text, given, lambda m, x, y: functional.cross_entropy(x @ m.M.T, y, reduction="none"))


def test_the_loss_of_a_step_and_the_loss_of_all_may_have_one_letter():
    text = sheet(r"\frac{1}{T} \sum_{t=1}^{T} L_t$$ $$L_t = -\log p_t[y_t]")
    agree(text, tokens(), lambda m, s, y: -surprise(m, s, y).mean(-1))


def test_cross_entropy_with_a_class_is_the_logarithm_of_its_share():
    text = sheet(r"\sum_{t=1}^{T} \operatorname{CrossEntropy}(y_t, p_t)")
    agree(text, tokens(), lambda m, s, y: -surprise(m, s, y).sum(-1))


def test_the_next_tokens_may_have_a_name_of_their_own():
    text = sheet(r"-\sum_{t=1}^{T-1} \log p_t[z_t]$$ $$z_t = s_{t+1}")
    agree(text, {"s": tokens()["s"]}, lambda m, s: -surprise(m, s, s.roll(-1, 1))[:, :-1].sum(-1))


def test_layers_upon_layers_are_written_out():
    text = r"""
$x \in \mathbb{R}^{T \times 3}$, $y \in \mathbb{R}$, $v \in \mathbb{R}^3$, $N = 2$. For $\ell = 1, \dots, N$
we learn $W^{(\ell)}, U^{(\ell)} \in \mathbb{R}^{3 \times 3}$ and $h_0^{(\ell)} \in \mathbb{R}^3$.

$$h_t^{(0)} = x_t$$

$$h_t^{(\ell)} = \tanh(W^{(\ell)} h_t^{(\ell-1)} + U^{(\ell)} h_{t-1}^{(\ell)})$$

$$L = (v \cdot h_T^{(N)} - y)^2$$
"""

    def reference(m, x, y):
        first = rnn(x, m.W_1, m.U_1, 0.0, m.h_1_0)
        return squared(rnn(first, m.W_2, m.U_2, 0.0, m.h_2_0)[:, -1], m, y)

    agree(text, numbers(), reference)


PAIR = r"""
The encoder reads $x \in \{0, \dots, 4\}^S$ and the decoder writes $y \in \{0, \dots, 5\}^T$. There are
$E \in \mathbb{R}^{5 \times 3}$, $D \in \mathbb{R}^{6 \times 3}$, $W, A \in \mathbb{R}^{4 \times 3}$,
$U, B, C \in \mathbb{R}^{4 \times 4}$ and $V \in \mathbb{R}^{6 \times 4}$.

$$h_j = \tanh(W E_{x_j} + U h_{j-1}), \quad h_0 = 0$$

START

$$s_t = \tanh(A D_{y_{t-1}} + B s_{t-1}CONTEXT)$$

$$p_t = \operatorname{softmax}(V s_t)$$

$$L = -\sum_{t=1}^{T} \log p_t[y_t]$$

where $y_0 = 5$ is the token that starts a sequence.
"""


def pair() -> dict[str, torch.Tensor]:
    generator = torch.Generator().manual_seed(0)
    return {
        "x": torch.randint(0, 5, (4, 7), generator=generator),
        "y": torch.randint(0, 6, (4, 4), generator=generator),
    }


def decoded(m, states, y):
    return functional.cross_entropy((states @ m.V.T).mT, y, reduction="none").sum(-1)


def before(y):
    return torch.cat([torch.full_like(y[:, :1], 5), y[:, :-1]], 1)


def test_a_decoder_that_starts_from_the_last_state_is_told_the_tokens_before():
    def reference(m, x, y):
        last = rnn(m.E[x], m.W, m.U)[:, -1]
        return decoded(m, rnn(m.D[before(y)], m.A, m.B, start=last), y)

    agree(PAIR.replace("START", "$$s_0 = h_S$$").replace("CONTEXT", ""), pair(), reference)


def test_a_decoder_that_is_given_the_last_state_at_every_step():
    def reference(m, x, y):
        last = rnn(m.E[x], m.W, m.U)[:, -1]
        return decoded(m, rnn(m.D[before(y)], m.A, m.B, last @ m.C.T), y)

    text = PAIR.replace("START", "$$c = h_S$$ and $s_0 = 0$.").replace("CONTEXT", " + C c")
    agree(text, pair(), reference)


def test_a_state_may_be_a_matrix():
    equations = r"""$$q_t = U' W x_t, \quad k_t = U W x_t, \quad w_t = A W' x_t$$

$$S_t = S_{t-1} + w_t k_t^\top$$

$$o_t = S_t q_t$$"""
    text = SEQUENCE.replace("EQUATIONS", equations).replace("STATE", "o_T")

    def reference(m, x, y):
        q, k, w = x @ (m.U_prime @ m.W).T, x @ (m.U @ m.W).T, x @ (m.A @ m.W_prime).T
        memory = torch.einsum("bti,btj->bij", w, k)
        return squared(torch.einsum("bij,bj->bi", memory, q[:, -1]), m, y)

    agree(text, numbers(), reference)


def test_a_recurrence_that_goes_backwards_starts_behind_the_last_step():
    equations = r"$$h_t = \tanh(W x_t + U h_{t+1} + b), \qquad h_{T+1} = u$$"
    text = SEQUENCE.replace("EQUATIONS", equations).replace("STATE", "h_1")
    agree(text, numbers(), lambda m, x, y: squared(rnn(x.flip(1), m.W, m.U, m.b, m.u)[:, -1], m, y))


# -- what cannot be run -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("equations", "state", "why"),
    [
        (r"$$h_t = \tanh(W x_t + U h_{t-1} + A h_{t+1})$$", "h_T", "before and those behind"),
        (r"$$h_t = \tanh(W x_t + U h_{t-2})$$", "h_T", "neither this step nor the one before"),
        (rf"$$h_t = {STEP}$$", "h_N", "no input of it is N long"),
        (r"$$h_t = \tanh(W x_{t-1} + U h_{t-1})$$", "h_T", "say what x_0 is"),
        (rf"$$h_1 = \tanh(W x_1)$$ $$h_t = {STEP}$$", "h_T", "say what h_0 is"),
        (r"$$h_t = \operatorname{GRU}(x_t, h_{t-1})$$", "h_T", "write it out"),
        (
            rf"$$h_t = {STEP}$$ $$c_t = \sum_{{j=1}}^{{T}} a_{{t,j}} h_j$$ $$a_{{t,j}} = h_t \cdot h_j$$",
            "c_T",
            "every pair of steps",
        ),
    ],
)
def test_what_cannot_be_run_is_refused_by_name(equations, state, why):
    text = SEQUENCE.replace("EQUATIONS", equations).replace("STATE", state)
    with pytest.raises(CannotRunError, match=why):
        workings.read(text).module("L", ["x", "y"])
