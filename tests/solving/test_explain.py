"""What `workings explain` promises: from a line back to the givens, in files of any kind."""

from __future__ import annotations

import json

SHEET = "$a = 3$\n\n$b = 2 a = 6$\n\n$c = b^2 + a = 40$ and $2 b = 12$\n\nNothing here.\n"


def test_a_line_is_explained_back_to_the_givens(run):
    result = run("explain", "a.md:5", "--detail", "1", files={"a.md": SHEET})
    assert result.exit_code == 0
    assert result.stdout == (
        "line 5: c = b^2 + a = 40\n"
        "  wrong: b^2 + a is 39, not 40\n"
        "  it comes from\n"
        "    line 1: a = 3  (given)\n"
        "    line 3: b = 2 a = 6  (worked out)\n"
        "  step by step\n"
        "    c = b^2 + a = 6^2 + 3 = 39\n"
        "\n"
        "line 5: 2 b = 12\n"
        "  right\n"
        "  it comes from\n"
        "    line 1: a = 3  (given)\n"
        "    line 3: b = 2 a = 6  (worked out)\n"
        "  step by step\n"
        "    2 · b = 2 · 6 = 12\n"
    )


def test_a_column_picks_one_of_several_values(run):
    result = run("explain", "a.md:5:32", files={"a.md": SHEET})
    assert result.stdout.startswith("line 5: 2 b = 12\n")
    assert result.stdout.count("line 5") == 1


def test_the_links_of_a_chain_share_one_derivation(run):
    text = "$a = 3$\n\n$b = 2 a = 2 \\cdot 3 = 7$\n"
    output = run("explain", "a.md:3", files={"a.md": text}).stdout
    assert output.count("step by step") == 1
    assert output.index("right") < output.index("wrong") < output.index("it comes from")


def test_a_blank_and_an_open_formula_are_explained_too(run):
    result = run("explain", "a.md:1", files={"a.md": "$3 + 4 = ?$ and $x = 5 \\cdot (2 + 1)$\n"})
    assert "3 + 4 = 7" in result.stdout
    assert "x = 5 · (2 + 1) = 15" in result.stdout


def test_a_given_has_nothing_to_explain(run):
    result = run("explain", "a.md:1", files={"a.md": SHEET})
    assert result.exit_code == 0
    assert "it is given" in result.stdout


def test_a_line_of_a_notebook_is_a_line_of_its_file(run):
    source = ["$a = 3$\n", "\n", "$b = 2 a = 7$\n"]
    notebook = {"cells": [{"cell_type": "markdown", "metadata": {}, "source": source}], "nbformat": 4}
    text = json.dumps(notebook, indent=1)
    line = 1 + next(at for at, row in enumerate(text.splitlines()) if "= 7" in row)
    result = run("explain", f"n.ipynb:{line}", "--detail", "1", files={"n.ipynb": text})
    assert f"line {line}: b = 2 a = 7" in result.stdout
    assert "b = 2 · a = 2 · 3 = 6" in result.stdout


def test_a_place_without_maths_and_a_place_that_is_none_are_trouble(run):
    result = run("explain", "a.md:7", files={"a.md": SHEET})
    assert (result.exit_code, result.stderr) == (2, "error: nothing is stated at a.md:7\n")
    result = run("explain", "a.md")
    assert (result.exit_code, result.stderr) == (
        2,
        "error: a.md is not a place; write FILE:LINE or FILE:LINE:COLUMN\n",
    )
    assert run("explain", "none.md:1").exit_code == 2
