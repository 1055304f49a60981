"""Chains: every link against its predecessor and the head, one cause for what follows from it."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from workings.finding import Claim

Judged = Callable[[str], tuple[Claim, ...]]


def summary(claims: tuple[Claim, ...]) -> list[str]:
    """Verdicts, with the rule behind those that have one."""
    return [claim.verdict.value + (f" {claim.rule}" if claim.rule else "") for claim in claims]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("$2 \\times 3 + 4 = 6 + 4 = 10$", ["right", "right"]),
        ("$2 \\times 3 + 4 = 5 + 4 = 9$", ["wrong value/differs", "carried"]),
        ("$2 \\times 3 + 4 = 6 + 4 = 11$", ["right", "wrong value/differs"]),
        ("$2 \\times 3 + 4 = 5 + 4 = 10$", ["wrong value/differs", "right"]),
        ("$2 \\times 3 + 4 = 5 + 4 = 12$", ["wrong value/differs", "wrong value/differs"]),
        (
            "$2 \\times 3 + 4 = 5 + 4 = 9 = 10$",
            ["wrong value/differs", "carried", "wrong chain/compensating"],
        ),
    ],
)
def test_a_link_inherits_from_its_predecessor(text: str, expected: list[str], judged: Judged) -> None:
    assert summary(judged(text)) == expected


def test_what_follows_from_an_error_points_back_to_it(judged: Judged) -> None:
    first, second, third = judged("$a = 3 \\times 4 = 13$\n\n$b = a + 2 = 15$\n\n$c = 2b = 30$")
    assert first.verdict.value == "wrong" and first.cause is None
    assert second.verdict.value == third.verdict.value == "carried"
    assert second.cause == third.cause == first.id


def test_a_later_step_from_the_givens_is_right_after_an_error(judged: Judged) -> None:
    first, second = judged("$a = 3 \\times 4 = 13$\n\n$b = a + 2 = 14$")
    assert (first.verdict.value, second.verdict.value) == ("wrong", "right")


def test_a_member_after_an_unread_one_is_judged_against_the_head(judged: Judged) -> None:
    claims = judged("$2 + 3 = \\int_0^5 dx = 5$")
    assert summary(claims) == ["unread", "right"]
    assert judged("$2 + 3 = \\int_0^5 dx = 6$")[-1].verdict.value == "wrong"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("$3 < 5$", ["right"]),
        ("$7 < 5$", ["wrong value/differs"]),
        ("$2 + 3 = 5 > 4 = 4$", ["right", "right", "right"]),  # = goes on from 4, not from 5
    ],
)
def test_an_order_starts_a_new_equality(text: str, expected: list[str], judged: Judged) -> None:
    assert summary(judged(text))[: len(expected)] == expected


def test_ids_count_the_claims_in_reading_order(judged: Judged) -> None:
    claims = judged("$1 + 1 = 2$\n\n$2 + 2 = 5 = 5$\n\n$[1, 2] + [1, 1] = [2, 4]$")
    assert [claim.id for claim in claims] == [f"c{at}" for at in range(1, len(claims) + 1)]
    assert [entry.index for entry in claims[-1].entries] == [(1,)]
