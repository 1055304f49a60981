"""The one training loop of the labs."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from torch import Tensor


def descend(parameters: Iterable[Tensor], loss: Callable[[], Tensor], steps: int, rate: float) -> None:
    """Adam on a loss that may draw new examples at every step, with a rate that falls to nought."""
    import torch

    optimiser = torch.optim.Adam(parameters, lr=rate)
    schedule = torch.optim.lr_scheduler.CosineAnnealingLR(optimiser, steps)
    for _ in range(steps):
        optimiser.zero_grad()
        torch.autograd.backward(loss())
        optimiser.step()
        schedule.step()
