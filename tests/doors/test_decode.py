"""`workings decode`: which sequence each rule returns, as text, Markdown, JSON and a picture."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from workings.doors.cli import main

SHEET = """- Do you like coffee
  - ? (0.55)
  - or (0.45)
    - tea (0.9)
      - ? (0.9)
      - . (0.1)
    - milk (0.1)
      - ? (1)
"""


@pytest.fixture
def sheet(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    Path("tree.md").write_text(SHEET, encoding="utf-8")


def decode(*arguments: str) -> Result:
    return CliRunner().invoke(main, ["decode", *arguments])


def test_every_rule_has_its_row(sheet):
    result = decode("tree.md")
    assert result.exit_code == 0
    rows = [" ".join(line.split()) for line in result.stdout.splitlines()]
    assert "greedy ? 0.55 -0.5978 0.550" in rows
    assert "beam of 2, by length or tea ? 0.3645 -1.0092 0.714" in rows
    assert "exhaustive ? 0.55 -0.5978 0.550" in rows
    assert "beam of 2 keeps at step 2: ? (0.55), or tea (0.405)" in rows


def test_json_has_exact_probabilities_and_steps(sheet):
    (tree,) = json.loads(decode("tree.md", "--to", "json", "--rule", "beam", "--normalise", "1").stdout)[
        "trees"
    ]
    assert tree["prompt"] == ["Do", "you", "like", "coffee"] and tree["line"] == 2
    (answer,) = tree["answers"]
    assert answer["sequences"] == [["or", "tea", "?"]]
    assert (answer["probability"], answer["alpha"], answer["sure"]) == ("0.3645", "1", True)
    assert answer["steps"][0] == [["?"], ["or"]]


def test_the_table_is_markdown_where_the_file_is(sheet):
    assert decode("tree.md", "-o", "table.md").exit_code == 0
    table = Path("table.md").read_text(encoding="utf-8")
    assert "| beam of 2, by length | or tea ? | 0.3645 | -1.0092 | 0.714 |" in table


@pytest.mark.parametrize(
    ("kept", "arguments"),
    [("tree", []), ("tree-greedy", ["--rule", "greedy"]), ("tree-by-length", ["--normalise", "1"])],
)
def test_the_picture_is_the_one_that_was_reviewed(sheet, reviewed, kept, arguments):
    result = decode("tree.md", "--to", "svg", *arguments)
    assert result.exit_code == 0
    assert reviewed(kept, result.stdout)


def test_what_is_left_open_exits_with_1(sheet):
    Path("open.md").write_text("- A (0.5)\n  - C (0.6)\n- B (0.5)\n", encoding="utf-8")
    result = decode("open.md", "--rule", "exhaustive")
    assert result.exit_code == 1 and "as far as the document goes" in result.stdout
    Path("none.md").write_text("Nothing here.\n", encoding="utf-8")
    result = decode("none.md")
    assert result.exit_code == 1 and "no tree of probabilities was read in none.md" in result.stderr


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["no.md"], "cannot read no.md"),
        (["tree.md", "-o", "no/where.svg"], "cannot write no/where.svg"),
        (["tree.md", "--normalise", "much"], "much is not a number from 0 to 10"),
        (["tree.md", "--width", "0"], "0 is not in the range"),
        (["tree.md", "--rule", "luck"], "'luck' is not one of"),
    ],
)
def test_what_cannot_be_done_exits_with_2_and_says_why(sheet, arguments, said):
    result = decode(*arguments)
    assert result.exit_code == 2 and said in result.stderr


def test_a_tree_that_is_too_large_for_a_picture_says_so(sheet):
    Path("wide.md").write_text("".join(f"- w{at} (0.01)\n" for at in range(60)), encoding="utf-8")
    result = decode("wide.md", "-o", "tree.svg")
    assert result.exit_code in (0, 2)
    assert result.exit_code == 0 or "a picture holds 48 sequences" in result.stderr


@pytest.mark.parametrize(
    "text",
    [
        "Weights:\n\n  forget gate: w_f = 0.5,  u_f = 0.1,  b_f = 0.2\n  input gate: w_i = 0.4, u_i = -0.2\n",
        "The neuron has the weights w_1 = 0.6 and w_2 = 0.3.\n",
        "- w_1 = 0.5\n- w_2 = 0.2\n- b_1 = 0.1\n",
        "Start at $x_0 = 0$ with the learning rate $\\eta = 0.1$.\n",
    ],
)
def test_weights_are_no_tree(sheet, text):
    Path("weights.md").write_text(text, encoding="utf-8")
    result = decode("weights.md")
    assert result.exit_code == 1 and "no tree of probabilities was read" in result.stderr


@pytest.mark.parametrize(
    "first",
    ["P(the) = 0.5, P(a) = 0.3, P(my) = 0.3", "First word: p(the) = 60%, p(a) = 30% and p(my) = 20%"],
)
def test_a_first_step_that_adds_up_to_more_than_one_is_said(sheet, first):
    Path("over.md").write_text(f"{first}.\n\nP(cat | the) = 0.4, P(dog | the) = 0.6\n", encoding="utf-8")
    result = decode("over.md")
    assert result.stdout.count("tree of line") == 1 and result.exit_code == 1
    assert "note: the probabilities at the start add up to more than 1" in result.stdout
