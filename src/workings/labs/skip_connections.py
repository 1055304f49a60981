"""Skip connections: does a deep network keep its gradient if every layer adds to what it was given?

The same layers as in the lab on vanishing gradients, thirty of them, without and with an identity path beside
each. The gradient is kept if the Jacobian does not shrink below a tenth.
"""

from __future__ import annotations

from workings.labs.lab import Lab, Outcome, plot, sorted_out, table
from workings.labs.vanishing_gradients import KINDS, NETWORKS, WIDTH, stretch

DEPTHS = (1, 10, 20, 30)
KEPT = 0.1
SHOWN = "sigmoid"


def run(seed: int) -> Outcome:
    """Norms at every depth, without and with skips."""
    plain = {kind: [stretch(*how, depth) for depth in DEPTHS] for kind, how in KINDS.items()}
    skips = {kind: [stretch(*how, depth, skips=True) for depth in DEPTHS] for kind, how in KINDS.items()}
    kept = [kind for kind in KINDS if skips[kind][-1] >= KEPT]
    lost = [kind for kind in KINDS if kind not in kept]
    largest = max(KINDS, key=lambda kind: skips[kind][-1])
    return Outcome(
        table("activation|plain, 10 layers|plain, 30|skips, 10 layers|skips, 30",
              [(kind, plain[kind][1], plain[kind][-1], skips[kind][1], skips[kind][-1]) for kind in KINDS]),
        sorted_out(kept, lost),
        f"after {DEPTHS[-1]} layers of sigmoids {plain[SHOWN][-1]:.1e} is left without skips and "
        f"{skips[SHOWN][-1]:.2g} with them; kept means at least {KEPT:g}. Skips do not bound it from above: "
        f"{largest} grows to {skips[largest][-1]:.1e}",
        plot("layers", "norm of the Jacobian, sigmoid", DEPTHS, plain=plain[SHOWN], skips=skips[SHOWN]),
        f"the activation is {' or '.join(kept)}",
    )  # fmt: skip


LAB = Lab(
    "skip-connections",
    "Skip connections keep the gradient of a deep network from vanishing.",
    f"the largest stretch of the Jacobian; {WIDTH} units a layer, {NETWORKS} networks",
    run,
)
