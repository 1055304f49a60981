"""Own key: does a token attend most to itself?

With random W_Q and W_K the query of a token has nothing to do with its own key, so that its own key should
win as often as any other: once in n tokens. The share is counted over many sequences, and beside it for W_Q =
W_K, where the score of a token with itself is a square.
"""

from __future__ import annotations

from math import sqrt

from workings.labs.lab import Bars, Lab, Outcome, Ruling, table

TOKENS, SIZE, SEQUENCES = 16, 64, 400
OFTEN = 0.5  # from which share on the own key may be said to win


def run(seed: int) -> Outcome:
    """How often the own key has the largest score."""
    chance, count = 1 / TOKENS, TOKENS * SEQUENCES
    error = sqrt(chance * (1 - chance) / count)
    apart, shared = _share(shared=False), _share(shared=True)
    return Outcome(
        table("weights|own key wins|chance|standard error",
              [("W_Q and W_K apart", apart, chance, error), ("W_Q = W_K", shared, chance, error)]),
        Ruling.HOLDS if apart >= OFTEN else Ruling.FAILS,
        f"it wins {apart:.1%} of the time, {abs(apart - chance) / error:.1f} standard errors from chance, "
        f"which is {chance:.1%} for {TOKENS} tokens; to win is {OFTEN:.0%}. With W_Q = W_K it "
        f"wins {shared:.1%}",
        Bars(f"how often the own key wins among {TOKENS}",
             (("W_Q and W_K apart", apart), ("chance", chance), ("W_Q = W_K", shared))),
    )  # fmt: skip


def _share(shared: bool) -> float:
    import torch

    x = torch.randn(SEQUENCES, TOKENS, SIZE)
    w_q = torch.randn(SEQUENCES, SIZE, SIZE)
    w_k = w_q if shared else torch.randn(SEQUENCES, SIZE, SIZE)
    winner = ((x @ w_q) @ (x @ w_k).transpose(1, 2)).argmax(-1)
    return float((winner == torch.arange(TOKENS)).double().mean())


LAB = Lab(
    "own-key",
    "A token attends most to itself, since its own key fits its query best.",
    f"random tokens, W_Q and W_K; {SEQUENCES} sequences of {TOKENS} tokens",
    run,
)
