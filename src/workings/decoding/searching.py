"""Greedy, beam and exhaustive search, over anything that says which tokens may come next.

A `Ground` is what a search stands on: a function from a prefix to next tokens with their weights, how weights
are joined, and which of two hypotheses is better. Documents bring exact probabilities that are multiplied; a
trained network may bring log-probabilities that are added. The searches are the same.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from enum import Enum
from functools import cmp_to_key
from heapq import heappop, heappush
from typing import Generic, TypeVar

from workings.decoding.model import Prefix
from workings.record import record

Weight = TypeVar("Weight")
MOST_STEPS = 64
MOST_EXPANDED = 4000  # hypotheses that an exhaustive search looks at
MOST_ENDLESS = 200  # where sequences have no end, so that it cannot be sure anyway


@record(frozen=True, slots=True)
class Hypothesis(Generic[Weight]):
    """A sequence so far with its weight; `finished` if it ends, `cut` if nothing is known to follow it."""

    tokens: Prefix
    weight: Weight
    finished: bool = False
    cut: bool = False

    @property
    def is_growing(self) -> bool:
        return not self.finished and not self.cut


@record(frozen=True)
class Ground(Generic[Weight]):
    """What a search asks: what may follow, when a sequence is complete, and which one is better."""

    follow: Callable[[Prefix], Sequence[tuple[str, Weight]]]
    is_complete: Callable[[Prefix], bool]
    start: Weight
    join: Callable[[Weight, Weight], Weight]
    compare: Callable[[Hypothesis[Weight], Hypothesis[Weight]], int]  # of the scores that a beam goes by
    most_steps: int = MOST_STEPS

    def root(self) -> Hypothesis[Weight]:
        return Hypothesis((), self.start)

    def extended(self, hypothesis: Hypothesis[Weight]) -> list[Hypothesis[Weight]]:
        """A hypothesis with each token that may come next; nothing where none may."""
        return [
            self.settled((*hypothesis.tokens, token), self.join(hypothesis.weight, weight))
            for token, weight in self.follow(hypothesis.tokens)
        ]

    def settled(self, tokens: Prefix, weight: Weight) -> Hypothesis[Weight]:
        finished = self.is_complete(tokens)
        return Hypothesis(tokens, weight, finished, not finished and not self.follow(tokens))

    def ranked(self, hypotheses: Sequence[Hypothesis[Weight]]) -> list[Hypothesis[Weight]]:
        """The best first; of equal ones, those that came first."""
        return sorted(hypotheses, key=cmp_to_key(self.compare), reverse=True)

    def best(self, hypotheses: Sequence[Hypothesis[Weight]]) -> tuple[Hypothesis[Weight], ...]:
        """The best, with all that are as good."""
        ranked = self.ranked(hypotheses)
        return tuple(one for one in ranked if self.compare(one, ranked[0]) == 0)


class Finished(Enum):
    """What becomes of a hypothesis that is complete while others go on."""

    STAY = "it keeps its place in the beam"
    LEAVE = "it is set aside, and the beam stays as wide"
    SHRINK = "it is set aside with its place, and the beam gets narrower"


@record(frozen=True, slots=True)
class Step(Generic[Weight]):
    """One step of a beam: what was kept and what was let go, the best first."""

    kept: tuple[Hypothesis[Weight], ...]
    dropped: tuple[Hypothesis[Weight], ...]
    is_tied: bool  # the last that was kept is no better than the first that was not


@record(frozen=True, slots=True)
class Search(Generic[Weight]):
    """What a search came to: the best hypotheses (several if they tie), and its steps."""

    best: tuple[Hypothesis[Weight], ...]
    steps: tuple[Step[Weight], ...] = ()
    is_settled: bool = True  # False where a bound was met before the end


def greedy(ground: Ground[Weight]) -> Search[Weight]:
    """The best token at each step, as a beam of width one."""
    return beam(ground, 1)


def beam(
    ground: Ground[Weight],
    width: int,
    finished: Finished = Finished.STAY,
    judge: Ground[Weight] | None = None,
) -> Search[Weight]:
    """Keep the `width` best hypotheses at every step; `judge` compares those that are complete at the end."""
    alive, done = [ground.root()], list[Hypothesis[Weight]]()
    steps: list[Step[Weight]] = []
    while any(one.is_growing for one in alive) and len(steps) < ground.most_steps and width > 0:
        candidates = [new for one in alive for new in (ground.extended(one) if one.is_growing else [one])]
        ranked = ground.ranked(candidates)
        kept, dropped = ranked[:width], ranked[width:]
        tied = bool(dropped) and ground.compare(kept[-1], dropped[0]) == 0
        steps.append(Step(tuple(kept), tuple(dropped), tied))
        alive = kept
        if finished is not Finished.STAY:
            ended = [one for one in kept if not one.is_growing]
            done += ended
            alive = [one for one in kept if one.is_growing]
            width -= len(ended) if finished is Finished.SHRINK else 0
    over = not any(one.is_growing for one in alive) or width <= 0
    results = [*done, *(one for one in alive if not one.is_growing)]
    return Search((judge or ground).best(results) if results else (), tuple(steps), over and bool(results))


def exhaustive(ground: Ground[Weight], most: int = MOST_EXPANDED) -> Search[Weight]:
    """Every sequence to its end, and the best of them."""
    waiting, complete = [ground.root()], list[Hypothesis[Weight]]()
    expanded = 0
    while waiting and expanded < most:
        hypothesis = waiting.pop()
        expanded += 1
        if hypothesis.is_growing and len(hypothesis.tokens) < ground.most_steps:
            waiting += reversed(ground.extended(hypothesis))
        else:
            complete.append(hypothesis)
    return Search(ground.best(complete) if complete else (), (), not waiting)


def best_first(ground: Ground[Weight]) -> Search[Weight]:
    """The same where extending never raises a score: the first complete hypothesis in order is the best.

    It also ends where tokens come round again and sequences may be as long as one likes.
    """
    heap = [_Queued(ground, ground.root(), 0)]
    count = 0
    found: list[Hypothesis[Weight]] = []
    while heap and count < MOST_EXPANDED:
        hypothesis = heappop(heap).hypothesis
        if found and ground.compare(hypothesis, found[0]) < 0:
            return Search(tuple(found))
        if not hypothesis.is_growing:
            found.append(hypothesis)
            continue
        for new in ground.extended(hypothesis):
            count += 1
            heappush(heap, _Queued(ground, new, count))
    return Search(tuple(found), (), bool(found) and not heap)


@record(frozen=True, slots=True)
class _Queued(Generic[Weight]):
    """A hypothesis in a queue: the best comes first, and of equal ones the earliest."""

    ground: Ground[Weight]
    hypothesis: Hypothesis[Weight]
    count: int

    def __lt__(self, other: _Queued[Weight]) -> bool:
        order = self.ground.compare(self.hypothesis, other.hypothesis)
        return order > 0 or (order == 0 and self.count < other.count)
