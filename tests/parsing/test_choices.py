"""However an answer is ticked, the same one is chosen."""

from __future__ import annotations

import pytest

from workings.extracting import extract
from workings.parsing.exams.choice import Choice, Sought
from workings.parsing.exams.choices import read_choices

STATEMENTS = ("$2 + 2 = 5$", "$2 + 2 = 4$", "$2 + 2 = 22$")
WAYS = {  # the second of three answers is chosen in each
    "boxes": ("- [ ] {}", "- [x] {}", "- [ ] {}"),
    "ballot boxes": ("☐ {}", "☑ {}", "☐ {}"),
    "crossed boxes": ("□ {}", "☒ {}", "□ {}"),
    "crosses": ("☐ {}", "✗ {}", "☐ {}"),
    "squares": ("□ {}", "■ {}", "□ {}"),
    "circles": ("○ {}", "● {}", "○ {}"),
    "round brackets": ("( ) {}", "(x) {}", "( ) {}"),
    "ticks in front": ("✗ {}", "✓ {}", "✗ {}"),
    "ticks behind": ("a) {}", "b) {} ✓", "c) {}"),
    "ticks and crosses behind": ("a) {} ✗", "b) {} ✓", "c) {} ✗"),
    "a word behind": ("A. {}", "B. {} (correct)", "C. {}"),
    "an arrow behind": ("A) {}", "B) {} ← correct", "C) {}"),
    "bold": ("a) {}", "**b) {}**", "c) {}"),
    "a bold letter": ("a) {}", "**b)** {}", "c) {}"),
    "a star": ("a) {}", "*b) {}", "c) {}"),
    "a key": ("(a) {}", "(b) {}", "(c) {}\n\nAnswer: b"),
    "a key in words": ("a) {}", "b) {}", "c) {}\n\nThe correct answer is (b)."),
    "a key in capitals": ("A. {}", "B. {}", "C. {}\nANSWER: B"),
    "a key in German": ("a) {}", "b) {}", "c) {}\n\nLösung: B"),
    "a key in bold": ("(a) {}", "(b) {}", "(c) {}\n\n**Answer:** (b)"),
    "numbers": ("1) {}", "2) {}", "3) {}\n\nCorrect answer: 2"),
    "LaTeX boxes": ("$\\square$ {}", "$\\boxtimes$ {}", "$\\square$ {}"),
}


def choices_of(text: str, filename: str = "quiz.md") -> tuple[Choice, ...]:
    reading = extract(text, filename)
    return read_choices(reading.page, reading.passages)


@pytest.mark.parametrize("way", WAYS)
def test_an_answer_may_be_ticked_in_many_ways(way: str) -> None:
    lines = (line.format(statement) for line, statement in zip(WAYS[way], STATEMENTS, strict=True))
    text = "Which of the following is true?\n\n" + "\n".join(lines) + "\n"
    (choice,) = choices_of(text)
    assert [option.ticked for option in choice.options] == [False, True, False]
    for option, statement in zip(choice.options, STATEMENTS, strict=True):
        assert text[option.span.start : option.span.end].startswith(statement)
    assert choice.sought is Sought.TRUE and choice.single


@pytest.mark.parametrize(
    ("stem", "sought"),
    [
        ("Which of the following is true?", Sought.TRUE),
        ("Which statements hold?", Sought.TRUE),
        ("Select all that apply.", Sought.TRUE),
        ("Mark the correct statement:", Sought.TRUE),
        ("Which of the following is false?", Sought.FALSE),
        ("Which one is NOT true?", Sought.FALSE),
        ("Which statement does not hold?", Sought.FALSE),
        ("Find the incorrect statement.", Sought.FALSE),
        ("The mask is wrong. Which statement is correct?", Sought.TRUE),
        ("Welche Aussage ist nicht richtig?", Sought.FALSE),
        ("Welche Aussagen sind wahr?", Sought.TRUE),
        ("Which is not wrong?", Sought.UNKNOWN),
        ("Which of these is not a layer?", Sought.UNKNOWN),
        ("Which do you like?", Sought.UNKNOWN),
    ],
)
def test_a_question_says_what_it_asks_for(stem: str, sought: Sought) -> None:
    (choice,) = choices_of(f"{stem}\n\n- [ ] $1 + 1 = 2$\n- [x] $1 + 1 = 3$\n")
    assert choice.sought is sought


@pytest.mark.parametrize(
    "text",
    [
        "Homework\n\na) $1 + 1 = 2$\nb) $1 + 1 = 3$\n",
        "1. Compute\n2. Show\n3. Prove\n",
        "We set f(a) and f(b) = 3. Which holds (a) is clear.\n",
        "```python\n# which is true?\n# [x] 1\n# [ ] 2\n```\n",
    ],
)
def test_a_list_is_no_question(text: str) -> None:
    assert not [choice for choice in choices_of(text) if choice.answered]
