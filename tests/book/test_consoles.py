"""What chapters show of the terminal is what it says; `pytest --accept` runs the commands anew."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest
from click.testing import CliRunner

from workings.doors.cli import main

ROOT = Path(__file__).parents[2]
BOOK = ROOT / "book"
CONSOLE = re.compile(r"^```raw console\n(.*?)^```$", re.MULTILINE | re.DOTALL)
CHAPTERS = [path for path in sorted(BOOK.glob("*.md")) if CONSOLE.search(path.read_text(encoding="utf-8"))]


def run(line: str) -> str:
    """What a command of a chapter prints: `workings …` or `cat FILE`."""
    program, *arguments = shlex.split(line)
    if program == "cat":
        return Path(arguments[0]).read_text(encoding="utf-8")
    assert program == "workings"
    return CliRunner().invoke(main, arguments).output


def renewed(console: re.Match[str]) -> str:
    """The same commands with what they print today."""
    commands = [line for line in console[1].splitlines() if line.startswith("$ ")]
    return "```raw console\n" + "\n".join(f"{line}\n{run(line[2:])}" for line in commands) + "```"


@pytest.mark.parametrize("chapter", CHAPTERS, ids=lambda path: path.name)
def test_the_consoles_of_a_chapter_are_real(
    chapter: Path, request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(ROOT)
    text = CONSOLE.sub(renewed, chapter.read_text(encoding="utf-8"))
    if request.config.getoption("--accept"):
        chapter.write_text(text, encoding="utf-8")
    assert chapter.read_text(encoding="utf-8") == text
