"""Argmax attention: which weights get a gradient?

The largest score takes all. Gradients by autograd, and as a referee the change of the loss when a matrix is
moved a little along a random direction, over several networks; softmax attention for comparison.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from workings.labs.lab import Bars, Lab, Outcome, Ruling, table

if TYPE_CHECKING:
    from torch import Tensor

NETWORKS, TOKENS, SIZE = 20, 6, 4
STEP = 1e-6
NAMES = ("W_Q", "W_K", "W_V")


def run(seed: int) -> Outcome:
    """The largest gradient of each matrix over all networks, and the largest slope along a direction."""
    found = {kind: _gradients(weights) for kind, weights in (("softmax", _soft), ("argmax", _hard))}
    hard, soft = found["argmax"], found["softmax"]
    holds = max(hard[:2] + hard[3:5]) == 0 and hard[2] > 0 and min(soft) > 0
    return Outcome(
        table("attention|" + "|".join(f"∂L/∂{name}" for name in NAMES)
              + "|" + "|".join(f"slope in {name}" for name in NAMES),
              [(kind, *sizes) for kind, sizes in found.items()]),
        Ruling.HOLDS if holds else Ruling.FAILS,
        f"over {NETWORKS} networks the largest gradients with argmax are {hard[0]:g} for W_Q, {hard[1]:g} "
        f"for W_K and {hard[2]:.2g} for W_V, and moving W_Q or W_K by {STEP:g} changes the loss by "
        f"{STEP * max(hard[3:5]):g}; softmax has {soft[0]:.2g}, {soft[1]:.2g} and {soft[2]:.2g}",
        Bars("largest gradient", tuple((f"{kind}, {name}", sizes[at]) for kind, sizes in found.items()
                                       for at, name in enumerate(NAMES))),
    )  # fmt: skip


def _soft(scores: Tensor) -> Tensor:
    return scores.softmax(-1)


def _hard(scores: Tensor) -> Tensor:
    import torch

    return torch.nn.functional.one_hot(scores.argmax(-1), scores.shape[-1]).to(scores)


def _gradients(attend: Callable[[Tensor], Tensor]) -> list[float]:
    """The largest of each gradient, then the largest of each measured slope."""
    import torch

    found = []
    for _ in range(NETWORKS):
        x, target = torch.randn(TOKENS, SIZE), torch.randn(TOKENS, SIZE)
        matrices = [torch.randn(SIZE, SIZE, requires_grad=True) for _ in NAMES]

        def loss(w_q: Tensor, w_k: Tensor, w_v: Tensor, x: Tensor = x, target: Tensor = target) -> Tensor:
            return (attend(x @ w_q @ (x @ w_k).T) @ x @ w_v - target).square().mean()

        gradients = torch.autograd.grad(loss(*matrices), matrices, allow_unused=True)
        slopes = []
        for at, matrix in enumerate(matrices):
            step = STEP * torch.randn(SIZE, SIZE)
            ahead, behind = ([*matrices[:at], matrix + by, *matrices[at + 1 :]] for by in (step, -step))
            slopes.append(float(loss(*ahead).detach() - loss(*behind).detach()) / (2 * STEP))
        sizes = [0.0 if gradient is None else float(gradient.norm()) for gradient in gradients]
        found.append([*sizes, *map(abs, slopes)])
    return [max(column) for column in zip(*found, strict=True)]


LAB = Lab(
    "argmax-gradient",
    "With argmax attention W_V gets a gradient, and W_Q and W_K get none.",
    f"autograd and finite differences, {NETWORKS} networks",
    run,
)
