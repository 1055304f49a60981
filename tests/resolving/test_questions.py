"""Which question a claim answers, however the sheet numbers its questions."""

from __future__ import annotations

import pytest

from workings.pipeline import check, read

LINE = "$1 + 1 = 2$"


def asked(*lines: str, filename: str = "sheet.md") -> list[str | None]:
    text = "\n\n".join(line.replace("@", LINE) for line in lines)
    return [claim.question for claim in check(read(text, filename)).claims]


@pytest.mark.parametrize(
    ("opening", "name"),
    [
        ("## Question 2", "2"), ("### Aufgabe 5: Softmax", "5"), ("## 3. Softmax", "3"), ("## 3.2 A", "3.2"),
        ("## Solution to problem 4", "4"), ("**1.**", "1"), ("**2a.**", "2a"), ("**2(a)**:", "2a"),
        ("2)", "2"), ("13\\. Find it.", "13"), ("Problem 3:", "3"), ("**Problem 4.**", "4"), ("**Q2.**", "2"),
        ("Exercise 7b)", "7b"), ("Question 6", "6"), ("(b)", "b"), ("**c)**", "c"), ("Part d.", "d"),
        ("Part 2:", "2"),
    ],
)  # fmt: skip
def test_an_opening_names_the_question(opening: str, name: str) -> None:
    between = "\n\n" if opening.startswith("#") else " "
    assert asked(f"{opening}{between}@") == [name]


@pytest.mark.parametrize(
    "line",
    ["Problem 3 asks for @", "Q1 = 3, so @", "(a) = 3, so @", "2.5 is less, @", "**3.5** or @", "    1. @"],
)
def test_what_looks_like_an_opening_is_none(line: str) -> None:
    assert set(asked("## Question 9", line)) <= {"9"}


@pytest.mark.parametrize(
    ("lines", "names"),
    [
        (
            ["**1.** @", "**2a.** @", "**(b)** @", "3) @", "Problem 4: @", "### Aufgabe 5", "@"],
            "1 2a 2b 3 4 5",
        ),
        (["## Question 2", "(a) @", "(b) @", "## Question 3", "(a) @"], "2a 2b 3a"),
        (["## Question 1", "1. @", "2. @", "## Question 2", "1. @"], "1 1 2"),
        (["## Question 1", "1. @", "2. @"], "1 1"),
        (["1. Compute it.", "2. And this.", "**1.** @", "**2.** @"], "1 2"),
        (["## 1. Net", "### 1. Forward", "@", "### 2. Backward", "@", "## 2. Loss", "@"], "1 1 2"),
        (["## 1. Net", "### 1.1 Forward", "@", "### 1.2 Backward", "@"], "1.1 1.2"),
        (["## Question 2", "(a) Find it.", "(b) Show it.", "(a) @", "(b) @"], "2 2"),
        (["## Question 2", "### Forward", "@", "### Backward", "@"], "2 2"),
        (["# Forward", "1. @", "2. @", "# Backward", "1. @"], "None None None"),
    ],
)
def test_numbers_count_questions_only_where_they_go_on(lines: list[str], names: str) -> None:
    assert [str(name) for name in asked(*lines)] == names.split()


def test_a_tex_file_and_a_plain_one_name_questions_alike() -> None:
    tex = ["\\section*{Problem 2}", "\\textbf{(a)} @", "\\textbf{b)} @", "\\paragraph{Exercise 3.} @"]
    plain = ["Problem 2", "(a) @", "b) @", "Exercise 3. @"]
    assert asked(*tex, filename="a.tex") == asked(*plain, filename="a.txt") == ["2a", "2b", "3"]


def test_a_cell_belongs_to_the_question_above_its_table() -> None:
    assert asked("**1.** @", "**2.** See", "| step | sum |\n|---|---|\n| 1 | @ |") == ["1", "2"]
