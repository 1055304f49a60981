"""The output shown in the README is the real one; `pytest --accept` writes it anew."""

from __future__ import annotations

import re
import shlex
import shutil
from pathlib import Path

import pytest
from click.testing import CliRunner

from workings.doors.cli import main

ROOT = Path(__file__).parents[2]
SESSION = re.compile(
    r"(?<=```console\n)\$ workings (?P<command>check examples/[^\n]*)\n(?P<output>(?!\$ ).*?)(?=```)",
    re.DOTALL,
)


COMMAND = re.compile(r"^\$ workings (?P<command>[^#\n]*?) *(?:#|$)", re.MULTILINE)
LONG = ("train", "lab", "--watch")  # minutes, or without an end
COMMANDS = [match["command"] for match in COMMAND.finditer((ROOT / "README.md").read_text("utf-8"))]


@pytest.fixture
def checkout(tmp_path, monkeypatch):
    for folder in ("examples", "book"):
        shutil.copytree(ROOT / folder, tmp_path / folder)
    monkeypatch.chdir(tmp_path)


@pytest.mark.parametrize("command", [line for line in COMMANDS if not any(word in line for word in LONG)])
def test_a_command_of_the_readme_can_be_typed_as_it_stands(command, checkout):
    line, _, source = command.partition(" < ")
    standard_input = Path(source).read_text("utf-8") if source else None
    result = CliRunner().invoke(main, shlex.split(line), input=standard_input)
    assert result.exit_code in (0, 1), result.output


def test_the_files_that_the_long_commands_name_are_there():
    long = [line for line in COMMANDS if any(word in line for word in LONG)]
    files = [word for line in long for word in shlex.split(line) if "/" in word]
    assert len(long) == len(LONG) and all((ROOT / name).is_file() for name in files)


def test_the_readme_names_every_command():
    text = (ROOT / "README.md").read_text("utf-8")
    assert all(f"workings {name}" in text for name in main.list_commands(None))


def test_the_readme_shows_what_workings_says(request, monkeypatch):
    pytest.importorskip("workings.pipeline", exc_type=ImportError)
    monkeypatch.chdir(ROOT)
    readme = Path("README.md")
    text = readme.read_text(encoding="utf-8")

    def session(match: re.Match[str]) -> str:
        result = CliRunner().invoke(main, shlex.split(match["command"]))
        return f"$ workings {match['command']}\n{result.stdout}"

    renewed = SESSION.sub(session, text)
    if request.config.getoption("--accept", default=False):
        readme.write_text(renewed, encoding="utf-8")
    assert SESSION.search(text)
    assert readme.read_text(encoding="utf-8") == renewed
