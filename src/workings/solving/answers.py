"""A document's open places with their answers: the steps of each, or why there is none."""

from __future__ import annotations

from dataclasses import dataclass

from workings.checking.judging import Judge
from workings.checking.tracing import Traces
from workings.explaining.derivation import Derivation, explanation
from workings.explaining.values import DIGITS
from workings.expr import Name
from workings.pipeline import Document, judged
from workings.resolving.scope import as_value
from workings.resolving.traits import names_in
from workings.solving.asking import Question, questions
from workings.source import Page, Span
from workings.step import Explanation
from workings.value import Tensor, Value

UNREAD = "what stands before it was not understood"
OTHER_SHAPE = "the value has another shape than the place for it"


@dataclass(frozen=True, slots=True)
class Answer:
    """One open place: how its value comes about, or why it has none."""

    question: Question
    explanation: Explanation | None
    reason: str = ""

    @property
    def span(self) -> Span:
        """Where the question stands on the page, from the left side on."""
        return Span(self.question.statement.span.start, self.question.member.span.end)

    @property
    def value(self) -> Value | None:
        return None if self.explanation is None else self.explanation.step.value


@dataclass(frozen=True)
class Solution:
    """A document's open places in reading order."""

    page: Page
    answers: tuple[Answer, ...]
    detail: int
    digits: int

    @property
    def unsolved(self) -> tuple[Answer, ...]:
        return tuple(answer for answer in self.answers if answer.explanation is None)


def solve(
    document: Document, given: Document | None = None, *, detail: int = 1, digits: int = DIGITS
) -> Solution:
    """Work out everything that a document leaves open."""
    traces = Traces()
    judge = judged(document, given, traces=traces)
    answers = []
    for question in questions(document.statements):
        derivation = traces.derivations.get(question.member.span)
        if question.is_formula:
            late = _worked_out_later(question, judge, traces)
            derivation = late if derivation is None or derivation.expr is None else derivation
            if derivation is None or (derivation.expr is None and not _is_half_known(question, judge)):
                continue
        answers.append(_answer(question, derivation, detail, digits))
    return Solution(document.reading.page, tuple(answers), detail, digits)


def _answer(question: Question, derivation: Derivation | None, detail: int, digits: int) -> Answer:
    if derivation is None:
        return Answer(question, None, UNREAD)
    made = explanation(derivation, detail, digits)
    if made is None:
        return Answer(question, None, derivation.reason or UNREAD)
    if not all(_holds(made.step.value, index) for index, _ in question.blanks):
        return Answer(question, None, OTHER_SHAPE)
    return Answer(question, made)


def _holds(value: Value, index: tuple[int, ...]) -> bool:
    """Whether a value has an entry at this place, and a number in it if the place is one of several."""
    if not index:
        return True
    if not isinstance(value, Tensor) or len(index) != len(value.shape):
        return False
    return all(at < extent for at, extent in zip(index, value.shape, strict=True))


def _worked_out_later(question: Question, judge: Judge, traces: Traces) -> Derivation | None:
    """A formula whose names got their values after it: what it comes to at the end of the document."""
    head, formula = question.statement.members[0].expr, question.member.expr
    if not isinstance(head, Name):
        return None
    binding, value = judge.scope.bindings.get(head.key), as_value(judge.scope.given.get(head.key))
    if binding is None or binding.formula is not formula or value is None:
        return None
    return traces.derivation_at_end(judge.scope, question.member.span, head, formula)


def _is_half_known(question: Question, judge: Judge) -> bool:
    """Some names of a formula have values and others have none; without any it is a general law."""
    given = judge.scope.given
    return any(as_value(given.get(key)) is not None for key in names_in(question.member.expr))
