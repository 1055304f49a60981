"""`workings draw`: pictures of what a document computes, on standard output or in a file."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from workings.doors.cli import main

SHEET = r"""
The sentence is "cats chase mice".

$Q = \begin{bmatrix} 1 & 0 \\ 0 & 1 \\ 1 & 1 \end{bmatrix}$,
$K = \begin{bmatrix} 1 & 1 \\ 2 & 0 \\ 0 & 2 \end{bmatrix}$

$S = Q K^\top = \begin{bmatrix} 1 & 2 & 0 \\ 1 & 0 & 3 \\ 2 & 2 & 2 \end{bmatrix}$

$A = \operatorname{softmax}(S) =
\begin{bmatrix} 0.245 & 0.665 & 0.090 \\ 0.114 & 0.042 & 0.844 \\ 0.333 & 0.333 & 0.333 \end{bmatrix}$

$d = 3$ and $v = [1, -2, 1/3]$
"""


@pytest.fixture
def sheet(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    Path("sheet.md").write_text(SHEET, encoding="utf-8")


def draw(*arguments: str) -> Result:
    return CliRunner().invoke(main, ["draw", *arguments])


@pytest.mark.parametrize(
    ("kept", "arguments"),
    [
        ("weights", ["A"]),
        ("graph", ["A", "--kind", "graph"]),
        ("chain", ["A", "--kind", "chain"]),
        ("document", []),
        ("matrix", ["S"]),
        ("vector", ["v"]),
        ("expression", ["softmax(Q K^T / √2)", "--rows", "a,b,c"]),
    ],
)
def test_the_picture_is_the_one_that_was_reviewed(sheet, reviewed, kept, arguments):
    result = draw("sheet.md", *arguments)
    assert result.exit_code == 0
    assert reviewed(kept, result.stdout)


def test_a_picture_is_written_whole_and_nothing_is_left_beside_it(sheet):
    assert draw("sheet.md", "A", "-o", "map.svg").output == ""
    assert Path("map.svg").read_text(encoding="utf-8") == draw("sheet.md", "A").stdout
    assert sorted(path.name for path in Path().iterdir()) == ["map.svg", "sheet.md"]


def test_the_words_of_the_document_are_in_the_description(sheet):
    assert "cats attends most to chase (0.665), then cats (0.245)" in draw("sheet.md", "A").stdout


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["sheet.md", "Qx"], "error: Qx has no value in sheet.md (no value for x); near it are Q"),
        (["sheet.md", "Q @"], "error: Q @ has no value in sheet.md"),
        (["sheet.md", "d"], "error: d is a single number, 3; a picture needs a vector or a matrix"),
        (["sheet.md", "S", "--kind", "graph"], "error: the rows of S are not shares"),
        (["sheet.md", "A", "--rows", "a,b"], "error: A has 3 rows, but 2 names were given"),
        (["sheet.md", "d", "--kind", "chain"], "error: d: there are no steps to draw"),
        (["sheet.md", "nothing", "--kind", "chain"], "error: nothing has no value in sheet.md"),
        (["none.md", "A"], "error: cannot read none.md"),
        (["sheet.md", "A", "-o", "no/where.svg"], "error: cannot write no/where.svg"),
        (["sheet.md", ""], "NAME is empty"),
        (["sheet.md", "A", "-o", "folder"], "error: cannot write folder"),
        (["sheet.md", "--kind", "heat"], "--kind heat needs the NAME of a value"),
    ],
)
def test_what_cannot_be_drawn_exits_with_2_and_says_why(sheet, arguments, said):
    Path("folder").mkdir()
    result = draw(*arguments)
    assert result.exit_code == 2
    assert said in result.stderr
    assert result.stdout == ""
    assert sorted(path.name for path in Path().iterdir()) == ["folder", "sheet.md"]


def test_a_picture_is_not_written_under_another_formats_name(tmp_path):
    document = tmp_path / "a.md"
    document.write_text("$A = [[0.5, 0.5], [0.1, 0.9]]$\n", encoding="utf-8")
    target = tmp_path / "map.png"
    result = CliRunner().invoke(main, ["draw", str(document), "A", "-o", str(target)])
    assert result.exit_code == 2
    assert not target.exists()
