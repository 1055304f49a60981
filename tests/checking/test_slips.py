"""The slip that gives just the number on the page is named, and nothing is named where none does."""

from __future__ import annotations

import pytest

from workings.pipeline import check, read

SLIPS = {
    "$0.45 \\times 0.5 \\times 0.9 = 0.3645$": ("slip/operand", "0.9 in place of 0.5"),
    "$12.5 + 3.25 + 4.1 = 16.60$": ("slip/dropped-term", "without 3.25"),
    "$3 \\cdot 7.25 - 4.5 = 26.25$": ("slip/sign", "+ 4.5 in place of - 4.5"),
    "$17.3 \\cdot 2.1 = 63.33$": ("slip/digits-swapped", "swapped"),
    "$0.62 \\cdot 1.37 = 8.494$": ("slip/decimal-point", "moved"),
    "$1.75 \\cdot 3.86 = 6.155$": ("slip/digit", "one digit"),
    "$2.75 \\cdot 3.86 = 10.715$": ("slip/carry", "by one in one digit"),
    "$128 - 5 + 1 = 125$": ("slip/off-by-one", "in place of"),
    "$\\operatorname{softmax}([1,2,3]) = [0.167, 0.333, 0.5]$": ("softmax/plain-shares", "without raising e"),
}


@pytest.mark.parametrize(("text", "slip"), SLIPS.items())
def test_the_slip_is_named(text, slip):
    (claim,) = check(read(text), names_slips=True).claims
    assert claim.verdict.value == "wrong"
    assert slip[0] in claim.fits
    assert any(slip[1] in words for words in claim.slips)


def test_a_wrong_recipe_gives_the_claim_its_rule():
    (claim,) = check(
        read("$\\operatorname{softmax}([1,2,3]) = [0.167, 0.333, 0.5]$"), names_slips=True
    ).claims
    assert claim.rule == "softmax/plain-shares"


def test_a_slip_with_two_spellings_is_told_once_under_all_its_names():
    text = "$W = [[1, 2], [3, 4]]$ and $x = [1, 1]$\n\n$W x = [4, 6]$\n"
    claim = check(read(text), names_slips=True).claims[-1]
    assert len(claim.slips) == 1
    assert {"slip/exchanged", "slip/product-order", "slip/transposed"} == set(claim.fits)


def test_what_a_right_value_agreed_with_is_what_was_computed():
    text = "$a = 2 \\cdot 3 = 7$\n\n$a / 2 = 3$\n"
    assert [(c.verdict.value, c.computed) for c in check(read(text)).claims] == [
        ("wrong", "6"),
        ("right", "3"),
    ]


def test_where_nothing_fits_the_right_value_stands_alone():
    (claim,) = check(read("$2.37 \\cdot 4.19 = 7.7213$"), names_slips=True).claims
    assert (claim.fits, claim.computed) == ((), "9.9303")


def test_a_fit_on_few_digits_may_be_chance():
    (claim,) = check(read("$7 \\cdot 3 = 12$"), names_slips=True).claims
    assert "may be" in claim.slips[0]


def test_naming_slips_changes_no_verdict():
    text = "\n\n".join(SLIPS) + "\n\n$2 + 2 = 4$\n\n$1/3 = 0.333$\n"
    plain, named = check(read(text)), check(read(text), names_slips=True)
    assert [claim.verdict for claim in plain.claims] == [claim.verdict for claim in named.claims]


def test_a_document_is_held_to_the_scale_of_its_problem_sheet():
    sheet = read(
        "$A = \\operatorname{softmax}(Q K^T / \\sqrt{d_k}) V$ with $d_k = 4$\n\n$Q = [[1, 2, 0, 1]]$\n\n"
        "$K = [[1, 1, 0, 1], [0, 1, 2, 0]]$\n"
    )
    answer = read("$Q K^T = [4, 2]$\n\n$\\operatorname{softmax}([4, 2]) = [0.881, 0.119]$\n")
    assert "attention/missing-scale" not in [claim.rule for claim in check(answer).claims]
    assert "attention/missing-scale" in [claim.rule for claim in check(answer, sheet).claims]
