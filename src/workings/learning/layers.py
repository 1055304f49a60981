"""What generated modules call for recurrences: PyTorch's kernels, for any axes of a batch or none.

Imports torch at the top, because only a generated module imports it.
"""

from __future__ import annotations

import torch
from torch import Tensor


def lstm(x: Tensor, h: Tensor, c: Tensor, w: list[Tensor], u: list[Tensor], b: list[Tensor]) -> Tensor:
    """All states of an LSTM; the gates are in the order input, forget, candidate, output."""
    weights = [torch.cat(w), torch.cat(u), torch.cat(b), torch.cat(b) * 0]
    batch = x.shape[:-2]
    rows = x.reshape(-1, *x.shape[-2:])
    start = (h.reshape(1, -1, h.shape[-1]), c.reshape(1, -1, c.shape[-1]))
    states = torch._VF.lstm(rows, start, weights, True, 1, 0.0, False, False, True)[0]
    return states.reshape(*batch, *states.shape[-2:])


def rnn(x: Tensor, h: Tensor, w: Tensor, u: Tensor, b: Tensor, activation: str = "tanh") -> Tensor:
    """All states of h_t = tanh(W x_t + U h_{t-1} + b)."""
    batch = x.shape[:-2]
    rows, start = x.reshape(-1, *x.shape[-2:]), h.reshape(1, -1, h.shape[-1])
    kernel = torch._VF.rnn_tanh if activation == "tanh" else torch._VF.rnn_relu
    states = kernel(rows, start, [w, u, b, b * 0], True, 1, 0.0, False, False, True)[0]
    return states.reshape(*batch, *states.shape[-2:])
