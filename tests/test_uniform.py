"""One spelling for many: as long as the text was, with every number in its place."""

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from workings.uniform import uniform

PIECES = st.sampled_from(
    [
        r"\left(",
        r"\right)",
        r"\mathbf{W}",
        r"\boldsymbol{\sigma}",
        "_",
        "^",
        "x",
        "12",
        "0.5",
        r"\(",
        r"\)",
        r"\[",
        r"\;",
        r"\,",
        r"\ ",
        r"\boxed{",
        "}",
        "{",
        r"\textcolor{blue}{7}",
        "&amp;",
        "&lt;",
        "\r\n",
        "\n",
        " ",
        r"\\",
        r"\dfrac",
    ]
)


@settings(max_examples=300, deadline=None, derandomize=True)
@given(st.lists(PIECES, max_size=12).map("".join))
def test_no_number_moves_and_the_length_stays(text: str) -> None:
    plain = uniform(text)
    assert len(plain) == len(text)
    assert [m.span() for m in re.finditer(r"\d+", plain)] == [m.span() for m in re.finditer(r"\d+", text)]
    assert uniform(plain) == plain or "\\" in plain


@pytest.mark.parametrize(
    ("written", "plain"),
    [
        (r"\mathbf{W}_Q", "W_Q"),
        (r"W_\mathbf{Q}x", "W_Q x"),
        (r"\sigma\left(z\right)", r"\sigma (z)"),
        (r"x~=~2 \simeq y", "x = 2 ≈ y"),
        (r"[1, - 2]", "[1, -2]"),
        ("a\n  \nb", "a b"),
        (r"\(x = 1\)", "$x = 1$"),
        (r"x\;=\;\boxed{0.5}", "x = 0.5"),
        (r"65\,536", r"65\,536"),
        (r"\dfrac{1}{2}", r"\frac{1}{2}"),
        (r"1 &amp; 2", "1 & 2"),
        (r"1 & 2 \\[2pt] 3", r"1 & 2 \\[2pt] 3"),
    ],
)
def test_what_is_written_in_several_ways_has_one_spelling(written: str, plain: str) -> None:
    assert " ".join(uniform(written).split()) == plain
