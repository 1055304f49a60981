"""Formulas of one entry are the layers, convolutions and attention that they are, and train as these do."""

from __future__ import annotations

import pytest
import torch
import torch.nn.functional as F
from referees import agrees, source

import workings
from workings.learning.declaring import CannotRunError

SIZES = r"""$x \in \mathbb{R}^2$, $y \in \{0, 1, 2\}$, $t \in \mathbb{R}^3$, $r \in \mathbb{R}$,
$W \in \mathbb{R}^{3 \times 2}$, $b \in \mathbb{R}^3$, $V \in \mathbb{R}^{4 \times 2}$, $c \in \mathbb{R}^4$,
$w \in \mathbb{R}^4$, $U \in \mathbb{R}^{3 \times 4}$.

"""
IMAGE = r"""$X \in \mathbb{R}^{7 \times 6}$, $K \in \mathbb{R}^{4 \times 3 \times 2}$, $b \in \mathbb{R}^4$,
$M \in \mathbb{R}^{3 \times 2}$, $Z \in \mathbb{R}^{2 \times 7 \times 6}$,
$G \in \mathbb{R}^{4 \times 2 \times 3 \times 2}$.

"""


def drawn(*shape: int) -> torch.Tensor:
    return torch.randn(*shape, generator=torch.Generator().manual_seed(sum(shape)))


X, Y, T, R = drawn(5, 2), torch.tensor([0, 2, 1, 1, 0]), drawn(5, 3), drawn(5)


def log_share(scores: torch.Tensor, y: torch.Tensor) -> torch.Tensor:
    return torch.log_softmax(scores, -1)[int(y)]


@pytest.mark.parametrize(
    "shares",
    [
        r"$$p_k = \frac{e^{z_k}}{\sum_j e^{z_j}}$$",
        r"$$p_k = \frac{\exp(z_k)}{\sum_{j=1}^{3} \exp(z_j)}, \quad k = 1, 2, 3$$",
        r"$$p_k = \operatorname{softmax}_k(z_k)$$",
        r"$$p_k = \frac{\exp(\sum_i W_{ki} x_i + b_k)}{\sum_{k'} \exp(\sum_i W_{k'i} x_i + b_{k'})}$$",
    ],
)
@pytest.mark.parametrize(
    "loss",
    [
        r"$$L = -\log p_y$$",
        r"$$L = -\sum_k \mathbb{1}[y = k] \log p_k$$",
        r"$$L = -\sum_{k=1}^3 \mathbf{1}\{y = k\} \log p_k$$",
        r"$$L = \operatorname{CrossEntropy}(p, y)$$",
    ],
)
def test_shares_by_their_entries_are_a_softmax(shares, loss):
    text = SIZES + r"$$z_k = \sum_{i=1}^{2} W_{ki} x_i + b_k$$" + "\n\n" + shares + "\n\n" + loss
    agrees(text, "L", {"x": X, "y": Y}, lambda m, x, y: -log_share(m.W @ x + m.b, y))
    assert "F.log_softmax" in source(text, "L", ["x", "y"])


def test_a_network_by_its_entries_is_the_same_module_as_one_by_its_matrices():
    entries = (
        SIZES
        + r"""$$h_i = \tanh\left(\sum_j V_{ij} x_j + c_i\right)$$

$$z_k = \sum_{i=1}^{4} U_{ki} h_i + b_k$$

$$L = \sum_{k=1}^{3} (z_k - t_k)^2$$"""
    )
    matrices = (
        SIZES
        + r"""$$h = \tanh(V x + c)$$

$$z = U h + b$$

$$L = \|z - t\|^2$$"""
    )
    agrees(
        entries,
        "L",
        {"x": X, "t": T},
        lambda m, x, t: ((m.U @ torch.tanh(m.V @ x + m.c) + m.b - t) ** 2).sum(),
    )
    lines = [source(text, "L", ["x", "t"]).splitlines() for text in (entries, matrices)]
    assert [line for line in lines[0] if "F.linear" in line] == [
        line for line in lines[1] if "F.linear" in line
    ]


