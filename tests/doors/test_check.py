"""What `workings check` promises: exit codes, files, formats, and no traceback for anybody."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from workings import __version__
from workings.doors.cli import main
from workings.doors.commands import check as options

RIGHT = "1 + 1 = 2\n"
WRONG = "1 + 1 = 7\n"
ROUNDED = "1 + 1 = 3\n"


@pytest.mark.parametrize(
    ("text", "arguments", "code"),
    [
        (RIGHT, (), 0),
        (WRONG, (), 1),
        (ROUNDED, (), 0),
        (ROUNDED, ("--strict",), 1),
        ("x + 1 = 3\n", (), 0),
        ("x + 1 = 3\n", ("--strict",), 1),
        (WRONG, ("--ignore", "wrong"), 0),
        (WRONG, ("--select", "shares"), 0),
        (WRONG, ("--select", "sum,other"), 2),
        ("", (), 0),
        ("boom", (), 2),
    ],
)
def test_the_exit_code_says_how_it_went(run, text, arguments, code):
    result = run("a.md", *arguments, files={"a.md": text})
    assert result.exit_code == code


@pytest.mark.parametrize("form", ["full", "concise", "github"])
def test_the_last_line_is_the_coverage(run, form):
    result = run(".", "--output-format", form, files={"a.md": RIGHT + WRONG, "b/c.tex": ROUNDED})
    assert result.stdout.splitlines()[-1] == "3 claims in 2 files: 1 right, 1 rounding, 1 wrong"


@pytest.mark.parametrize("form", ["json", "sarif"])
def test_data_formats_are_nothing_but_data(run, form):
    files = {"a.md": WRONG, "b.md": "", "c.md": "boom", "d.md": ROUNDED}
    result = run(".", "--output-format", form, files=files)
    assert json.loads(result.stdout)
    assert result.exit_code == 2
    assert json.loads(run("empty", "--output-format", form, files={"empty/x.py": ""}).stdout)


def test_folders_are_searched_for_documents_only(run):
    names = [
        "a.md",
        "sub/b.TEX",
        "sub/c.ipynb",
        ".hidden/d.md",
        "node_modules/e.md",
        ".venv/f.md",
        "g.py",
        ".h.md",
    ]
    files = dict.fromkeys(names, WRONG) | {"sub/c.ipynb": '{"cells": []}'}
    result = run("--output-format", "json", files=files)
    assert [Path(file["filename"]).as_posix() for file in json.loads(result.stdout)["files"]] == [
        "a.md",
        "sub/b.TEX",
        "sub/c.ipynb",
    ]


def test_a_named_file_is_taken_whatever_its_ending_and_only_once(run):
    result = run("notes", "notes", "./notes", "--output-format", "concise", files={"notes": WRONG})
    assert result.stdout.count("notes:1:9") == 1


def test_patterns_are_expanded_by_us(run):
    files = {"a1.md": WRONG, "a2.md": WRONG, "b.md": WRONG, "deep/er/a3.md": WRONG}
    assert "2 claims in 2 files" in run("a*.md", files=files).stdout
    assert "4 claims in 4 files" in run("**/*.md").stdout
    assert run("z*.md").exit_code == 2


def test_exclude_takes_names_folders_and_paths(run):
    files = {"a.md": WRONG, "old/b.md": WRONG, "x/old/c.md": WRONG, "x/d.md": WRONG}
    assert "2 claims in 2 files" in run(".", "--exclude", "old", files=files).stdout
    assert "3 claims in 3 files" in run(".", "--exclude", "x/d.md").stdout
    assert "(1 excluded)" in run("a.md", "--exclude", "*.md").stderr


def test_a_missing_path_is_said_and_the_others_are_checked(run):
    result = run("nowhere.md", "a.md", files={"a.md": WRONG})
    assert result.exit_code == 2
    assert result.stderr == "error: no such file or directory: nowhere.md\n"
    assert "1 claim: 1 wrong" in result.stdout


def test_an_unreadable_file_is_said_and_the_others_are_checked(run, tmp_path):
    (tmp_path / "loop.md").symlink_to("loop.md")
    result = run("loop.md", "a.md", files={"a.md": WRONG})
    assert result.exit_code == 2
    assert "error: cannot read loop.md: " in result.stderr
    assert "1 claim: 1 wrong" in result.stdout


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_our_own_crash_is_called_a_bug_and_costs_one_file_only(run, jobs):
    result = run("a.md", "b.md", "--jobs", jobs, files={"a.md": "boom", "b.md": WRONG})
    assert result.exit_code == 2
    assert result.stderr == "error: internal error in a.md: RuntimeError: boom; this is a bug in workings\n"
    assert "1 claim: 1 wrong" in result.stdout
    assert "Traceback" in run("a.md", "--verbose").stderr


def test_standard_input_goes_by_the_name_it_is_given(run):
    result = run("-", "--stdin-filename", "draft.md", "--output-format", "concise", stdin=WRONG)
    assert result.stdout.startswith("draft.md:1:9: wrong")
    assert run("-", "--output-format", "concise", stdin=WRONG).stdout.startswith("-:1:9: wrong")


def test_many_processes_say_the_same_as_one(run):
    files = {f"f{i:02}.md": f"{i} + 1 = {i + i % 4}\n" for i in range(24)}
    for form in ("full", "json", "sarif"):
        one = run(".", "--jobs", "1", "--output-format", form, files=files).stdout
        assert run(".", "--jobs", "2", "--output-format", form).stdout == one


def test_given_binds_names_from_another_document(run):
    files = {"problem.md": "x = 4\n", "a.md": "x + 1 = 5\n"}
    assert "1 unread" in run("a.md", files=files).stdout
    assert "1 right" in run("a.md", "--given", "problem.md").stdout
    assert run("a.md", "--given", "nothing.md").exit_code == 2


def test_an_ignore_comment_is_counted_and_fails_nothing(run):
    result = run("a.md", files={"a.md": "1 + 1 = 7 <!-- workings: ignore wrong -->\n" + RIGHT})
    assert result.exit_code == 0
    assert result.stdout == "2 claims: 1 right, 1 ignored\n"


def test_statistics_replace_the_diagnostics(run):
    result = run("a.md", "--statistics", files={"a.md": WRONG + WRONG + ROUNDED})
    assert result.stdout == "2  wrong\n1  rounding\n3 claims: 1 rounding, 2 wrong\n"
    assert run("a.md", "--statistics", "--output-format", "json").exit_code == 2


def test_verbose_shows_what_is_otherwise_only_counted(run):
    files = {"a.md": ROUNDED}
    assert "not shown: 1 rounding; --verbose shows them" in run("a.md", files=files).stdout
    assert "rounding: 3 is off by rounding only" in run("a.md", "-v").stdout


def test_colour_is_for_terminals_or_on_demand(run):
    files = {"a.md": WRONG}
    assert "\x1b" not in run("a.md", files=files).stdout
    assert "\x1b[1;31m" in run("a.md", "--color", "always").stdout
    assert "\x1b" not in run("a.md", "--color", "never").stdout


@pytest.mark.parametrize(
    ("terminal", "environment", "expected"),
    [(True, {}, True), (False, {}, False), (True, {"NO_COLOR": "1"}, False), (True, {"TERM": "dumb"}, False)],
)
def test_colour_is_automatic(monkeypatch, terminal, environment, expected):
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setenv("TERM", "xterm")
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    monkeypatch.setattr("sys.stdout.isatty", lambda: terminal, raising=False)
    assert options.wants_colour("auto", None) is expected
    assert options.wants_colour("auto", "out.txt") is False
    assert options.wants_colour("always", "out.txt") is True


def test_an_output_file_is_written_whole_or_not_at_all(run, tmp_path):
    result = run("a.md", "-o", "out.json", "--output-format", "json", files={"a.md": WRONG})
    assert result.stdout == "1 claim: 1 wrong\n"
    assert json.loads((tmp_path / "out.json").read_text())["version"] == 1
    assert sorted(path.name for path in tmp_path.iterdir()) == ["a.md", "out.json"]
    assert run("a.md", "-o", "no/such/folder.json").exit_code == 2


@pytest.mark.parametrize(
    "data",
    [
        b"\xff\xfe\x00",
        b"\xef\xbb\xbf1 + 1 = 7\n",
        b"1 + 1 = 7 \xd7\n",
        "1 + 1 = 7".encode("utf-16"),
    ],
)
def test_odd_bytes_are_survived(run, data):
    result = run("a.md", files={"a.md": data})
    assert result.exit_code in (0, 1)
    assert "claim" in result.stdout


def test_a_binary_file_and_a_broken_notebook_are_said_to_be_unreadable(run):
    result = run("a.md", "b.ipynb", files={"a.md": b"\x89PNG\x00\x01", "b.ipynb": b'{"cells": ['})
    assert result.exit_code == 2
    assert "a.md: it is a binary file" in result.stderr
    assert "b.ipynb: it is not a notebook" in result.stderr


def test_an_empty_folder_is_no_error(run):
    result = run(".")
    assert result.exit_code == 0
    assert result.stderr == "warning: no files to check in .\n"
    assert result.stdout == "0 claims\n"


def test_version_and_help():
    assert CliRunner().invoke(main, ["--version"]).output == f"workings {__version__}\n"
    assert "--output-format" in CliRunner().invoke(main, ["check", "--help"]).output


def test_an_unknown_option_is_a_usage_error():
    assert CliRunner().invoke(main, ["check", "--nonsense"]).exit_code == 2


@pytest.mark.parametrize("option", ["select", "ignore"])
def test_a_rule_that_does_not_exist_is_an_error_on_the_command_line_and_in_the_settings(run, option):
    said = "error: no rule is called `value/difers`; did you mean `value/differs`?\n"
    typed = run("a.md", f"--{option}", "value/difers,value", files={"a.md": RIGHT})
    assert (typed.stderr, typed.exit_code) == (said, 2)
    settings = f'[tool.workings]\n{option} = ["value/difers", "value"]\n'
    configured = run("a.md", files={"a.md": RIGHT, "pyproject.toml": settings})
    assert (configured.stderr, configured.exit_code) == (said, 2)


def test_an_ignore_comment_with_a_mistyped_name_is_warned_of(run):
    result = run("a.md", files={"a.md": RIGHT + "<!-- workings: ignore value/difers -->\n"})
    assert (
        result.stderr == "warning: a.md:2: no rule is called `value/difers`; did you mean `value/differs`?\n"
    )
