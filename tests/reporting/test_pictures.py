"""Pictures: whatever the values and names are, they are well formed, complete and harmless."""

from __future__ import annotations

import re
from xml.etree import ElementTree

import pytest
from flint import arb, fmpq
from hypothesis import given, settings
from hypothesis import strategies as st

import workings
from workings.evaluating.describing import describe
from workings.evaluating.ranking import are_shares, ranking
from workings.finding import Claim, Report, Verdict
from workings.parsing.sequences import words_in
from workings.reporting.pictures import svg
from workings.reporting.pictures.derivation import MOST_STEPS, derivation, steps_of, why_no_derivation
from workings.reporting.pictures.graph import graph, strands, why_no_graph
from workings.reporting.pictures.heat_map import LARGEST, Naming, heat_map, why_not_drawn
from workings.reporting.pictures.plain import plain
from workings.reporting.pictures.shapes import DARK, DEEP, DEEP_ON_DARK, LIGHT, STYLE
from workings.source import Page, Span
from workings.value import Tensor

SVG = "{http://www.w3.org/2000/svg}"
ALLOWED = {"svg", "title", "desc", "style", "rect", "text", "path", "g"}
integers = st.integers(-999, 999)


@st.composite
def matrices(draw: st.DrawFn) -> Tensor:
    rows, columns = draw(st.integers(1, 9)), draw(st.integers(1, 9))
    items = draw(st.lists(integers, min_size=rows * columns, max_size=rows * columns))
    return Tensor((rows, columns), tuple(fmpq(item, 7) for item in items))


@st.composite
def weights(draw: st.DrawFn) -> Tensor:
    rows, columns = draw(st.integers(1, 9)), draw(st.integers(2, 9))
    items: list[fmpq] = []
    for _ in range(rows):
        row = draw(st.lists(st.integers(0, 99), min_size=columns, max_size=columns))
        row[0] += 1
        items += [fmpq(item, sum(row)) for item in row]
    return Tensor((rows, columns), tuple(items))


def texts(picture: str) -> list[str]:
    """The words of a picture; fails if it holds anything that could run or load."""
    root = ElementTree.fromstring(picture)
    for node in root.iter():
        assert node.tag.removeprefix(SVG) in ALLOWED
        assert not any(key.startswith("on") or "href" in key for key in node.attrib)
    return [node.text or "" for node in root.iter(f"{SVG}text")]


@given(matrices(), st.text(max_size=30))
def test_every_entry_of_a_matrix_stands_in_its_heat_map(value, caption):
    assert why_not_drawn(value, "M") is None
    words = texts(svg(heat_map(value, caption), caption, [caption]))
    numbers = [float(word.replace("−", "-")) for word in words if re.fullmatch(r"−?\d+(\.\d+)?", word)]
    for item in value.items:
        assert any(abs(number - float(item)) <= 0.01 * max(1, abs(float(item))) for number in numbers)


@given(weights(), st.lists(st.text(max_size=40), min_size=9, max_size=9))
def test_pictures_of_weights_show_all_weights_and_survive_every_name(value, names):
    rows, columns = value.shape
    naming = Naming(names[:rows], names[-columns:])
    words = texts(svg(heat_map(value, names[0], naming), names[1], describe(value, *_pair(naming))))
    for item in value.items:
        assert any(word == f"{int(item * 1000 + fmpq(1, 2)) / 1000:.3f}" for word in words)
    if all(are_shares(value.items[at : at + columns]) for at in range(0, rows * columns, columns)):
        texts(svg(graph(value, names[0], naming), names[1]))


def _pair(naming: Naming) -> tuple[list[str], list[str]]:
    return list(naming.rows), list(naming.columns)


@given(weights())
def test_a_row_has_a_frame_for_every_largest_weight_unless_all_are_equal(value):
    rows, columns = value.shape
    leaders = [ranking(value.items[at : at + columns])[0] for at in range(0, rows * columns, columns)]
    frames = sum('class="frame"' in shape for shape in heat_map(value, "").shapes)
    assert frames == sum(len(places) for places in leaders if len(places) < columns)