def test_weights_of_a_sum_start_by_how_many_numbers_are_summed():
    text = SIZES + r"$$h_i = \tanh(\sum_j V_{ij} x_j)$$ and $$L = (\sum_{i=1}^{4} w_i h_i - r)^2$$"
    module = workings.read(text).module("L", ["x", "r"])
    assert 0 < module.V.abs().max() <= 2**-0.5
    assert 0 < module.w.abs().max() <= 0.5
    agrees(text, "L", {"x": X, "r": R}, lambda m, x, r: (m.w @ torch.tanh(m.V @ x) - r) ** 2)


@pytest.mark.parametrize(
    ("formula", "powers"),
    [
        (r"\sum_{k=0}^{3} w_k r^k", (0, 1, 2, 3)),
        (r"\sum_{k=1}^{4} w_k r^{k-1}", (0, 1, 2, 3)),
        (r"\sum_k w_k r^k", (1, 2, 3, 4)),
        (r"w_0 + \sum_{k=1}^{3} w_k r^k", (0, 1, 2, 3)),
    ],
)
def test_a_polynomial_is_a_sum_with_its_index_as_a_number(formula, powers):
    text = SIZES + rf"$$f = {formula}$$"
    agrees(text, "f", {"r": R}, lambda m, r: sum(w * r**k for w, k in zip(m.w, powers, strict=True)))


def test_numbers_that_are_names_of_their_own_are_summed_one_by_one():
    text = r"$r \in \mathbb{R}$ and $w_0, \dots, w_3 \in \mathbb{R}$, $f = \sum_{k=0}^{3} w_k r^k$"
    agrees(text, "f", {"r": R}, lambda m, r: m.w_0 + m.w_1 * r + m.w_2 * r**2 + m.w_3 * r**3)


@pytest.mark.parametrize(
    ("formula", "stride", "ks", "entries"),
    [
        (r"\sum_{k=1}^{3} w_k x_{i+k}", 1, (1, 2, 3), range(1, 8)),
        (r"\sum_{k=1}^{3} w_k x_{2i+k}", 2, (1, 2, 3), range(1, 4)),
        (r"\sum_{k=1}^{3} w_k x_{2i+k-1}", 2, (0, 1, 2), range(1, 5)),
        (r"\sum_{k=1}^{3} w_k \tanh(x_{i+k})", 1, (1, 2, 3), range(1, 8)),
    ],
)
def test_places_of_a_kernel_count_from_one_where_its_own_do(formula, stride, ks, entries):
    text = rf"$x \in \mathbb{{R}}^{{10}}$, $w \in \mathbb{{R}}^3$. $$S_i = {formula}$$"
    inner = torch.tanh if "tanh" in formula else torch.clone
    agrees(
        text,
        "S",
        {"x": drawn(5, 10)},
        lambda m, x: torch.stack(
            [sum(w * inner(x[stride * i + k - 1]) for w, k in zip(m.w, ks, strict=True)) for i in entries]
        ),
    )


def test_places_of_a_kernel_count_from_nought_where_its_own_do():
    text = r"$x \in \mathbb{R}^{10}$, $w \in \mathbb{R}^3$. $$S_i = \sum_{k=0}^{2} w_k x_{i+k}$$"
    agrees(text, "S", {"x": drawn(5, 10)}, lambda m, x: torch.stack([m.w @ x[i : i + 3] for i in range(8)]))


def test_places_of_a_kernel_count_from_one_on_both_axes():
    text = r"""$X \in \mathbb{R}^{7 \times 6}$, $K \in \mathbb{R}^{3 \times 3}$.
$$S_{ij} = \sum_{u=1}^{3} \sum_{v=1}^{3} K_{uv} X_{i+u,j+v}$$"""

    def by_hand(module, image):
        rows = [[(module.K * image[i : i + 3, j : j + 3]).sum() for j in range(1, 4)] for i in range(1, 5)]
        return torch.stack([torch.stack(row) for row in rows])

    agrees(text, "S", {"X": drawn(5, 7, 6)}, by_hand)
    assert "F.conv2d" in source(text, "S", ["X"])


