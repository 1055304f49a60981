"""The measuring programs themselves: what is counted and what answers for a quote."""

from __future__ import annotations

from links import find_links
from matching import answers, locate, matrix_cells
from workings.finding import Claim, Entry, Report, Verdict
from workings.source import Page, Span

TEXT = r"Then $$w \times v = 0.5 \times [3, -1.5] = [1.5, -0.7]$$ and $2 + 2 = 4 = 5$."


def report_on(*claims: tuple[str, Verdict, tuple[Entry, ...]]) -> Report:
    page = Page("own.md", TEXT, TEXT)
    made = []
    for number, (text, verdict, entries) in enumerate(claims):
        start = TEXT.index(text)
        made.append(
            Claim(f"c{number}", "value", Span(start, start + len(text)), text, verdict, entries=entries)
        )
    return Report(page, tuple(made), 2)


def verdicts(report: Report, quote: str) -> list[str]:
    place = locate(TEXT, quote, 1)
    assert place is not None
    return [answer.verdict for answer in answers(report, *place)]


def test_a_quote_of_a_right_entry_is_not_blamed_for_the_wrong_one_beside_it() -> None:
    entry = Entry((1,), "-0.7", "-0.75", Verdict.WRONG)
    report = report_on(("[1.5, -0.7]", Verdict.WRONG, (entry,)))
    assert verdicts(report, r"= [1.5") == ["right"]
    assert verdicts(report, r"-0.7]") == ["wrong"]
    assert verdicts(report, r"0.5 \times [3, -1.5] = [1.5, -0.7]") == ["wrong"]


def test_a_quote_of_a_chain_is_answered_by_its_most_telling_link() -> None:
    report = report_on(("4", Verdict.RIGHT, ()), ("5$", Verdict.WRONG, ()))
    assert verdicts(report, "2+2 = 4") == ["right"]
    assert verdicts(report, "2 + 2 = 4 = 5$") == ["wrong", "right"]


def test_a_quote_is_found_whatever_its_white_space() -> None:
    assert locate(TEXT, r"w\times v=0.5", 1) == locate(TEXT, r"w \times v  = 0.5", 1)


def test_cells_of_a_matrix_are_found_in_every_notation() -> None:
    texts = [r"\begin{bmatrix} 1 & 2 \\ 3 & 4 \end{bmatrix}", r"\begin{pmatrix}1&2\\3&4\end{pmatrix}"]
    for text in texts:
        cells = matrix_cells(text)
        assert {index: text[a:b] for index, (a, b) in cells.items()} == {
            (0, 0): "1",
            (0, 1): "2",
            (1, 0): "3",
            (1, 1): "4",
        }
    assert len(matrix_cells(r"[1 \ -2 \quad 3]")) == 3


def test_only_signs_that_equate_two_sides_are_links() -> None:
    counted = r"$a = b \approx c$ and x = 3, $$\begin{aligned} y &= 2 \\ &= 1 + 1 \end{aligned}$$"
    assert len(find_links(counted, ".md")) == 5
    skipped = r"$P(y = 1) \le 2$, $\sum_{i=1}^n i$, `x = 3`, <a href=b>, x := 4, a == b, <!-- 1 = 2 -->"
    assert find_links(skipped, ".md") == []
    assert find_links("\\begin{document} % $1 = 2$\n\\includegraphics[width=3cm]{a}", ".tex") == []


def test_links_of_a_notebook_point_into_its_raw_text() -> None:
    raw = r"""{"cells": [{"cell_type": "code", "source": ["x = 1\n"]},
     {"cell_type": "markdown", "source": ["so $\\frac{1}{2} = 0.5$\n", "and $2 \\approx 2.0$"]}]}"""
    links = find_links(raw, ".ipynb")
    assert [raw[link.start : link.end] for link in links] == ["=", r"\\approx"]
