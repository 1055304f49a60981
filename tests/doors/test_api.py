"""`import workings` for programs and notebooks."""

from __future__ import annotations

from pathlib import Path

import pytest

import workings

pytest.importorskip("workings.pipeline", exc_type=ImportError)
TEXT = "$a = 3$\n\n$b = a + 1 = 4$\n\n$2 + 3 = 7$\n"


def test_text_and_path_say_the_same(tmp_path):
    path = tmp_path / "notes.md"
    path.write_text(TEXT)
    reports = [workings.read(source).check() for source in (TEXT, path, str(path))]
    first, *others = ([(claim.text, claim.verdict) for claim in report.claims] for report in reports)
    assert all(other == first for other in others)
    assert [claim.verdict for claim in reports[0].claims][-1] is workings.Verdict.WRONG


def test_a_document_is_asked_for_values_by_name():
    document = workings.read(TEXT)
    assert document["b"] == 4
    assert "a" in document.names


def test_a_document_and_a_report_are_shown_in_a_line():
    document = workings.read(TEXT)
    assert repr(document) == "<Document -: 3 statements>"
    assert repr(document.check()) == "<Report -: 1 right, 1 wrong>"
    assert repr(workings.read("").check()) == "<Report -: no claims>"


def test_steps_are_laid_out_as_lines():
    (answer,) = workings.read("$a = 3$\n\n$b = a + 1 = ?$\n").solve().answers
    assert [line.in_text() for line in workings.lines(answer.explanation.step)] == ["b = a + 1 = 3 + 1 = 4"]


def test_an_unknown_name_is_answered_with_the_near_ones():
    with pytest.raises(KeyError, match=r"score_3 has no value.*score_1"):
        workings.read("$score_1 = 3$\n")["score_3"]


def test_a_name_can_come_from_the_problem_sheet():
    claims = workings.read("$k + 1 = 6$\n").check(given=workings.read("$k = 5$\n")).claims
    assert [claim.verdict for claim in claims] == [workings.Verdict.RIGHT]


def test_a_mistyped_path_is_not_read_as_text():
    with pytest.raises(FileNotFoundError):
        workings.read("homwork.md")
    with pytest.raises(FileNotFoundError):
        workings.read(Path("2 + 2 = 4"))


@pytest.mark.parametrize("text", ["", "2 + 2 = 4", "x" * 100_000, "a\0b", "see notes.md"])
def test_any_other_string_is_text(text):
    assert workings.read(text).filename == "-"


def test_the_package_offers_what_it_lists_and_nothing_else():
    assert all(getattr(workings, name) is not None for name in workings.__all__)
    with pytest.raises(AttributeError):
        workings.nonsense  # noqa: B018
