"""The command line, run in the process of the tests."""

from __future__ import annotations

from click.testing import CliRunner

from workings.doors.cli import main


def run(*arguments: object) -> tuple[int, str, str]:
    """The exit code of `workings …`, and what it printed on either stream."""
    result = CliRunner().invoke(main, list(map(str, arguments)))
    return result.exit_code, result.stdout, result.stderr
