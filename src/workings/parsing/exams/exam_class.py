"""Points in LaTeX's exam class: `\\question[10]`, `\\part[4]`, `\\subpart[2]`."""

from __future__ import annotations

import re

from flint import fmpq

from workings.parsing.exams.points import Item, Question, Worth, amount
from workings.regex import regex
from workings.source import Span

MOST_MARKS = 5000  # commands of one document
_MARK = regex(
    r"\\(?P<bonus>bonus)?(?P<kind>titledquestion|question|part|subpart|subsubpart)(?![a-zA-Z])"
    r"(?:[ \t]*\{[^{}\n]{0,120}\})?(?:[ \t]*\[[ \t]*(?P<points>\d{1,4}(?:\.\d{1,2}|\\half)?)[ \t]*\])?"
)
_COMMENT = regex(r"(?<!\\)%[^\n]*")


def exam_questions(text: str) -> tuple[Question, ...]:
    """The questions that are asked with the commands of the exam class, with the points of their parts."""
    if "\\question" not in text:
        return ()
    found = _COMMENT.sub(lambda comment: " " * len(comment[0]), text)
    questions: list[Question] = []
    for count, mark in enumerate(_MARK.finditer(found)):
        if count > MOST_MARKS:
            return ()
        worth = _worth(mark)
        if mark["kind"].endswith("question"):
            questions.append(Question(str(len(questions) + 1), worth, (), adds=True))
        elif mark["kind"] == "part" and questions:
            questions[-1] = _with_part(questions[-1], Item(_letter(questions[-1]), worth))
        elif questions and questions[-1].items and worth is not None:
            questions[-1] = _with_subpart(questions[-1], worth)
    return tuple(questions)


def _worth(mark: re.Match[str]) -> Worth | None:
    if mark["points"] is None:
        return None
    text = mark["points"].replace("\\half", "½")
    return Worth(amount(text), Span(*mark.span("points")), mark["bonus"] is not None)


def _letter(question: Question) -> str:
    return chr(ord("a") + min(len(question.items), 25))


def _with_part(question: Question, item: Item) -> Question:
    return Question(question.number, question.worth, (*question.items, item), adds=True)


def _with_subpart(question: Question, worth: Worth) -> Question:
    """A part has its own points and those of its subparts, which is how the class counts."""
    last = question.items[-1]
    before = last.worth.value if last.worth is not None else fmpq(0)
    item = Item(last.label, Worth(before + worth.value, worth.span, worth.bonus))
    return Question(question.number, question.worth, (*question.items[:-1], item), adds=True)
