"""Sentences about results: who, what relation, whom, how much; and everything else is silence."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from workings.document import Kind, Passage
from workings.parsing.sentences import Fact, read_facts
from workings.source import Span

WORDS = {"river", "bank", "floods"}
PIECES = st.sampled_from(
    ["output 1", "input 2", "the first", "itself", "river", " attends most to ", " has the highest weight ",
     " (0.5)", ", then ", " and ", " solid line from ", " to ", " → ", "(dashed)", "  ", "\n", ".", " for ",
     " than ", "x2(3)", "&"]
)  # fmt: skip


def facts(text: str) -> tuple[Fact, ...]:
    return read_facts([Passage(Kind.PROSE, Span(0, len(text)), text)], WORDS)


def told(text: str) -> list[str]:
    """Facts in one line each: relation, subject > objects, number."""
    return [
        f"{fact.relation.value} {_who(fact.subject)}>{'+'.join(map(_who, fact.objects))}"
        + (f" {fact.figure.text}" if fact.figure else "")
        for fact in facts(text)
    ]


def _who(party) -> str:
    return "" if party is None else str(party.number or party.word or "self")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("output 3 attends most to input 1 (0.59), then input 2 (0.41)", ["most 3>1 0.59", "then 3>2 0.41"]),
        ("Token 2 attends most strongly to token 1", ["most 2>1"]),
        ("the second word pays the most attention to the first (0.73)", ["most 2>1 0.73"]),
        ("solid line from output 1 to input 3, dashed to input 2", ["most 1>3", "then 1>2"]),
        ("output 2 attends slightly to input 3", ["slightly 2>3"]),
        ("the largest weight is 0.62", ["largest > 0.62"]),
        ("the predicted class is 2", ["most >2"]),
        ("input 3 gets the highest probability", ["most >3"]),
        ("x_1 contributes more than x_2", ["more >1+2"]),
        ("1 → 3 (solid), 2 (dashed)", ["most 1>3", "then 1>2"]),
        ("Outputs 1 and 2 are most influenced by input 3", ["most 1>3", "most 2>3"]),
        ("output 1 ( river ) attends most to input 3 ( floods )", ["most 1>3"]),
        ("“bank” attends most to “river” ( \\alpha_1 = 0.5 )", ["most bank>river 0.5"]),
        ("o/p 1 is strongly influenced by i/p x2(3) &amp; x2(4), shown by the solid line", ["most 1>3+4"]),
        ("word 1 attends most to itself and word 3, least to word 2", ["most 1>self+3", "least 1>2"]),
        ("input 2 has the second highest weight for output 1", ["then 1>2"]),
        ("output 1 attends mostly to input 2 and output 2 attends most to input 1", ["most 1>2", "most 2>1"]),
        ("word 1 attends strongly to word 2 and slightly to word 3", ["strongly 1>2", "slightly 1>3"]),
        ("query 1 has its highest weight on key 3 with weight 0.92", ["most 1>3 0.92"]),
        ("token 2 attends 64% to token 1, 36% to itself", ["with 2>1 64%", "with 2>self 36%"]),
        ("compared to token 1, token 2 attends more to token 2 than to token 3", ["more 2>2+3"]),
        ("output 1 attends most to input 1, input 2 follows", ["most 1>1"]),
        ("output 1 attends most to inputs 1, 2 and 3", ["most 1>1+2+3"]),
        ("word 2 pays most of its attention to word 1 (73%)", ["most 2>1 73%"]),
    ],
)  # fmt: skip
def test_a_sentence_says(text: str, said: list[str]) -> None:
    assert told(text) == said


@pytest.mark.parametrize(
    "text",
    [
        "The model attends most to the start of its context.",
        "Each token attends most to itself.",
        "Which input does output 1 attend most to?",
        "If output 1 attends most to input 2, something is off.",
        "Output 1 does not attend most to input 2.",
        "Token 1 is attended to most by token 2.",
        "Most of the weights are small.",
        "In 2017 attention was what most models used.",
        "Table 3 has the largest weights of Section 2.",
        "True or false: output 1 attends most to input 2.",
        "In layer 3, token 1 attends most to token 2.",
        "The largest weight is at the diagonal.",
        "Token 1 attends most to token 3 among the other tokens.",
        "Apart from itself, token 1 attends most to token 3.",
        "Token 1 attends to token 2 and token 3.",
        "Token 1 attends roughly 60% to token 2.",
    ],
)
def test_nothing_is_made_of_other_prose(text: str) -> None:
    assert told(text) == []


@given(st.lists(PIECES, max_size=14).map("".join))
def test_facts_lie_where_they_were_read_and_every_text_is_survived(text: str) -> None:
    for fact in facts("\n\n" + text):
        assert 2 <= fact.span.start < fact.span.end <= len(text) + 2
        assert all(fact.sentence.start <= party.span.start for party in fact.objects)


@pytest.mark.parametrize(
    "sign", [" ", "output 1, ", "output 1 (", "attends most to ", "1 → ", "solid line from "]
)
def test_a_sentence_without_end_says_nothing_and_one_just_short_enough_is_still_read(sign: str) -> None:
    assert facts(("attends most to " + sign * 2000)[:20_000]) == ()
    assert told(("output 1 attends most to input 1" + " " * 700 + sign * 10)[:790])[:1] == ["most 1>1"]
