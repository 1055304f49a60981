"""What holds is never called wrong, and what does not hold is never called right.

More is asked than that: claims as plain as these have to be read, and the right ones called right.
"""

from __future__ import annotations

from claims import Claim, arithmetic, chains, matrix_products, named, softmaxes, vectors, with_a_digit_changed
from hypothesis import given, settings
from hypothesis import strategies as st

from workings.finding import Verdict
from workings.pipeline import check, read

FORMULAS = st.one_of(arithmetic(), chains(), named())
TENSORS = st.one_of(vectors(), matrix_products(), softmaxes())


def verdicts(claim: Claim) -> list[Verdict]:
    return [judged.verdict for judged in check(read(claim.text)).claims]


def assert_right(claim: Claim) -> None:
    found = verdicts(claim)
    assert found and set(found) == {Verdict.RIGHT}, claim.text


def assert_not_right(claim: Claim) -> None:
    """The last link has the changed digit; those before it still hold."""
    found = verdicts(claim)
    assert found and found[-1] is not Verdict.RIGHT, claim.text


@settings(max_examples=150, deadline=None, derandomize=True)
@given(FORMULAS)
def test_a_formula_with_its_value_is_right(claim: Claim) -> None:
    assert_right(claim)


@settings(max_examples=150, deadline=None, derandomize=True)
@given(with_a_digit_changed(FORMULAS))
def test_a_formula_with_another_digit_is_never_right(claim: Claim) -> None:
    assert_not_right(claim)


@settings(max_examples=150, deadline=None, derandomize=True)
@given(TENSORS)
def test_vectors_products_and_shares_with_their_values_are_right(claim: Claim) -> None:
    assert_right(claim)


@settings(max_examples=150, deadline=None, derandomize=True)
@given(with_a_digit_changed(TENSORS))
def test_vectors_products_and_shares_with_another_digit_are_never_right(claim: Claim) -> None:
    assert_not_right(claim)


@settings(max_examples=100, deadline=None, derandomize=True)
@given(st.lists(st.one_of(arithmetic(), vectors(), matrix_products()), min_size=2, max_size=5))
def test_claims_without_names_do_not_change_each_other(claims: list[Claim]) -> None:
    together = check(read("\n".join(claim.text for claim in claims))).claims
    assert [judged.verdict for judged in together] == [v for claim in claims for v in verdicts(claim)]
