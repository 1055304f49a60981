"""Copying by nearly orthogonal tokens: do the attention weights become the identity?

With a, b, c, d orthogonal and of norm β the tokens are d + b, a and c + d, and queries, keys and values are
the tokens themselves. The weights that each token gives to itself are enclosed exactly for growing β, and the
norm that copies by 99 % is found by halving.
"""

from __future__ import annotations

from flint import fmpq

from workings.labs.exact import as_float, entries, matrix
from workings.labs.lab import Lab, Outcome, plot, sorted_out, table
from workings.value import Scalar

TOKENS = matrix([[0, 1, 0, 1], [1, 0, 0, 0], [0, 0, 1, 1]])  # in units of a, b, c, d
NORMS = tuple(fmpq(tenths, 10) for tenths in (5, 10, 15, 20, 25, 30))
COPIED = fmpq(99, 100)


def run(seed: int) -> Outcome:
    """The diagonal of the weights by β; chance has no part in it."""
    kept = {beta: diagonal(beta) for beta in NORMS}
    needed = _needed()
    copying = [f"{as_float(beta):g}" for beta, weights in kept.items() if min(weights) >= COPIED]
    mixing = [f"{as_float(beta):g}" for beta, weights in kept.items() if max(weights) < 1]
    return Outcome(
        table("β|d + b|a|c + d", [tuple(map(as_float, (beta, *weights))) for beta, weights in kept.items()]),
        sorted_out(copying, mixing),
        f"the least weight on itself is {as_float(min(kept[fmpq(1)])):.3f} at β = 1 and reaches 0.99 at "
        f"β = {as_float(needed):.4f}; it stays below 1 at every β that was tried ({', '.join(mixing)})",
        plot("β", "weight on itself", [as_float(beta) for beta in NORMS],
             **{name: [as_float(weights[at]) for weights in kept.values()]
                for at, name in enumerate(("d + b", "a", "c + d"))}),
        f"the norm is large: β ≥ {as_float(needed):.2f} for 99 %, and entirely only as β → ∞",
    )  # fmt: skip


def diagonal(beta: fmpq) -> tuple[Scalar, ...]:
    """The weight that each token gives to itself."""
    return entries(r"\operatorname{softmax}(β^2 X X^T)", β=beta, X=TOKENS)[::4]


def _needed() -> fmpq:
    """The norm from which every token keeps 99 % of itself, to a ten-thousandth."""
    low, high = fmpq(0), NORMS[-1]
    while high - low > fmpq(1, 10_000):
        middle = (low + high) / 2
        if min(diagonal(middle)) >= COPIED:
            high = middle
        else:
            low = middle
    return high


LAB = Lab(
    "copying",
    "Attention over nearly orthogonal tokens copies every token.",
    "the weight that each of three tokens gives to itself, enclosed exactly",
    run,
    needs_torch=False,
)
