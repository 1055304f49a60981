"""Recurrences in the spellings of lecture notes, against torch written by hand."""

from __future__ import annotations

import pytest
import torch
from sequences import SEQUENCE, STEP, agree, numbers, rnn, source, squared

import workings
from workings.learning.declaring import CannotRunError


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
