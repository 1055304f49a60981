"""Joins, layers, losses and functions in the spellings of lectures are the modules that they mean."""

from __future__ import annotations

import pytest
import torch
import torch.nn.functional as F
from referees import agrees

import workings
from workings.learning.declaring import CannotRunError
from workings.learning.respelling import respelt

HEADS = r"""$X \in \mathbb{R}^{T \times 6}$, $W_O \in \mathbb{R}^{6 \times 6}$, and for $i = 1, \dots, 2$
there are $Q_i = X W^Q_i$, $K_i = X W^K_i$, $V_i = X W^V_i$
with $W^Q_i, W^K_i, W^V_i \in \mathbb{R}^{6 \times 3}$.

$$A_i = \operatorname{softmax}(Q_i K_i^\top / 2)$$

$$H_i = A_i V_i$$

"""


def drawn(*shape: int) -> torch.Tensor:
    return torch.randn(*shape, generator=torch.Generator().manual_seed(sum(shape)))


def heads(m, x):
    sides = ([x @ getattr(m, f"W_{side}_{i}") for side in "QKV"] for i in (1, 2))
    return [torch.softmax(q @ k.T / 2, -1) @ v for q, k, v in sides]


@pytest.mark.parametrize(
    "joined",
    [
        r"[A_1 V_1; A_2 V_2]",
        r"[H_1 \| H_2]",
        r"[H_1 ; H_2]",
        r"(H_1 \| H_2)",
        r"(H_1 \oplus H_2)",
        r"\operatorname{Concat}(H_1, H_2)",
        r"[H_1, H_2]",
        r"\begin{pmatrix} H_1 & H_2 \end{pmatrix}",
        r"[H_1 \| \dots \| H_2]",
    ],
)
def test_heads_are_joined_in_every_spelling(joined):
    text = HEADS + rf"$$Z = X + {joined} W_O$$"
    agrees(text, "Z", {"X": drawn(3, 4, 6)}, lambda m, x: x + torch.cat(heads(m, x), -1) @ m.W_O)


def test_heads_are_added_up_with_a_matrix_of_their_own():
    text = (
        HEADS.replace(r"W_O \in \mathbb{R}^{6 \times 6}", r"W_O^{(i)} \in \mathbb{R}^{3 \times 6}")
        + r"$$Z = \sum_{i=1}^{2} H_i W_O^{(i)}$$"
    )
    by_hand = lambda m, x: sum(h @ w for h, w in zip(heads(m, x), (m.W_O_1, m.W_O_2), strict=True))  # noqa: E731
    agrees(text, "Z", {"X": drawn(3, 4, 6)}, by_hand)


def test_layers_and_heads_without_brackets():
    text = r"""$X \in \mathbb{R}^{T \times 6}$, $N = 2$, $H = 2$.
For $\ell = 1, \dots, N$ and $i = 1, \dots, H$ there are
$W_Q^{\ell, i}, W_K^{\ell, i}, W_V^{\ell, i} \in \mathbb{R}^{6 \times 3}$ and $X^{(0)} = X$.

$$\text{head}_i^{(\ell)}
= \operatorname{softmax}(X^{(\ell-1)} W_Q^{\ell, i} (X^{(\ell-1)} W_K^{\ell, i})^\top)
X^{(\ell-1)} W_V^{\ell, i}$$

$$X^{(\ell)} = X^{(\ell-1)} + \operatorname{Concat}(\text{head}_1^{(\ell)}, \dots, \text{head}_H^{(\ell)})$$

$$Z = X^{(N)}$$"""

    def by_hand(m, x):
        for layer in (1, 2):
            sides = ([x @ getattr(m, f"W_{s}_{layer}_{i}") for s in "QKV"] for i in (1, 2))
            x = x + torch.cat([torch.softmax(q @ k.T, -1) @ v for q, k, v in sides], -1)
        return x

    agrees(text, "Z", {"X": drawn(3, 4, 6) / 3}, by_hand, 1e-3)


LAYERED = r"""Inputs $x \in \mathbb{R}^2$, and for $l = 1, 2, 3$ there are
$W LAYER \in \mathbb{R}^{2 \times 2}$, $b LAYER \in \mathbb{R}^2$.

$$h FIRST = x$$

$$h LAYER = h BEFORE + \tanh(W LAYER h BEFORE + b LAYER)$$

$$z = h LAST$$"""


@pytest.mark.parametrize(
    ("layer", "before", "first", "last"),
    [
        ("_l", "_{l-1}", "_0", "_3"),
        (r"^{(l)}", "^{(l-1)}", "^{(0)}", "^{(3)}"),
        (r"^{[l]}", "^{[l-1]}", "^{[0]}", "^{[3]}"),
        (r"^l", "^{l-1}", "^0", "^3"),
        (r"^{l}", "^{l - 1}", "^{0}", "^{3}"),
    ],
)
def test_layers_in_every_spelling(layer, before, first, last):
    text = LAYERED
    for word, sign in (("LAYER", layer), ("BEFORE", before), ("FIRST", first), ("LAST", last)):
        text = text.replace(" " + word, sign)

    def by_hand(m, x):
        for at in (1, 2, 3):
            x = x + torch.tanh(getattr(m, f"W_{at}") @ x + getattr(m, f"b_{at}"))
        return x

    agrees(text, "z", {"x": drawn(4, 2)}, by_hand)


