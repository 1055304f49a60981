"""A small stand-in for the engine, so that the doors are tested for what they do themselves.

It judges sums of whole numbers at the start of a line (`1 + 1 = 3`), calls 1/3-like decimals
rounding if a line says so, and falls over where the text says `boom`.
"""

from __future__ import annotations

import re
import sys
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType
from xml.etree import ElementTree

import pytest
from click.testing import CliRunner

import workings
from workings.document import Ignore, Reading
from workings.doors.cli import main
from workings.doors.running import read_given
from workings.finding import Claim, Report, Verdict
from workings.source import Page, Span

GOLDEN = Path(__file__).parents[1] / "golden" / "pictures"
SUM = re.compile(r"^(\w+) \+ (\w+) = (\d+)", re.MULTILINE)
BINDING = re.compile(r"^(\w) = (\d+)$", re.MULTILINE)
IGNORE = re.compile(r"workings: ignore (\S+)")


@dataclass(frozen=True)
class FakeDocument:
    reading: Reading
    statements: tuple[()] = ()


def read(raw: str, filename: str = "-") -> FakeDocument:
    page = Page(filename, raw, raw)
    ignores = [Ignore(page.place(m.start()).line, (m[1],)) for m in IGNORE.finditer(raw)]
    return FakeDocument(Reading(page, (), tuple(ignores)))


def check(
    document: FakeDocument,
    given: FakeDocument | None = None,
    *,
    names_slips: bool = False,
    detail: int | None = None,
) -> Report:
    page = document.reading.page
    if "boom" in page.raw:
        raise RuntimeError("boom")
    names = dict(BINDING.findall(given.reading.page.raw if given else ""))
    claims = []
    for number, match in enumerate(SUM.finditer(page.raw), start=1):
        left, right = (names.get(part, part) for part in match.group(1, 2))
        verdict, total = Verdict.UNREAD, None
        if left.isdigit() and right.isdigit():
            total = int(left) + int(right)
            off = abs(total - int(match[3]))
            verdict = {0: Verdict.RIGHT, 1: Verdict.ROUNDING}.get(off, Verdict.WRONG)
        rule = "sum/large" if verdict is Verdict.WRONG and int(match[3]) > 99 else None
        claims.append(
            Claim(f"c{number}", "value", Span(*match.span(3)), match[0], verdict, rule, match[3], str(total))
        )
    return Report(page, tuple(claims), len(claims))


@pytest.fixture
def engine(monkeypatch):
    """Put the stand-in where the doors look for the engine."""
    module = ModuleType("workings.pipeline")
    module.read, module.check, module.Document = read, check, FakeDocument
    monkeypatch.setitem(sys.modules, "workings.pipeline", module)
    monkeypatch.setattr(workings, "pipeline", module, raising=False)
    read_given.cache_clear()
    yield module
    read_given.cache_clear()


@pytest.fixture
def reviewed(request):
    """Whether a picture is well formed and the one that was kept; `--accept` keeps it anew."""

    def is_kept(name: str, picture: str) -> bool:
        ElementTree.fromstring(picture)
        file = GOLDEN / f"{name}.svg"
        if request.config.getoption("--accept"):
            file.write_text(picture, encoding="utf-8")
        return file.read_text(encoding="utf-8") == picture

    return is_kept


@pytest.fixture
def run(engine, tmp_path, monkeypatch):
    """Run the command line in an empty directory; files are given as name=text."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("WORKINGS_DEBUG", raising=False)

    def invoke(*arguments, stdin=None, files=None):
        for name, text in (files or {}).items():
            path = tmp_path / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(text if isinstance(text, bytes) else text.encode())
        return CliRunner().invoke(main, ["check", *arguments], input=stdin)

    return invoke
