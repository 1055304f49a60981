"""The figures of the chapters on decoding: each rule on their trees, and what stopping early loses."""

from __future__ import annotations

from pathlib import Path

import pytest
from flint import fmpq

import workings
from workings.decoding.answers import run_beam, run_exhaustive, run_greedy, total
from workings.decoding.scoring import MEAN, PLAIN, Total, geometric_mean, turning_point
from workings.decoding.stopping import counterexample, stop_early
from workings.finding import Verdict
from workings.parsing.trees import Tree, read_trees

BOOK = Path(__file__).parents[2] / "book"


def trees(chapter: str) -> tuple[Tree, ...]:
    reading = workings.read(BOOK / chapter).parsed.reading
    return read_trees(reading.page, reading.passages)


def test_every_rule_on_the_coffee_tree():
    model = trees("decoding.md")[0].model
    short, long = ("?",), ("or", "tea", "?")
    assert model.weight(short) == fmpq(55, 100) and model.weight(long) == fmpq(3645, 10000)
    plain = [run_greedy(model), run_beam(model, 2), run_exhaustive(model)]
    assert [answer.best for answer in plain] == [(short,)] * 3
    divided = [run_beam(model, 2, MEAN), run_exhaustive(model, MEAN)]
    assert [answer.best for answer in divided] == [(long,)] * 2
    assert float(geometric_mean(total(model, long, model.weight(long), MEAN))) == pytest.approx(
        0.714, abs=5e-4
    )
    turn = turning_point(Total(fmpq(55, 100), 1), Total(fmpq(3645, 10000), 3))
    assert float(turn) == pytest.approx(0.477, abs=5e-4)


def test_greedy_loses_on_the_second_tree():
    model = trees("decoding.md")[1].model
    assert run_greedy(model).weight == fmpq(18, 100)
    assert run_beam(model, 2).best == run_exhaustive(model).best == (("a", "bird"),)


def test_a_wider_beam_returns_less_on_the_third_tree():
    model = trees("decoding.md")[2].model
    weights = [run_greedy(model).weight, run_beam(model, 2).weight, run_beam(model, 3).weight]
    assert weights == [fmpq(208, 1000), fmpq(12, 100), fmpq(208, 1000)]


def test_stopping_early_loses_only_where_scores_are_divided():
    for tree in trees("early-stopping.md"):
        assert stop_early(tree.model, PLAIN) is None
        assert stop_early(tree.model, MEAN) is not None


def test_the_chapter_shows_the_smallest_counterexample():
    found = counterexample(MEAN)
    shown = trees("early-stopping.md")[1].model
    assert found is not None
    assert {
        context: {choice.token: choice.weight for choice in row} for context, row in found.model.rows.items()
    } == {context: {choice.token: choice.weight for choice in row} for context, row in shown.rows.items()}


@pytest.mark.parametrize(
    ("chapter", "said", "instead"),
    [
        ("decoding.md", 'greedy decoding returns "?"', 'greedy decoding returns "or tea ?"'),
        ("decoding.md", 'K = 2 returns "a bird"', 'K = 2 returns "the cat"'),
        ("decoding.md", '"a bird" (0.36)', '"a bird" (0.42)'),
        ("decoding.md", 'keeps "B p" and "B q"', 'keeps "B p" and "A f"'),
        ("decoding.md", 'K = 3 returns "A f end"', 'K = 3 returns "B p end"'),
        ("early-stopping.md", "With sums of log-probabilities, beam", "With length normalisation, beam"),
        ("early-stopping.md", 'is "STOP".', 'is "a STOP".'),
    ],
)
def test_a_sentence_that_says_something_else_is_wrong(chapter, said, instead):
    text = (BOOK / chapter).read_text(encoding="utf-8")
    assert text.count(said) == 1
    claims = workings.read(text.replace(said, instead)).check().claims
    assert [claim.kind for claim in claims if claim.verdict is Verdict.WRONG] == ["sentence"]
