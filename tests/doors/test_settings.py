"""Settings of a project."""

from __future__ import annotations

import pytest

ROUNDED = "1 + 1 = 3\n"


def table(text: str) -> str:
    return f"[tool.workings]\n{text}\n"


def test_the_nearest_table_upward_from_the_first_path_counts(run):
    files = {
        "pyproject.toml": table("strict = false"),
        "course/pyproject.toml": table("strict = true"),
        "course/week/pyproject.toml": "[tool.other]\nstrict = false\n",
        "course/week/a.md": ROUNDED,
        "a.md": ROUNDED,
    }
    assert run("course/week/a.md", files=files).exit_code == 1
    assert run("a.md").exit_code == 0


def test_the_command_line_wins(run):
    files = {"pyproject.toml": table('strict = true\noutput-format = "concise"'), "a.md": ROUNDED}
    assert run("a.md", files=files).stdout.startswith("a.md:1:9: rounding")
    assert run("a.md", "--no-strict").exit_code == 0
    assert run("a.md", "--output-format", "json").stdout.startswith("{")


def test_lists_add_to_the_command_line(run):
    files = {
        "pyproject.toml": table('exclude = ["old"]\nignore = ["wrong"]'),
        "a.md": "1 + 1 = 9\n", "old/b.md": ROUNDED, "c.md": ROUNDED,
    }  # fmt: skip
    result = run(".", "--exclude", "c.md", files=files)
    assert result.stdout == "1 claim: 1 ignored\n"


def test_given_is_found_beside_the_settings(run):
    files = {
        "course/pyproject.toml": table('given = "problem.md"'),
        "course/problem.md": "x = 4\n",
        "course/a.md": "x + 1 = 5\n",
    }
    assert run("course/a.md", files=files).stdout == "1 claim: 1 right\n"


def test_another_file_can_be_named(run):
    files = {"other.toml": table("strict = true"), "pyproject.toml": table("strict = false"), "a.md": ROUNDED}
    assert run("a.md", "--config", "other.toml", files=files).exit_code == 1
    assert run("a.md", "--config", "nowhere.toml").exit_code == 2


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("exlude = []", "unknown key `exlude` in [tool.workings]; did you mean `exclude`?"),
        ("zzz = 1", "unknown key `zzz` in [tool.workings]; known are exclude,"),
        ("strict = 1", "`strict` in [tool.workings] is 1, but has to be true or false"),
        ("jobs = 0", "has to be a number from 1 up"),
        ("jobs = true", "has to be a number from 1 up"),
        ('exclude = "x"', "has to be a list of patterns"),
        ('output-format = "xml"', "has to be one of full, concise"),
        ("output-format = []", "has to be one of full, concise"),
        ("strict = ", "pyproject.toml: "),
    ],
)
def test_bad_settings_are_named_and_nothing_is_checked(run, text, said):
    result = run("a.md", files={"pyproject.toml": table(text), "a.md": ROUNDED})
    assert result.exit_code == 2
    assert said in result.stderr
    assert result.stdout == ""


def test_a_table_of_the_wrong_sort_is_named(run):
    result = run("a.md", files={"pyproject.toml": "tool = 3\n", "a.md": ROUNDED})
    assert result.exit_code == 0
    result = run("a.md", files={"pyproject.toml": "[tool]\nworkings = 3\n"})
    assert result.exit_code == 2