@given(weights())
def test_the_solid_lines_lead_to_the_largest_weights_and_the_dashed_ones_to_the_next(value):
    for strand in strands(value):
        largest = max(strand.weights)
        assert {strand.weights[at] for at in strand.most} == {largest}
        rest = [weight for weight in strand.weights if weight < largest and weight > 0]
        assert {strand.weights[at] for at in strand.second} == ({max(rest)} if rest else set())


def test_hostile_names_stay_text():
    evil = '</text><script>alert(1)</script>"\x00\ud800'
    value = Tensor((2, 2), (fmpq(1, 2),) * 4)
    picture = svg(heat_map(value, evil, Naming([evil, evil], [evil, evil])), evil, [evil])
    assert "<script" not in picture
    assert any(word.startswith("</text>") for word in texts(picture))


@pytest.mark.parametrize("shape", [(1, 1), (1, LARGEST), (LARGEST, 1), (LARGEST, LARGEST)])
def test_the_smallest_and_the_largest_are_drawn(shape):
    value = Tensor(shape, tuple(fmpq(at % 7 - 3) for at in range(shape[0] * shape[1])))
    assert len(texts(svg(heat_map(value, "M"), "M"))) > shape[0] * shape[1]


@pytest.mark.parametrize(
    ("value", "reason"),
    [
        (fmpq(3), "x is a single number, 3; a picture needs a vector or a matrix"),
        (Tensor((1, 65), (fmpq(0),) * 65), "x is 1×65; at most 64 rows and columns can be read"),
        (Tensor((1, 1, 2), (fmpq(0),) * 2), "x has 3 axes; a vector or a matrix can be drawn"),
        (Tensor((2,), (fmpq(0), arb("nan"))), "x has entries without a finite value"),
    ],
)
def test_what_cannot_be_drawn_says_why(value, reason):
    assert why_not_drawn(value, "x") == reason
    assert why_no_graph(value, "x") == reason


def test_a_graph_needs_shares():
    assert "are not shares" in (why_no_graph(Tensor((2, 2), (fmpq(1),) * 4), "x") or "")


def claim(at: int, verdict: Verdict, cause: str | None = None) -> Claim:
    return Claim(
        f"c{at}", "value", Span(at, at + 1), f"step {at}", verdict, cause=cause, message=f"message {at}"
    )


def report(*claims: Claim) -> Report:
    return Report(Page("x.md", "a" * 999, "a" * 999), claims, len(claims))


def test_a_chain_leads_from_the_first_wrong_step_to_what_follows_from_it():
    made = report(
        claim(1, Verdict.RIGHT), claim(2, Verdict.WRONG), claim(3, Verdict.CARRIED, "c2"),
        claim(4, Verdict.CARRIED, "c2"),
    )  # fmt: skip
    picture = svg(derivation(steps_of(made), "chain"), "chain")
    words = texts(picture)
    assert {"step 1", "step 2", "step 3", "step 4", "message 2"} <= set(words)
    assert "message 3" not in words
    assert picture.count('class="tip"') == 2
    assert "the first wrong step is on line 1; 2 values follow from it" in words


def test_a_cause_that_is_not_among_the_steps_leaves_no_line():
    made = report(claim(3, Verdict.CARRIED, "c2"))
    assert 'class="tip"' not in svg(derivation(steps_of(made), "chain"), "chain")


def test_long_runs_of_right_steps_are_folded_and_too_many_steps_refused():
    right = report(*(claim(at, Verdict.RIGHT) for at in range(200)))
    assert [step.words for step in steps_of(right)] == ["200 right steps, down to line 1"]
    wrong = report(*(claim(at, Verdict.WRONG) for at in range(MOST_STEPS + 1)))
    assert "65 steps" in (why_no_derivation(steps_of(wrong)) or "")
    assert why_no_derivation(steps_of(report())) == "there are no steps to draw"


