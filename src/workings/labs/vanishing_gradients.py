"""Vanishing gradients: what comes back through many layers, by activation and depth.

The Jacobian of the last layer by the input is a product with one factor for each layer: its weights times the
slopes of its activation. Its norm, the most by which it stretches a change, is measured for layers of 64
units as the geometric mean of several networks. It has vanished if less than a thousandth is left.
"""

from __future__ import annotations

from math import sqrt
from typing import TYPE_CHECKING

from workings.labs.lab import Lab, Outcome, plot, sorted_out, table

if TYPE_CHECKING:
    from torch import Tensor

WIDTH, NETWORKS = 64, 5
DEPTHS = (1, 5, 10, 20, 30)
GONE = 1e-3
KINDS = {  # the activation, and the variance of its weights times the width
    "sigmoid": ("sigmoid", 1.0),
    "tanh": ("tanh", 1.0),
    "ReLU": ("relu", 1.0),
    "ReLU with He's weights": ("relu", 2.0),
}


def run(seed: int) -> Outcome:
    """Norms by activation and depth."""
    norms = {kind: [stretch(*how, depth) for depth in DEPTHS] for kind, how in KINDS.items()}
    gone = [kind for kind, by_depth in norms.items() if by_depth[-1] < GONE]
    kept = [kind for kind in norms if kind not in gone]
    left = ", ".join(f"{kind} {norms[kind][-1]:.2g}" for kind in norms)
    return Outcome(
        table("activation|" + "|".join(f"depth {depth}" for depth in DEPTHS),
              [(kind, *by_depth) for kind, by_depth in norms.items()]),
        sorted_out(gone, kept),
        f"left after {DEPTHS[-1]} layers: {left}; vanished means below {GONE:g}",
        plot("layers", "norm of the Jacobian", DEPTHS, **norms),
        f"each layer shrinks what passes: {', '.join(gone)} but not {', '.join(kept)}",
    )  # fmt: skip


def stretch(activation: str, scale: float, depth: int, skips: bool = False) -> float:
    """The norm of the Jacobian through so many layers; geometric mean over networks."""
    import torch

    jacobians = [jacobian(activation, scale, depth, skips) for _ in range(NETWORKS)]
    return float(torch.linalg.matrix_norm(torch.stack(jacobians), 2).log().mean().exp())


def jacobian(activation: str, scale: float, depth: int, skips: bool) -> Tensor:
    """The product of all factors, from the first layer to the last; a skip adds the identity to each."""
    import torch

    h, product = torch.randn(WIDTH), torch.eye(WIDTH)
    for _ in range(depth):
        weights = torch.randn(WIDTH, WIDTH) * sqrt(scale / WIDTH)
        z = (weights @ h).requires_grad_()
        made = getattr(torch, activation)(z)
        (slopes,) = torch.autograd.grad(made.sum(), z)
        passed = slopes[:, None] * weights @ product
        h, product = (h + made.detach(), product + passed) if skips else (made.detach(), passed)
    return product


LAB = Lab(
    "vanishing-gradients",
    "Gradients vanish on their way back through a deep network.",
    f"the largest stretch of the Jacobian; {WIDTH} units a layer, {NETWORKS} networks",
    run,
)
