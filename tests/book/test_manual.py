"""What the manual shows is what happens: its Python runs, its reports are real, its verdicts occur."""

from __future__ import annotations

import doctest
import re
from pathlib import Path

import pytest
from click.testing import CliRunner

import workings
from workings.doors.cli import main
from workings.finding import Verdict

ROOT = Path(__file__).parents[2]
PYTHON, VERDICTS = ROOT / "book" / "python.md", ROOT / "book" / "verdicts.md"
SESSION = re.compile(r"^```pycon\n(.*?)^```$", re.MULTILINE | re.DOTALL)
PROGRAM = re.compile(r"^```python\n(.*?)^```$", re.MULTILINE | re.DOTALL)
EXAMPLE = re.compile(
    r"(?P<document>^```raw document\n(?P<text>.*?)^```\n\n```raw report\n)(?P<report>.*?)(?=^```$)",
    re.MULTILINE | re.DOTALL,
)
SECTION = re.compile(r"^## `(\w+)`\n(.*?)(?=^## )", re.MULTILINE | re.DOTALL)


def test_the_python_page_runs(monkeypatch):
    monkeypatch.chdir(ROOT)
    sessions = "\n".join(SESSION.findall(PYTHON.read_text(encoding="utf-8")))
    test = doctest.DocTestParser().get_doctest(sessions, {}, "python.md", str(PYTHON), 0)
    assert len(test.examples) > 15
    said: list[str] = []
    doctest.DocTestRunner().run(test, out=said.append)
    assert not said, "".join(said)


def test_the_programs_of_the_python_page_compile():
    programs = PROGRAM.findall(PYTHON.read_text(encoding="utf-8"))
    assert programs
    for program in programs:
        compile(program, str(PYTHON), "exec")


def test_the_reports_on_the_verdicts_page_are_real(request):
    text = VERDICTS.read_text(encoding="utf-8")

    def renew(match: re.Match[str]) -> str:
        arguments = ["check", "-", "-v", "--stdin-filename", "example.md"]
        result = CliRunner().invoke(main, arguments, input=match["text"])
        return match["document"] + result.stdout

    renewed = EXAMPLE.sub(renew, text)
    if request.config.getoption("--accept", default=False):
        VERDICTS.write_text(renewed, encoding="utf-8")
    assert VERDICTS.read_text(encoding="utf-8") == renewed


def test_every_verdict_has_a_section():
    assert {name for name, _ in SECTION.findall(VERDICTS.read_text(encoding="utf-8"))} == {
        verdict.value for verdict in Verdict
    }


@pytest.mark.parametrize("verdict", [verdict.value for verdict in Verdict])
def test_the_examples_of_a_verdict_have_it(verdict):
    sections = dict(SECTION.findall(VERDICTS.read_text(encoding="utf-8")))
    examples = [match["text"] for match in EXAMPLE.finditer(sections[verdict])]
    assert examples
    for example in examples:
        assert workings.read(example).check().counts[verdict] > 0
