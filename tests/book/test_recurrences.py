"""The figures of the chapters on recurrent networks, worked out again from their equations."""

from __future__ import annotations

from math import exp, tanh
from pathlib import Path

import pytest
from flint import arb, fmpq

from workings.pipeline import check, judged, read
from workings.resolving.recurrences import recurrences_of
from workings.resolving.running import run_words
from workings.resolving.steps import split_key
from workings.solving.traces import trace
from workings.value import Tensor, Undefined, precision

BOOK = Path(__file__).parents[2] / "book"
BITS = ({"x": fmpq(0)}, {"x": fmpq(1)})


def chapter(name: str) -> str:
    return (BOOK / name).read_text(encoding="utf-8")


def sigma(z: float) -> float:
    return 1 / (1 + exp(-z))


def parity_states(word: tuple[int, ...]) -> float:
    """The design in plain floats, as a referee that shares no code."""
    h = c = 0.0
    for bit in word:
        f, i, o, candidate = sigma(1 - bit), sigma(bit), sigma(1), tanh(1 - h)
        c = f * c + i * candidate
        h = o * tanh(c)
    return h


def test_the_parity_design_fails_first_on_one_with_a_state_of_3696() -> None:
    text = chapter("parity-lstm.md")
    scope = judged(read(text)).scope
    (recurrence,) = recurrences_of(scope.formulas.patterns)
    names = {key: value for key, value in scope.given.items() if (split_key(key) or ("", 0))[1] == 0}
    failed = []
    right = 0
    with precision(64):
        for word, row in run_words(recurrence, names, BITS, 10):
            assert not isinstance(row, Undefined)
            h = row["h"]
            assert isinstance(h, fmpq | arb)
            assert float(arb(h)) == pytest.approx(parity_states(word), abs=1e-12)
            if bool(h > fmpq(1, 2)) == (sum(word) % 2 == 1):
                right += 1
            else:
                failed.append((word, float(arb(h))))
    assert failed[0][0] == (1,)
    assert failed[0][1] == pytest.approx(0.3696, abs=5e-5)
    assert f"right on {right}" in " ".join(text.split())
    assert "0.3696" in text


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("(x_{2i} - x_{2i-1}) + h_0\n$$", "(x_{2i} - x_{2i-1}) - h_0\n$$"),
        ("(x_{2i+1} - x_{2i}) - h_0\n$$", "(x_{2i+1} - x_{2i}) + h_0\n$$"),
        ("(-1)^T h_0 +", "h_0 +"),
        ("1000 \\left(\\sum_{i=1}^{T/2}", "100 \\left(\\sum_{i=1}^{T/2}"),
        ("(x_{2i+1} - x_{2i}) - h_0\\right)", "(x_{2i+1} - x_{2i}) + h_0\\right)"),
        ("- h_0 & \\text{if } T \\text{ is odd}", "+ h_0 & \\text{if } T \\text{ is odd}"),
    ],
)
def test_a_lost_sign_or_factor_of_the_closed_form_is_found(old: str, new: str) -> None:
    text = chapter("alternating-sum.md")
    assert text.count(old) == 1
    claims = check(read(text.replace(old, new), "chapter.md")).claims
    wrong = [claim for claim in claims if claim.rule == "recurrence/closed-form"]
    assert len(wrong) == 1
    assert "the left side is" in wrong[0].message


def test_the_long_runs_of_a_linear_recurrence_are_as_they_are_said() -> None:
    document = read(chapter("linear-recurrence.md"))

    def last(matrix: str, start: str, steps: int) -> list[float]:
        found = trace(document, ["h"], steps, {"W": matrix, "h_0": start})
        value = found.value("h", steps)
        assert isinstance(value, Tensor)
        return [float(arb(item)) for item in value.items]

    assert max(map(abs, last("[0.5, 0.3], [0, 0.8]", "[1], [1]", 100))) < 1e-8
    assert last("[1.1, 0], [1, 0.5]", "[1], [1]", 100)[0] > 10_000
    assert last("[0, 1], [-1, 0]", "[3], [4]", 100) == [3, 4]
    assert last("[1, 0], [1, 1]", "[0], [1]", 100) == [100, 1]
