"""The output shown in the README is the real one; `pytest --accept` writes it anew."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest
from click.testing import CliRunner

from workings.doors.cli import main

ROOT = Path(__file__).parents[2]
SESSION = re.compile(
    r"(?<=```console\n)\$ workings (?P<command>check examples/[^\n]*)\n(?P<output>.*?)(?=```)", re.DOTALL
)


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
