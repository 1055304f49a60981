"""Claims about stopping a beam early: safe for sums of log-probabilities, not for scores over the length."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from functools import lru_cache

from flint import fmpq

from workings.checking.judging import Judge
from workings.checking.wording import LONGEST_TEXT
from workings.decoding.answers import total
from workings.decoding.model import Model
from workings.decoding.scoring import MEAN, Norm, geometric_mean, score
from workings.decoding.searching import Hypothesis
from workings.decoding.stopping import Stopped, counterexample, stop_early
from workings.document import Kind
from workings.evaluating.rendering import show, show_like
from workings.finding import Claim, Verdict
from workings.parsing.hypotheses import is_option
from workings.parsing.trees import Tree, read_trees
from workings.parsing.trees.painting import painted
from workings.parsing.trees.saying import Mode
from workings.parsing.trees.stops import Stop, read_stops
from workings.source import Page

EARLY = "decoding/early-stopping"
MOST_CLAIMS = 500  # about stopping, in one document
_NEVER_RISES = "a sum of log-probabilities never rises when a token is added"


def claims_of_stopping(judge: Judge) -> list[Claim]:
    """A claim for every clause that says whether a beam may stop early."""
    page, passages = judge.page, judge.passages
    text = painted(page.text, passages, page.filename.endswith((".tex", ".ltx")))
    spans = [one.span for one in passages if one.kind in (Kind.PROSE, Kind.CELL) and not is_option(one, page)]
    stops = list(read_stops(text, spans))
    if not stops:
        return []
    trees = read_trees(page, passages)
    starts = sorted(judge.places)
    found = []
    for stop in stops[:MOST_CLAIMS]:
        at = bisect_right(starts, stop.span.start) - 1
        found.append(_claim(page, stop, trees, judge.places[starts[at]][1] if at >= 0 else None))
    return found


def _claim(page: Page, stop: Stop, trees: Sequence[Tree], question: str | None) -> Claim:
    norm = MEAN if stop.alpha is None or stop.alpha == 0 else Norm(stop.alpha)
    stated = page.written[stop.span.start : stop.span.end][:LONGEST_TEXT]
    verdict = _verdict(stop)
    message = ""
    if verdict is Verdict.UNDECIDED and stop.mode is Mode.PLAIN:
        message = (
            f"{_NEVER_RISES}, so that no open hypothesis can catch up; what a beam let go may still be better"
        )
    elif verdict is Verdict.UNDECIDED:
        message = f"{_NEVER_RISES}, but one divided by the length may: {_words(_example(trees, norm), page)}"
    elif verdict is Verdict.WRONG:
        message = f"a score divided by the length can still rise: {_words(_example(trees, norm), page)}"
    rule = EARLY if verdict is Verdict.WRONG else None
    return Claim("", "sentence", stop.span, stated, verdict, rule, stated, question=question, message=message)


def _verdict(stop: Stop) -> Verdict:
    match stop.mode:
        case Mode.OPEN:
            return Verdict.UNDECIDED
        case Mode.PLAIN:
            return Verdict.RIGHT if stop.is_safe else Verdict.UNDECIDED
        case Mode.NORMALISED:
            return Verdict.WRONG if stop.is_safe else Verdict.RIGHT


@lru_cache(maxsize=64)
def _smallest(norm: Norm) -> Stopped | None:
    return counterexample(norm)


def _example(trees: Sequence[Tree], norm: Norm) -> Stopped | None:
    """A tree of the document in which stopping early loses, or the smallest there is."""
    own = (
        stop_early(tree.model, norm) for tree in trees if tree.trouble is None and not tree.model.is_endless
    )
    return next((found for found in own if found is not None), None) or _smallest(norm)


def _words(found: Stopped | None, page: Page) -> str:
    """A counterexample in one line: the tree, what is returned too early, and what scores higher."""
    if found is None:
        return "no small tree shows it"
    early, best = _scored(found, found.early), _scored(found, found.best)
    return f"{_tree(found.model, page)}, stopping returns {early}, going on {best}"


def _tree(model: Model, page: Page) -> str:
    """Where the tree stands, or its choices if it is ours."""
    if model.span.end > 0:
        return f"in the tree of line {page.place(model.span.start).line}"
    rows = []
    for context, choices in model.rows.items():
        listed = " or ".join(f"{choice.token} {show(choice.weight)}" for choice in choices)
        rows.append(f"after {' '.join(context)} {listed}" if context else listed)
    return f"with {', '.join(rows)}"


def _scored(found: Stopped, hypothesis: Hypothesis[fmpq]) -> str:
    """A sequence with its score: for each token where the length divides it, the logarithm otherwise."""
    parts = total(found.model, hypothesis.tokens, hypothesis.weight, found.norm)
    words = " ".join(hypothesis.tokens)
    if found.norm.alpha == 1:
        return f"{words} ({show_like(geometric_mean(parts), fmpq(1, 1000))} for each token)"
    return f"{words} ({show_like(score(parts, found.norm), fmpq(1, 1000))})"