def test_a_star_between_matrices_that_fit_no_product_slides_a_kernel():
    text = r"$X \in \mathbb{R}^{8 \times 8}$, $K \in \mathbb{R}^{3 \times 3}$. $$S = X * K$$"
    agrees(text, "S", {"X": drawn(5, 8, 8)}, lambda m, x: F.conv2d(x[None, None], m.K[None, None])[0, 0])
    with pytest.raises(CannotRunError, match="no product of 8×8 and 3×3"):
        workings.read(text.replace("X * K", "X K")).module("S", ["X"])


@pytest.mark.parametrize("bars", [r"|w_j|", r"\lvert w_j \rvert", r"\|w_j\|"])
def test_bars_around_an_entry_are_its_absolute_value(bars):
    sizes = r"$x \in \mathbb{R}^4$, $w \in \mathbb{R}^4$. "
    given = {"x": drawn(5, 4)}
    agrees(sizes + rf"$$f = \sum_{{j=1}}^4 {bars} + x_1$$", "f", given, lambda m, x: m.w.abs().sum() + x[0])
    agrees(sizes + rf"$$f = \sum_j {bars} x_j$$", "f", given, lambda m, x: m.w.abs() @ x)


def test_a_sum_over_some_entries_takes_no_others():
    text = SIZES + r"$$f = \sum_{k=2}^{3} t_k w_k$$"
    agrees(text, "f", {"t": T}, lambda m, t: t[1] * m.w[1] + t[2] * m.w[2])


# -- convolutions ---------------------------------------------------------------------------------


def slid(image: torch.Tensor, kernel: torch.Tensor) -> torch.Tensor:
    """A kernel over an image by loops."""
    height, width = (n - k + 1 for n, k in zip(image.shape[-2:], kernel.shape[-2:], strict=True))
    high, wide = kernel.shape[-2:]
    return torch.stack(
        [
            torch.stack([(image[..., i : i + high, j : j + wide] * kernel).sum() for j in range(width)])
            for i in range(height)
        ]
    )


@pytest.mark.parametrize(
    "formula",
    [
        r"\sum_{u,v} K_{k,u,v} X_{i+u,j+v} + b_k",
        r"b_k + \sum_{u=1}^{3} \sum_{v=1}^{2} K_{k,u,v} X_{i+u-1,j+v-1}",
        r"\sum_{u=0}^{2} \sum_{v=0}^{1} X_{i+u,j+v} K_{k,u,v} + b_k",
    ],
)
def test_a_convolution_by_its_entries_is_the_kernel_of_pytorch(formula):
    text = IMAGE + rf"$$C_{{k,i,j}} = \operatorname{{ReLU}}\left({formula}\right)$$"
    by_hand = lambda m, x: torch.stack([torch.relu(slid(x, k) + b) for k, b in zip(m.K, m.b, strict=True)])  # noqa: E731
    agrees(text, "C", {"X": drawn(3, 7, 6)}, by_hand)
    assert "F.conv2d(X[..., None, :, :], self.K[:, None, :, :], self.b)" in source(text, "C", ["X"])


def test_a_convolution_of_one_kernel_and_one_of_channels():
    one = IMAGE + r"$$C_{ij} = \sum_{u,v} M_{uv} X_{i+u,j+v}$$"
    agrees(one, "C", {"X": drawn(3, 7, 6)}, lambda m, x: slid(x, m.M))
    several = IMAGE + r"$$C_{o,i,j} = \sum_{c} \sum_{u,v} G_{o,c,u,v} Z_{c,i+u,j+v}$$"
    agrees(several, "C", {"Z": drawn(3, 2, 7, 6)}, lambda m, z: torch.stack([slid(z, g) for g in m.G]))
    assert "F.conv2d(Z, self.G)" in source(several, "C", ["Z"])


def test_a_kernel_that_takes_larger_steps():
    text = (
        IMAGE
        + r"$$C_{ij} = \sum_{u=0}^{2} \sum_{v=0}^{1} M_{uv} X_{2i+u,2j+v}$$"
        + r" for $i = 0, \dots, 2$, $j = 0, \dots, 2$"
    )
    agrees(text, "C", {"X": drawn(3, 7, 6)}, lambda m, x: slid(x, m.M)[::2, ::2])
    assert "stride=(2, 2)" in source(text, "C", ["X"])


