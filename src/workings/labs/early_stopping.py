"""Beam search with early stopping: is anything lost by stopping once the best finished hypothesis leads?

All trees on a grid of probabilities in which each step either ends the sequence or goes on are searched by a
beam of two that stops early and by one that does not, with scores that are divided by length^α.
"""

from __future__ import annotations

from flint import fmpq

from workings.decoding.scoring import Norm
from workings.decoding.stopping import small_trees, stop_early, totals
from workings.labs.exact import as_float
from workings.labs.lab import Bars, Lab, Outcome, sorted_out, table

ALPHAS = (fmpq(0), fmpq(1, 2), fmpq(1))


def run(seed: int) -> Outcome:
    """In how many trees stopping early loses; chance has no part in it."""
    models = [model for model in small_trees() if model.depth <= 3]
    lost = {}
    for alpha in ALPHAS:
        tried = (stop_early(model, Norm(alpha)) for model in models)
        lost[alpha] = [found for found in tried if found is not None]
    safe = [_named(alpha) for alpha in ALPHAS if not lost[alpha]]
    unsafe = [_named(alpha) for alpha in ALPHAS if lost[alpha]]
    reason = f"{len(models)} trees; nothing is lost with {' and '.join(safe) or 'no score'}"
    if unsafe:
        first = lost[ALPHAS[-1]][0]
        early, best = totals(first)
        reason += (
            f"; with {_named(ALPHAS[-1])} the first loss returns “{' '.join(first.early.tokens)}” of "
            f"probability {as_float(early):.3g} and misses “{' '.join(first.best.tokens)}” "
            f"of {as_float(best):.3g}"
        )
    return Outcome(
        table("score|trees|loses", [(_named(alpha), len(models), len(lost[alpha])) for alpha in ALPHAS]),
        sorted_out(safe, unsafe),
        reason,
        Bars("trees in which stopping early loses", tuple((_named(a), float(len(lost[a]))) for a in ALPHAS)),
        f"the score is {' or '.join(safe)}, which never rises when a token is added",
    )


def _named(alpha: fmpq) -> str:
    return (
        "log p" if alpha == 0 else "log p / length" if alpha == 1 else f"log p / length^{as_float(alpha):g}"
    )


LAB = Lab(
    "early-stopping",
    "A beam loses nothing by stopping as soon as its best finished hypothesis leads.",
    "every tree of up to three tokens on a grid of probabilities, exactly",
    run,
    needs_torch=False,
)
