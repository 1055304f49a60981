"""What generated modules call for heads and recurrences: PyTorch's kernels, for any axes of a batch or none.

Imports torch at the top, because only a generated module imports it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import TypeAlias

import torch
from torch import Tensor
from torch.nn import functional

Joined: TypeAlias = tuple[list[Tensor], Sequence[Tensor | None]]


class Past:
    """What a module has seen of some sequences: keys and values of every attention, states of recurrences.

    A module asks for them in the same order in every call, so that they need no names.
    """

    def __init__(self, longest: int) -> None:
        self.longest = longest
        self.length = 0  # steps that were seen in earlier calls
        self.new = 0  # steps of this call
        self._pairs: list[tuple[Tensor, Tensor]] = []
        self._weights: list[Joined] = []
        self._states: list[Tensor] = []
        self._asked = self._recalled = self._kept = 0

    def begin(self, tokens: Tensor) -> None:
        """A call with so many new tokens."""
        self.length, self.new = self.length + self.new, tokens.shape[-1]
        self._asked = self._recalled = self._kept = 0

    def rows(self, table: Tensor) -> Tensor:
        """The rows of a table of positions that belong to the new steps."""
        return table[self.length : self.length + self.new]

    def select(self, order: Tensor) -> None:
        """Go on with the sequences in another order, some of them twice, some not at all."""
        self._states = [state.index_select(0, order) for state in self._states]
        seen = self.length + self.new
        for at, pair in enumerate(self._pairs):
            chosen = [kept[..., :seen, :].index_select(0, order) for kept in pair]
            if len(order) != len(pair[0]):
                self._pairs[at] = (self._room(chosen[0]), self._room(chosen[1]))
            for kept, rows in zip(self._pairs[at], chosen, strict=True):
                kept[..., :seen, :] = rows

    def recalled(self, start: Tensor) -> Tensor:
        """The state that a recurrence had reached, or the one it starts with."""
        self._recalled += 1
        return self._states[self._recalled - 1] if self.length else start

    def keep(self, state: Tensor) -> None:
        """Remember the state that a recurrence has reached."""
        self._states[self._kept : self._kept + 1] = [state]
        self._kept += 1

    def grown(self, keys: Tensor, values: Tensor) -> tuple[Tensor, Tensor]:
        """The keys and values of all steps of this attention, those of the new ones among them."""
        if self._asked == len(self._pairs):
            self._pairs.append((self._room(keys), self._room(values)))
        pair, seen = self._pairs[self._asked], self.length + self.new
        self._asked += 1
        for kept, new in zip(pair, (keys, values), strict=True):
            kept[..., self.length : seen, :] = new
        return pair[0][..., :seen, :], pair[1][..., :seen, :]

    def _room(self, first: Tensor) -> Tensor:
        return first.new_zeros(*first.shape[:-2], self.longest, first.shape[-1])

    def mask(self) -> Tensor | None:
        """Which steps a new one sees: those before it, and itself; None where that is all of them."""
        if self.new == 1:
            return None
        seen = self.length + self.new
        return torch.ones(self.new, seen, dtype=torch.bool).tril(self.length)

    def joined(self, make: Callable[[], Joined]) -> Joined:
        """The weights of heads, made once for all calls: they do not change while a sequence is made."""
        if self._asked == len(self._weights):
            self._weights.append(make())
        return self._weights[self._asked]


def joined(count: int, weights: Sequence[list[Tensor]], bias: Sequence[list[Tensor]]) -> Joined:
    """The weights of heads side by side, and their biases: all in one, keys with values, or three apart."""

    def together(parts: Sequence[list[Tensor]]) -> list[Tensor]:
        q, k, v = parts
        groups = [[*q, *k, *v]] if count == 1 else [q, [*k, *v]] if count == 2 else [q, k, v]
        return [torch.cat(group, -1) for group in groups]

    return together(weights), together(bias) if bias else [None] * count


def attention(q: Tensor, k: Tensor, v: Tensor, past: Past, scale: float | None = None) -> Tensor:
    """Causal attention of new steps to all that were seen."""
    keys, values = past.grown(k, v)
    mask = past.mask()
    return functional.scaled_dot_product_attention(q, keys, values, attn_mask=mask, scale=scale)


def attend(
    seen: tuple[Tensor, ...],
    q: list[Tensor],
    k: list[Tensor],
    v: list[Tensor],
    *,
    bias: Sequence[list[Tensor]] = (),
    is_causal: bool = False,
    attn_mask: Tensor | None = None,
    scale: float | None = None,
    past: Past | None = None,
) -> Tensor:
    """Heads side by side; `seen` is what queries, keys and values are made of, once where it is the same."""
    make = partial(joined, len(seen), (q, k, v), bias)
    weights, shifts = make() if past is None else past.joined(make)
    made = [functional.linear(x, w.mT, b) for x, w, b in zip(seen, weights, shifts, strict=True)]
    if len(seen) < 3:
        widths = [len(side) * side[0].shape[-1] for side in (q, k, v)]
        made = [*made[:-1], *torch.split(made[-1], widths[len(seen) - 1 :], -1)]
    queries, keys, values = (side.reshape(*side.shape[:-1], len(q), -1).transpose(-3, -2) for side in made)
    if past is not None:
        out = attention(queries, keys, values, past, scale)
    else:
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


def gru(x: Tensor, h: Tensor, w: list[Tensor], u: list[Tensor], b: list[Tensor], c: Tensor) -> Tensor:
    """All states of a GRU; the gates are in the order reset, update, candidate; the reset scales U h + c."""
    nought = torch.zeros_like(c)
    weights = [torch.cat(w), torch.cat(u), torch.cat(b), torch.cat([nought, nought, c])]
    batch = x.shape[:-2]
    rows, start = x.reshape(-1, *x.shape[-2:]), h.reshape(1, -1, h.shape[-1])
    states = torch._VF.gru(rows, start, weights, True, 1, 0.0, False, False, True)[0]
    return states.reshape(*batch, *states.shape[-2:])
