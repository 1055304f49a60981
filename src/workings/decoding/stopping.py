"""When a beam may stop early: as soon as its best finished hypothesis beats every open one.

A sum of log-probabilities never rises when a token is added, so what is open can only fall further behind.
A score that is divided by the length can rise, and then stopping loses: `counterexample` searches the
smallest trees on a grid of probabilities for one where it does.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

from flint import fmpq

from workings.decoding.answers import ground_of, total
from workings.decoding.model import Choice, Model, Prefix
from workings.decoding.scoring import Norm
from workings.decoding.searching import Ground, Hypothesis
from workings.record import record

FINEST = 10  # the grid goes from halves to tenths
DEEPEST = 3
STOP = "STOP"


@record(frozen=True, slots=True)
class Stopped:
    """Where a beam stopped early, and what it would have returned had it gone on."""

    model: Model
    early: Hypothesis[fmpq]
    best: Hypothesis[fmpq]
    norm: Norm


def stop_early(model: Model, norm: Norm, width: int = 2) -> Stopped | None:
    """What stopping early loses in a model; None if it loses nothing."""
    ground = ground_of(model, norm)
    early = run(ground, width, stops=True)
    best = run(ground, width, stops=False)
    if early is None or best is None or ground.compare(early, best) >= 0:
        return None
    return Stopped(model, early, best, norm)


def run(ground: Ground[fmpq], width: int, stops: bool) -> Hypothesis[fmpq] | None:
    """The best finished hypothesis of a beam that sets finished ones aside, and may stop early."""
    alive, done = [ground.root()], list[Hypothesis[fmpq]]()
    for _ in range(ground.most_steps):
        candidates = ground.ranked([new for one in alive for new in ground.extended(one)])[:width]
        done += [one for one in candidates if not one.is_growing]
        alive = [one for one in candidates if one.is_growing]
        if not alive:
            break
        if stops and done and all(ground.compare(ground.best(done)[0], one) > 0 for one in alive):
            break
    return ground.best(done)[0] if done else None


def counterexample(norm: Norm) -> Stopped | None:
    """The smallest tree in which stopping early returns a worse sequence than going on; None without one."""
    for model in small_trees():
        found = stop_early(model, norm)
        if found is not None:
            return found
    return None


def small_trees() -> Iterator[Model]:
    """Trees in which each step either ends the sequence or goes on: few steps first, then coarse grids."""
    for depth in range(1, DEEPEST + 1):
        for parts in range(2, FINEST + 1):
            for ends in product(range(1, parts), repeat=depth):
                yield comb([fmpq(end, parts) for end in ends])


def comb(ends: list[fmpq]) -> Model:
    """A tree that ends with the given probabilities at its steps, and surely behind the last."""
    letters = "abcdefgh"
    rows: dict[Prefix, tuple[Choice, ...]] = {}
    prefix: Prefix = ()
    for end, letter in zip(ends, letters, strict=False):
        rows[prefix] = (Choice(STOP, end), Choice(letter, 1 - end))
        prefix = (*prefix, letter)
    rows[prefix] = (Choice(STOP, fmpq(1)),)
    return Model(rows, frozenset(rows))


def totals(found: Stopped) -> tuple[fmpq, fmpq]:
    """The probabilities of what was returned too early and of what is better."""
    return (
        total(found.model, found.early.tokens, found.early.weight, found.norm).weight,
        total(found.model, found.best.tokens, found.best.weight, found.norm).weight,
    )
