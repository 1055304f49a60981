"""Sentences about results are judged by the weights of their document."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import workings
from workings.evaluating.describing import describe
from workings.finding import Claim, Verdict

WEIGHTS = r"""
$A = \operatorname{softmax}\left(\begin{bmatrix} 2 & 0 & 1 \\ 0 & 3 & 1 \\ 1 & 1 & 4 \end{bmatrix}\right) =
\begin{bmatrix} 0.665 & 0.090 & 0.245 \\ 0.042 & 0.844 & 0.114 \\ 0.045 & 0.045 & 0.909 \end{bmatrix}$
"""


def sentences(text: str) -> list[Claim]:
    return [claim for claim in workings.read(text).check().claims if claim.kind == "sentence"]


def verdicts(text: str) -> list[str]:
    return [claim.verdict.value for claim in sentences(text)]


@st.composite
def tables(draw: st.DrawFn) -> list[list[int]]:
    """Rows of hundredths that add up to one hundred."""
    rows, columns = draw(st.integers(2, 5)), draw(st.integers(2, 5))
    cuts = st.lists(st.integers(0, 100), min_size=columns - 1, max_size=columns - 1).map(sorted)
    ends = [[0, *draw(cuts), 100] for _ in range(rows)]
    return [[high - low for low, high in pairwise(row)] for row in ends]


def document(rows: list[list[int]]) -> str:
    body = ", ".join("[" + ", ".join(f"{item / 100:.2f}" for item in row) + "]" for row in rows)
    return f"attention weights = [{body}]\n\n$A = [{body}]$\n\n"


@given(tables())
@settings(max_examples=60)
def test_what_we_say_of_weights_is_right_when_we_read_it(rows):
    text = document(rows)
    said = describe(workings.read(text)["A"])
    found = sentences(text + "\n\n".join(f"{line[0].upper()}{line[1:]}." for line in said))
    assert [(c.text, c.message) for c in found if c.verdict is not Verdict.RIGHT] == []


@given(tables(), st.data())
@settings(max_examples=60)
def test_most_is_wrong_just_where_another_weight_is_larger(rows, data):
    row = data.draw(st.integers(0, len(rows) - 1))
    column = data.draw(st.integers(0, len(rows[0]) - 1))
    expected = "right" if rows[row][column] == max(rows[row]) else "wrong"
    found = verdicts(document(rows) + f"Output {row + 1} attends most to input {column + 1}.")
    assert found == [expected]


@pytest.mark.parametrize("heading", ["", "## What we see\n\n", "d) Observations\n\n"])
def test_a_sentence_may_stand_in_a_section_of_its_own(heading):
    assert verdicts(WEIGHTS + heading + "Output 1 attends most to input 2.") == ["wrong"]


@pytest.mark.parametrize("heading", ["## Head 2\n\n", "## Question 2\n\n", "Example 3: \n\n"])
def test_weights_above_a_new_subject_confirm_and_never_refute(heading):
    assert verdicts(WEIGHTS + heading + "Output 1 attends most to input 2.") == []
    assert verdicts(WEIGHTS + heading + "Output 1 attends most to input 1.") == ["right"]


def test_one_who_counts_from_nought_is_understood():
    assert (
        verdicts(WEIGHTS + "Token 0 attends most to token 0. Token 2 attends most to token 2.")
        == ["right"] * 2
    )
    assert verdicts(WEIGHTS + "Token 0 attends most to token 2.") == ["wrong"]


def test_matrices_that_are_no_weights_say_nothing_about_attention():
    identity = "$X = [[1, 0], [0, 1]]$ and $M = [[0.3, 0.7], [0.5, 0.5]]$ are given; attention follows.\n\n"
    assert verdicts(identity + "Output 1 attends most to input 2.") == []


def test_a_sentence_before_its_weights_is_not_judged():
    assert verdicts("Output 1 attends most to input 2.\n\n" + WEIGHTS) == []


def test_a_wrong_number_is_pointed_at():
    (claim,) = sentences(WEIGHTS + "Output 1 attends most to input 1 (0.565).")
    assert claim.verdict is Verdict.WRONG
    assert (claim.stated, claim.computed) == ("0.565", "0.665")
    assert claim.message == "the weight of input 1 for output 1 is 0.665, not 0.565"


def test_a_sentence_without_a_subject_needs_its_vector_close_by():
    vector = "$p = \\operatorname{softmax}([1, 3, 2]) = [0.090, 0.665, 0.245]$\n\n"
    assert verdicts(vector + "The largest probability is 0.245.") == ["wrong"]
    assert verdicts(vector + "So it goes. " * 60 + "The largest probability is 0.245.") == []
    assert verdicts(vector + WEIGHTS + "The largest weight is 0.5.") == []


def test_a_sentence_above_is_no_heading_for_the_row_below_it():
    said = "- output 3 attends most to input 3.\n\n"
    masked = said + "Masked: $\\operatorname{softmax}([2, 1]) = [0.731, 0.269]$\n\n"
    assert verdicts(WEIGHTS + masked + "Output 3 attends most to input 3 (0.909).") == ["right"] * 2


@pytest.mark.parametrize(
    ("sentence", "message"),
    [
        ("The first word attends most to the second.",
         "the largest weight for word 1 is that of word 1 (0.665), not of word 2 (0.090)"),
        ("Token 1 attends most to itself, then token 2, then token 3.",
         "the next largest weight for token 1 is that of token 3 (0.245), not of token 2 (0.090)"),
        ("Output 3 attends least to input 3.",
         "the smallest weights for output 3 are those of input 1 and input 2 (0.045), "
         "not of input 3 (0.909)"),
        ("Output 3 attends most to input 3 (94%).", "the weight of input 3 for output 3 is 91%, not 94%"),
        ("Output 2 attends equally to input 1 and input 2.",
         "the weights of input 1 and input 2 for output 2 are 0.042 and 0.844"),
    ],
)  # fmt: skip
def test_a_message_says_what_the_weights_are(sentence, message):
    assert sentences(WEIGHTS + sentence)[1 if "then" in sentence else 0].message == message


def test_each_rank_is_judged_on_its_own():
    assert (
        verdicts(WEIGHTS + "Output 1 attends most to input 2, then input 1, then input 3.") == ["wrong"] * 3
    )
