"""The group of commands: its help page, and a command that does not exist."""

from __future__ import annotations

from click.testing import CliRunner

from workings.doors.cli import COMMANDS, main


def test_the_help_page_says_of_every_command_what_it_does_in_a_whole_sentence() -> None:
    lines = CliRunner().invoke(main, ["--help"]).stdout.partition("Commands:\n")[2].splitlines()
    assert [line.split()[0] for line in lines] == list(COMMANDS)
    assert all(line.endswith(".") and not line.endswith("...") for line in lines)


def test_a_mistyped_command_is_answered_by_the_nearest() -> None:
    result = CliRunner().invoke(main, ["chekc", "a.md"])
    assert result.exit_code == 2
    assert "No such command 'chekc'; did you mean 'check'?" in result.stderr
    assert "did you mean" not in CliRunner().invoke(main, ["xyz"]).stderr
