"""The outputs in the chapter on solving are real; `pytest --accept` writes them anew."""

from __future__ import annotations

import re
from pathlib import Path

from click.testing import CliRunner

from workings.doors.cli import main

CHAPTER = Path(__file__).parents[2] / "book" / "solving.md"
BLOCK = re.compile(r"^```raw (?P<title>[^\n]*)\n(?P<text>.*?)^```$", re.MULTILINE | re.DOTALL)


def renewed(text: str, folder: Path) -> str:
    """The chapter with every output as it is now; a document is the file of the commands after it."""

    def renew(block: re.Match[str]) -> str:
        title, sheet = block["title"], folder / "sheet.md"
        if title == "document":
            sheet.write_text(block["text"], encoding="utf-8")
            return block[0]
        if title.startswith("after "):
            return f"```raw {title}\n{sheet.read_text(encoding='utf-8')}```"
        result = CliRunner().invoke(main, title.split()[1:], catch_exceptions=False)
        return f"```raw {title}\n{result.output}```"

    return BLOCK.sub(renew, text)


def test_the_outputs_in_the_chapter_are_real(request, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    found = renewed(CHAPTER.read_text(encoding="utf-8"), tmp_path)
    if request.config.getoption("--accept", default=False):
        CHAPTER.write_text(found, encoding="utf-8")
    assert CHAPTER.read_text(encoding="utf-8") == found
