"""Numbers put in for names, and names that are given a value again."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from workings.finding import Claim

Judged = Callable[[str], tuple[Claim, ...]]
GIVEN = "$w = [2, -1, 3]$\n\n$x = [1, 4, 2]$\n\n"


def test_the_right_numbers_for_names_are_right(judged: Judged) -> None:
    claims = judged(GIVEN + "$w \\cdot x = [2, -1, 3] \\cdot [1, 4, 2] = 4$")
    assert {claim.verdict.value for claim in claims} == {"right"}


def test_a_vector_copied_with_one_other_entry_is_a_wrong_copy(judged: Judged) -> None:
    copy, result = judged(GIVEN + "$w \\cdot x = [2, -1, 3] \\cdot [1, 4, 5] = 13$")
    assert (copy.verdict.value, copy.rule) == ("wrong", "copy/differs")
    assert (result.verdict.value, result.cause) == ("carried", copy.id)


def test_wholly_other_numbers_may_be_meant_for_something_else(judged: Judged) -> None:
    copy, result = judged(GIVEN + "$w \\cdot x = [7, 8, 9] \\cdot [5, 6, 0] = 83$")
    assert copy.verdict.value == "undecided"
    assert result.verdict.value == "right"


def test_one_number_among_several_that_agree_is_a_wrong_copy(judged: Judged) -> None:
    given = "$a = 2$, $b = 3$, $c = 5$\n\n"
    copy = judged(given + "$a b + c = 2 \\cdot 3 + 6 = 12$")[0]
    assert (copy.verdict.value, copy.rule) == ("wrong", "copy/differs")


def test_names_without_a_value_take_the_numbers_put_in_for_them(judged: Judged) -> None:
    claims = judged("$u \\cdot v = [1, 2] \\cdot [3, 4] = 11$\n\n$u + v = [4, 6]$")
    assert claims and {claim.verdict.value for claim in claims} == {"right"}


@pytest.mark.parametrize(
    ("again", "verdict", "rule"),
    [
        ("$x = [1, 4, 2]$", "right", None),
        ("$x = [1, 4, 3]$", "wrong", "restated-differently"),
    ],
)
def test_a_given_vector_written_again_is_a_copy(
    again: str, verdict: str, rule: str | None, judged: Judged
) -> None:
    (claim,) = judged(GIVEN + again)
    assert (claim.kind, claim.verdict.value, claim.rule) == ("copy", verdict, rule)


@pytest.mark.parametrize("again", ["$x = [7, 8, 9]$", "Now use $x = [1, 4, 3]$", "$x = [1, 4]$"])
def test_a_new_meaning_is_no_claim(again: str, judged: Judged) -> None:
    assert not [claim for claim in judged(GIVEN + again) if claim.verdict.value == "wrong"]


def test_a_matrix_that_lost_a_row_is_damaged_and_not_wrong(judged: Judged) -> None:
    (claim,) = judged(
        "$\\begin{bmatrix}1&2\\\\3&4\\\\5&6\\end{bmatrix} + \\begin{bmatrix}1&1\\\\1&1\\\\1&1\\end{bmatrix}"
        " = \\begin{bmatrix}2&3\\\\6&7\\end{bmatrix}$"
    )
    assert (claim.verdict.value, claim.rule) == ("undecided", "matrix/damaged")
