"""Answers put into the document itself, each in the author's notation, with nothing else touched."""

from __future__ import annotations

from dataclasses import replace

from workings.document import Reading
from workings.explaining.values import shown
from workings.expr import Apply, Hole, Name
from workings.extracting.editing import Edit, edited, raw_edits
from workings.finding import Verdict
from workings.pipeline import Document, check, read
from workings.record import record
from workings.regex import regex
from workings.solving.answers import Answer, Solution
from workings.solving.asking import Question, is_value
from workings.solving.spelling import is_in_maths, spelled, spelled_entry, style_of, written
from workings.source import Page, Span
from workings.value import Tensor

MOST_WRITTEN = 1600  # entries of a value that is put into a document
MOST_ROUNDS = 4  # of writing, reading back, and leaving out what was misread
TOO_LARGE = "the value is too large to be written into the document"
MISREAD = "the document would not be read back with this value"
_LINE = regex(r"(?:\\?_|\?)+")  # a blank as it is typed, whatever of it was painted over


@record(frozen=True)
class Filled:
    """The edits that fill a document in, and the answers that could not be put into it."""

    edits: tuple[Edit, ...]
    written: tuple[Answer, ...]
    left: tuple[tuple[Answer, str], ...]


def fill(
    document: Document, solution: Solution, given: Document | None = None, *, ascii_only: bool = False
) -> Filled:
    """The edits for every answer that is read back as right where it is written."""
    planned: list[tuple[Answer, tuple[Edit, ...]]] = []
    left: list[tuple[Answer, str]] = []
    for answer in solution.answers:
        value = answer.value
        if value is None and answer.formula is None:
            continue
        if isinstance(value, Tensor) and len(value.items) > MOST_WRITTEN:
            left.append((answer, TOO_LARGE))
            continue
        planned.append((answer, edits_for(answer, document.reading, solution.wanted, ascii_only)))
    for _ in range(MOST_ROUNDS):
        edits = sorted((edit for _, made in planned for edit in made), key=lambda edit: edit.span)
        misread = _misread(document, given, planned, edits)
        if not misread:
            return Filled(tuple(edits), tuple(answer for answer, _ in planned), tuple(left))
        left += [(answer, MISREAD) for answer in misread]
        planned = [(answer, made) for answer, made in planned if answer not in misread]
    return Filled((), (), (*left, *((answer, MISREAD) for answer, _ in planned)))


def edits_for(answer: Answer, reading: Reading, digits: int | None, ascii_only: bool) -> tuple[Edit, ...]:
    """What one answer changes on the page."""
    question, value, page = answer.question, answer.value, reading.page
    style = style_of(reading, digits)
    if answer.formula is not None or value is None:
        latex = is_in_maths(question.statement, question.member.span)
        text = written(answer.formula, latex) if answer.formula is not None else ""
        return tuple(Edit(_extent(page, span), text) for _, span in question.blanks)
    step = answer.explanation.step if answer.explanation is not None else None
    if question.member.sign != "=" or (step is not None and is_value(step.formula)):
        style = replace(style, fractions=False)  # 1/3 is worked out as a decimal, and so is what is about
    latex = is_in_maths(question.statement, question.member.span)
    if question.is_formula:
        rounded = not shown(value, style.digits).is_exact and not (ascii_only and not latex)
        sign = ("\\approx" if latex else "≈") if rounded else "="
        end = question.member.span.end
        return (Edit(Span(end, end), f" {sign} {spelled(value, style, latex)}"),)
    is_matrix = isinstance(value, Tensor) and len(value.shape) > 1
    dollars = not latex and is_matrix and _is_behind_dollars(page, question)
    texts = ((span, spelled_entry(value, index, style, latex or dollars)) for index, span in question.blanks)
    return tuple(
        Edit(_extent(page, span), _apart(page, span, f"${text}$" if dollars else text))
        for span, text in texts
    )


def _is_behind_dollars(page: Page, question: Question) -> bool:
    """Whether a blank stands in the open behind a formula in dollars: `$QK^\\top =$ ?`."""
    if not isinstance(question.member.expr, Hole):
        return False
    return page.written[: question.member.span.start].rstrip(" \t_?").endswith("$")


def _apart(page: Page, span: Span, text: str) -> str:
    """What is put where nothing stands yet, with a space behind the bar or sign before it."""
    return f" {text}" if span.start == span.end and not page.written[span.start - 1].isspace() else text


def _extent(page: Page, span: Span) -> Span:
    """All of a blank: what stands inside braces, or the whole line of underscores."""
    text = page.written[span.start : span.end]
    if text.startswith("{") and text.endswith("}"):
        return Span(span.start + 1, span.end - 1)
    line = _LINE.match(page.written, span.start)
    return Span(span.start, max(span.end, line.end())) if line is not None else span


def _misread(
    document: Document,
    given: Document | None,
    planned: list[tuple[Answer, tuple[Edit, ...]]],
    edits: list[Edit],
) -> list[Answer]:
    """The answers that are not judged right where they would stand; all of them where others would suffer."""
    page = document.reading.page
    before = check(document, given)
    again = read(edited(page.raw, raw_edits(page, edits)), page.filename)
    after = check(again, given)
    stated = {member.span.end for statement in again.statements for member in statement.members[1:]}
    verdicts = {claim.span.end: claim.verdict for claim in after.claims}
    for claim in before.claims:
        if claim.verdict is Verdict.RIGHT and verdicts.get(_moved(claim.span.end, edits)) is Verdict.WRONG:
            return [answer for answer, _ in planned]
    places = [
        (
            answer,
            _moved(max(made[-1].span.end, answer.question.member.span.end), edits)
            - made[-1].text.endswith("$"),
        )
        for answer, made in planned
    ]
    return [
        answer
        for answer, end in places
        if verdicts.get(end) is not Verdict.RIGHT
        and not (_is_named_alone(answer) and end in stated and end not in verdicts)
    ]


def _is_named_alone(answer: Answer) -> bool:
    """Whether a name is asked for with nothing beside it, so that what is put in defines it."""
    head, *rest = answer.question.statement.members
    return len(rest) == 1 and isinstance(head.expr, Name | Apply)


def _moved(offset: int, edits: list[Edit]) -> int:
    """Where a place of the page lies after the edits, those that end at it included."""
    moved = offset
    for edit in edits:
        if edit.span.end <= offset:
            moved += len(edit.text) - (edit.span.end - edit.span.start)
    return moved
