"""The searches against brute force over every sequence, on random trees and with exact numbers."""

from __future__ import annotations

import math

import pytest
from flint import fmpq
from hypothesis import given
from hypothesis import strategies as st

from workings.decoding.answers import beams, ground_of, run_beam, run_exhaustive, run_greedy, total, widths
from workings.decoding.model import Choice, Model, Prefix
from workings.decoding.scoring import MEAN, PLAIN, Norm, Total, compare, geometric_mean, score, turning_point
from workings.decoding.searching import Finished, Ground, Hypothesis, beam, best_first, exhaustive, greedy

SHARES = st.lists(st.integers(1, 9), min_size=1, max_size=3)


@st.composite
def models(draw: st.DrawFn, depth: int = 3) -> Model:
    """Trees of up to three steps; every leaf is an end token or stands at the full depth."""
    rows: dict[Prefix, tuple[Choice, ...]] = {}

    def grow(prefix: Prefix) -> None:
        parts = draw(SHARES)
        whole = sum(parts) + draw(st.integers(0, 2))  # what is left out is not listed
        tokens = (
            ["STOP", "a", "b"][: len(parts)] if len(prefix) < depth - 1 else ["STOP", "x", "y"][: len(parts)]
        )
        rows[prefix] = tuple(Choice(t, fmpq(p, whole)) for t, p in zip(tokens, parts, strict=True))
        if len(prefix) < depth - 1:
            for token in tokens[1:]:
                grow((*prefix, token))

    grow(())
    return Model(rows, frozenset(rows))


def weights(model: Model) -> dict[Prefix, fmpq]:
    """Every complete sequence with its product, by walking all of them."""
    found: dict[Prefix, fmpq] = {}

    def walk(prefix: Prefix, weight: fmpq) -> None:
        choices = model.rows.get(prefix, ())
        if not choices:
            found[prefix] = weight
        for choice in choices:
            walk((*prefix, choice.token), weight * choice.weight)

    walk((), fmpq(1))
    return found


@given(models())
def test_exhaustive_search_finds_the_largest_product(model):
    products = weights(model)
    answer = run_exhaustive(model)
    assert answer.weight == max(products.values())
    assert set(answer.best) == {way for way, product in products.items() if product == answer.weight}


@given(models())
def test_both_exhaustive_searches_agree_where_scores_never_rise(model):
    ground = ground_of(model)
    assert {one.tokens for one in best_first(ground).best} == {one.tokens for one in exhaustive(ground).best}


@given(models(), st.sampled_from([fmpq(1), fmpq(1, 2), fmpq(7, 10)]))
def test_exhaustive_search_finds_the_largest_normalised_score(model, alpha):
    def value(way: Prefix, product: fmpq) -> float:
        return math.log(float(product)) / len(way) ** float(alpha)

    values = {way: value(way, product) for way, product in weights(model).items()}
    answer = run_exhaustive(model, Norm(alpha))
    assert values[answer.best[0]] >= max(values.values()) - 1e-12


@given(models())
def test_greedy_follows_the_most_probable_token(model):
    way = run_greedy(model).best[0]
    for at in range(len(way)):
        row = {choice.token: choice.weight for choice in model.rows[way[:at]]}
        assert row[way[at]] == max(row.values())


@given(models())
def test_a_beam_of_one_is_greedy(model):
    assert run_beam(model, 1).best == run_greedy(model).best


@given(models(), st.sampled_from(Finished), st.sampled_from([PLAIN, MEAN]))
def test_a_beam_that_keeps_everything_is_exhaustive(model, finished, norm):
    wide = len(weights(model)) + 1
    assert set(run_beam(model, wide, norm, finished).best) == set(run_exhaustive(model, norm).best)


@given(models(), st.integers(1, 4))
def test_a_beam_keeps_the_best_extensions_of_what_it_kept(model, width):
    alive: list[Prefix] = [()]
    for step in run_beam(model, width).search.steps:
        grown = [(*way, choice.token) for way in alive for choice in model.choices(way)] + [
            way for way in alive if way and not model.choices(way)
        ]
        products = {way: model.weight(way) for way in grown}
        kept = [one.tokens for one in step.kept]
        assert sorted(products[way] for way in kept) == sorted(products.values())[-width:]
        assert step.is_tied == any(products[way] == products[kept[-1]] for way in grown if way not in kept)
        alive = kept


@given(models(), st.integers(2, 3))
def test_every_way_to_run_a_beam_returns_sequences_of_the_tree(model, width):
    complete = weights(model)
    for answer in beams(model, width, fmpq(1)):
        assert answer.best and all(way in complete for way in answer.best)


