"""START HERE: the compiler in a dozen lines.

file → passages → statements → verdicts → report
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING

from workings.checking.carrying import carried_on
from workings.checking.judging import Judge
from workings.checking.rules import rules_for
from workings.document import Reading, Statement
from workings.extracting import extract
from workings.finding import Claim, Report
from workings.ops import FUNCTIONS, SPOKEN
from workings.parsing.statements import read_statements
from workings.record import record
from workings.resolving.questions import questions, questions_at
from workings.resolving.scope import as_value
from workings.resolving.sections import exercises, sections
from workings.resolving.traits import forget
from workings.source import Span
from workings.value import Value

if TYPE_CHECKING:
    from workings.checking.recording import Recorder
    from workings.checking.tracing import Traces

ELSEWHERE = Span(-1, -1)  # where a lent name was defined: on no line of this page


@record(frozen=True)
class Document:
    """A document that has been read: its page and passages, and the statements in them."""

    reading: Reading
    statements: tuple[Statement, ...]


def read(raw: str, filename: str = "-") -> Document:
    """Phases 1 and 2: find the maths in a file and parse it."""
    reading = extract(raw, filename)
    return Document(reading, read_statements(reading, FUNCTIONS, SPOKEN))


def check(
    document: Document,
    given: Document | None = None,
    *,
    names_slips: bool = False,
    detail: int | None = None,
    traces: Traces | None = None,
) -> Report:
    """Phases 3 to 6: give names their meaning, run the maths, judge every claim.

    `names_slips` also searches for the slip behind every wrong value, which takes longer than judging it;
    `detail`, from 0 to 3, adds the steps of the value that is expected at every claim; `traces` collects
    where every value comes from.
    """
    if detail is not None and traces is None:
        from workings.checking.tracing import Traces  # only those who want steps wait for it

        traces = Traces()
    found = report(document, judged(document, given, names_slips, traces))
    if detail is None or traces is None:
        return found
    return replace(found, explanations=traces.explanations(found.claims, detail))


def report(document: Document, judge: Judge) -> Report:
    """The claims of the judge and of the rules, as a report."""
    page, statements = document.reading.page, document.statements
    claims = judge.told = list(judge.claims)
    for rule in rules_for(page, statements):
        claims += rule(judge, statements)
    judge.sheet = None  # which holds the judge in turn
    forget()
    if judge.misled:
        from workings.checking.blaming import traced_back  # only errors wait for it

        claims = traced_back(page, statements, claims, judge.misled)
    claims = carried_on(page, statements, claims, len(judge.claims))
    claims = by_question(judge.opened, claims)
    return Report(page, in_order(claims), sum([len(s.members) > 1 for s in statements]))


def by_question(opened: Mapping[int, str], claims: list[Claim]) -> list[Claim]:
    """The claims, each with the question that it answers."""
    if not opened:
        return claims
    asked = questions_at(opened, [claim.span.start for claim in claims])
    return [
        claim if claim.question == question else replace(claim, question=question)
        for claim, question in zip(claims, asked, strict=True)
    ]


def in_order(claims: list[Claim]) -> tuple[Claim, ...]:
    """The claims by place, numbered anew, with causes following their claims."""
    if len(claims) < 2 and all(claim.id == "c1" for claim in claims):
        return tuple(claims)
    places = [(claim.span.start, claim.span.end) for claim in claims]
    numbered = all(claim.id == f"c{at}" for at, claim in enumerate(claims, 1))
    if numbered and places == sorted(places):
        return tuple(claims)
    ordered = sorted(claims, key=lambda claim: (claim.span.start, claim.span.end))
    numbers = {claim.id: f"c{at}" for at, claim in enumerate(ordered, 1) if claim.id}
    return tuple(
        replace(claim, id=f"c{at}", cause=numbers.get(claim.cause) if claim.cause else None)
        for at, claim in enumerate(ordered, 1)
    )


def judged(
    document: Document,
    given: Document | None = None,
    names_slips: bool = False,
    recorder: Recorder | None = None,
) -> Judge:
    """The judge after it went through the document; `given` only lends its names."""
    reading = document.reading
    opened = questions(reading.page, reading.passages)
    places = sections(reading.page.text, reading.passages, opened)
    judge = Judge(reading.page, places, names_slips, recorder)
    judge.opened = opened
    judge.scope.exercises = exercises(reading.passages, places)
    judge.passages = reading.passages
    if given is not None:
        lender = judged(given)
        judge.lent = given.statements
        for key, binding in lender.scope.bindings.items():
            judge.scope.bind(key, replace(binding, span=ELSEWHERE))
    judge.run(document.statements)
    return judge


def evaluate_name(document: Document, key: str) -> Value | None:
    """What a name stands for at the end of the document."""
    scope = judged(document).scope
    return as_value(scope.given.get(key))
