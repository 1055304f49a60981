"""What a page knows of its text."""

from __future__ import annotations

import pytest

from workings.source import Page, Span


@pytest.mark.parametrize(
    "text",
    [
        "$3 \\times 17 - 4 = 47$",
        "0.3 × 0.7 = 0.21",
        "$$\\begin{bmatrix} 1 & 2 \\end{bmatrix} \\cdot x = \\left( \\frac{1}{2} \\right)$$",
        "$\\ln 2 + \\log_2 8 \\approx 3.69$",
        "",
    ],
)
def test_formulas_alone_are_no_words(text: str) -> None:
    assert not Page("claim.md", text, text).has_words


@pytest.mark.parametrize(
    "text",
    [
        "so $2 + 2 = 4$",
        "$\\text{loss} = 2$",
        "$\\softmax(x) = y$",
        "$\\partial f = 2$",
        "$x \\to 0$",
        "für $x = 2$",
        "softmax([1, 2]) = [0.27, 0.73]",
        "`nn.Linear(2, 3)`",
    ],
)
def test_words_functions_and_other_commands_are(text: str) -> None:
    assert Page("claim.md", text, text).has_words


def test_a_quote_has_the_command_whose_brace_it_begins_with() -> None:
    text = r"so \mathbf{w}_2 = \frac{1}{2}, {v} = 3"
    page, starts = Page("a.tex", text, text), [text.index(piece) for piece in ("{w}", "{v}", "w}")]
    quotes = [page.quote(Span(start, start + 3)) for start in starts]
    assert quotes == [r"\mathbf{w}", "{v}", "w}_"]
