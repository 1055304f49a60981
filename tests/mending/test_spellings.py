"""A value is put in the way its author writes: digits, notation, separators, sign, layout."""

from __future__ import annotations

import pytest


@pytest.mark.parametrize(
    ("wrong", "right"),
    [
        (r"$3 \cdot 4 = 13$", r"$3 \cdot 4 = 12$"),
        (r"$\frac{2}{3} \approx 0.66$", r"$\frac{2}{3} \approx 0.67$"),
        ("2/3 = .66", "2/3 = .67"),
        (r"$2.5 \cdot 0.4 = 1.20$", r"$2.5 \cdot 0.4 = 1.00$"),
        (r"$0.5 \cdot 0.24 = 13\%$", r"$0.5 \cdot 0.24 = 12\%$"),
        ("0.5 * 0.24 = 13 %", "0.5 * 0.24 = 12 %"),
        (r"$3 \cdot 411.5 = 1{,}235.5$", r"$3 \cdot 411.5 = 1{,}234.5$"),
        (r"$1200 \cdot 3 = 3,700$", r"$1200 \cdot 3 = 3,600$"),
        (r"$1200 \cdot 3000 = 3,700$", r"$1200 \cdot 3000 = 3,600,000$"),
        (r"$150 \cdot 300 = 46\,000$", r"$150 \cdot 300 = 45\,000$"),
        (r"$3 \cdot 0{,}25 = 0{,}85$", r"$3 \cdot 0{,}25 = 0{,}75$"),
        ("3 * 0,25 = 0,85", "3 * 0,25 = 0,75"),
        (r"$0.21 \cdot 0.3 = 6.4 \times 10^{-2}$", r"$0.21 \cdot 0.3 = 6.3 \times 10^{-2}$"),
        (r"$1/3 + 1/12 = \frac{7}{12}$", r"$1/3 + 1/12 = \frac{5}{12}$"),
        ("1/3 + 1/5 = 7/12", "1/3 + 1/5 = 8/15"),
        (r"$1/4 - 1/3 = \frac{1}{12}$", r"$1/4 - 1/3 = -\frac{1}{12}$"),
        (r"$3 - 5.5 = 2.5$", r"$3 - 5.5 = -2.5$"),
        (r"$5.5 - 3 = -2.5$", r"$5.5 - 3 = 2.5$"),
        (r"$5 - 7 = +2$", r"$5 - 7 = -2$"),
        ("Here 2 − 9 = −7, and 3 − 4 = 1", "Here 2 − 9 = −7, and 3 − 4 = −1"),
        (r"$2 \cdot 3 = \boxed{7}$", r"$2 \cdot 3 = \boxed{6}$"),
        ("2 * 3 = **7**", "2 * 3 = **6**"),
        (r"$2 \cdot 3 = 7\text{ m}$", r"$2 \cdot 3 = 6\text{ m}$"),
        (r"$\tanh(1) = 1$", r"$\tanh(1) = 0.762$"),
        (r"$2.5 \cdot 3 = 8$", r"$2.5 \cdot 3 = 7.5$"),
        ("$[1, 2] + [1, 1] = [2,  4]$", "$[1, 2] + [1, 1] = [2,  3]$"),
        (
            "$$\n2 \\cdot [0.25, 0.5] = \\begin{bmatrix}\n  0.50 \\\\\n  2.00\n\\end{bmatrix}\n$$",
            "$$\n2 \\cdot [0.25, 0.5] = \\begin{bmatrix}\n  0.50 \\\\\n  1.00\n\\end{bmatrix}\n$$",
        ),
    ],
)
def test_only_the_wrong_characters_change(mend, wrong, right):
    assert mend(wrong, unsafe=True).state.data.decode() == right


@pytest.mark.parametrize(
    "text",
    [
        r"$2 \cdot 3 = 5 + 2$",  # a formula
        r"$1/3 + 1/12 = \frac12$ and so on, $2 \cdot 3 = 1\frac{1}{2}$",
        r"$\sqrt{2} = \frac{3}{2}$",  # no fraction is its value
        "$x = [1, 4, 2]$\n\n$x = [1, 4, 3]$",  # which of the two is meant?
        "$w = [2, -1]$, $x = [1, 4]$, $w \\cdot x = [2, -1] \\cdot [1, 5] = -3$",
        "$[[1, 0], [2, 1]] [[1, 2, 3], [0, 1, 1]] = [[1, 2], [2, 5], [3, 7]]$",
        "The value is $2 \\cdot 3 = 6.0$.",
        "plain words",
        "",
    ],
)
@pytest.mark.parametrize("unsafe", [False, True])
def test_what_cannot_be_mended_is_left_as_it_is(mend, text, unsafe):
    outcome = mend(text, unsafe)
    assert outcome.state.data.decode() == text and outcome.fixed == 0


def test_what_is_left_says_why(mend):
    (left,) = mend(r"$2 \cdot 3 = 5 + 2$").left
    assert "no number" in left.reason
