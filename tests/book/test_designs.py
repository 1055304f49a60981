"""The figures of the chapters on designs: perceptron, XOR, and the LSTM for parity."""

from __future__ import annotations

from pathlib import Path

import pytest
from flint import fmpq

import workings
from workings.checking.designs.booleans import RULES, every
from workings.checking.designs.words import WordMachine, word_machine
from workings.finding import Claim, Verdict
from workings.pipeline import judged, read
from workings.resolving.quantity import FIRST_BITS
from workings.value import precision

ROOT = Path(__file__).parents[2]
BOOK = ROOT / "book"


def said(chapter: str, name: str) -> list[Claim]:
    """What a chapter says about a function in words, with the verdicts."""
    claims = workings.read(BOOK / chapter).check().claims
    return [claim for claim in claims if claim.kind == "sentence" and claim.text == name]


def test_and_is_right_with_a_margin_of_one_half_and_with_none() -> None:
    first, second, _ = said("perceptron.md", "AND")
    assert first.verdict is second.verdict is Verdict.RIGHT
    assert "margin 0.5" in first.message
    assert "margin 0: the sum is exactly 0 at (1, 1), and 0 fires" in second.message


def test_or_with_a_positive_bias_is_refused_by_the_row_of_noughts() -> None:
    claims = workings.read(ROOT / "examples" / "or-unit.md").check().claims
    wrong = [claim for claim in claims if claim.verdict is Verdict.WRONG]
    assert len(wrong) == 2 and all("(0, 0)" in claim.message for claim in wrong)


def test_xor_has_its_certificate_and_its_network() -> None:
    parted, computed = said("xor.md", "XOR")
    assert parted.verdict is computed.verdict is Verdict.RIGHT
    assert "(0, 0, 1) + (1, 1, 1) = (0, 1, 1) + (1, 0, 1)" in parted.message
    assert computed.message.startswith("right on all 4 inputs")


def machine_of(text: str) -> WordMachine:
    scope = judged(read(text, "lstm.md")).scope
    found = word_machine(scope.formulas.patterns, scope.given)
    assert found is not None
    return found


def test_the_lstm_fails_first_on_a_single_one() -> None:
    machine = machine_of((ROOT / "examples" / "parity-lstm.md").read_text("utf-8"))
    with precision(FIRST_BITS):
        failing = machine.failing("parity", 10)
    assert isinstance(failing, tuple)
    word, row = failing
    assert word == (1,) and abs(float(row["h"]) - 0.3696) < 0.00005  # type: ignore[arg-type]


def test_the_repaired_lstm_is_right_on_every_string_to_length_10() -> None:
    machine = machine_of((BOOK / "repairing-an-lstm.md").read_text("utf-8"))
    with precision(FIRST_BITS):
        assert machine.failing("parity", 10) is None
        margin = machine.margin("parity", 10)
    assert margin is not None and margin[0] > fmpq(14, 100)


def test_the_repaired_lstm_is_right_by_another_program() -> None:
    torch = pytest.importorskip("torch")
    weights = {"f": (0, -1, 10), "i": (0, 20, -10), "c": (-4, 0, 1)}

    def gate(name: str, h: object, x: int) -> object:
        return weights[name][0] * h + weights[name][1] * x + weights[name][2]  # type: ignore[operator]

    for length in range(1, 11):
        for bits in every(length):
            h = c = torch.zeros((), dtype=torch.float64)
            for x in bits:
                candidate = torch.sigmoid(gate("i", h, x)) * torch.tanh(gate("c", h, x))
                c = torch.sigmoid(gate("f", h, x)) * c + candidate
                h = torch.sigmoid(torch.tensor(10.0, dtype=torch.float64)) * torch.tanh(c)
            assert int(h > 0.5) == RULES["parity"](bits)
