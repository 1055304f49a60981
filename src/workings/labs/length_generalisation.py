"""Train short, test long: which positional encoding still works beyond the lengths it was trained on?

One layer of causal attention learns to repeat the token before, on sequences of 16 tokens. It is tested on
sequences of 64: on the positions it knows, on the next sixteen, and on those far beyond. An encoding carries
over if it is right on nine tenths of the next sixteen, in every trial.
"""

from __future__ import annotations

from collections.abc import Callable
from math import sqrt
from typing import TYPE_CHECKING

from workings.labs.lab import Lab, Outcome, plot, sorted_out, table
from workings.labs.positional_encodings import rotated, sinusoidal
from workings.labs.training import descend

if TYPE_CHECKING:
    from torch import Tensor

SHORT, LONG, WORDS, SIZE = 16, 64, 8, 32
STEPS, BATCH, RATE, TRIALS = 250, 32, 0.01, 2
PARTS = ((1, SHORT), (SHORT, 2 * SHORT), (2 * SHORT, LONG))
CARRIES = 0.9
Weights = dict[str, "Tensor"]


def run(seed: int) -> Outcome:
    """The share of right answers by encoding and by position."""
    found = {name: [_trained(name) for _ in range(TRIALS)] for name in ENCODINGS}
    mean = {
        name: [sum(trial[at] for trial in trials) / TRIALS for at in range(LONG)]
        for name, trials in found.items()
    }
    least = {name: min(_part(trial, PARTS[1]) for trial in trials) for name, trials in found.items()}
    far = {name: _part(mean[name], PARTS[-1]) for name in found}
    carrying = [name for name in found if least[name] >= CARRIES]
    failing = [name for name in found if name not in carrying]
    return Outcome(
        table("encoding|" + "|".join(f"positions {first + 1} to {last}" for first, last in PARTS),
              [(name, *(_part(mean[name], part) for part in PARTS)) for name in found]),
        sorted_out(carrying, failing),
        f"on positions {SHORT + 1} to {2 * SHORT} the worst trial is right on "
        + ", ".join(f"{least[name]:.0%} ({name})" for name in found)
        + ", beyond them the mean on " + ", ".join(f"{share:.0%}" for share in far.values())
        + f"; a guess on {1 / WORDS:.0%}; to carry over is {CARRIES:.0%}",
        plot("position", "share of right answers", range(2, LONG + 1),
             **{name: by_position[1:] for name, by_position in mean.items()}),
        f"the encoding is {' or '.join(carrying)}, not {' or '.join(failing)}"
        + ("" if all(far[name] >= CARRIES for name in carrying) else ", and up to twice the length"),
    )  # fmt: skip


def _part(by_position: list[float], part: tuple[int, int]) -> float:
    return sum(by_position[part[0] : part[1]]) / (part[1] - part[0])


def _learned(q: Tensor, k: Tensor, weights: Weights) -> tuple[Tensor, Tensor]:
    places = weights["places"][: q.shape[1]]
    return q + places @ weights["Q"], k + places @ weights["K"]


def _sinusoidal(q: Tensor, k: Tensor, weights: Weights) -> tuple[Tensor, Tensor]:
    places = sinusoidal(q.shape[1], SIZE)
    return q + places @ weights["Q"], k + places @ weights["K"]


def _rotary(q: Tensor, k: Tensor, weights: Weights) -> tuple[Tensor, Tensor]:
    return rotated(q), rotated(k)


ENCODINGS: dict[str, Callable[[Tensor, Tensor, Weights], tuple[Tensor, Tensor]]] = {
    "learned": _learned,
    "sinusoidal": _sinusoidal,
    "rotary": _rotary,
}


def _trained(encoding: str) -> list[float]:
    """The share of right answers at every position of long sequences, after training on short ones."""
    import torch

    sizes = {"words": (WORDS, SIZE), "places": (LONG, SIZE), "Q": (SIZE, SIZE), "K": (SIZE, SIZE),
             "bias_q": (SIZE,), "bias_k": (SIZE,), "out": (SIZE, WORDS)}  # fmt: skip
    weights = {name: (torch.randn(size) / size[0] ** 0.5).requires_grad_() for name, size in sizes.items()}

    def loss() -> Tensor:
        words = torch.randint(WORDS, (BATCH, SHORT))
        logits = _logits(words, weights, encoding)[:, 1:]
        return torch.nn.functional.cross_entropy(logits.flatten(0, 1), words[:, :-1].flatten())

    descend(weights.values(), loss, STEPS, RATE)
    words = torch.randint(WORDS, (4 * BATCH, LONG))
    with torch.no_grad():
        answers = _logits(words, weights, encoding).argmax(-1)
    return [0.0, *(answers[:, 1:] == words[:, :-1]).double().mean(0).tolist()]


def _logits(words: Tensor, weights: Weights, encoding: str) -> Tensor:
    import torch

    x = weights["words"][words]
    q, k = x @ weights["Q"] + weights["bias_q"], x @ weights["K"] + weights["bias_k"]
    q, k = ENCODINGS[encoding](q, k, weights)
    scores = q @ k.transpose(1, 2) / sqrt(SIZE)
    later = torch.ones(scores.shape[1:]).triu(1).bool()
    return scores.masked_fill(later, -torch.inf).softmax(-1) @ x @ weights["out"]


LAB = Lab(
    "length-generalisation",
    "A Transformer trained on short sequences works on longer ones.",
    f"trained to repeat the token before on {SHORT} tokens, tested on {LONG}; {TRIALS} trials",
    run,
)
