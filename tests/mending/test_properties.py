"""What holds of any document: a second run changes nothing, and what was right stays right."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from workings.finding import Verdict
from workings.mending import Mended, Mender
from workings.reporting.selection import select

ROOT = Path(__file__).parents[2]
SIGNS = {"+": lambda a, b: a + b, "-": lambda a, b: a - b, "\\cdot": lambda a, b: a * b}
NAMES = "abcdefgh"
Step = tuple[str, Fraction]


def mend(data: bytes, unsafe: bool, name: str = "notes.md") -> Mended:
    mender = Mender(name, None, lambda document, report: select(report, document.reading.ignores))
    return mender.mend(mender.read(data), unsafe)


def shown(value: Fraction) -> str:
    """A decimal with two places."""
    return f"{float(value):.2f}"


def worked(steps: list[Step], wrong_at: int | None) -> str:
    """A document in which every value is worked out from the one before, one of them wrongly."""
    lines, value = ["$x = 3.50$"], Fraction(7, 2)
    before = "x"
    for at, (sign, operand) in enumerate(steps):
        value = Fraction(shown(SIGNS[sign](value, operand)))
        if at == wrong_at:
            value += Fraction(137, 100)
        lines.append(f"${NAMES[at]} = {before} {sign} {shown(operand)} = {shown(value)}$")
        before = NAMES[at]
    return "\n\n".join(lines) + "\n"


OPERANDS = st.integers(min_value=11, max_value=390).map(lambda n: Fraction(n, 100))
STEPS = st.lists(st.tuples(st.sampled_from(sorted(SIGNS)), OPERANDS), min_size=1, max_size=6)


@settings(max_examples=40)
@given(STEPS, st.data())
def test_everything_carried_from_a_planted_error_is_mended_and_a_second_run_finds_no_more(steps, data):
    text = worked(steps, data.draw(st.integers(0, len(steps) - 1)))
    outcome = mend(text.encode(), unsafe=True)
    verdicts = {claim.verdict for claim in outcome.state.selection.report.claims}
    assert verdicts == {Verdict.RIGHT}, outcome.state.data.decode()
    assert mend(outcome.state.data, unsafe=True).state.data == outcome.state.data


@settings(max_examples=25)
@given(STEPS, st.booleans())
def test_a_clean_document_keeps_every_byte(steps, unsafe):
    text = worked(steps, None)
    assert mend(text.encode(), unsafe).state.data == text.encode()


@pytest.mark.parametrize("unsafe", [False, True])
@pytest.mark.parametrize("path", sorted((ROOT / "examples").rglob("*.md")), ids=lambda path: path.name)
def test_a_second_run_over_the_examples_changes_nothing_and_the_first_does_no_harm(path, unsafe):
    outcome = mend(path.read_bytes(), unsafe, str(path))
    again = mend(outcome.state.data, unsafe, str(path))
    assert again.state.data == outcome.state.data and again.fixed == 0
    before = Mender(str(path), None, lambda document, report: select(report)).read(path.read_bytes())
    counts, now = before.selection.report.counts, outcome.state.selection.report.counts
    assert now["right"] >= counts["right"] + outcome.fixed and now["wrong"] <= counts["wrong"]


@pytest.mark.parametrize("chapter", ["self-attention.md", "convolution-sizes.md"])
def test_a_chapter_of_the_book_keeps_every_byte(chapter):
    data = (ROOT / "book" / chapter).read_bytes()
    assert mend(data, unsafe=True).state.data == data
