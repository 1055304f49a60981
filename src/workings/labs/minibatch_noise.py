"""Minibatch noise: does the gradient of a batch stray by 1/√B?

The gradients of all examples of a linear regression are known, so that of a batch is their mean over it. How
far it lies from the gradient of all examples is measured for batches drawn at random and for batches of
neighbours in sorted data. The power of B is fitted; 1/√B means −0.5, within 0.05.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from workings.labs.lab import Lab, Outcome, plot, slope, sorted_out, table

if TYPE_CHECKING:
    from torch import Tensor

EXAMPLES, FEATURES, BATCHES = 8192, 10, 400
SIZES = (1, 4, 16, 64, 256)
NEAR = 0.05


def run(seed: int) -> Outcome:
    """The noise by batch size, and the power that it falls with."""
    gradients = _gradients()
    noise = {
        "drawn at random": [_noise(gradients, size, sort=False) for size in SIZES],
        "neighbours in sorted data": [_noise(gradients, size, sort=True) for size in SIZES],
    }
    powers = {kind: slope(SIZES, by_size) for kind, by_size in noise.items()}
    near = [kind for kind, power in powers.items() if abs(power + 0.5) <= NEAR]
    far = [kind for kind in powers if kind not in near]
    return Outcome(
        table("batches|" + "|".join(f"B = {size}" for size in SIZES) + "|power of B",
              [(kind, *by_size, powers[kind]) for kind, by_size in noise.items()]),
        sorted_out(near, far),
        f"the power of B is {', '.join(f'{powers[kind]:.3f} ({kind})' for kind in powers)}; "
        f"1/√B means −0.5 ± {NEAR:g}",
        plot("B", "distance from the whole gradient", SIZES, **noise),
        f"the examples of a batch are {' or '.join(near)}",
    )  # fmt: skip


def _gradients() -> Tensor:
    """The gradient of every example, sorted by its target."""
    import torch

    x = torch.randn(EXAMPLES, FEATURES)
    y = x @ torch.randn(FEATURES) + torch.randn(EXAMPLES)
    order = y.argsort()
    return (2 * (x @ torch.zeros(FEATURES) - y)[:, None] * x)[order]


def _noise(gradients: Tensor, size: int, sort: bool) -> float:
    """The root mean square distance of batch gradients from that of all examples."""
    import torch

    if sort:
        starts = torch.randint(EXAMPLES - size + 1, (BATCHES, 1))
        chosen = starts + torch.arange(size)
    else:
        chosen = torch.randint(EXAMPLES, (BATCHES, size))
    away = gradients[chosen].mean(1) - gradients.mean(0)
    return float(away.square().sum(1).mean().sqrt())


LAB = Lab(
    "minibatch-noise",
    "The noise of a minibatch gradient falls as 1/√B.",
    f"{BATCHES} batches of each size from {EXAMPLES} examples",
    run,
)
