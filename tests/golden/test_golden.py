"""The outputs for the example homework, kept as files; `pytest --accept` writes them anew."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from click.testing import CliRunner

from workings.doors.cli import main
from workings.reporting.formats import NAMES

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
ENDINGS = {
    "full": "full.txt",
    "concise": "concise.txt",
    "github": "github.txt",
    "json": "json",
    "sarif": "sarif",
    "html": "html",
    "csv": "csv",
}
HEAD = re.compile(r"(?s)<(style|script)>.*?</\1>\n|'sha256-[^']*' ?")  # what every page has inside it


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("example", ["homework"])
def test_the_output_is_the_one_that_was_reviewed(
    example: str, name: str, request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(ROOT)
    result = CliRunner().invoke(main, ["check", f"examples/{example}.md", "--output-format", name])
    assert result.exit_code == 1
    output = HEAD.sub("", result.stdout) if name == "html" else result.stdout
    kept = HERE / f"{example}.{ENDINGS[name]}"
    if request.config.getoption("--accept"):
        kept.write_text(output, encoding="utf-8")
    assert kept.read_text(encoding="utf-8") == output
