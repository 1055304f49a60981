"""Every procedure reads rightly in every hand, and a changed number is found in most."""

import pytest

from working import PROCEDURES, trials


@pytest.mark.parametrize("name", PROCEDURES)
def test_nothing_is_wrong_on_a_procedure_as_it_is_worked_out(name: str) -> None:
    made = [one for one in trials(name, [0], "prose.md") if one.kind == "clean"]
    assert [one.outcome for one in made] == ["quiet"]


def test_a_changed_number_is_found_on_its_line() -> None:
    made = [one for one in trials("gru", [0], "names.txt") if one.kind == "changed"]
    assert made and all(one.outcome == "found" for one in made)
