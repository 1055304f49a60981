"""What is expected at a claim can be traced back to the givens, with the formulas and places between."""

from __future__ import annotations

from workings.explaining.lines import lines
from workings.pipeline import check, read
from workings.step import Explanation

SHEET = r"""
$X = \begin{pmatrix} 1 & 2 \\ 0 & 1 \end{pmatrix}$

$W = \begin{pmatrix} 1 & 0 \\ 1 & 1 \end{pmatrix}$

$Q = X W = \begin{pmatrix} 3 & 2 \\ 1 & 1 \end{pmatrix}$

$S = Q X = \begin{pmatrix} 3 & 8 \\ 1 & 4 \end{pmatrix}$
"""


def explanations(text: str, detail: int = 1) -> list[Explanation]:
    report = check(read(text, "sheet.md"), detail=detail)
    return [report.explanations[claim.span] for claim in report.claims if claim.span in report.explanations]


def test_the_names_behind_a_value_are_listed_from_the_givens_on() -> None:
    last = explanations(SHEET)[-1]
    assert [(origin.key, origin.formula is not None) for origin in last.origins] == [
        ("X", False),
        ("W", False),
        ("Q", True),
    ]
    (line,) = lines(last.step)
    assert line.in_text() == "S = Q · X = [[3, 2], [1, 1]] · [[1, 2], [0, 1]] = [[3, 8], [1, 3]]"


def test_a_restated_name_is_explained_by_its_formula() -> None:
    text = "$a = 3$\n\n$b = 2 a$\n\nSo we find $b = 7$.\n"
    (found,) = explanations(text)
    (line,) = lines(found.step)
    assert line.in_text() == "b = 2 · a = 2 · 3 = 6"


def test_a_name_means_what_it_meant_where_the_formula_stands() -> None:
    text = "$a = 1$\n\n$b = a + 1 = 2$\n\nNow use $a = 5$.\n\n$c = b + a = 7$\n"
    found = explanations(text)
    assert [origin.value for origin in found[-1].origins] == [1, 2, 5]


def test_the_width_of_the_keys_is_traced_to_the_keys() -> None:
    text = "$K = [[1, 2], [3, 4]]$\n\n$r = \\sqrt{d_k} = 1.5$\n"
    (found,) = explanations(text)
    assert [origin.key for origin in found.origins] == ["K", "d_k"]


def test_a_report_without_steps_carries_none() -> None:
    assert not check(read(SHEET)).explanations
