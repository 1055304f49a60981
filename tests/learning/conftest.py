"""A sheet to train and examples for it; lets the suites import the referees, which stand beside them."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))

XOR = r"""# XOR by a small network

The input is $x \in \mathbb{R}^2$ and the target $y \in \{0, 1\}$. The layer has $m = 4$ units:
$W_1 \in \mathbb{R}^{m \times 2}$, $b_1 \in \mathbb{R}^m$, $w_2 \in \mathbb{R}^m$, $b_2 \in \mathbb{R}$.

$$h = \tanh(W_1 x + b_1)$$
$$p = \sigma(w_2 \cdot h + b_2)$$
$$L = -y \log p - (1 - y) \log(1 - p)$$
"""


@pytest.fixture
def sheet(tmp_path):
    path = tmp_path / "xor.md"
    path.write_text(XOR, encoding="utf-8")
    return path


@pytest.fixture
def table(tmp_path):
    path = tmp_path / "xor.csv"
    path.write_text("x1,x2,y\n0,0,0\n0,1,1\n1,0,1\n1,1,0\n", encoding="utf-8")
    return path
