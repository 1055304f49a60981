"""Auto-encoder: does a bottleneck of k reconstruct data of rank k?

Linear auto-encoders are trained on data of rank three. The error is what is left of the data, relative to all
of it; below it stands the least that any map of rank k can leave, from the singular values. Reconstructed
means less than a thousandth.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from workings.labs.lab import Lab, Outcome, plot, sorted_out, table

if TYPE_CHECKING:
    from torch import Tensor

RANK, FEATURES, EXAMPLES = 3, 10, 100
BOTTLENECKS = (1, 2, 3, 4, 5)
STEPS, RATE = 1500, 0.02
RECONSTRUCTED = 1e-3
FAINT = 1e-12  # what rounding leaves is no figure


def run(seed: int) -> Outcome:
    """The error by bottleneck, trained and at best."""
    import torch

    data = torch.randn(EXAMPLES, RANK) @ torch.randn(RANK, FEATURES)
    energy = torch.linalg.svdvals(data).square()
    least = [max(FAINT, float(energy[k:].sum() / energy.sum())) for k in BOTTLENECKS]
    errors = [max(FAINT, _trained(data, k)) for k in BOTTLENECKS]
    enough = [f"k = {k}" for k, error in zip(BOTTLENECKS, errors, strict=True) if error < RECONSTRUCTED]
    narrow = [f"k = {k}" for k in BOTTLENECKS if f"k = {k}" not in enough]
    left = ", ".join(f"{error:.1e} at k = {k}" for k, error in zip(BOTTLENECKS, errors, strict=True))
    return Outcome(
        table("k|error|least possible", list(zip(BOTTLENECKS, errors, least, strict=True))),
        sorted_out(enough, narrow),
        f"of data of rank {RANK} is left {left}; reconstructed means below {RECONSTRUCTED:g}",
        plot("k", "error", BOTTLENECKS, trained=errors, least_possible=least),
        f"k is at least the rank: {', '.join(enough)} for rank {RANK}, not {', '.join(narrow)}",
    )


def _trained(data: Tensor, k: int) -> float:
    import torch

    down = (torch.randn(FEATURES, k) / FEATURES**0.5).requires_grad_()
    up = (torch.randn(k, FEATURES) / k**0.5).requires_grad_()
    optimiser = torch.optim.Adam([down, up], lr=RATE)
    schedule = torch.optim.lr_scheduler.CosineAnnealingLR(optimiser, STEPS)
    for _ in range(STEPS):
        optimiser.zero_grad()
        loss = (data @ down @ up - data).square().sum() / data.square().sum()
        loss.backward()
        optimiser.step()
        schedule.step()
    return float(loss.detach())


LAB = Lab(
    "auto-encoder",
    "An auto-encoder with a bottleneck of k reconstructs its data.",
    f"linear auto-encoders trained on data of rank {RANK} in {FEATURES} dimensions",
    run,
)
