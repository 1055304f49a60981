"""Marks inside formulas: where they can stand, and what is done where they cannot."""

from __future__ import annotations

import pytest

from workings.reporting.html.cutting import made_whole
from workings.reporting.html.formulas import marked_tex, respelt, segments, without_outside
from workings.reporting.html.marks import Mark
from workings.source import Span


def marked(tex: str, *pieces: str) -> tuple[str, int]:
    """TeX with marks on pieces of it, and how many of them stand behind it."""
    marks = [
        Mark(f"c{at}", Span(tex.index(p), tex.index(p) + len(p)), "right") for at, p in enumerate(pieces)
    ]
    out, behind = marked_tex(tex, 0, marks)
    return out, len(behind)


def parts(tex: str, piece: str) -> list[str]:
    start = tex.index(piece)
    return [tex[left:right] for left, right in segments(tex, start, start + len(piece))]


def test_a_value_is_marked_where_it_stands():
    assert marked("1 + 1 = 2", "2") == (r"1 + 1 = \htmlData{claim=c0,verdict=right,end=}{2}", 0)


def test_a_matrix_is_marked_whole():
    tex = r"A = \begin{bmatrix} 1 & 2 \\ 3 & 4 \end{bmatrix}"
    assert parts(tex, tex[4:]) == [tex[4:]]


def test_what_runs_over_cells_is_marked_cell_by_cell():
    assert parts(r"x &= 1 + & 2 \\ &= 3", r"1 + & 2 \\ &= 3") == ["1 +", "2", "= 3"]


@pytest.mark.parametrize("piece", [r"1}{2} + 3", r"\left( 1", r"2 \end{bmatrix}"])
def test_what_does_not_balance_is_marked_behind_the_formula(piece):
    assert parts(f"a {piece} b", piece) == []


def test_a_group_is_marked_with_the_command_it_belongs_to():
    assert parts(r"x = \mathbf{416}", "{416}") == [r"\mathbf{416}"]
    assert parts(r"x^{416}", "{416}") == ["416"]


def test_a_bracket_is_marked_with_the_fence_before_it():
    assert parts(r"x = \left[ 1, 2 \right]", r"[ 1, 2 \right]") == [r"\left[ 1, 2 \right]"]


def test_marks_that_cross_do_not_break_the_formula():
    out, behind = marked("1 + 2 + 3 = 6", "1 + 2", "2 + 3")
    assert behind == 1
    assert out.count("{") == out.count("}")


def test_marks_stand_inside_one_another():
    out, behind = marked("[1, 2] = 3", "[1, 2]", "2")
    assert behind == 0
    assert out.index("claim=c0") < out.index("claim=c1") < out.index("}{2}")


@pytest.mark.parametrize(
    "tex",
    [r"\href{javascript:1}{2}", r"\htmlClass{a}{2}", r"\includegraphics[width=1em]{x.png} 2", "2 % remark"],
)
def test_commands_that_reach_out_are_painted_over_in_place(tex):
    clean = without_outside(tex)
    assert len(clean) == len(tex)
    assert clean.strip("{} ") == "2"


def test_environments_that_katex_lacks_get_its_nearest_ones():
    assert respelt(r"\begin{eqnarray} a &=& 1 \end{eqnarray}") == r"\begin{array}{rcl} a &=& 1 \end{array}"
    assert respelt(r"\newcommand{\x}{1}") == r"\providecommand{\x}{1}"
    assert respelt(r"\text{pos_weight # 1}") == r"\text{pos\_weight \# 1}"


@pytest.mark.parametrize(
    ("piece", "whole"),
    [
        (r"[ \frac{1}{2} \right]", r"[ \frac{1}{2} ]"),
        ("attention}(Q)", "attention(Q)"),
        (r"0.5 \times 2$ | $1.0", r"0.5 \times 2 \; 1.0"),
        (r"a &= \begin{matrix} 1 & 2 \end{matrix}", r"a = \begin{matrix} 1 & 2 \end{matrix}"),
    ],
)
def test_a_piece_cut_out_of_a_formula_is_made_whole(piece, whole):
    assert " ".join(made_whole(piece).split()) == whole
    assert made_whole(whole) == whole
