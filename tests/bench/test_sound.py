"""Nothing in the documents in which everything is right is called wrong."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine import check_file
from sound import SOUND, results_in, with_a_digit_changed
from workings.finding import Verdict


@pytest.mark.parametrize("path", sorted(SOUND.iterdir()), ids=lambda path: path.name)
def test_nothing_in_a_sound_document_is_called_wrong(path: Path) -> None:
    claims = check_file(path).report.claims
    assert [claim.message for claim in claims if claim.verdict is Verdict.WRONG] == []


def test_results_are_numbers_behind_something_to_work_out() -> None:
    text = "x = 3\ny = 2 * 3 = 6, w = 0.5\n$\\sqrt{2} \\approx 1.41$"
    assert [match[1] for match in results_in(text)] == ["6", "1.41"]


def test_another_digit_makes_another_number() -> None:
    import random

    for number in ("0.05", "-3", "12.50", "7"):
        assert float(with_a_digit_changed(number, random.Random(1))) != float(number)
