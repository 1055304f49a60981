"""Multi-head attention: does it do better than one head with as many parameters?

One layer of attention is trained to give each token the contents of others: of the token before it, or of the
two before it, the second of these turned by a fixed rotation. One head has one set of weights for both; two
heads have one each. All matrices are the same size. Better means half the loss in every trial.
"""

from __future__ import annotations

from math import sqrt
from typing import TYPE_CHECKING

from workings.labs.lab import Bars, Lab, Outcome, sorted_out, table
from workings.labs.training import descend

if TYPE_CHECKING:
    from torch import Tensor

LENGTH, CONTENT = 8, 8
SIZE = LENGTH + CONTENT
STEPS, BATCH, RATE, TRIALS = 300, 32, 0.02, 2
TASKS = {"one place": 1, "two places at once": 2}


def run(seed: int) -> Outcome:
    """The loss of one head and of two, by task."""
    losses = {
        task: [[_trained(heads, places) for _ in range(TRIALS)] for heads in (1, 2)]
        for task, places in TASKS.items()
    }
    better = [task for task, (one, two) in losses.items() if 2 * max(two) < min(one)]
    no_better = [task for task in losses if task not in better]
    rows = [(task, sum(one) / TRIALS, sum(two) / TRIALS) for task, (one, two) in losses.items()]
    return Outcome(
        table("to look at|one head|two heads|parameters", [(*row, 4 * SIZE * SIZE) for row in rows]),
        sorted_out(better, no_better),
        "; ".join(f"{task}: losses {_range(one)} with one head and {_range(two)} with two"
                  for task, (one, two) in losses.items()) + "; better means half in every trial",
        Bars("loss (a blind guess has 1 for each place)",
             tuple((f"{task}, {heads}", loss) for task, one, two in rows
                   for heads, loss in (("one head", one), ("two heads", two)))),
        f"an output has to look at {' or '.join(better)}, not at {' or '.join(no_better)}",
    )  # fmt: skip


def _range(found: list[float]) -> str:
    return f"{min(found):.2g} to {max(found):.2g}"


def _trained(heads: int, places: int) -> float:
    """The loss on new sequences after training."""
    import torch

    weights = [(torch.randn(SIZE, SIZE) / sqrt(SIZE)).requires_grad_() for _ in range(4)]
    turn = torch.linalg.qr(torch.randn(CONTENT, CONTENT)).Q
    descend(weights, lambda: _loss(weights, heads, places, turn, BATCH), STEPS, RATE)
    with torch.no_grad():
        return float(_loss(weights, heads, places, turn, 10 * BATCH))


def _loss(weights: list[Tensor], heads: int, places: int, turn: Tensor, batch: int) -> Tensor:
    """Of random contents at positions in a ring."""
    import torch

    content = torch.randn(batch, LENGTH, CONTENT)
    x = torch.cat([content, torch.eye(LENGTH).expand(batch, LENGTH, LENGTH)], -1)
    target = content.roll(1, 1) + (content.roll(2, 1) @ turn if places == 2 else 0)
    return (_attention(x, weights, heads)[..., :CONTENT] - target).square().mean()


def _attention(x: Tensor, weights: list[Tensor], heads: int) -> Tensor:
    """Attention with its size shared out among the heads."""
    q, k, v = ((x @ w).reshape(len(x), LENGTH, heads, -1).transpose(1, 2) for w in weights[:3])
    shares = (q @ k.transpose(-1, -2) / sqrt(q.shape[-1])).softmax(-1)
    return (shares @ v).transpose(1, 2).flatten(-2) @ weights[3]


LAB = Lab(
    "multi-head",
    "Several heads do better than one head with as many parameters.",
    f"{TRIALS} trainings of {STEPS} steps for each number of heads and each task",
    run,
)
