"""Minibatches: examples of one shape together, in the order in which they were shuffled."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import torch


def batches(order: torch.Tensor, counts: Sequence[int], size: int) -> list[tuple[int, torch.Tensor]]:
    """Groups with rows of theirs; examples are numbered through the groups, `counts` are their sizes.

    Where there is one group these are the slices of the order; of several, a batch comes where the first of
    its examples comes.
    """
    found: list[tuple[int, int, torch.Tensor]] = []
    first = 0
    for group, end in enumerate(accumulate(counts)):
        places = ((order >= first) & (order < end)).nonzero().reshape(-1)
        for start in range(0, len(places), size):
            chosen = places[start : start + size]
            found.append((int(chosen[0]), group, order[chosen] - first))
        first = end
    return [(group, rows) for _, group, rows in sorted(found, key=lambda batch: batch[0])]
