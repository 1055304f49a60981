"""Damaged documents: nothing raises, and every claim lies on the page."""

from __future__ import annotations

import json
import random
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from engine import check_bytes
from mutating import ATOMS, EDITS, SUFFIXES, edit, encode, monsters, own_snippets

BENCH = Path(__file__).resolve().parents[2] / "bench"
SCALE = 20  # the monsters of the tests are so many times smaller than those of bench/fuzz.py
SNIPPETS = own_snippets()
PIECES = st.sampled_from(SNIPPETS)
DAMAGE = st.tuples(
    st.integers(0, len(EDITS) - 1),
    st.floats(0, 1),
    st.integers(1, 30),
    st.one_of(st.sampled_from(ATOMS), PIECES),
)


def assert_survives(raw: bytes, filename: str) -> None:
    report = check_bytes(raw, filename, names_slips=True).report
    size = len(report.page.text)
    assert all(0 <= claim.span.start <= claim.span.end <= size for claim in report.claims)


@settings(max_examples=300, deadline=2000, derandomize=True, suppress_health_check=[HealthCheck.too_slow])
@given(st.lists(PIECES, min_size=1, max_size=3), st.lists(DAMAGE, max_size=5), st.sampled_from(SUFFIXES))
def test_a_damaged_document_never_raises(
    pieces: list[str], damage: list[tuple[int, float, int, str]], suffix: str
) -> None:
    text = "\n\n".join(pieces)
    for which, at, length, atom in damage:
        text = edit(text, which, at, length, atom)
    assert_survives(encode(text, suffix, random.Random(0)), f"damaged{suffix}")


@settings(max_examples=150, deadline=2000, derandomize=True)
@given(st.text(max_size=200), st.sampled_from(SUFFIXES))
def test_any_text_at_all_never_raises(text: str, suffix: str) -> None:
    assert_survives(text.encode("utf-8", "surrogatepass"), f"any{suffix}")


@settings(max_examples=150, deadline=2000, derandomize=True)
@given(st.binary(max_size=200), st.sampled_from(SUFFIXES))
def test_any_bytes_at_all_never_raise(raw: bytes, suffix: str) -> None:
    assert_survives(raw, f"any{suffix}")


@pytest.mark.parametrize("name", monsters(SCALE))
def test_a_monster_is_survived(name: str) -> None:
    command = [sys.executable, str(BENCH / "fuzz.py"), "--monster", name, "--scale", str(SCALE)]
    done = subprocess.run(command, capture_output=True, text=True, check=True, timeout=60)
    assert json.loads(done.stdout)["failure"] is None
