"""Greedy against beam search: does a beam always find a sequence that is at least as probable?

Random trees of four steps with three tokens each, their probabilities exact fractions. Every rule is run by
the decoders of `workings decode`, and what they return is compared exactly.
"""

from __future__ import annotations

from itertools import product
from random import Random

from flint import fmpq

from workings.decoding.answers import Answer, run_beam, run_exhaustive, run_greedy
from workings.decoding.model import Choice, Model
from workings.labs.exact import as_float
from workings.labs.lab import Bars, Lab, Outcome, Ruling, table

TREES, DEPTH, TOKENS = 500, 4, "abc"
WIDTHS = (2, 3, 5)
LARGEST = 20  # the integers that the probabilities of a step are made of


def run(seed: int) -> Outcome:
    """How often each beam does better, as well and worse than greedy search."""
    chance = Random(seed)
    models = [random_tree(chance) for _ in range(TREES)]
    greedy = [_weight(run_greedy(model)) for model in models]
    best = [_weight(run_exhaustive(model)) for model in models]
    rows, worse = [], []
    for width in WIDTHS:
        found = [_weight(run_beam(model, width)) for model in models]
        lost = [at for at, weight in enumerate(found) if weight < greedy[at]]
        worse += [(width, at, found[at]) for at in lost]
        won = sum(weight > before for weight, before in zip(found, greedy, strict=True))
        missed = sum(weight < most for weight, most in zip(found, best, strict=True))
        rows.append((f"beam of {width}", won, TREES - won - len(lost), len(lost), missed))
    return Outcome(
        table("against greedy|better|the same|worse|not the best", rows),
        Ruling.FAILS if worse else Ruling.HOLDS,
        _example(worse, greedy) if worse else f"no beam did worse in {TREES} trees",
        Bars(f"trees of {TREES} in which the beam does worse than greedy",
             tuple((str(row[0]), float(row[3])) for row in rows)),
    )  # fmt: skip


def random_tree(chance: Random) -> Model:
    """A tree in which the choices after every prefix have probabilities of their own."""
    rows = {}
    for depth in range(DEPTH):
        for prefix in product(TOKENS, repeat=depth):
            parts = [chance.randint(1, LARGEST) for _ in TOKENS]
            rows[prefix] = tuple(
                Choice(t, fmpq(part, sum(parts))) for t, part in zip(TOKENS, parts, strict=True)
            )
    return Model(rows, frozenset(rows))


def _weight(answer: Answer) -> fmpq:
    if answer.weight is None:
        raise ValueError("a whole tree always has an answer")
    return answer.weight


def _example(worse: list[tuple[int, int, fmpq]], greedy: list[fmpq]) -> str:
    """The case in which a beam loses most."""
    width, at, found = min(worse, key=lambda case: case[2] / greedy[case[1]])
    return (
        f"in tree {at + 1} greedy search returns a sequence of probability {as_float(greedy[at]):.4f}, and "
        f"the beam of {width} drops its beginning and returns one of {as_float(found):.4f}"
    )


LAB = Lab(
    "greedy-and-beam",
    "Beam search always finds a sequence at least as probable as that of greedy search.",
    f"{TREES} random trees of {len(TOKENS)}⁴ sequences, exact probabilities",
    run,
    needs_torch=False,
)
