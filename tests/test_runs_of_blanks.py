"""A page has long runs of blanks, where code stood: no pattern tries every way to part one."""

from __future__ import annotations

import time
from importlib import import_module

import pytest

RUNS = [" " * 3000, "\n" * 3000, " \n" * 1500]
PATTERNS = (
    "designs.sayings._DONE_BY",
    "designs.sayings._LABEL_END",
    "lists.ledgers._TOTAL",
    "lists.totals._BESIDE",
    "lists.totals._NEXT",
    "lists.totals._TERMS",
    "methods.choosing.kept._SCORE",
    "methods.pages.ledger._SPACED",
    "methods.pages.scored._PAIR",
)  # each of which took time by the third power of it
MOST = 2.0  # seconds, for what takes a hundredth of that


@pytest.mark.parametrize("name", PATTERNS)
def test_a_run_of_blanks_is_gone_through_at_once(name: str) -> None:
    module, _, constant = name.rpartition(".")
    pattern = getattr(import_module(f"workings.checking.{module}"), constant)
    for run in RUNS:
        start = time.process_time()
        for text in (f"{run}!", f"sum{run}!", f"word{run}!"):
            pattern.match(text)
            pattern.match(text, 4)
        assert time.process_time() - start < MOST