def test_a_kernel_that_is_turned_round_is_no_cross_correlation():
    text = r"""$x \in \mathbb{R}^6$, $k \in \mathbb{R}^3$,
    $$z_i = \sum_{j=0}^{2} k_j x_{i-j}$$ for $i = 2, \dots, 5$"""
    by_hand = lambda m, x: torch.stack([sum(m.k[j] * x[i - j] for j in range(3)) for i in range(2, 6)])  # noqa: E731
    agrees(text, "z", {"x": drawn(4, 6)}, by_hand)


def test_means_over_images_and_kernels_by_their_numbers():
    text = (
        IMAGE
        + r"""$$C_k = \operatorname{ReLU}(\operatorname{xcorr}(X, K_k) + b_k), \quad k = 1, \dots, 4$$

$$a_k = \frac{1}{25} \sum_{i,j} C_{k,i,j}$$"""
    )
    by_hand = lambda m, x: torch.stack(  # noqa: E731
        [torch.relu(slid(x, k) + b).sum() / 25 for k, b in zip(m.K, m.b, strict=True)]
    )
    agrees(text, "a", {"X": drawn(3, 7, 6)}, by_hand)


# -- attention ------------------------------------------------------------------------------------

ATTENTION = r"""$X \in \mathbb{R}^{T \times 6}$, $W_Q, W_K, W_V \in \mathbb{R}^{4 \times 6}$, $d = 4$.

$$q_i = W_Q x_i, \quad k_i = W_K x_i, \quad v_i = W_V x_i$$

$$A_{ij} = \frac{q_i^\top k_j}{\sqrt{d}}$$

$$\alpha_{ij} = \frac{\exp(A_{ij})}{\sum_{j'=1}^{T} \exp(A_{ij'})}$$

$$o_i = \sum_{j=1}^{T} \alpha_{ij} v_j$$
"""


def attended(m, x):
    q, k, v = (x @ w.T for w in (m.W_Q, m.W_K, m.W_V))
    return torch.softmax(q @ k.T / 2, -1) @ v


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("", ""),
        (r"\frac{\exp(A_{ij})}{\sum_{j'=1}^{T} \exp(A_{ij'})}", r"\operatorname{softmax}_j(A_{ij})"),
        (r"\frac{\exp(A_{ij})}{\sum_{j'=1}^{T} \exp(A_{ij'})}", r"\frac{e^{A_{ij}}}{\sum_{k} e^{A_{ik}}}"),
        (r"\frac{q_i^\top k_j}{\sqrt{d}}", r"q_i \cdot k_j / \sqrt d"),
        (r"\sum_{j=1}^{T} \alpha", r"\sum_j \alpha"),
    ],
)
def test_attention_by_its_entries_is_the_kernel_of_pytorch(old, new):
    text = ATTENTION.replace(old, new) if old else ATTENTION
    agrees(text, "o", {"X": drawn(3, 5, 6)}, attended)
    assert "F.scaled_dot_product_attention(q, k, v, scale=0.5)" in source(text, "o", ["X"])


def test_attention_with_a_mask_by_its_entries():
    text = (
        ATTENTION.replace(r"\sqrt{d}}", r"\sqrt{d}} + M_{ij}")
        + r"""
$$M_{ij} = \begin{cases} 0 & j \le i \\ -\infty & j > i \end{cases}$$ where $M \in \mathbb{R}^{T \times T}$"""
    )

    def by_hand(m, x):
        q, k, v = (x @ w.T for w in (m.W_Q, m.W_K, m.W_V))
        return F.scaled_dot_product_attention(q[None], k[None], v[None], is_causal=True, scale=0.5)[0]

    agrees(text, "o", {"X": drawn(3, 5, 6)}, by_hand)


def test_weights_that_are_needed_elsewhere_are_written_as_products_of_matrices():
    text = ATTENTION + r"$$H = -\sum_{i,j} \alpha_{ij} \log \alpha_{ij} + \sum_{i} o_i^\top o_i$$"

    def by_hand(m, x):
        q, k = (x @ w.T for w in (m.W_Q, m.W_K))
        weights = torch.softmax(q @ k.T / 2, -1)
        return -(weights * weights.log()).sum() + (attended(m, x) ** 2).sum()

    agrees(text, "H", {"X": drawn(3, 5, 6) / 4}, by_hand, 1e-3)


