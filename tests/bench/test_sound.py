"""Nothing in the documents in which everything is right is called wrong."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from engine import check_bytes, check_file
from sound import NUMBER, SOUND, changed, results_of
from workings.finding import Verdict


@pytest.mark.parametrize("path", sorted(SOUND.iterdir()), ids=lambda path: path.name)
def test_nothing_in_a_sound_document_is_called_wrong(path: Path) -> None:
    claims = check_file(path).report.claims
    assert [claim.message for claim in claims if claim.verdict is Verdict.WRONG] == []


def test_results_are_the_numbers_of_right_claims_and_of_what_no_claim_is_made_of() -> None:
    text = "y = 2 * 3 = 6, p = softmax([2, 1]) = [0.7311, 0.2689]\n"
    report = check_bytes(text.encode(), "text.md").report
    found = {source: [number[0] for number in numbers] for source, numbers in results_of(text, report)}
    assert found["number"] == ["6"]
    assert found["list"] == ["0.7311", "0.2689"]


@pytest.mark.parametrize(
    ("kind", "expected"),
    [("sign", "-12.50"), ("swap", "21.50"), ("neighbour", "99.25"), ("factor", "6.25")],
)
def test_a_result_is_changed_as_people_get_it_wrong(kind: str, expected: str) -> None:
    text = "99.25 is far from 6.25 * 2 = 12.50"
    found = [*NUMBER.finditer(text)][-1]
    made = {changed(kind, found, random.Random(seed)) for seed in range(9)}
    assert expected in made


def test_another_digit_makes_another_number() -> None:
    for number in ("0.05", "-3", "12.50", "7"):
        found = NUMBER.search(number)
        new = changed("digit", found, random.Random(1)) if found is not None else None
        assert new is not None
        assert float(new) != float(number)
