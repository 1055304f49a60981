"""Numerals that a pattern takes for one: their value, or a hole."""

from __future__ import annotations

import pytest
from flint import fmpq

from workings.expr import Hole, Number
from workings.parsing.numerals import numeral
from workings.source import Span

HERE = Span(0, 1)


@pytest.mark.parametrize(
    ("text", "value"), [("0.25", fmpq(1, 4)), ("1,250", fmpq(1250)), ("2e3", fmpq(2000)), (".5", fmpq(1, 2))]
)
def test_a_numeral_has_its_value(text: str, value: fmpq) -> None:
    found = numeral(text, HERE)
    assert isinstance(found, Number) and found.value == value


@pytest.mark.parametrize("text", ["0.707,0.7071,1.414", "1.2.3", "9e9999", "1" * 2000])
def test_what_is_no_single_number_within_bounds_is_a_hole(text: str) -> None:
    assert isinstance(numeral(text, HERE), Hole)
