"""Points against the totals that are stated for them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from flint import fmpq

from workings.checking.judging import Judge
from workings.checking.wording import claim_about
from workings.document import Passage
from workings.evaluating.rendering import show
from workings.finding import Because, Claim, Verdict
from workings.parsing.exams.exam_class import exam_questions
from workings.parsing.exams.point_tables import point_sums
from workings.parsing.exams.points import Item, Question, Sheet, Worth, read_sheets
from workings.source import Page, Span, with_newlines

TOTAL = "points/total"
NEAR = fmpq(3, 10)  # of a question's points: farther off, its own come on top of those of its parts
_ROMAN = ("i", "ii", "iii", "iv", "v", "vi", "vii", "viii", "ix", "x", "xi", "xii", "xiii", "xiv", "xv")


def claims_of_points(judge: Judge) -> list[Claim]:
    """A claim for every total of points that the document states and lets us add up."""
    page = judge.page
    found = [
        _claim(page, part.span, sum(part.parts, fmpq(0)), part.total, "the numbers add up to")
        for part in point_sums(judge.passages, with_newlines(page.text))
    ]
    return [*found, *(claim for sheet in sheets_of(judge) for claim in _of_sheet(page, sheet))]


def sheets_of(judge: Judge) -> Sequence[Sheet]:
    """The questions of a document with their points, as far as its structure is plain."""
    text = with_newlines(judge.page.text)
    questions = exam_questions(text)
    if questions:
        return [Sheet(questions, None)]
    return list(read_sheets(_heard(_without_answers(judge, text), judge.passages)))


def _without_answers(judge: Judge, text: str) -> str:
    """The text without the answers to choose, whose letters are none of parts."""
    if not judge.offered:
        return text
    from workings.parsing.exams.choices import read_choices

    parts, reached = [], 0
    for choice in read_choices(judge.page, judge.passages):
        for option in choice.options:
            start, end = max(reached, option.opening), max(reached, option.span.end)
            parts += [text[reached:start], re.sub(r"[^\n]", " ", text[start:end])]
            reached = end
    return "".join((*parts, text[reached:]))


def _heard(text: str, passages: Sequence[Passage]) -> str:
    """The text with nothing on the lines that no passage touches, such as those of silent code."""
    lines, at, place = text.split("\n"), 0, 0
    for number, line in enumerate(lines):
        while place < len(passages) and passages[place].span.end < at:
            place += 1
        if place >= len(passages) or passages[place].span.start > at + len(line):
            lines[number] = " " * len(line)
        at += len(line) + 1
    return "\n".join(lines)


def _of_sheet(page: Page, sheet: Sheet) -> Iterator[Claim]:
    sums: list[tuple[fmpq, fmpq] | None] = []  # without and with what is a bonus
    for question in sheet.questions:
        parts = _sum(question)
        if parts is not None and question.worth is not None and _is_comparable(question, parts):
            stated = question.worth
            fits = stated.value if stated.value in parts else parts[0]
            yield _claim(
                page, stated.span, fits, stated.value, "the parts add up to", _places(page, question)
            )
        own = question.worth
        sums.append(((own.value, own.value) if own else parts) if question.plain else None)
    if sheet.total is not None and _is_whole(sheet.questions) and None not in sums:
        yield from _total(page, sheet.total, [found for found in sums if found is not None])


def _total(page: Page, total: Worth, sums: Sequence[tuple[fmpq, fmpq]]) -> Iterator[Claim]:
    """The total of a sheet; a question that is missing from an excerpt would explain what is missing."""
    without, with_bonus = (sum((pair[at] for pair in sums), fmpq(0)) for at in (0, 1))
    if total.value - without >= min(pair[0] for pair in sums):
        return
    fits = total.value if total.value in (without, with_bonus) else without
    yield _claim(page, total.span, fits, total.value, "the questions add up to")


def _sum(question: Question) -> tuple[fmpq, fmpq] | None:
    """What the parts of a question add up to, without and with bonus parts; None unless it is plain."""
    items = _outer(question.items)
    if items is None or len(items) < 2 or not question.plain:
        return None
    worths = [item.worth for item in items if item.worth is not None]
    if len(worths) < len(items):
        return None
    every = sum((worth.value for worth in worths), fmpq(0))
    return every - sum((worth.value for worth in worths if worth.bonus), fmpq(0)), every


def _outer(items: Sequence[Item]) -> list[Item] | None:
    """The parts that are labelled one after the other; None if some label is out of turn."""
    labels = [item.label for item in items]
    for sequence in (tuple("abcdefghijklmnopqrstuvwxyz"), _ROMAN, tuple(map(str, range(1, 30)))):
        if tuple(labels) == sequence[: len(labels)]:
            return list(items)
    prefix = labels[0][:-1] if labels else ""
    if prefix and labels == [f"{prefix}{chr(ord(labels[0][-1]) + at)}" for at in range(len(labels))]:
        return list(items) if labels[0][-1] in ("1", "a") else None
    return _nested(items)


def _nested(items: Sequence[Item]) -> list[Item] | None:
    """Parts a, b, … with i, ii, … under some of them: those add up to theirs."""
    found: list[Item] = []
    under = 0
    for item in items:
        if under < len(_ROMAN) and found and item.label == _ROMAN[under] and item.label != _next(found):
            if item.worth is not None and found[-1].worth is not None and under == 0:
                return None  # points of a part and of what is under it
            before = found[-1].worth.value if found[-1].worth is not None else fmpq(0)
            if item.worth is not None:
                found[-1] = Item(found[-1].label, Worth(before + item.worth.value, item.worth.span))
            under += 1
        elif item.label == _next(found):
            found.append(item)
            under = 0
        else:
            return None
    return found


def _next(found: Sequence[Item]) -> str:
    return chr(ord("a") + len(found))


def _is_comparable(question: Question, parts: tuple[fmpq, fmpq]) -> bool:
    """In the exam class a question's own points may come on top; close to the sum, they are the sum."""
    own = question.worth.value if question.worth is not None else fmpq(0)
    return not question.adds or min(abs(own - part) for part in parts) <= NEAR * own


def _is_whole(questions: Sequence[Question]) -> bool:
    """Whether the questions are numbered one after the other from the first."""
    numbers = [question.number for question in questions]
    roman = [numeral.upper() for numeral in _ROMAN]
    return len(numbers) > 1 and (
        numbers == [str(at) for at in range(1, len(numbers) + 1)] or numbers == roman[: len(numbers)]
    )


def _places(page: Page, question: Question) -> tuple[Because, ...]:
    spans = [item.worth.span for item in question.items if item.worth is not None]
    return tuple(
        Because(page.place(span.start).line, page.written[span.start : span.end]) for span in spans[:3]
    )


def _claim(
    page: Page, span: Span, real: fmpq, stated: fmpq, words: str, because: tuple[Because, ...] = ()
) -> Claim:
    if real == stated:
        return claim_about(page, span, Verdict.RIGHT, None, "", show(real), kind="sentence")
    message = f"{words} {show(real)} points, stated are {show(stated)}"
    return claim_about(
        page, span, Verdict.WRONG, TOTAL, message, show(real), kind="sentence", because=because
    )
