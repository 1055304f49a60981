"""The sheets of the book, solved, give the figures of its chapters."""

from __future__ import annotations

import math
from functools import cache
from pathlib import Path

import pytest
from flint import arb, fmpq

import workings
from workings.solving.answers import Solution
from workings.value import Tensor, Value

BOOK = Path(__file__).parents[2] / "book"
CHAPTERS = {
    "self-attention.md": ["Q", "K", "V", "S", "Z", "A", "O"],
    "scaled-or-unscaled.md": ["S", "Z", "U", "A"],
    "cross-attention.md": ["Q", "K", "V", "A", "O"],
    "multi-head.md": ["V_1", "V_2", "H_1", "H_2", "C"],
}


@cache
def solution(sheet: str) -> Solution:
    return workings.read(BOOK / "problems" / sheet).solve()


def answers(sheet: str) -> dict[str, Value]:
    """The values that were worked out, by the names that get them."""
    found = {}
    for answer in solution(sheet).answers:
        key = getattr(answer.question.statement.members[0].expr, "key", None)
        if key is not None and answer.value is not None:
            found[key] = answer.value
    return found


def numbers(value: Value) -> list[float]:
    items = value.items if isinstance(value, Tensor) else (value,)
    return [float(arb(item).mid()) for item in items]


@pytest.mark.parametrize("sheet", sorted(path.name for path in (BOOK / "problems").glob("*.md")))
def test_a_sheet_is_solved_to_its_last_blank(sheet):
    assert solution(sheet).answers
    assert solution(sheet).unsolved == ()


@pytest.mark.parametrize(("sheet", "key"), [(sheet, key) for sheet in CHAPTERS for key in CHAPTERS[sheet]])
def test_a_solved_sheet_has_the_figures_of_its_chapter(sheet, key):
    chapter = workings.read(BOOK / sheet)
    assert numbers(answers(sheet)[key]) == pytest.approx(numbers(chapter[key]), abs=6e-4)


def test_the_filter_of_three_by_five_has_126_by_42_places():
    values = [answer.value for answer in solution("convolution-sizes.md").answers]
    assert values == [126, 42, 28, 32, 4, 16, 208, 2064, 1450]


def test_multi_head_bookkeeping_and_identical_heads_are_exact():
    values = [answer.value for answer in solution("multi-head.md").answers]
    assert values[:2] == [64, 1_769_472]
    assert values[-1] == Tensor((2, 2), (fmpq(8), fmpq(1), fmpq(6), fmpq(0)))


def test_the_sorting_transformer_reaches_its_logits_exactly():
    found = answers("sorting-transformer.md")
    third = fmpq(1, 3)
    attention = found["P"]
    assert isinstance(attention, Tensor)
    assert attention.items[28:35] == (0, third, third, 0, third, 0, 0)
    assert set(attention.items[42:]) == {fmpq(1, 7)}
    logits = found["L"]
    assert isinstance(logits, Tensor)
    assert logits.items[36:] == (fmpq(9, 7), fmpq(6, 7), fmpq(9, 7), fmpq(6, 7), 0, 0)


def test_the_sorting_transformer_is_solved_up_to_its_loss():
    assert numbers(answers("sorting-transformer.md")["N"]) == pytest.approx([8.7973], abs=5e-5)


@pytest.mark.parametrize(("shift", "expected"), [(0, 4.2114), (1, 8.7973)])
def test_the_logits_of_the_sorting_transformer_give_the_known_losses(shift, expected):
    logits = answers("sorting-transformer.md")["L"]
    assert isinstance(logits, Tensor)
    loss = 0.0
    for position, token in ((4, 0), (5, 3), (6, 5)):
        scores = numbers(logits[position - shift])
        loss += math.log(sum(map(math.exp, scores))) - scores[token]
    assert loss == pytest.approx(expected, abs=5e-5)
