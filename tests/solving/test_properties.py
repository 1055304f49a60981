"""Whatever stands in a document, solving it never raises, and fills in only what is read back as right."""

from __future__ import annotations

import sys
from pathlib import Path

from hypothesis import given, settings
from hypothesis import strategies as st

from workings.extracting.editing import edited
from workings.finding import Verdict
from workings.pipeline import check, read
from workings.reporting.solutions import FORMATS, renderer
from workings.reporting.solutions.account import render
from workings.solving.accounts import accounts
from workings.solving.answers import solve
from workings.solving.writing import fill

sys.path.insert(0, str(Path(__file__).parents[1] / "properties"))

from soup import DOCUMENTS

BLANKS = st.sampled_from(["?", "\\_\\_", "____", "\\boxed{?}", "[?, ?]", "\\square", "{}"])
SIDES = st.sampled_from(
    [
        "2 + 2",
        "a^2",
        "x W",
        "\\frac{1}{3}",
        "softmax([1, 2])",
        "f(3)",
        "\\sqrt{2}",
        "v_1",
        "10^{40}",
        "0.1 + x",
        "A A",
    ]
)
LINES = st.one_of(
    st.sampled_from(
        ["$a = 3$", "$A = \\begin{pmatrix} 1 & 2 \\\\ 3 & 4 \\end{pmatrix}$", "$f(t) = t^2$", "v = [1, 4]"]
    ),
    st.tuples(SIDES, BLANKS).map(lambda two: f"${two[0]} = {two[1]}$"),
    st.tuples(SIDES, BLANKS).map(lambda two: f"Then {two[0]} = {two[1]}, or so."),
    st.tuples(st.sampled_from("bcd"), SIDES).map(lambda two: f"${two[0]} = {two[1]}$"),
)  # fmt: skip
SHEETS = st.lists(LINES, min_size=1, max_size=8).map("\n\n".join)


@settings(max_examples=25, deadline=None, derandomize=True)
@given(DOCUMENTS, st.integers(0, 3))
def test_solving_never_raises(text: str, detail: int) -> None:
    document = read(text, "soup.md")
    solution = solve(document, detail=detail)
    fill(document, solution)
    for form in FORMATS:
        assert renderer(form)(solution)
    for line in range(1, text.count("\n") + 2):
        render(document.reading.page, accounts(document, line, detail=detail), detail)


@settings(max_examples=50, deadline=None, derandomize=True)
@given(SHEETS)
def test_a_sheet_is_filled_in_once_and_what_was_filled_in_is_right(text: str) -> None:
    document = read(text, "sheet.md")
    filled = fill(document, solve(document))
    once = edited(text, filled.edits)
    before = {claim.verdict for claim in check(document).claims}
    after = [claim.verdict for claim in check(read(once, "sheet.md")).claims]
    assert Verdict.WRONG not in after or Verdict.WRONG in before
    assert after.count(Verdict.RIGHT) >= len(filled.written)
    again = read(once, "sheet.md")
    assert edited(once, fill(again, solve(again)).edits) == once
