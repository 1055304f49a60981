"""Stopping a beam early loses nothing for sums of log-probabilities, and something for divided scores."""

from __future__ import annotations

import pytest
from flint import fmpq
from hypothesis import given
from hypothesis import strategies as st

from workings.decoding.answers import ground_of
from workings.decoding.scoring import MEAN, PLAIN, Norm
from workings.decoding.stopping import comb, counterexample, run, small_trees, stop_early, totals

ENDS = st.lists(st.builds(fmpq, st.integers(1, 19), st.just(20)), min_size=1, max_size=4)


@given(ENDS, st.integers(1, 3))
def test_nothing_is_lost_where_extending_never_raises_the_score(ends, width):
    assert stop_early(comb(ends), PLAIN, width) is None


def test_no_small_tree_speaks_against_log_probabilities():
    assert sum(1 for _ in small_trees()) > 2000
    assert counterexample(PLAIN) is None


def test_the_smallest_counterexample_under_division_by_the_length():
    found = counterexample(MEAN)
    assert found is not None
    assert [(choice.token, choice.weight) for choice in found.model.rows[()]] == [
        ("STOP", fmpq(3, 5)),
        ("a", fmpq(2, 5)),
    ]
    assert (found.early.tokens, found.best.tokens) == (("STOP",), ("a", "STOP"))
    assert totals(found) == (fmpq(3, 5), fmpq(2, 5))
    assert fmpq(2, 5) > fmpq(3, 5) ** 2  # the mean of two tokens is above that of one


@pytest.mark.parametrize("alpha", [fmpq(1, 2), fmpq(7, 10), fmpq(1), fmpq(2)])
def test_a_counterexample_is_found_for_every_power_of_the_length(alpha):
    found = counterexample(Norm(alpha))
    assert found is not None
    ground = ground_of(found.model, found.norm)
    assert ground.compare(found.early, found.best) < 0
    assert run(ground, 2, stops=True) == found.early
    assert run(ground, 2, stops=False) == found.best