@pytest.mark.parametrize(
    ("latex", "words"),
    [
        (r"\frac{Q K^\top}{\sqrt{d_k}}", "(Q Kᵀ)/√d_k"),
        (r"\begin{bmatrix} 1 & 2 \\ 3 & 4 \end{bmatrix}", "[1 2; 3 4]"),
        (r"\operatorname{softmax}\left([2,1]\right) \approx 0.73", "softmax([2,1]) ≈ 0.73"),
        (r"3 \cdot 4 = 12", "3 · 4 = 12"),
        (r"Q K^\top is 2", "Q Kᵀ is 2"),
        (r"\frac{\partial L}{\partial \mathbf{w}_2}", "(∂ L)/(∂ w_2)"),
    ],
)
def test_labels_are_plain_text(latex, words):
    assert plain(latex) == words


@given(st.text(max_size=60))
@settings(max_examples=60)
def test_any_text_has_a_label(text):
    assert "\n" not in plain(text)


@pytest.mark.parametrize(
    "text",
    [
        'The sentence is "river bank floods".',
        "Tokens: river, bank, floods",
        "words = [river, bank, floods]",
        "output 1 (*river*), output 2 (*bank*) and output 3 (*floods*)",
    ],
)
def test_the_words_of_a_document_name_its_rows(text):
    rows, columns = words_in(text, 3, 3)
    assert rows == columns == ("river", "bank", "floods")


@pytest.mark.parametrize(
    "text", ["Tokens: a, b", "words matter, as always, here", "input 1 (a), input 1 (b)", ""]
)
def test_other_words_name_nothing(text):
    assert not words_in(text, 3, 3)[0]


def test_two_sequences_are_not_given_the_names_of_one():
    assert not words_in("Cross-attention over the words: le, chat, noir", 3, 3)[0]


def test_descriptions_are_what_a_person_would_say():
    value = workings.read("$A = [[0.1, 0.7, 0.2], [0.4, 0.2, 0.4], [0, 1, 0]]$")["A"]
    assert describe(value) == [
        "output 1 attends most to input 2 (0.700), then input 3 (0.200)",
        "output 2 attends equally to input 1 and input 3 (0.400 each), then input 2 (0.200)",
        "output 3 attends most to input 2 (1.000)",
    ]
    assert describe(fmpq(1)) == []


def luminance(colour: tuple[float, ...]) -> float:
    parts = [c / 12.92 if c <= 0.03928 else ((c + 0.055) / 1.055) ** 2.4 for c in (v / 255 for v in colour)]
    return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]


def contrast(first: tuple[float, ...], second: tuple[float, ...]) -> float:
    high, low = sorted((luminance(first), luminance(second)), reverse=True)
    return (high + 0.05) / (low + 0.05)


def rgb(colour: str) -> tuple[int, ...]:
    return tuple(int(colour[at : at + 2], 16) for at in (1, 3, 5))


@pytest.mark.parametrize("colours", [LIGHT, DARK], ids=["light", "dark"])
@pytest.mark.parametrize("sign", ["plus", "minus"])
def test_digits_are_read_on_every_shade(colours, sign):
    black, white = (0, 0, 0), (255, 255, 255)
    for percent in range(101):
        deep = percent / 100
        cell = tuple(
            card + (shade - card) * deep
            for card, shade in zip(rgb(colours["card"]), rgb(colours[sign]), strict=True)
        )
        turned = deep >= (DEEP if colours is LIGHT else DEEP_ON_DARK)
        digits = black if turned is (colours is DARK) else white
        assert contrast(cell, digits) > 4.2, percent


@pytest.mark.parametrize("colours", [LIGHT, DARK], ids=["light", "dark"])
@pytest.mark.parametrize("ink", ["ink", "faint", "bad", "good"])
def test_words_are_read_on_the_card_and_in_its_boxes(colours, ink):
    assert contrast(rgb(colours[ink]), rgb(colours["card"])) > 4.5
    assert contrast(rgb(colours[ink]), rgb(colours["node"])) > 4.5
    assert colours[ink] in STYLE
