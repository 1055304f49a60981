"""Sentences that point to a lab, and what `check --labs` says beside them."""

from __future__ import annotations

import json

import pytest
from click.testing import CliRunner

from workings import pipeline
from workings.doors.cli import main
from workings.finding import Verdict
from workings.labs.citing import citations, with_labs

POINTER = "<!-- lab: separable-logistic -->"


def cited(text: str, filename: str = "notes.md") -> list[tuple[str, str]]:
    """The names of labs and the sentences that point to them."""
    document = pipeline.read(text, filename)
    found = citations(document)
    page = document.reading.page.text
    return [(one.name, " ".join(page[one.span.start : one.span.end].split())) for one in found]


def check(tmp_path, text, *options, name="notes.md"):
    path = tmp_path / name
    path.write_text(text, encoding="utf-8")
    result = CliRunner().invoke(main, ["check", str(path), *options])
    return result.exit_code, result.stdout


@pytest.mark.parametrize("text", [
    f"First. It has no minimum. {POINTER} Then more.",
    f"First. It has no minimum.\n{POINTER}\n\nThen more.",
    f"First.\n\n{POINTER}\nIt has no minimum. Then more.",
    f"First.\n\n{POINTER}\n\nIt has no minimum. Then more.",
    f"First.\n\n{POINTER} It has no minimum. Then more.",
    f"First. It has no\nminimum. {POINTER}",
    f"- First.\n- It has no minimum. {POINTER}\n- Then more.",
    f"| claim | lab |\n|---|---|\n| It has no minimum. | {POINTER} |",
    f"# First\n\n> {POINTER}\n> It has no minimum.",
])  # fmt: skip
def test_a_comment_points_from_the_sentence_beside_it_or_behind_it(text):
    assert cited(text) == [("separable-logistic", "It has no minimum.")]


def test_an_abbreviation_ends_no_sentence():
    assert (
        cited(f"Rules of thumb, e.g. this one, fail. {POINTER}")[0][1]
        == "Rules of thumb, e.g. this one, fail."
    )


def test_comments_of_tex_point_too():
    body = (
        "First.\n\nIt has no minimum. % lab: separable-logistic\nThen.\n% lab: copying\nTokens are copied.\n"
    )
    text = f"\\documentclass{{article}}\n\\begin{{document}}\n{body}\\end{{document}}\n"
    assert cited(text, "notes.tex") == [
        ("separable-logistic", "It has no minimum."),
        ("copying", "Tokens are copied."),
    ]


def test_comments_of_org_point_too():
    text = "First.\n\n# lab: copying\nTokens are copied.\n\n#+begin_src python\n# lab: pooling\n#+end_src\n"
    assert cited(text, "notes.org") == [("copying", "Tokens are copied.")]


def test_a_comment_may_name_several_labs():
    found = cited("Tokens are copied, always. <!-- lab: copying, own-key -->")
    assert found == [("copying", "Tokens are copied, always."), ("own-key", "Tokens are copied, always.")]


def test_the_python_interface_runs_labs_when_asked():
    import workings

    document = workings.read("A beam is never worse than greedy search. <!-- lab: greedy-and-beam -->\n")
    assert document.check().claims == ()
    assert [claim.message for claim in document.check(labs=True).claims] == [
        "the lab greedy-and-beam: does not hold"
    ]


def test_a_notebook_points_from_its_own_cells():
    cell = {"cell_type": "markdown", "metadata": {}, "source": [f"It has no minimum. {POINTER}\n"]}
    other = {"cell_type": "code", "metadata": {}, "outputs": [], "source": ["x = '```'\n"]}
    notebook = {"cells": [other, cell], "metadata": {}, "nbformat": 4, "nbformat_minor": 5}
    assert cited(json.dumps(notebook), "notes.ipynb") == [("separable-logistic", "It has no minimum.")]


@pytest.mark.parametrize("text", [
    f"Write `{POINTER}` beside it.",
    f"```\n{POINTER}\n```",
    f"```raw markdown\n{POINTER}\n```",
    "% lab: copying",
    "<!-- a lab: not one of ours -->",
])  # fmt: skip
def test_code_and_other_comments_point_nowhere(text):
    assert cited(text) == []