def test_a_word_behind_an_operand_is_a_factor():
    text = r"""$x \in \mathbb{R}^3$, $V \in \mathbb{R}^{2 \times 3}$. $\text{head} = \tanh(x)$ and
    $z = 2 \text{head} + \sigma(x) \odot \text{head}$ and $f = V \text{head}$ and $g = \|z\|^2 + \|f\|^2$"""

    def by_hand(m, x):
        return ((2 * x.tanh() + x.sigmoid() * x.tanh()) ** 2).sum() + ((m.V @ x.tanh()) ** 2).sum()

    agrees(text, "g", {"x": drawn(4, 3)}, by_hand)


# -- lists ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "features",
    [
        r"\begin{pmatrix} 1 \\ x \\ x^2 \\ x^3 \end{pmatrix}",
        "(1, x, x^2, x^3)",
        "[1, x, x^2, x^3]",
        r"[1, x, x^2, x^3]^\top",
    ],
)
def test_a_constant_stands_beside_what_comes_in(features):
    text = rf"$x \in \mathbb{{R}}$, $w \in \mathbb{{R}}^4$, $\phi = {features}$ and $f = w^\top \phi$"
    agrees(text, "f", {"x": drawn(5)}, lambda m, x: sum(w * x**k for k, w in enumerate(m.w)))


def test_vectors_and_numbers_are_put_one_behind_the_other():
    text = r"""$x \in \mathbb{R}^2$, $a \in \mathbb{R}$, $b \in \mathbb{R}^2$, $w \in \mathbb{R}^6$,
    $u = [x, 1, a, b]$ and $f = w \cdot u$"""
    by_hand = lambda m, x: m.w @ torch.cat([x, torch.ones(1), m.a[None], m.b])  # noqa: E731
    agrees(text, "f", {"x": drawn(5, 2)}, by_hand)


def test_a_matrix_of_what_comes_in():
    text = r"""$x \in \mathbb{R}^2$, $a \in \mathbb{R}$, $w \in \mathbb{R}^2$,
    $$M = \begin{pmatrix} x_1 & 1 \\ a & x_2 \end{pmatrix}$$ and $$f = M w$$"""
    by_hand = lambda m, x: torch.stack([x[0] * m.w[0] + m.w[1], m.a * m.w[0] + x[1] * m.w[1]])  # noqa: E731
    agrees(text, "f", {"x": drawn(5, 2)}, by_hand)


# -- functions and losses ---------------------------------------------------------------------------

LINE = r"$x \in \mathbb{R}^3$, $y \in \mathbb{R}$, $w \in \mathbb{R}^3$, $b \in \mathbb{R}$. "


@pytest.mark.parametrize(
    "text",
    [
        LINE + r"$$f(x) = w^\top x + b$$ $$L = (f(x) - y)^2$$",
        LINE + r"$$f_\theta(x) = w^\top x + b$$ $$L = (f_\theta(x) - y)^2$$",
        LINE + r"$$f(x; w) = w^\top x + b$$ $$L = (f(x; w) - y)^2$$",
        LINE + r"$$f(x) = w^\top x + b$$ $$L = \frac1N \sum_{i=1}^N (f(x_i) - y_i)^2$$",
        LINE + r"$$\hat y_i = w^\top x_i + b$$ $$L = \frac{1}{N} \sum_{i=1}^N (\hat y_i - y_i)^2$$",
        LINE.replace("x \\in", "x^{(i)} \\in").replace("y \\in", "y^{(i)} \\in")
        + r"$$\hat y^{(i)} = w^\top x^{(i)} + b$$ $$L = \frac1m \sum_{i=1}^m (\hat y^{(i)} - y^{(i)})^2$$",
        LINE + r"$$L = \operatorname{MSE}(w \cdot x + b, y)$$",
    ],
)
def test_a_line_is_fitted_in_every_spelling(text):
    agrees(text, "L", {"x": drawn(5, 3), "y": drawn(5)}, lambda m, x, y: (m.w @ x + m.b - y) ** 2)


def test_the_mean_over_examples_keeps_what_else_is_there():
    text = LINE + r"$$L = \frac{1}{2N} \sum_{i=1}^N (w^\top x_i + b - y_i)^2 + 0.1 \|w\|^2$$"
    by_hand = lambda m, x, y: (m.w @ x + m.b - y) ** 2 / 2 + 0.1 * (m.w**2).sum()  # noqa: E731
    agrees(text, "L", {"x": drawn(5, 3), "y": drawn(5)}, by_hand)


def test_a_sum_over_examples_that_is_no_mean_is_said():
    text = LINE + r"$$L = \sum_{i=1}^N (w^\top x_i - y_i)^2 + 0.1 \|w\|^2$$"
    with pytest.raises(CannotRunError, match="training takes their mean"):
        workings.read(text).module("L", ["x", "y"])


