"""What generated modules call for heads and recurrences: PyTorch's kernels, for any axes of a batch or none.

Imports torch at the top, because only a generated module imports it.
"""

from __future__ import annotations

import torch
from torch import Tensor
from torch.nn import functional


def attend(
    seen: tuple[Tensor, ...],
    q: list[Tensor],
    k: list[Tensor],
    v: list[Tensor],
    *,
    is_causal: bool = False,
    attn_mask: Tensor | None = None,
    scale: float | None = None,
) -> Tensor:
    """Heads side by side; `seen` is what queries, keys and values are made of, once where it is the same."""
    groups = [[*q, *k, *v]] if len(seen) == 1 else [q, [*k, *v]] if len(seen) == 2 else [q, k, v]
    made = [x @ torch.cat(group, -1) for x, group in zip(seen, groups, strict=True)]
    if len(seen) < 3:
        widths = [len(side) * side[0].shape[-1] for side in (q, k, v)]
        made = [*made[:-1], *torch.split(made[-1], widths[len(seen) - 1 :], -1)]
    queries, keys, values = (side.reshape(*side.shape[:-1], len(q), -1).transpose(-3, -2) for side in made)
    if attn_mask is not None and attn_mask.dim() > 2:
        attn_mask = attn_mask.unsqueeze(-3)
    out = functional.scaled_dot_product_attention(
        queries, keys, values, attn_mask=attn_mask, is_causal=is_causal, scale=scale
    )
    return out.transpose(-3, -2).flatten(-2)


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
