"""Auto-encoder: does a bottleneck of k reconstruct data of rank k?

Linear auto-encoders are trained on data of rank three. The error is what is left of the data, relative to all
of it; below it stands the least that any map of rank k can leave, from the singular values. Reconstructed
means less than a thousandth.
"""

from __future__ import annotations

from math import sqrt
from typing import TYPE_CHECKING

from workings.labs.lab import Lab, Outcome, plot, sorted_out, table, without_rounding
from workings.labs.training import descend

if TYPE_CHECKING:
    from torch import Tensor

RANK, FEATURES, EXAMPLES = 3, 10, 100
BOTTLENECKS = (1, 2, 3, 4, 5)
STEPS, RATE = 500, 0.03
RECONSTRUCTED = 1e-3
FAINT = 1e-6  # what is smaller is drawn on the ground


def run(seed: int) -> Outcome:
    """The error by bottleneck, trained and at best."""
    import torch

    data = torch.randn(EXAMPLES, RANK) @ torch.randn(RANK, FEATURES)
    energy = torch.linalg.svdvals(data).square()
    least = [without_rounding(float(energy[k:].sum() / energy.sum())) for k in BOTTLENECKS]
    errors = [_trained(data, k) for k in BOTTLENECKS]
    enough = [f"k = {k}" for k, error in zip(BOTTLENECKS, errors, strict=True) if error < RECONSTRUCTED]
    narrow = [f"k = {k}" for k in BOTTLENECKS if f"k = {k}" not in enough]
    left = ", ".join(f"{error:.2g} at k = {k}" for k, error in zip(BOTTLENECKS, errors, strict=True))
    return Outcome(
        table("k|error|least possible", list(zip(BOTTLENECKS, errors, least, strict=True))),
        sorted_out(enough, narrow),
        f"of data of rank {RANK} is left {left}; reconstructed means below {RECONSTRUCTED:g}",
        plot(
            "k",
            "error",
            BOTTLENECKS,
            trained=[max(FAINT, error) for error in errors],
            least_possible=[max(FAINT, error) for error in least],
        ),
        f"k is at least the rank: {', '.join(enough)} for rank {RANK}, not {', '.join(narrow)}",
    )


def _trained(data: Tensor, k: int) -> float:
    import torch

    down = (torch.randn(FEATURES, k) / sqrt(FEATURES)).requires_grad_()
    up = (torch.randn(k, FEATURES) / sqrt(k)).requires_grad_()

    def loss() -> Tensor:
        return (data @ down @ up - data).square().sum() / data.square().sum()

    descend([down, up], loss, STEPS, RATE)
    return without_rounding(float(loss().detach()))


LAB = Lab(
    "auto-encoder",
    "An auto-encoder with a bottleneck of k reconstructs its data.",
    f"linear auto-encoders trained on data of rank {RANK} in {FEATURES} dimensions",
    run,
)
