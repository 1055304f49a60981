"""Parallel depth: how many steps have to wait for each other in an RNN, an encoder and a decoder?

The models are run, and the longest chain of operations in PyTorch's record of the computation is measured: no
number of processors makes it shorter. In generation each token is made from the output before it. A depth
that grows less than the tenth power of the length counts as constant.
"""

from __future__ import annotations

from math import sqrt
from typing import TYPE_CHECKING

from workings.labs.lab import Lab, Outcome, Ruling, plot, slope, sorted_out, table

if TYPE_CHECKING:
    from torch import Tensor
    from torch.autograd.graph import Node

SIZE = 8
LENGTHS = (4, 8, 16, 32, 64)
FLAT = 0.1


def run(seed: int) -> Outcome:
    """The depth by length, and the power that it grows with."""
    models = {
        "RNN": rnn,
        "encoder": lambda x: attention(x, causal=False),
        "decoder, training": lambda x: attention(x, causal=True),
        "decoder, generation": generation,
    }
    depths = {
        name: [longest_chain(model(_inputs(length))) for length in LENGTHS] for name, model in models.items()
    }
    powers = {name: round(slope(LENGTHS, by_length), 3) for name, by_length in depths.items()}
    parallel = [name for name in powers if powers[name] < FLAT]
    waiting = [name for name in powers if name not in parallel]
    return Outcome(
        table("model|" + "|".join(f"T = {length}" for length in LENGTHS) + "|power of T",
              [(name, *by_length, powers[name]) for name, by_length in depths.items()]),
        sorted_out(parallel, waiting[1:]) if waiting[:1] == ["RNN"] else Ruling.FAILS,
        f"from T = {LENGTHS[0]} to {LENGTHS[-1]} the longest chain goes "
        + ", ".join(f"from {by[0]} to {by[-1]} ({name})" for name, by in depths.items()),
        plot("T", "longest chain of operations", LENGTHS, **depths),
        f"nothing is generated: {', '.join(parallel)} but not {', '.join(waiting)}",
    )  # fmt: skip


def _inputs(length: int) -> Tensor:
    import torch

    return torch.randn(length, SIZE, requires_grad=True)


def rnn(x: Tensor) -> Tensor:
    """h_t = tanh(W h_{t−1} + U x_t), the last one."""
    import torch

    w, u, h = torch.randn(SIZE, SIZE), torch.randn(SIZE, SIZE), torch.zeros(SIZE)
    for row in x:
        h = torch.tanh(w @ h + u @ row)
    return h


def attention(x: Tensor, causal: bool) -> Tensor:
    """One layer; the rows of all positions at once."""
    import torch

    scores = x @ x.T / sqrt(SIZE)
    if causal:
        scores = scores.masked_fill(torch.ones_like(scores).triu(1).bool(), -torch.inf)
    return scores.softmax(-1) @ x


def generation(x: Tensor) -> Tensor:
    """The same layer, where each token is what came out at the place before."""
    import torch

    rows = [x[0]]
    for _ in range(len(x) - 1):
        rows.append(torch.tanh(attention(torch.stack(rows), causal=True)[-1]))
    return rows[-1]


def longest_chain(result: Tensor) -> int:
    """The longest chain of operations that leads to a result."""
    longest: dict[Node, int] = {}
    waiting = [result.grad_fn]
    while waiting:
        node = waiting[-1]
        earlier = [before for before, _ in node.next_functions if before is not None] if node else []
        unknown = [before for before in earlier if before not in longest]
        if node is None or not unknown:
            waiting.pop()
            if node is not None:
                longest[node] = 1 + max((longest[before] for before in earlier), default=0)
        waiting += unknown
    return max(longest.values())


LAB = Lab(
    "parallel-depth",
    "A Transformer handles all positions of a sequence at once, and an RNN does not.",
    "the longest chain of operations that wait for each other",
    run,
)
