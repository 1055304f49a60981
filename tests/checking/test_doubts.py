"""Thoughts before a line is called wrong are asked in order, and only where the case has what they need."""

from __future__ import annotations

from dataclasses import dataclass
from typing import cast

import pytest

from workings.checking.linking.doubting import case
from workings.checking.linking.doubting import facts as has
from workings.checking.linking.doubting.case import Case, Thought, Thoughts

pytestmark = pytest.mark.skipif(case.__file__.endswith(".so"), reason="compiled, it takes a Case alone")


@dataclass
class Shown:
    facts: int
    ops: frozenset[str] = frozenset()


def case_with(*facts: int) -> Case:
    return cast("Case", Shown(sum(facts)))


def test_a_thought_is_asked_only_where_the_case_has_all_that_it_needs() -> None:
    asked: list[str] = []

    def holds(name: str) -> bool:
        asked.append(name)
        return name == "led"

    thoughts = Thoughts(
        Thought("led", lambda _: holds("led"), has.START | has.LED),
        Thought("any", lambda _: holds("any")),
        Thought("named", lambda _: holds("named"), has.NAMED),
    )
    assert thoughts.first(case_with(has.START)) is None and asked == ["any"]
    assert thoughts.first(case_with(has.START, has.LED, has.NAMED)) == "led" and asked == ["any", "led"]
    assert thoughts.first(case_with(has.NAMED)) is None and asked == ["any", "led", "any", "named"]
    assert thoughts.first(case_with()) is None and asked[-1] == "any"


def test_a_thought_of_an_operation_is_asked_only_where_it_stands_on_a_side() -> None:
    thoughts = Thoughts(Thought("norm", lambda _: True, ops=frozenset({"norm", "bars"})))
    assert thoughts.first(cast("Case", Shown(0, frozenset({"add", "bars"})))) == "norm"
    assert thoughts.first(cast("Case", Shown(0, frozenset({"add"})))) is None
