"""Language models in the spellings of lecture notes, against torch written by hand."""

from __future__ import annotations

import pytest
import torch
from sequences import SEQUENCE, agree, numbers, rnn, source, squared
from torch.nn import functional

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
