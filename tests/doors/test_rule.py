"""`workings rule` says what the names of findings mean."""

from __future__ import annotations

import json

import pytest
from click.shell_completion import ShellComplete
from click.testing import CliRunner, Result

from workings.checking.rules.glossary import names
from workings.doors.cli import main


def rule(*arguments: str) -> Result:
    return CliRunner().invoke(main, ["rule", *arguments])


def test_a_page_has_a_meaning_both_examples_and_a_reason() -> None:
    said = rule("value/differs").stdout
    assert said.startswith("value/differs\n")
    assert all(
        part in said for part in ("wrong:\n", "right:\n", "why people do it:\n", "ignore value/differs")
    )


def test_as_data_one_name_is_an_object_and_several_are_a_list() -> None:
    one = json.loads(rule("slip/sign", "--output-format", "json").stdout)
    assert one["name"] == "slip/sign" and set(one) == {"name", "family", "meaning", "wrong", "right", "why"}
    every = json.loads(rule("--all", "--output-format", "json").stdout)
    assert [entry["name"] for entry in every] == list(names()) and one in every


def test_a_family_lists_its_members() -> None:
    lines = rule("slip").stdout.splitlines()
    assert lines and all(line.startswith("slip/") for line in lines)


def test_the_list_has_a_line_for_every_name() -> None:
    assert [line.split()[0] for line in rule("--list").stdout.splitlines()] == list(names())


def test_an_unknown_name_is_refused_with_near_ones() -> None:
    result = rule("value/difers")
    assert result.exit_code == 2 and result.stdout == ""
    assert result.stderr == "error: no rule is called `value/difers`; did you mean `value/differs`?\n"


def test_the_nearest_of_the_near_names_comes_first() -> None:
    assert "did you mean `softmax/wrong-axis` or" in rule("softmx/wrong-axis").stderr


def test_a_verdict_is_told_from_a_rule() -> None:
    result = rule("rounding")
    assert result.exit_code == 2 and "is a verdict" in result.stderr


@pytest.mark.parametrize("arguments", [(), ("value/differs", "--all"), ("value/differs", "--list")])
def test_one_name_or_one_list_is_asked_for(arguments: tuple[str, ...]) -> None:
    assert rule(*arguments).exit_code == 2


def test_shells_complete_the_names() -> None:
    completion = ShellComplete(main, {}, "workings", "_WORKINGS_COMPLETE")
    found = {item.value for item in completion.get_completions(["rule"], "slip/s")}
    assert "slip/sign" in found and all(value.startswith("slip/s") for value in found)
