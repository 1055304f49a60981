"""`workings trace` and the picture of a run: tables and strips of a document's recurrence."""

from __future__ import annotations

from pathlib import Path
from xml.etree import ElementTree

import pytest
from click.testing import CliRunner, Result

from workings.doors.cli import main
from workings.finding import Verdict
from workings.pipeline import check, read

SHEET = r"""
# A leaky sum

$h_t = \frac{1}{2} h_{t-1} + x_t$ and $y_t = \tanh(h_t)$ with $h_0 = 0$ and $x = (1, 2, 3)$.
"""
LSTM = r"""
$$
\begin{aligned}
f_t &= \sigma(W_f [h_{t-1}, x_t] + b_f)\\
i_t &= \sigma(W_i [h_{t-1}, x_t] + b_i)\\
\tilde{c}_t &= \tanh(W_c [h_{t-1}, x_t] + b_c)\\
c_t &= f_t * c_{t-1} + i_t * \tilde{c}_t\\
h_t &= \tanh(c_t)
\end{aligned}
$$

$W_f = [[0.1, 0.2, 0.3], [0, 0.1, -0.2]]$, $W_i = [[0.5, 0, 1], [0, 0.5, -1]]$,
$W_c = [[1, 0, 0.5], [0, 1, 0.5]]$, $b_f = [0, 0]$, $b_i = [0, 0]$, $b_c = [0, 0]$,
$h_0 = [0, 0]$, $c_0 = [0, 0]$
"""


@pytest.fixture
def sheets(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    Path("sheet.md").write_text(SHEET, encoding="utf-8")
    Path("lstm.md").write_text(LSTM, encoding="utf-8")
    Path("none.md").write_text("$2 + 2 = 4$", encoding="utf-8")
    Path("two.md").write_text(
        "$a_n = 2 a_{n-1}$, $a_0 = 1$\n\n$b_k = b_{k-1} + u_k$, $b_0 = 0$, $u = (1, 2)$\n", encoding="utf-8"
    )


def run(*arguments: str) -> Result:
    return CliRunner().invoke(main, list(arguments))


def test_a_row_for_each_step_and_a_column_for_each_quantity(sheets):
    assert run("trace", "sheet.md").output.splitlines() == [
        "t  x_t   h_t     y_t",
        "0          0",
        "1    1     1  0.7616",
        "2    2   2.5  0.9866",
        "3    3  4.25  0.9996",
    ]


def test_columns_are_chosen_and_fractions_are_kept(sheets):
    result = run("trace", "sheet.md", "h", "--given", "x=1/3,1", "--exact")
    assert result.output.splitlines() == ["t  h_t", "0    0", "1  1/3", "2  7/6"]


def test_other_values_take_the_place_of_those_in_the_document(sheets):
    result = run("trace", "sheet.md", "h_t", "--given", "h_0=8", "--given", "x=0,0,0,0")
    assert [line.split()[1] for line in result.output.splitlines()[1:]] == ["8", "4", "2", "1", "0.5"]


@pytest.mark.parametrize(
    ("form", "start"), [("md", "| $t$ |"), ("tex", "\\begin{tabular}"), ("html", "<table>")]
)
def test_every_format_has_the_same_numbers(sheets, form, start):
    plain, formatted = run("trace", "sheet.md").output, run("trace", "sheet.md", "--to", form).output
    assert formatted.startswith(start)
    for number in plain.split()[4:]:
        assert number in formatted


def test_the_format_follows_the_ending_of_the_file(sheets):
    assert run("trace", "sheet.md", "-o", "out.tex").exit_code == 0
    assert Path("out.tex").read_text(encoding="utf-8").startswith("\\begin{tabular}")


@pytest.mark.parametrize(("sheet", "given"), [(SHEET, ()), (LSTM, ("--given", "x=1,-1,2"))])
def test_a_printed_trace_is_read_back_as_right(sheets, sheet, given):
    name = "sheet.md" if sheet is SHEET else "lstm.md"
    table = run("trace", name, "--to", "md", *given).output
    claims = check(read(sheet + "\n" + table, "both.md")).claims
    assert len(claims) >= 6
    assert {claim.verdict for claim in claims} == {Verdict.RIGHT}


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (["none.md"], "no recurrence in none.md"),
        (["lstm.md"], "x_1 has no value; give it with --given 'x=1,0,1'"),
        (["sheet.md", "q"], "q is no sequence of a recurrence in sheet.md; there are h, x, y"),
        (["sheet.md", "--steps", "5"], "x_4 has no value; only 3 are given"),
        (["sheet.md", "--given", "x"], "x gives no value"),
        (["sheet.md", "--given", "x=a+"], "a+ is no value for x"),
        (["absent.md"], "absent.md"),
    ],
)
def test_what_cannot_be_run_is_said_in_a_line(sheets, arguments, reason):
    result = run("trace", *arguments)
    assert result.exit_code == 2
    assert reason in result.output
    assert len(result.output.splitlines()) == 1


def test_a_name_chooses_among_several_recurrences(sheets):
    assert run("trace", "two.md", "a", "--steps", "3").output.split()[-1] == "8"
    assert run("trace", "two.md").output.split()[-1] == "3"


def test_a_run_is_drawn_as_strips(sheets):
    result = run("draw", "lstm.md", "f,h", "--kind", "steps", "--given", "x=1,0")
    assert result.exit_code == 0
    root = ElementTree.fromstring(result.output)
    words = [node.text for node in root.iter("{http://www.w3.org/2000/svg}text")]
    assert {"f_t[1]", "f_t[2]", "h_t[1]", "h_t[2]"} <= set(words)


def test_a_run_that_cannot_be_drawn_says_why(sheets):
    result = run("draw", "none.md", "h", "--kind", "steps")
    assert result.exit_code == 2
    assert "no recurrence" in result.output
