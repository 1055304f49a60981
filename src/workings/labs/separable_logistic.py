"""Logistic regression on separable data: is there a minimum?

The loss Σ ln(1 + e^{−y x w}) is enclosed exactly along the ray of growing weights, for data that a threshold
separates and for the same with one conflicting example. There is no minimum on the ray if the loss falls at
every step, surely, and is never nought.
"""

from __future__ import annotations

from itertools import pairwise

from flint import fmpq

from workings.labs.exact import as_float, entries
from workings.labs.lab import Lab, Outcome, Ruling, plot, table
from workings.value import Scalar, precision

WEIGHTS = tuple(fmpq(2) ** power for power in range(-2, 7))
DATA = {
    "separable": ((-2, -1), (-1, -1), (1, 1), (3, 1)),  # x, and the side y that it belongs to
    "with a conflict": ((-2, -1), (-1, -1), (1, 1), (3, 1), (1, -1)),
}
BITS = 512  # the loss at a weight of 64 is of the order of e^-64


def run(seed: int) -> Outcome:
    """Both losses along the ray; chance has no part in it."""
    with precision(BITS):
        losses = {name: [loss(data, weight) for weight in WEIGHTS] for name, data in DATA.items()}
        falls = {name: all(after < before for before, after in pairwise(by)) for name, by in losses.items()}
        positive = all(value > 0 for value in losses["separable"])
    shown = {name: [as_float(value) for value in by_weight] for name, by_weight in losses.items()}
    least = WEIGHTS[shown["with a conflict"].index(min(shown["with a conflict"]))]
    holds = falls["separable"] and positive and not falls["with a conflict"]
    return Outcome(
        table("w|" + "|".join(DATA), [(as_float(w), *(shown[name][at] for name in DATA))
                                      for at, w in enumerate(WEIGHTS)]),
        Ruling.HOLDS if holds else Ruling.FAILS,
        f"on separable data the loss falls at every step, to {shown['separable'][-1]:.1e} at w = "
        f"{as_float(WEIGHTS[-1]):g}, and is never 0; with a conflicting example it is least near w = "
        f"{as_float(least):g} and rises again",
        plot("w", "loss", [as_float(w) for w in WEIGHTS], **shown),
    )  # fmt: skip


def loss(data: tuple[tuple[int, int], ...], weight: fmpq) -> Scalar:
    """The sum over all examples at one weight."""
    parts = [entries(r"\ln(1 + e^{-y x w})", x=fmpq(x), y=fmpq(y), w=weight)[0] for x, y in data]
    return sum(parts[1:], parts[0])


LAB = Lab(
    "separable-logistic",
    "On separable data the loss of logistic regression has no minimum.",
    "the loss along a ray of weights, enclosed exactly",
    run,
    needs_torch=False,
)
