"""A document's open places with their answers: the steps of each, or why there is none."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from operator import lt

from workings.checking.judging import Judge
from workings.checking.tracing import Traces
from workings.document import Statement
from workings.explaining.derivation import Derivation, explanation
from workings.explaining.values import DIGITS
from workings.expr import Array, Expr, Hole
from workings.pipeline import Document, judged
from workings.record import record
from workings.solving.asking import Question, questions, with_sigmoids
from workings.solving.blanks import NO_EQUATION, with_blanks
from workings.solving.cells import NO_FORMULA, with_cells
from workings.solving.commands import with_commands
from workings.solving.otherwise import UNIT, measured, slope, solved
from workings.source import Page, Span
from workings.step import Explanation
from workings.value import Tensor, Value, squeezed

UNREAD = "what stands before it was not understood"
OTHER_SHAPE = "the value has another shape than the place for it"


@record(frozen=True, slots=True)
class Answer:
    """One open place: how its value comes about, or why it has none."""

    question: Question
    explanation: Explanation | None
    reason: str = ""
    formula: Expr | None = None  # the answer, where that is no value but a formula in letters

    @property
    def span(self) -> Span:
        """Where the question stands on the page, from the left side on."""
        return Span(self.question.statement.span.start, self.question.member.span.end)

    @property
    def value(self) -> Value | None:
        return None if self.explanation is None else self.explanation.step.value


@record(frozen=True)
class Solution:
    """A document's open places in reading order."""

    page: Page
    answers: tuple[Answer, ...]
    detail: int
    wanted: int | None = None  # digits, if somebody asked for them

    @property
    def digits(self) -> int:
        return DIGITS if self.wanted is None else self.wanted

    @property
    def unsolved(self) -> tuple[Answer, ...]:
        return tuple(one for one in self.answers if one.explanation is None and one.formula is None)


def solve(
    document: Document, given: Document | None = None, *, detail: int = 1, digits: int | None = None
) -> Solution:
    """Work out everything that a document leaves open; without `digits`, to four and as the document does."""
    traces = Traces()
    document = with_sigmoids(with_commands(with_blanks(with_cells(document))))
    judge = judged(document, given, recorder=traces)
    answers = []
    for question in questions(document.statements):
        derivation = traces.derivations.get(question.member.span)
        if question.is_formula and not _is_asked(question, derivation):
            continue
        answer = _answer(question, derivation, detail, DIGITS if digits is None else digits)
        if answer.explanation is None:
            answer = _otherwise(answer, judge, document.statements)
        answers.append(answer)
    return Solution(document.reading.page, tuple(answers), detail, digits)


def _otherwise(answer: Answer, judge: Judge, statements: Sequence[Statement]) -> Answer:
    """The answer by other means than a formula with a value, if there are any."""
    question = answer.question
    made = solved(question, judge, statements, DIGITS)
    if made is not None:
        return Answer(question, made)
    if measured(question, judge.scope) is not None:
        return Answer(question, None, UNIT)
    formula = slope(question, judge, statements)
    return answer if formula is None else Answer(question, None, formula=formula)


def _answer(question: Question, derivation: Derivation | None, detail: int, digits: int) -> Answer:
    head = question.statement.members[0].expr
    if isinstance(head, Hole) and head.reason in (NO_FORMULA, NO_EQUATION):
        return Answer(question, None, head.reason)
    if derivation is None:
        return Answer(question, None, UNREAD)
    made = explanation(derivation, detail, digits)
    if made is None:
        return Answer(question, None, derivation.reason or UNREAD)
    places = [_place(made.step.value, index, extents(question.member.expr)) for index, _ in question.blanks]
    found = tuple((at, span) for at, (_, span) in zip(places, question.blanks, strict=True) if at is not None)
    if len(found) < len(places):
        return Answer(question, None, OTHER_SHAPE)
    return Answer(replace(question, blanks=found), made)


def _place(value: Value, index: tuple[int, ...], written: tuple[int, ...]) -> tuple[int, ...] | None:
    """Where a value has the entry for a blank of a list; a flat one may be written as a column or a row."""
    if not index:
        return ()
    if not isinstance(value, Tensor):
        return None
    if len(index) != len(written) or squeezed(value.shape) != squeezed(written):
        return index if len(index) == len(value.shape) and all(map(lt, index, value.shape)) else None
    left = iter([at for at, extent in zip(index, written, strict=True) if extent != 1])
    return tuple(0 if extent == 1 else next(left) for extent in value.shape)


def extents(expr: Expr) -> tuple[int, ...]:
    """How many rows and columns a list or matrix is written with."""
    if not isinstance(expr, Array) or not expr.items:
        return ()
    return (len(expr.items), *extents(expr.items[0]))


def _is_asked(question: Question, derivation: Derivation | None) -> bool:
    """Whether a formula is about numbers of the document: all its names have values, and from close by.

    Without values it is a general law, and a letter that had a value long ago may mean another thing here,
    where nobody says that the value is wanted.
    """
    if derivation is None or derivation.expr is None:
        return False
    return derivation.trusted or question.is_commanded
