"""No pattern takes the cube of a text or more, and the program that looks for such patterns finds them."""

from __future__ import annotations

import pytest

from patterns import Written, collected, steep_patterns


def test_no_pattern_is_steep_on_blanks_and_on_what_its_own_parts_take() -> None:
    patterns = collected()
    assert len(patterns) > 2000
    found = list(steep_patterns(patterns, least=0.05, thorough=False))
    assert [(one.place, one.opening, one.unit) for one in found] == []


@pytest.mark.parametrize(
    "source",
    [
        r"\s*,?\s*;?\s*\Z",
        r"\((?:\s*,?\s*\d)*\)",
        r"w(?:_?\w)*\)",
        r"^(?:\d[\d.]*[ |]*){2,8}$",
    ],
)
def test_a_steep_pattern_is_found(source: str) -> None:
    assert list(steep_patterns([Written(source, 0, "here")], least=0.005))
