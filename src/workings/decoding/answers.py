"""A model by every rule: which sequence greedy, a beam of some width and exhaustive search return.

Authors differ in details that they seldom write down: whether a finished hypothesis keeps its place in the
beam, what counts as length, who wins a tie. `answers` tries each; what holds in none of them does not hold.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache, partial
from operator import add, mul

from flint import fmpq

from workings.decoding.model import Model, Prefix, is_end
from workings.decoding.scoring import PLAIN, Norm, Total, compare
from workings.decoding.searching import (
    MOST_ENDLESS,
    MOST_EXPANDED,
    Finished,
    Ground,
    Hypothesis,
    Search,
    beam,
    best_first,
    exhaustive,
    greedy,
)
from workings.record import record

NARROW, WIDEST = 5, 16  # of the beams that are tried where no width is given


@record(frozen=True, slots=True)
class Answer:
    """What one way to run a rule returns; `is_sure` unless the model leaves out what would decide it."""

    best: tuple[Prefix, ...]
    weight: fmpq | None
    search: Search[fmpq]
    is_sure: bool
    norm: Norm = PLAIN


def total(model: Model, tokens: Prefix, weight: fmpq, norm: Norm) -> Total:
    """The total of a sequence, with its length as the norm counts it."""
    ended = bool(tokens) and is_end(tokens[-1])
    length = len(tokens) - int(ended and not norm.counts_end) + norm.extra
    return Total(weight, length, model.logs)


def ground_of(model: Model, norm: Norm = PLAIN, last_first: bool = False) -> Ground[fmpq]:
    """What a search over the model stands on; `last_first` turns round who wins a tie."""

    def follow(prefix: Prefix) -> list[tuple[str, fmpq]]:
        choices = [(choice.token, choice.weight) for choice in model.choices(prefix)]
        return choices[::-1] if last_first else choices

    def order(one: Hypothesis[fmpq], other: Hypothesis[fmpq]) -> int:
        return compare(
            total(model, one.tokens, one.weight, norm), total(model, other.tokens, other.weight, norm), norm
        )

    start, join = (fmpq(0), add) if model.logs else (fmpq(1), mul)
    return Ground(follow, model.is_complete, start, join, order)


def run_greedy(model: Model, last_first: bool = False) -> Answer:
    return _answer(model, greedy(ground_of(model, PLAIN, last_first)), PLAIN)


def run_exhaustive(model: Model, norm: Norm = PLAIN) -> Answer:
    """The best of all sequences; where they have no end, only a score that never rises can tell."""
    ground = ground_of(model, norm)
    if norm.is_plain:
        return _answer(model, best_first(ground), norm)
    most = MOST_ENDLESS if model.is_endless else MOST_EXPANDED
    return _answer(model, exhaustive(ground, most), norm, unsure=model.is_endless)


def run_beam(
    model: Model,
    width: int,
    norm: Norm = PLAIN,
    finished: Finished = Finished.STAY,
    last_first: bool = False,
    ranks_normalised: bool = True,
) -> Answer:
    """A beam; with a norm, either all ranks are normalised or only the choice among finished hypotheses."""
    judge = ground_of(model, norm, last_first)
    ground = judge if ranks_normalised else ground_of(model, PLAIN, last_first)
    return _answer(model, beam(ground, width, finished, judge), norm)


def _answer(model: Model, search: Search[fmpq], norm: Norm, unsure: bool = False) -> Answer:
    """What a search returns; what goes on unseen may only be passed over where it cannot catch up."""
    complete = [one for one in search.best if one.finished]
    ended = search.steps[-1].kept if search.steps else search.best
    hidden = any(one.cut for one in search.best) or (not norm.is_plain and any(one.cut for one in ended))
    best = complete or list(search.best)
    sure = search.is_settled and not hidden and not unsure
    return Answer(tuple(one.tokens for one in best), best[0].weight if best else None, search, sure, norm)


def norms(model: Model, alpha: fmpq) -> Iterator[Norm]:
    """The ways to count a length: with the end token, without it, with the words before."""
    yield Norm(alpha)
    if alpha == 0 or model.is_even:
        return
    if all(len(path) > 1 for path in model.paths()):
        yield Norm(alpha, counts_end=False)
    if model.prompt:
        yield Norm(alpha, extra=len(model.prompt))


@lru_cache(maxsize=256)
def beams(model: Model, width: int, alpha: fmpq = fmpq(0)) -> tuple[Answer, ...]:
    """Every sensible way to run a beam of one width; the usual one comes first.

    Where all sequences are as long, neither the length nor what becomes of finished ones makes a difference.
    """
    found: list[Answer] = []
    for norm in norms(model, alpha):
        for finished in (Finished.STAY,) if model.is_even else Finished:
            for ranks_normalised in (True,) if norm.is_plain or model.is_even else (True, False):
                run = partial(run_beam, model, width, norm, finished, ranks_normalised=ranks_normalised)
                answer = run()
                found.append(answer)
                if any(step.is_tied for step in answer.search.steps):
                    found.append(run(last_first=True))
    return tuple(found)


def widths(model: Model) -> tuple[int, ...]:
    """The widths that are tried where none is named: a few small ones, and the one that keeps everything."""
    most = len(model.paths()) if not model.is_endless else WIDEST
    return tuple(sorted({*range(2, min(most, NARROW) + 1), max(2, min(most, WIDEST))}))