# -- what cannot be written ------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("formula", "message"),
    [
        (
            r"$$z_i = \sum_{j=1}^{3} V_{ij} x_j$$",
            "line 5: V_ij asks for entry 3 of 2",
        ),
        (r"$$z_i = c_i + t_i$$", "i counts entries of different numbers"),
        (r"$$z_i = \operatorname{softmax}(t_i)$$", "softmax of one number: say over which letter it goes"),
        (r"$$z_i = \sum_{j=1}^{n} V_{ij} x_j$$", "a sum over j whose end has no value"),
    ],
)
def test_what_does_not_fit_is_said_with_its_place(formula, message):
    with pytest.raises(CannotRunError, match=message):
        workings.read(SIZES + formula).module("z", ["x", "t"])


def test_an_entry_before_the_first_is_no_entry():
    with pytest.raises(CannotRunError, match="has no entry"):
        workings.read(SIZES + r"$$f = x_0 + x_1 + x_2$$").module("f", ["x"], [])


@pytest.mark.parametrize(
    "formula",
    [
        r"B_{ij} = \frac{1}{1 + |i - j|}",
        r"B_{ij} = \begin{cases} \frac{1}{1 + |i - j|} & |i - j| \le 2 \\ 0 & |i - j| > 2 \end{cases}",
    ],
)
def test_a_matrix_by_its_places_takes_the_size_of_numbers(formula):
    text = rf"""$X \in \mathbb{{R}}^{{T \times 4}}$ and $B \in \mathbb{{R}}^{{T \times T}}$ with

$${formula}$$

$$Z = B X$$"""

    def by_hand(m, x):
        apart = (torch.arange(5)[:, None] - torch.arange(5)).abs()
        return torch.where((apart > 2) & ("cases" in text), 0.0, 1 / (1 + apart)) @ x

    module = workings.read(text).module("Z", ["X"], [])
    x = drawn(2, 5, 4)
    assert torch.allclose(module(x), torch.stack([by_hand(module, one) for one in x]), atol=1e-6)


def test_layers_by_their_entries():
    text = r"""$x \in \mathbb{R}^3$, and for $l = 1, 2$ there are $W^{(l)} \in \mathbb{R}^{3 \times 3}$ and
$b^{(l)} \in \mathbb{R}^3$; $a^{(0)} = x$.

$$a_i^{(l)} = \tanh\left(\sum_j W_{ij}^{(l)} a_j^{(l-1)} + b_i^{(l)}\right)$$

$$z = a^{(2)}$$"""
    agrees(
        text,
        "z",
        {"x": drawn(4, 3)},
        lambda m, x: torch.tanh(m.W_2 @ torch.tanh(m.W_1 @ x + m.b_1) + m.b_2),
    )


def test_scores_by_cases_are_hidden_before_the_softmax():
    text = ATTENTION.replace(
        r"A_{ij} = \frac{q_i^\top k_j}{\sqrt{d}}",
        r"A_{ij} = \begin{cases} q_i^\top k_j / \sqrt{d} & j \le i \\ -\infty & j > i \end{cases}",
    )

    def by_hand(m, x):
        q, k, v = (x @ w.T for w in (m.W_Q, m.W_K, m.W_V))
        hidden = torch.ones(5, 5, dtype=torch.bool).triu(1)
        return torch.softmax((q @ k.T / 2).masked_fill(hidden, -torch.inf), -1) @ v

    agrees(text, "o", {"X": drawn(3, 5, 6)}, by_hand)


@pytest.mark.parametrize("divergence", [r"\mathrm{KL}(t \| p)", r"D_{KL}(t \,\|\, p)"])
def test_bars_in_a_divergence_join_nothing(divergence):
    text = SIZES + rf"$$p = \operatorname{{softmax}}(W x)$$ $$L = {divergence}$$"
    shares = torch.softmax(T, -1)
    agrees(
        text,
        "L",
        {"x": X, "t": shares},
        lambda m, x, t: (t * (t.log() - torch.log_softmax(m.W @ x, -1))).sum(),
    )
