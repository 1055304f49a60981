"""A report with one claim of every sort, built by hand."""

from __future__ import annotations

import pytest

from workings.finding import Because, Claim, Entry, Report, Verdict
from workings.source import Page, Span

TEXT = """# Shares

$0.5 × 0.5 = 0.35$ and then $0.35 + 1 = 1.35$

$$
P = \\begin{bmatrix}
  1 & 2 \\\\
  3 & 5
\\end{bmatrix}
$$

$2/3 = 0.66$, $a = b$, $??? = 4$, $1 + 1 = 2$
"""


def span(piece: str, text: str = TEXT) -> Span:
    start = text.index(piece)
    return Span(start, start + len(piece))


@pytest.fixture
def report() -> Report:
    matrix = Span(TEXT.index("\\begin"), TEXT.index("\\end{bmatrix}") + len("\\end{bmatrix}"))
    claims = (
        Claim("c1", "value", span("0.35"), "0.5 × 0.5 = 0.35", Verdict.WRONG, stated="0.35", computed="0.25",
              because=(Because(1, "shares of\na half"),), message="0.5 × 0.5 is not 0.35"),
        Claim("c2", "value", span("1.35"), "0.35 + 1 = 1.35", Verdict.CARRIED, stated="1.35", computed="1.25",
              cause="c1"),
        Claim("c3", "value", matrix, "P = …", Verdict.WRONG, rule="matrix/product", stated="[[1, 2], [3, 5]]",
              computed="[[1, 2], [3, 4]]", fits=("slip/off-by-one",),
            slips=("holds with 3 in place of 2",),
              entries=(Entry((1, 1), "5", "4", Verdict.WRONG),), message="row 2, column 2 of P differs"),
        Claim("c4", "value", span("0.66"), "2/3 = 0.66", Verdict.ROUNDING, stated="0.66", computed="2/3"),
        Claim("c5", "symbolic", span("b$"), "a = b", Verdict.UNDECIDED),
        Claim("c6", "value", span("4$"), "??? = 4", Verdict.UNREAD),
        Claim("c7", "value", span("2$"), "1 + 1 = 2", Verdict.RIGHT, stated="2", computed="2"),
    )  # fmt: skip
    return Report(Page("notes/shares.md", TEXT, TEXT), claims, statements=7)


def one_claim(text: str, piece: str, filename: str = "a.md", **extra: object) -> Report:
    """A report with a single wrong claim on a piece of the text."""
    claim = Claim("c1", "value", span(piece, text), piece, Verdict.WRONG, **extra)  # type: ignore[arg-type]
    return Report(Page(filename, text, text), (claim,), statements=1)


@pytest.fixture
def wrong():
    return one_claim
