"""Identities of matrices: right for exactly those rearrangements that a theorem allows, and no others."""

from __future__ import annotations

from collections.abc import Callable
from itertools import permutations

import pytest

from workings.finding import Claim, Verdict

Judged = Callable[[str], tuple[Claim, ...]]
ORDERS = ["".join(order) for order in permutations("ABC")]
LET = "Let $A$, $B$ and $C$ be matrices.\n\n"


def verdict(judged: Judged, text: str) -> Verdict:
    (claim,) = judged(LET + text)
    return claim.verdict


def rotations(word: str) -> set[str]:
    return {word[at:] + word[:at] for at in range(len(word))}


@pytest.mark.parametrize("order", ORDERS)
def test_a_trace_allows_rotations_and_nothing_else(judged: Judged, order: str) -> None:
    found = verdict(judged, rf"$\operatorname{{tr}}(ABC) = \operatorname{{tr}}({order})$")
    assert (found is Verdict.RIGHT) == (order in rotations("ABC"))
    assert found in (Verdict.RIGHT, Verdict.WRONG)


@pytest.mark.parametrize("order", ORDERS)
def test_a_transpose_turns_the_order_round(judged: Judged, order: str) -> None:
    factors = " ".join(rf"{name}^\top" for name in order)
    found = verdict(judged, rf"$(ABC)^\top = {factors}$")
    assert found is (Verdict.RIGHT if order == "CBA" else Verdict.WRONG)


@pytest.mark.parametrize("order", ORDERS)
def test_a_determinant_allows_any_order(judged: Judged, order: str) -> None:
    assert verdict(judged, rf"$\det(ABC) = \det({order})$") is Verdict.RIGHT


def test_a_counterexample_is_one(judged: Judged) -> None:
    (claim,) = judged(LET + r"$\det(A + B) = \det A + \det B$")
    assert claim.slips == ("for A = [[0, 0], [0, 1]], B = [[1, 0], [0, 0]] the sides are 1 and 0",)


@pytest.mark.parametrize("beta", ["1", "2", "3/2"])
def test_a_given_norm_is_used(judged: Judged, beta: str) -> None:
    said = rf"Let $a, b$ be orthogonal vectors, each of norm $\beta$. Let $\beta = {beta}$." + "\n\n"
    claims = judged(said + r"$\|a + b\|^2 = 2\beta^2$")
    assert claims[-1].verdict is Verdict.RIGHT
