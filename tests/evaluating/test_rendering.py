"""Values printed for people."""

from __future__ import annotations

from decimal import ROUND_HALF_UP, Decimal

from flint import arb, fmpq
from hypothesis import given
from hypothesis import strategies as st

from workings.evaluating.rendering import show, show_like
from workings.value import Tensor


def test_exact_numbers_are_printed_as_they_are() -> None:
    assert show(fmpq(1, 8)) == "0.125"
    assert show(fmpq(1769472)) == "1769472"
    assert show(fmpq(-3)) == "-3"


def test_other_numbers_are_printed_to_a_few_digits() -> None:
    assert show(fmpq(1, 3)) == "0.33333"
    assert show(arb(2).sqrt(), 3) == "1.41"
    assert show(arb(10) ** 30, 3) == "1.00e30"


def test_vectors_and_matrices_are_printed_row_by_row() -> None:
    assert show(Tensor((3,), (arb("0.09003"), arb("0.24473"), arb("0.66524")))) == "[0.090, 0.245, 0.665]"
    assert show(Tensor((2, 2), tuple(map(fmpq, (1, 2, 3, -4))))) == "[[1, 2], [3, -4]]"


@given(st.integers(-(10**9), 10**9), st.integers(0, 6))
def test_rounding_to_a_unit_is_half_away_from_zero(count: int, places: int) -> None:
    exact = Decimal(count).scaleb(-7)
    expected = exact.quantize(Decimal(1).scaleb(-places), rounding=ROUND_HALF_UP)
    shown = show_like(fmpq(count, 10**7), fmpq(1, 10**places))
    assert Decimal(shown) == expected
    assert not shown.startswith("-0") or Decimal(shown) != 0
