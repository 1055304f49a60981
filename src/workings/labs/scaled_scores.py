"""Scaling by √d_k: what it does to the variance of scores, to the largest weight and to the gradient.

Queries and keys with independent entries of variance one have scores of variance d_k. The largest of 16
weights and the norm of the softmax's Jacobian are measured with and without the division. For keys that are
correlated with the query the scores grow like d_k, which no division by √d_k holds back.
"""

from __future__ import annotations

from math import sqrt
from typing import TYPE_CHECKING

from workings.labs.lab import Lab, Outcome, plot, sorted_out, table

if TYPE_CHECKING:
    from torch import Tensor

SIZES = (4, 16, 64, 256, 1024)
KEYS, QUERIES = 16, 400
SATURATED = 0.9  # the mean largest weight from which on softmax is as good as a choice
CORRELATION = 0.5  # of one key with the query, where they are not independent


def run(seed: int) -> Outcome:
    """Variance, largest weight and gradient by d_k."""
    rows = []
    for size in SIZES:
        scores = _scores(size, 0)
        scaled = scores / sqrt(size)
        rows.append((
            size, float(scores.var()), float(scaled.var()), _largest(scores), _largest(scaled),
            _gradient(scores), _gradient(scaled), _largest(_scores(size, CORRELATION) / sqrt(size)),
        ))  # fmt: skip
    steady = max(row[4] for row in rows)
    correlated = rows[-1][-1]
    cases = {"independent": steady, "correlated": correlated}
    return Outcome(
        table("d_k|variance|scaled|largest weight|scaled|gradient|scaled|correlated, scaled", rows),
        sorted_out([case for case, weight in cases.items() if weight < SATURATED],
                   [case for case, weight in cases.items() if weight >= SATURATED]),
        f"at d_k = {SIZES[-1]} the variance is {rows[-1][1]:.0f} without and {rows[-1][2]:.2f} with the "
        f"division, the largest weight {rows[-1][3]:.2f} and {rows[-1][4]:.2f}, the gradient "
        f"{rows[-1][5]:.2g} and {rows[-1][6]:.2g}; with a correlated key the scaled weight is "
        f"{correlated:.2f} again; saturated means {SATURATED:g}",
        plot("d_k", "largest of 16 weights", SIZES, unscaled=[row[3] for row in rows],
             scaled=[row[4] for row in rows], scaled_but_correlated=[row[-1] for row in rows]),
        "the entries of queries and keys are independent",
    )  # fmt: skip


def _scores(size: int, correlation: float) -> Tensor:
    """The scores of every query with its own keys, one of which may be correlated with it."""
    import torch

    query, keys = torch.randn(QUERIES, 1, size), torch.randn(QUERIES, KEYS, size)
    keys[:, 0] = correlation * query[:, 0] + sqrt(1 - correlation**2) * keys[:, 0]
    return (query * keys).sum(-1)


def _largest(scores: Tensor) -> float:
    return float(scores.softmax(-1).max(-1).values.mean())


def _gradient(scores: Tensor) -> float:
    """The mean norm of ∂ weights / ∂ scores, which is diag(w) − w wᵀ."""
    import torch

    w = scores.softmax(-1)
    return float((torch.diag_embed(w) - w[:, :, None] * w[:, None, :]).norm(dim=(1, 2)).mean())


LAB = Lab(
    "scaled-scores",
    "Dividing by √d_k keeps the softmax of attention from saturating.",
    f"{QUERIES} queries with {KEYS} random keys each",
    run,
)
