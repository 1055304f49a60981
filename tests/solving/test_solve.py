"""What `workings solve` promises: every open place is worked out, and nothing else in the file changes."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import workings
from workings.evaluating.rendering import show
from workings.extracting.editing import edited, raw_edits
from workings.finding import Verdict
from workings.reporting.solutions.tex import escaped
from workings.solving.writing import fill

PROBLEMS = sorted((Path(__file__).parents[2] / "book" / "problems").glob("*.md"))

SHEETS: dict[str, str] = {
    "dollars.md": "$2 + 2 = ?$ and $3 \\cdot 4 = \\_\\_$, then $\\frac{1}{8} \\approx \\boxed{?}$.\n",
    "display.md": "$$\nx = 3\n$$\n\n$$\ny = x^2 + 1 = \\underline{\\hspace{2cm}}\n$$\n",
    "plain.txt": "a = 6\nb = 7\na * b = ____\n\n2 / 3 + 0.5 = ?\n",
    "windows.md": "$2 + 2 = ?$\r\n\r\n$5 \\cdot 5 = ?$\r\n",
    "marked.md": "\ufeff$2 + 2 = ?$\n",
    "entries.md": "softmax([1, 2, 3]) = [?, 0.2447, ?]\n\n$\\frac{1}{3} [1, 2] \\approx [\\_\\_, \\_\\_]$\n",
    "behind.md": (
        "$X = \\begin{bmatrix} 1 & 2 \\\\ 3 & 4 \\end{bmatrix}$\n\n"
        "- $X X =$ ?\n- $X^\\top X =$ ____\n- $2 + 2 =$ ?\n"
    ),
    "listed.md": "X = [[1, 2], [3, 4]]\n\nW = [[0, 1], [1, 0]]\n\nX W = ?\n",
    "formula.md": "$X = \\begin{bmatrix} 1 & 2 \\\\ 3 & 4 \\end{bmatrix}$\n\n$Y = X X$ is the square.\n",
    "comma.md": "Es ist $0{,}5 \\cdot 0{,}5 = ?$ und $1{,}5 + 0{,}25 = ?$.\n",
    "table.md": "| formula | value |\n|---|---|\n| 12 × 12 | ? |\n| 3 × 5 | ___ |\n",
    "paper.tex": (
        "\\documentclass{article}\n\\begin{document}\nLet $a = 3$.\n\\begin{align}\nb &= 2a + 1 = ? \\\\\n"
        "c &= b^2 = \\rule{1cm}{0.4pt}\n\\end{align}\n\\end{document}\n"
    ),
    "commands.md": (
        "Given: $x = (1, 2)$ and $W = \\begin{pmatrix} 1 & 0 \\\\ 2 & -1 \\end{pmatrix}$.\n\n"
        "## Exercise 1\n\nCompute $W x$ and $\\sum_{i=1}^{2} x_i$.\n\n"
        "What is $3 \\cdot 7 + 1$?\n\n$x^\\top x =$\n"
    ),
    "columns.md": (
        "$W = \\begin{pmatrix} 1 & 0 \\\\ 2 & -1 \\end{pmatrix}$, $x = (1, 2)$.\n\n"
        "$W x = \\begin{pmatrix} ? \\\\ \\_\\_ \\end{pmatrix}$\n\n"
        "$W x = \\begin{bmatrix} ? & ? \\end{bmatrix}$\n"
    ),
    "steps.md": (
        "The state is $h_t = 0.5 h_{t-1} + x_t$ with $h_0 = 0$.\n\n| $t$ | $x_t$ | $h_t$ |\n|---|---|---|\n"
        "| 1 | 1 | |\n| 2 | 0 | ? |\n| 3 | 2 | ___ |\n"
    ),
    "filled.md": (
        "Let $w = 2$ and $b = -1$, and $z = w x + b$, $a = \\sigma(z)$.\n\n"
        "| $x$ | $z$ | $a$ |\n|---|---|---|\n| 0 | ? | ? |\n| 1 | | |\n"
    ),
    "notes.org": "* Sums\n\n$2 + 2 = ?$ and \\(3 + 4 = ?\\)\n",
    "book.ipynb": json.dumps(
        {
            "cells": [
                {"cell_type": "markdown", "metadata": {}, "source": ["# Ü\n", "$x = 3$, $x^2 = ?$ \"so\"\n"]},
                {"cell_type": "markdown", "metadata": {}, "source": "$y = x + x$ and $y + 1 = \\boxed{?}$"},
            ],
            "metadata": {},
            "nbformat": 4,
            "nbformat_minor": 5,
        },
        indent=1,
    ),
    **{path.name: path.read_text(encoding="utf-8") for path in PROBLEMS},
}  # fmt: skip


@pytest.mark.parametrize("name", SHEETS)
def test_what_was_filled_in_is_judged_right(run, tmp_path, name):
    asked = len(workings.read(write(tmp_path, name)).solve().answers)
    result = run("solve", name, "--write")
    assert result.exit_code == 0, result.output
    assert result.stdout == f"filled in {asked} {'place' if asked == 1 else 'places'}\n"
    report = workings.read(tmp_path / name).check()
    assert asked > 0
    assert report.counts["claims"] >= asked / 2  # the entries of one list are one claim
    assert {claim.verdict for claim in report.claims} == {Verdict.RIGHT}


@pytest.mark.parametrize("name", SHEETS)
def test_a_second_run_changes_no_byte(run, tmp_path, name):
    write(tmp_path, name)
    run("solve", name, "--write")
    once = (tmp_path / name).read_bytes()
    result = run("solve", name, "--write")
    assert result.stdout == "filled in 0 places\n"
    assert (tmp_path / name).read_bytes() == once


@pytest.mark.parametrize("name", SHEETS)
def test_everything_between_the_answers_is_kept(run, tmp_path, name):
    """Taking the answers out again gives the file back: what is left is a subsequence, in pieces."""
    before = write(tmp_path, name).read_bytes()
    run("solve", name, "--write")
    after = (tmp_path / name).read_bytes()
    assert after != before
    rest = iter(after)
    blanks = b"?_\\" if name != "table.md" else b"?_"
    kept = [byte for byte in before if byte not in blanks]
    if b"hspace" not in before and b"rule" not in before:
        assert all(byte in rest for byte in kept)
    assert after.count(b"\r\n") == before.count(b"\r\n")
    assert after.startswith(before[:3])


@pytest.mark.parametrize("name", SHEETS)
@pytest.mark.parametrize("detail", [0, 3])
def test_nothing_in_a_solution_is_wrong(tmp_path, name, detail):
    from workings.reporting.solutions import renderer

    solution = workings.read(write(tmp_path, name)).solve(detail=detail)
    givens = workings.read(tmp_path / name)
    text = renderer("md")(solution)
    claims = workings.read(text).check(givens).claims
    assert [claim.text for claim in claims if claim.verdict is Verdict.WRONG] == []
    assert not solution.unsolved


def write(folder: Path, name: str) -> Path:
    (folder / name).write_bytes(SHEETS[name].encode())
    return folder / name


def test_blanks_in_the_entries_of_a_list_are_filled_one_by_one(run, tmp_path):
    write(tmp_path, "entries.md")
    run("solve", "entries.md", "--write")
    text = (tmp_path / "entries.md").read_text(encoding="utf-8")
    assert "softmax([1, 2, 3]) = [0.0900, 0.2447, 0.6652]" in text


def test_a_formula_that_a_sentence_asks_for_gets_its_value_behind_it(run, tmp_path):
    write(tmp_path, "commands.md")
    run("solve", "commands.md", "--write")
    text = (tmp_path / "commands.md").read_text(encoding="utf-8")
    assert "Compute $W x = [1, 0]$ and $\\sum_{i=1}^{2} x_i = 3$." in text
    assert "What is $3 \\cdot 7 + 1 = 22$?\n\n$x^\\top x = 5$\n" in text


def test_the_sigmoid_is_no_product_with_a_deviation_that_has_its_letter(tmp_path):
    path = tmp_path / "a.md"
    path.write_text("$\\sigma^2 = 4$\n\nThe sigmoid of $z = 0$ is $\\sigma(z) = ?$\n", encoding="utf-8")
    (answer,) = workings.read(path).solve().answers
    assert str(answer.value) == "1/2"


def test_a_column_without_a_formula_takes_no_value_from_another_exercise(tmp_path):
    path = tmp_path / "a.md"
    path.write_text("$x_1 = 5$\n\n# 2\n\n| $k$ | $x_k$ |\n|---|---|\n| 0 | 1 |\n| 1 | |\n", encoding="utf-8")
    (answer,) = workings.read(path).solve().unsolved
    assert answer.reason == "nothing says how this column is worked out"


@pytest.mark.parametrize(
    "said",
    [
        "Find $x + 1$ such that it is a square.",
        "Compute $a + q$.",
        "We find $a + 1 = 4$ in two steps, and $2 a$ is larger.",
        "Determine $a$.",
        "Find $a > 2$.",
    ],
)
def test_what_is_no_question_of_a_value_stays_as_it_is(tmp_path, said):
    path = tmp_path / "a.md"
    path.write_text(f"$a = 3$, $x = 1$\n\n{said}\n", encoding="utf-8")
    assert workings.read(path).solve().answers == ()


def test_an_answer_takes_the_notation_of_its_place(run, tmp_path):
    write(tmp_path, "listed.md")
    run("solve", "listed.md", "--write")
    assert "X W = [[2, 1], [4, 3]]" in (tmp_path / "listed.md").read_text(encoding="utf-8")
    write(tmp_path, "formula.md")
    run("solve", "formula.md", "--write")
    text = (tmp_path / "formula.md").read_text(encoding="utf-8")
    assert "$Y = X X = \\begin{bmatrix} 7 & 10 \\\\ 15 & 22 \\end{bmatrix}$ is" in text
    write(tmp_path, "comma.md")
    run("solve", "comma.md", "--write")
    assert "= 0{,}25$ und $1{,}5 + 0{,}25 = 1{,}75$" in (tmp_path / "comma.md").read_text(encoding="utf-8")


def test_one_number_with_a_comma_in_braces_is_enough_for_answers_in_maths(run, tmp_path):
    run("solve", "a.md", "--write", files={"a.md": "$a = 1{,}5$\n\n$a/4 = ?$\n\n3/2 = ___\n"})
    text = (tmp_path / "a.md").read_text(encoding="utf-8")
    assert "$a/4 = 0{,}375$" in text and "3/2 = 1.5" in text


def test_an_answer_has_as_many_decimals_as_the_document_writes(run, tmp_path):
    text = "softmax([1, 2]) = [0.27, 0.73]\n\nsoftmax([1, 3]) = [0.12, 0.88]\n\nsoftmax([2, 5]) = ?\n"
    run("solve", "a.md", "--write", files={"a.md": text})
    assert "softmax([2, 5]) = [0.047, 0.953]" not in (tmp_path / "a.md").read_text(encoding="utf-8")
    text = text.replace("[2, 5]", "[2, 3.5]")
    run("solve", "a.md", "--write", files={"a.md": text})
    assert "softmax([2, 3.5]) = [0.18, 0.82]" in (tmp_path / "a.md").read_text(encoding="utf-8")
    run("solve", "a.md", "--write", "--digits", "3", files={"a.md": text})
    assert "softmax([2, 3.5]) = [0.182, 0.818]" in (tmp_path / "a.md").read_text(encoding="utf-8")


def test_a_fraction_stays_one_where_a_document_has_no_decimals_and_it_says_something(run, tmp_path):
    text = "$\\frac{1}{3} + \\frac{1}{2} = ?$, $\\frac{1}{3} = ?$ and $\\frac{2}{3} + 1 \\approx ?$\n"
    run("solve", "a.md", "--write", files={"a.md": text})
    assert (tmp_path / "a.md").read_text(encoding="utf-8") == (
        "$\\frac{1}{3} + \\frac{1}{2} = \\frac{5}{6}$, $\\frac{1}{3} = 0.3333$ and "
        "$\\frac{2}{3} + 1 \\approx 1.667$\n"
    )


def test_the_encoding_of_a_file_is_kept(run, tmp_path):
    for encoding in ("utf-16", "utf-8-sig", "cp1252"):
        text = "Größe: $2 + 2 = ?$\r\n"
        (tmp_path / "a.md").write_bytes(text.encode(encoding))
        run("solve", "a.md", "--write")
        assert (tmp_path / "a.md").read_bytes() == text.replace("?", "4").encode(encoding)


def test_what_cannot_be_solved_is_listed_with_the_reason(run):
    result = run("solve", "a.md", "--to", "txt", files={"a.md": "$X = 3$ and $Q = X W = ?$\n"})
    assert result.exit_code == 1
    assert result.stdout == ("line 1: Q = X W = ?\n  not solved: no value is known for W\n\nsolved 0 of 1\n")
    written = run("solve", "a.md", "--write")
    assert (written.exit_code, written.stdout) == (1, "filled in 0 places\n")
    assert written.stderr == "a.md:1:14: not solved: no value is known for W\n"


def test_a_general_law_is_no_question(run):
    laws = "$$\\operatorname{Att}(Q, K) = \\operatorname{softmax}(Q K^T)$$\n\n$E = m c^2$, $1 + … = 5050$\n"
    result = run("solve", "laws.md", "--to", "txt", files={"laws.md": laws})
    assert (result.exit_code, result.stdout) == (0, "nothing is left open\n")


def answers(text: str, tmp_path: Path) -> list[str]:
    """What a text looks like once its answers are written into it, line by line."""
    path = tmp_path / "a.md"
    path.write_text(text, encoding="utf-8")
    document = workings.read(path)
    solution = document.solve()
    filled = fill(document.parsed, solution)
    return edited(text, raw_edits(solution.page, filled.edits)).splitlines()


@pytest.mark.parametrize(
    ("asked", "answered"),
    [
        ("Let $v = [1, 2]$. $y = v v = \\dots$", "Let $v = [1, 2]$. $y = v v = 5$"),
        ("Solve $2x + 1 = 7$: $x = ?$", "Solve $2x + 1 = 7$: $x = 3$"),
        ("$\\frac{d}{dx} x^3 = ?$", "$\\frac{d}{dx} x^3 = 3 \\cdot x^{2}$"),
        ("Let $g(u) = u^2 + u$. $g'(u) = ?$", "Let $g(u) = u^2 + u$. $g'(u) = 2 \\cdot u + 1$"),
        ("Let $p = [0.5, 0.25, 0.25]$. $H(p) = ?$ bits", "Let $p = [0.5, 0.25, 0.25]$. $H(p) = 1.5$ bits"),
    ],
)
def test_what_has_no_formula_beside_it_is_solved_by_other_means(asked, answered, tmp_path):
    assert answers(asked, tmp_path) == [answered]


@pytest.mark.parametrize(
    ("asked", "reason"),
    [
        ("$f(3) = \\dots$", "no value is known for f"),
        ("Let $p = [0.5, 0.5]$. $H(p) = ?$", "in bits or in nats"),
        ("Solve $x^2 = 7$: $x = ?$", "no value is known for x"),
        ("Let $w \\in \\mathbb{R}^2$ and $L = w^T w$. $\\frac{\\partial L}{\\partial w} = ?$", "w"),
        ("| i | p | q |\n|---|---|---|\n| 1 | 0.5 | |\n", "nothing says how this column is worked out"),
    ],
)
def test_what_stays_open_is_listed_with_its_reason(asked, reason):
    (answer,) = workings.read(asked).solve().answers
    assert (answer.value, answer.formula) == (None, None)
    assert reason in answer.reason


def test_blank_cells_are_filled_by_the_formula_of_their_column(tmp_path):
    table = ["| i | p | -log2 p |", "|---|---|---|", "| 1 | 0.5 | |", "| 2 | 0.25 |  |"]
    assert answers("\n".join(table), tmp_path) == [*table[:2], "| 1 | 0.5 | 1 |", "| 2 | 0.25 | 2 |"]


def test_a_cell_that_is_empty_among_words_is_no_question():
    table = "| i | p | note |\n|---|---|---|\n| 1 | 0.5 | |\n| 2 | 0.3 | late |\n"
    assert not workings.read(table).solve().answers


def test_steps_keep_the_columns_of_their_author():
    (answer,) = workings.read("Let $x = [1, 2]^T$ and $W = [[1, 0], [0, 2]]$. $z = W x = ?$").solve().answers
    (line,) = workings.lines(answer.explanation.step)
    assert "[1, 2]ᵀ" in line.in_text() and "[1, 2]^\\top" in line.in_latex()


def test_steps_keep_the_names_that_functions_have_in_print():
    (answer,) = workings.read("$h = \\mathrm{ReLU}([-1, 2]) = ?$").solve().answers
    (line,) = workings.lines(answer.explanation.step)
    assert "ReLU" in line.in_text() and "ReLU" in line.in_latex()


def test_the_format_follows_the_ending_of_the_output(run, tmp_path):
    files = {"a.md": "$z = [1, 2]$\n\n$\\operatorname{softmax}(z) = ?$\n"}
    signs = {
        "b.tex": "\\documentclass",
        "b.ipynb": '"nbformat": 4',
        "b.txt": "line 3:",
        "b.md": "# Solutions",
    }
    for name, sign in signs.items():
        result = run("solve", "a.md", "--detail", "3", "-o", name, files=files)
        assert (result.exit_code, result.stdout) == (0, "solved 1 of 1\n")
        assert sign in (tmp_path / name).read_text(encoding="utf-8")
    latex = (tmp_path / "b.tex").read_text(encoding="utf-8")
    assert latex.count("\\begin{") == latex.count("\\end{")
    assert latex.count("{") == latex.count("}")
    json.loads((tmp_path / "b.ipynb").read_text(encoding="utf-8"))


def test_a_matrix_behind_dollars_is_put_into_dollars(run, tmp_path):
    write(tmp_path, "behind.md")
    run("solve", "behind.md", "--write")
    text = (tmp_path / "behind.md").read_text(encoding="utf-8")
    assert "$X X =$ $\\begin{bmatrix} 7 & 10 \\\\ 15 & 22 \\end{bmatrix}$\n" in text and "=$ 4\n" in text


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("The integral of $x^3$ at $x = 2$ is ___\n", True),
        ("With x = 2 the slope of x^2 comes to ____.\n", True),
        ("$f(2)$ is therefore \\_\\_\\_\n", True),
        ("Name: _____ Date: ____\n", False),
        ("We write __init__ and snake___case.\n", False),
        ("$2 + 2 =$ ___\n", False),
    ],
)
def test_a_blank_that_no_formula_leads_to_is_not_passed_over(text, said):
    reasons = [answer.reason for answer in workings.read(text).solve().answers]
    assert ("no formula with an equals sign leads to it" in reasons) == said


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("The derivative of $x^3$ at $x = 2$ is ___.\n", "12"),
        ("The norm of $(3, 4)$ is ?\n", "5"),
        ("$p(1 - p)$ for $p = 0.3$ = ____\n", "0.21"),
        ("The entropy of (0.5, 0.25, 0.25) is ___ bits.\n", "1.5"),
    ],
)
def test_a_blank_in_a_sentence_is_filled_in_with_what_the_sentence_asks_for(text, value):
    (answer,) = workings.read(text).solve().answers
    assert answer.value is not None and show(answer.value) == value


def test_a_tex_document_has_no_sign_that_needs_a_package(run):
    signs = "∑∏√θ₁²−·⊙≈≤→∞°‖ο中\U0001f600"
    files = {"a.md": f"Übung „{signs}“ 7 − 2·3 = ?\n\n∑_{{i=1}}^{{5}} i² = ?\n\nθ₁ = 3\n\nθ₁ ⊙ 2 ≈ ?\n"}
    found = run("solve", "a.md", "--to", "tex", files=files).stdout
    assert all(sign <= "\u017f" and sign.isalpha() for sign in found if not sign.isascii())
    assert escaped(signs).isascii() and escaped("Übung – „so“") == "Übung – „so“"


def test_the_html_page_loads_nothing_and_escapes_the_document(run, tmp_path):
    text = "<script>alert(1)</script>\n\n$2 + 2 = ?$\n\n$\\text{<img src=x onerror=1>} = x = ?$\n"
    run("solve", "a.md", "-o", "b.html", files={"a.md": text})
    page = (tmp_path / "b.html").read_text(encoding="utf-8")
    body = page[page.index("<body>") :]
    assert "<script>" not in body
    assert "<img" not in body
    assert 'data-tex="2 + 2 = 4"' in body
    assert "http://" not in body
    assert "https://" not in body


def test_weights_are_drawn_on_the_html_page(run, tmp_path):
    write(tmp_path, "self-attention.md")
    run("solve", "self-attention.md", "-o", "b.html")
    page = (tmp_path / "b.html").read_text(encoding="utf-8")
    assert page[page.index("<body>") :].count("<svg") == 1


def test_standard_input_is_written_to_standard_output(run):
    result = run("solve", "-", "--write", input="$2 + 2 = ?$\n")
    assert result.stdout == "$2 + 2 = 4$\n"
    assert result.stderr == "filled in 1 place\n"


def test_a_missing_file_is_trouble_and_no_traceback(run):
    result = run("solve", "none.md")
    assert (result.exit_code, result.stderr) == (2, "error: cannot read none.md: No such file or directory\n")


def test_a_bug_of_ours_is_said_in_one_line(run, monkeypatch):
    from workings.doors import solve as door

    def broken(*arguments: object, **options: object) -> None:
        raise ZeroDivisionError("boom")

    monkeypatch.setattr(door, "solved", broken)
    result = run("solve", "a.md", files={"a.md": "$2 = ?$"})
    assert result.exit_code == 2
    assert result.stderr == (
        "error: internal error in a.md: ZeroDivisionError: boom; this is a bug in workings\n"
    )


def test_names_may_be_lent_by_a_problem_sheet(run, tmp_path):
    files = {"sheet.md": "$a = 3$\n", "mine.md": "$2 a = ?$\n"}
    assert run("solve", "mine.md", "--write", "--given", "sheet.md", files=files).exit_code == 0
    assert (tmp_path / "mine.md").read_text(encoding="utf-8") == "$2 a = 6$\n"


def test_digits_are_as_many_as_asked_for(run):
    result = run("solve", "a.md", "--to", "txt", "--digits", "12", files={"a.md": "$\\sqrt{2} = ?$\n"})
    assert "1.41421356237" in result.stdout