def test_each_ruling_has_its_verdict():
    text = f"One. {POINTER}\n\nTwo. <!-- lab: copying -->\n\nThree. <!-- lab: greedy-and-beam -->\n"
    document = pipeline.read(text, "notes.md")
    claims = with_labs(document, pipeline.check(document)).claims
    assert [(claim.text, claim.verdict, claim.rule) for claim in claims] == [
        ("One.", Verdict.RIGHT, None),
        ("Two.", Verdict.UNDECIDED, None),
        ("Three.", Verdict.WRONG, "lab/does-not-hold"),
    ]


def test_what_holds_is_noted_and_fails_nothing(tmp_path):
    code, out = check(tmp_path, f"It has no minimum. {POINTER}\n", "--labs")
    assert code == 0
    assert out.startswith("note: the lab separable-logistic: holds\n")
    assert "measured for “On separable data the loss of logistic regression has no minimum.”: on " in out
    assert out.splitlines()[-1] == "1 claim: 1 right"


def test_what_holds_only_under_a_condition_is_a_note(tmp_path):
    code, out = check(tmp_path, "Tokens are copied. <!-- lab: copying -->\n", "--labs")
    assert code == 0
    assert out.startswith("note: the lab copying: holds only if the norm is large")
    assert "not shown" not in out
    assert check(tmp_path, "Tokens are copied. <!-- lab: copying -->\n", "--labs", "--strict")[0] == 1


def test_what_does_not_hold_is_a_finding(tmp_path):
    text = "A beam is never worse than greedy search. <!-- lab: greedy-and-beam -->\n"
    code, out = check(tmp_path, text, "--labs", "--output-format", "concise")
    assert code == 1
    assert out.startswith(
        f"{tmp_path}/notes.md:1:1: wrong[lab/does-not-hold] the lab greedy-and-beam: does not"
    )
    ignored = text.replace("-->", "--> <!-- workings: ignore lab/does-not-hold -->")
    assert check(tmp_path, ignored, "--labs")[0] == 0


def test_an_unknown_lab_is_said_with_near_names(tmp_path):
    code, out = check(tmp_path, "Gradients vanish. <!-- lab: vanishing-gradient -->\n", "--labs")
    assert code == 0
    assert "unread: no lab is called `vanishing-gradient`; did you mean `vanishing-gradients`" in out


def test_without_torch_a_sentence_says_what_to_install(tmp_path, monkeypatch):
    monkeypatch.setattr("workings.labs.running.find_spec", lambda name: None)
    _, out = check(tmp_path, "Chance. <!-- lab: parallel-depth -->\n", "--labs")
    assert "needs PyTorch" in out


@pytest.mark.parametrize("form", ["json", "html", "github", "sarif", "csv"])
def test_every_format_tells_of_labs(tmp_path, form):
    text = f"It has no minimum. {POINTER}\n\nA beam is never worse. <!-- lab: greedy-and-beam -->\n"
    code, out = check(tmp_path, text, "--labs", "--output-format", form)
    assert code == 1
    assert "lab/does-not-hold" in out
    if form != "csv":
        assert "separable-logistic" in out
    if form == "json":
        kinds = [claim["kind"] for claim in json.loads(out)["files"][0]["claims"]]
        assert kinds == ["lab", "lab"]


def test_without_the_option_a_comment_costs_and_says_nothing(tmp_path):
    code, out = check(tmp_path, "A beam is never worse. <!-- lab: greedy-and-beam -->\n")
    assert (code, out) == (0, "0 claims\n")


def test_labs_do_not_go_with_fixes(tmp_path):
    assert check(tmp_path, "Text.\n", "--labs", "--fix")[0] == 2


def test_a_comment_that_names_no_lab_is_said(tmp_path):
    code, out = check(tmp_path, "It has no minimum. <!-- lab: -->\n", "--labs", "--verbose")
    assert code == 0
    assert "the comment names no lab" in out