CLASSES = r"""$x \in \mathbb{R}^3$, $y \in \{0, 1, 2\}$, $o \in \mathbb{R}^3$,
$W \in \mathbb{R}^{3 \times 3}$.

$$z = W x$$

$$p = \operatorname{softmax}(z)$$

"""


@pytest.mark.parametrize("loss", ["CE(p, y)", "CE(y, p)", "CE(z, y)", "CrossEntropy(p, y)"])
def test_cross_entropy_takes_classes_by_their_numbers(loss):
    text = CLASSES + rf"$$L = \operatorname{{{loss.replace('(', '}(')}$$"
    by_hand = lambda m, x, y: F.cross_entropy(m.W @ x, y)  # noqa: E731
    agrees(text, "L", {"x": drawn(4, 3), "y": torch.tensor([0, 2, 1, 1])}, by_hand)


@pytest.mark.parametrize(
    "loss", [r"\operatorname{CE}(p, y)", r"-\sum_{k=1}^{3} \mathbb{1}[y = k] \log p_k", r"-\log p_y"]
)
def test_classes_may_be_counted_from_one(loss):
    text = CLASSES.replace(r"\{0, 1, 2\}", r"\{1, 2, 3\}") + f"$$L = {loss}$$"
    by_hand = lambda m, x, y: F.cross_entropy(m.W @ x, y - 1)  # noqa: E731
    agrees(text, "L", {"x": drawn(4, 3), "y": torch.tensor([1, 3, 2, 2])}, by_hand)


@pytest.mark.parametrize("loss", ["CE(p, o)", "CE(o, p)", "CE(z, o)", "CrossEntropy(o, p)"])
def test_cross_entropy_takes_shares_too(loss):
    text = CLASSES + rf"$$L = \operatorname{{{loss.replace('(', '}(')}$$"
    by_hand = lambda m, x, o: -(o * torch.log_softmax(m.W @ x, -1)).sum()  # noqa: E731
    agrees(text, "L", {"x": drawn(4, 3), "o": drawn(4, 3).softmax(-1)}, by_hand)


@pytest.mark.parametrize("loss", ["BCE(p, y)", "BCE(y, p)"])
def test_cross_entropy_of_two_classes(loss):
    text = r"$x, w \in \mathbb{R}^3$, $y \in \{0, 1\}$, $p = \sigma(w \cdot x)$ and "
    text += rf"$$L = \operatorname{{{loss.replace('(', '}(')}$$"
    by_hand = lambda m, x, y: F.binary_cross_entropy_with_logits(m.w @ x, y)  # noqa: E731
    agrees(text, "L", {"x": drawn(4, 3), "y": torch.tensor([0.0, 1, 1, 0])}, by_hand)


# -- images -----------------------------------------------------------------------------------------

IMAGES = r"""An image $X \in \mathbb{R}^{8 \times 8}$, kernels $K \in \mathbb{R}^{4 \times 3 \times 3}$,
$b \in \mathbb{R}^4$, $V \in \mathbb{R}^{2 \times 36}$.

"""


@pytest.mark.parametrize(
    "convolved",
    [
        "X * K + b",
        r"X \ast K + b",
        r"X \star K + b",
        r"\operatorname{conv}(X, K) + b",
        r"\operatorname{Conv2d}(X, K) + b",
        r"\operatorname{Conv2D}(X, K, b)",
        r"\operatorname{xcorr}(X, K) + b",
    ],
)
def test_convolutions_in_every_spelling(convolved):
    text = (
        IMAGES
        + rf"""$$C = \operatorname{{ReLU}}({convolved})$$

$$D = \operatorname{{MaxPool}}_{{2\times2}}(C)$$

$$p = \operatorname{{softmax}}(V \operatorname{{flatten}}(D))$$"""
    )

    def by_hand(m, x):
        maps = torch.relu(F.conv2d(x[None, None], m.K[:, None], m.b))
        return torch.softmax(m.V @ F.max_pool2d(maps, 2).flatten(), -1)

    agrees(text, "p", {"X": drawn(3, 8, 8)}, by_hand)


@pytest.mark.parametrize("word", ["GlobalAvgPool", "GlobalAveragePool", "GAP", "GlobalMaxPool"])
def test_one_number_for_every_channel(word):
    text = IMAGES + rf"$$C = \operatorname{{conv}}(X, K) + b$$ $$a = \operatorname{{{word}}}(C)$$"

    def by_hand(m, x):
        maps = F.conv2d(x[None, None], m.K[:, None], m.b)[0]
        return maps.amax((-2, -1)) if "Max" in word else maps.mean((-2, -1))

    agrees(text, "a", {"X": drawn(3, 8, 8)}, by_hand)


def test_no_line_is_added_and_what_is_plain_stays():
    for text in (
        r"$x \in [a; b]$, $[1, 2; 3, 4]$ and $\|w\|^2 + (\|v\| + 1)$",
        "XOR: $x_1 \\oplus x_2$\n\nand $f(x) = x^2$ for $i = 1, \\dots, 3$, $\\phi_i = x^i$",
        r"$\mathbb{R}^{3 \times 4}$ and $\operatorname{softmax}(z)$",
    ):
        assert respelt(text) == text