def test_a_wider_beam_may_return_less():
    rows = {(): (("A", 50), ("B", 45)), ("A",): (("a", 40),), ("A", "a"): (("1", 100),)}
    rows[("B",)] = (("p", 50), ("q", 50))
    for letter in "pq":
        rows[("B", letter)] = tuple((str(digit), 10) for digit in range(10))
    model = Model(
        {k: tuple(Choice(t, fmpq(p, 100)) for t, p in row) for k, row in rows.items()}, frozenset(rows)
    )
    assert run_greedy(model).weight == fmpq(1, 5)
    assert run_beam(model, 2).weight == fmpq(225, 10000)
    assert run_beam(model, 3).weight == fmpq(1, 5)


def test_the_searches_run_on_any_scorer():
    """A stand-in for a network: log-probabilities as floats, added up, with division by the length."""
    table = {(): {"a": -0.2, "<eos>": -1.7}, ("a",): {"b": -0.9, "<eos>": -0.6}, ("a", "b"): {"<eos>": -0.01}}

    def mean(one: Hypothesis[float], other: Hypothesis[float]) -> int:
        difference = one.weight / max(1, len(one.tokens)) - other.weight / max(1, len(other.tokens))
        return (difference > 0) - (difference < 0)

    ground = Ground(
        lambda prefix: list(table.get(prefix, {}).items()),
        lambda prefix: prefix[-1:] == ("<eos>",),
        0.0,
        lambda one, other: one + other,
        mean,
    )
    assert greedy(ground).best[0].tokens == ("a", "<eos>")
    assert beam(ground, 2).best[0].tokens == ("a", "b", "<eos>")


def test_what_may_follow_unseen_leaves_the_answer_open():
    rows = {(): (Choice("A", fmpq(1, 2)), Choice("B", fmpq(2, 5))), ("A",): (Choice("C", fmpq(3, 5)),)}
    model = Model(rows, frozenset(rows))
    assert not run_exhaustive(model).is_sure
    assert run_greedy(model).is_sure
    assert widths(model) == (2,)


def test_a_table_of_transitions_that_comes_round_still_has_a_best_sentence():
    rows = {
        (): (Choice("a", fmpq(1)),),
        ("a",): (Choice("a", fmpq(9, 10)), Choice("STOP", fmpq(1, 10))),
    }
    model = Model(rows, frozenset({()}))
    assert model.is_endless
    assert run_exhaustive(model).best == (("a", "STOP"),)
    assert not run_exhaustive(model, MEAN).is_sure


# -- scores -------------------------------------------------------------------------------------------

PARTS = st.builds(Total, st.builds(fmpq, st.integers(1, 99), st.just(100)), st.integers(1, 8))


@given(PARTS, PARTS, st.sampled_from([fmpq(0), fmpq(1), fmpq(3, 5)]))
def test_scores_are_compared_as_their_logarithms(one, other, alpha):
    values = [math.log(float(part.weight)) / part.length ** float(alpha) for part in (one, other)]
    order = compare(one, other, Norm(alpha))
    if abs(values[0] - values[1]) > 1e-12:
        assert order == (1 if values[0] > values[1] else -1)
    assert order == -compare(other, one, Norm(alpha))


def test_powers_that_are_equal_tie_exactly():
    assert compare(Total(fmpq(9, 25), 2), Total(fmpq(3, 5), 1), MEAN) == 0
    assert compare(Total(fmpq(1, 4), 2), Total(fmpq(1, 2), 1), Norm(fmpq(1))) == 0


def test_the_figures_of_the_coffee_tree():
    short, long = Total(fmpq(55, 100), 1), Total(fmpq(45, 100) * fmpq(9, 10) * fmpq(9, 10), 3)
    assert long.weight == fmpq(3645, 10000)
    assert compare(short, long, PLAIN) == 1 and compare(short, long, MEAN) == -1
    assert float(geometric_mean(long)) == pytest.approx(0.714, abs=5e-4)
    assert float(turning_point(short, long)) == pytest.approx(0.477, abs=5e-4)
    assert float(score(long, MEAN)) == pytest.approx(math.log(0.3645) / 3)


def test_the_end_token_and_the_words_before_may_count_or_not():
    model = Model({(): (Choice("a", fmpq(1, 2)),), ("a",): (Choice("STOP", fmpq(1, 2)),)}, prompt=("so",))
    way = ("a", "STOP")
    lengths = [
        total(model, way, fmpq(1, 4), norm).length
        for norm in (MEAN, Norm(fmpq(1), counts_end=False), Norm(fmpq(1), extra=1))
    ]
    assert lengths == [2, 1, 3]
