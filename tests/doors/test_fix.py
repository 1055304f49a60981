"""`workings check --fix`: what is written, what is shown, and how it ends."""

from __future__ import annotations

import os
import stat
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from workings.doors import fixing
from workings.doors.cli import main

WRONG = "$2/3 = 0.66$ and $3 \\cdot 4 = 13$\n"
RIGHT = "$2/3 = 0.67$ and $3 \\cdot 4 = 12$\n"
CARRIED = "$s = 2 + 3 + 5 = 11$, so $m = s / 3 = 3.67$\n"
MENDED = "$s = 2 + 3 + 5 = 10$, so $m = s / 3 = 3.33$\n"


@pytest.fixture
def file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    path = tmp_path / "a.md"
    path.write_text(WRONG + "\n" + CARRIED, encoding="utf-8")
    return path


def check(*arguments: str, text: str | None = None) -> Result:
    return CliRunner().invoke(main, ["check", *arguments], input=text)


def test_fix_writes_what_is_safe_and_says_what_else_could_be_done(file: Path) -> None:
    result = check("a.md", "--fix")
    assert file.read_text() == RIGHT + "\n" + CARRIED
    assert result.exit_code == 1
    assert "fixed 2 values; 2 more can be fixed with --unsafe-fixes\n" in result.stdout
    assert result.stdout.splitlines()[-1] == "4 claims: 2 right, 1 carried, 1 wrong"
    assert "a.md:3:18: not fixed: values further down lean on it" in result.stderr


def test_a_value_that_its_line_comes_to_is_not_rewritten() -> None:
    text = "An LSTM with f = 0.6, i = 0.8, g = 0.5 and c_prev = -0.3.\n\n"
    text += "The cell state: c = i*c_prev + f*g = 0.8*(-0.3) + 0.6*0.5 = 0.06\n"
    assert "not fixed: the value is what its line comes to" in check("-", "--diff", text=text).stderr


def test_unsafe_fixes_write_the_rest_and_a_second_run_finds_nothing_more(file: Path) -> None:
    result = check("a.md", "--unsafe-fixes")
    assert file.read_text() == RIGHT + "\n" + MENDED
    assert result.exit_code == 0 and "fixed 4 values\n" in result.stdout
    assert "fixed 0 values\n" in check("a.md", "--unsafe-fixes").stdout


def test_diff_shows_it_and_writes_nothing(file: Path) -> None:
    result = check("a.md", "--diff")
    assert result.exit_code == 1 and file.read_text() == WRONG + "\n" + CARRIED
    assert f"-{WRONG}+{RIGHT}" in result.stdout and result.stdout.startswith("--- a.md\n+++ a.md\n@@")
    assert "would fix 2 values" in result.stderr
    assert "-" + CARRIED + "+" + MENDED in check("a.md", "--diff", "--unsafe-fixes").stdout


def test_diff_of_what_needs_no_fixing_is_empty(file: Path) -> None:
    file.write_text(RIGHT)
    result = check("a.md", "--diff", "--unsafe-fixes")
    assert (result.exit_code, result.stdout) == (0, "")


def test_diff_of_what_cannot_be_fixed_still_has_a_finding(file: Path) -> None:
    file.write_text("$w = 0.5$ and $w - 0.1 \\cdot 2 = 0.5 + 0.2$\n")
    result = check("a.md", "--fix", "--diff")
    assert (result.exit_code, result.stdout) == (1, "")


def test_a_last_line_without_an_end_is_said_in_the_diff(file: Path) -> None:
    file.write_text(WRONG.rstrip("\n"))
    assert "\\ No newline at end of file\n" in check("a.md", "--diff").stdout


def test_standard_input_comes_back_fixed_and_nothing_else_with_it() -> None:
    result = check("-", "--fix", text=WRONG)
    assert result.stdout == RIGHT and result.exit_code == 0
    assert "2 claims: 2 right" in result.stderr


def test_data_formats_stay_nothing_but_data(file: Path) -> None:
    result = check("a.md", "--fix", "--output-format", "csv")
    assert len(result.stdout.splitlines()) == 2 and "fixed 2 values" in result.stderr


def test_what_is_ignored_by_name_is_not_fixed(file: Path) -> None:
    check("a.md", "--fix", "--ignore", "rounding")
    assert file.read_text() == WRONG.replace("13", "12") + "\n" + CARRIED


def test_names_of_the_problem_sheet_are_used_and_the_sheet_is_not_touched(file: Path, tmp_path: Path) -> None:
    sheet = tmp_path / "sheet.md"
    sheet.write_text("$w = 3$\n\n$2 \\cdot 2 = 5$\n")
    file.write_text("$y = 2 w = 7$\n")
    check("a.md", "--fix", "--given", "sheet.md")
    assert file.read_text() == "$y = 2 w = 6$\n"
    assert sheet.read_text() == "$w = 3$\n\n$2 \\cdot 2 = 5$\n"


def test_mode_and_link_of_a_file_are_kept(file: Path, tmp_path: Path) -> None:
    file.chmod(0o640)
    link = tmp_path / "link.md"
    link.symlink_to(file)
    check("link.md", "--fix")
    assert link.is_symlink() and file.read_text().startswith(RIGHT)
    assert stat.S_IMODE(file.stat().st_mode) == 0o640


def test_a_file_that_changed_meanwhile_is_not_overwritten(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(fixing, "read_bytes", lambda name: b"something else")
    result = check("a.md", "--fix")
    assert result.exit_code == 2 and "it changed while it was being fixed" in result.stderr
    assert file.read_text() == WRONG + "\n" + CARRIED


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write everything")
def test_a_file_that_may_not_be_written_is_left(file: Path) -> None:
    file.chmod(0o440)
    assert check("a.md", "--fix").exit_code == 2


@pytest.mark.parametrize("arguments", [("--watch", "--fix"), ("--statistics", "--diff")])
def test_options_that_make_no_sense_together_are_refused(file: Path, arguments: tuple[str, ...]) -> None:
    assert check("a.md", *arguments).exit_code == 2
    assert file.read_text() == WRONG + "\n" + CARRIED
