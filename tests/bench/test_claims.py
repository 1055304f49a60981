"""The claims that workings and its peers are compared on."""

from __future__ import annotations

import pytest

from verify_claims import read_claims, recomputed_truth

CLAIMS = read_claims()


@pytest.mark.parametrize("claim", CLAIMS, ids=lambda claim: claim["id"])
def test_the_truth_of_every_claim_is_confirmed_by_another_computation(claim: dict[str, object]) -> None:
    assert recomputed_truth(claim) == claim["truth"]


def test_a_third_is_false_and_a_third_is_in_matrix_notation() -> None:
    assert len(CLAIMS) >= 130
    assert sum(c["truth"] == "wrong" for c in CLAIMS) * 3 >= len(CLAIMS)
    assert sum(c["matrix"] for c in CLAIMS) * 3 >= len(CLAIMS)
    assert sum(bool(c["context"]) for c in CLAIMS) >= 15
