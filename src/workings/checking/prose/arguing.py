"""From the steps of arguments to claims, and their words."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from workings.checking.arguing.data import unit_of
from workings.checking.arguing.elimination import Effort
from workings.checking.arguing.reasoning import Judged, Reasoner
from workings.checking.arguing.steps import Argument, arguments
from workings.checking.judging import Judge
from workings.checking.wording import LONGEST_TEXT, because_of, shortened
from workings.document import Kind, Statement
from workings.evaluating.rendering import show
from workings.finding import Claim, Verdict
from workings.source import Page, Span

DOES_NOT_FOLLOW = "inequality/does-not-follow"
MOST_LINES = 4  # that a message names


def claims_of_arguments(judge: Judge, statements: Iterable[Statement]) -> list[Claim]:
    """A claim for every inequality that is said to follow, and for every contradiction."""
    judged = {claim.span for claim in judge.claims}
    effort = Effort()
    headings = " ".join(p.text for p in judge.passages if p.kind is Kind.HEADING)
    return [
        _claim(judge.page, found)
        for argument in arguments(judge.passages, statements)
        for found in Reasoner(argument, unit_of(argument, headings), _bound(judge, argument), effort).run()
        if found.span not in judged
    ]


def _bound(judge: Judge, argument: Argument) -> frozenset[str]:
    """The names that have a value when an argument ends."""
    end = max((step.statement.span.end for step in argument.steps), default=0)
    bindings = judge.scope.bindings
    return frozenset(
        key
        for key in judge.scope.said
        if key not in bindings or bindings[key].span.start < end or bindings[key].times > 1
    )


def _claim(page: Page, found: Judged) -> Claim:
    whole = found.whole or found.span
    text = page.written[whole.start : whole.end][:LONGEST_TEXT]
    stated = page.written[found.span.start : found.span.end][:LONGEST_TEXT]
    match found.holds:
        case True:
            return Claim(
                "", "symbolic", found.span, text, Verdict.RIGHT, None, stated, message=_reason(page, found)
            )
        case None:
            return Claim("", "symbolic", found.span, text, Verdict.UNDECIDED, None, stated, message=found.why)
        case False:
            what = f"{shortened(text)} does not follow" if found.member else "this is no contradiction"
            because = tuple(because_of(page, span) for span in found.lines[:MOST_LINES])
            return Claim(
                "", "symbolic", found.span, text, Verdict.WRONG, DOES_NOT_FOLLOW, stated,
                because=because, message=f"{what}: {found.why}",
            )  # fmt: skip


def _reason(page: Page, found: Judged) -> str:
    """The lines that a step rests on."""
    if not found.lines:
        return found.why
    if found.factors:
        return f"{_sum(page, found)} cannot be: nought would be more than itself"
    lines = list(dict.fromkeys(_lines(page, found.lines)))
    places = ", ".join(map(str, lines[:MOST_LINES])) + (", …" if len(lines) > MOST_LINES else "")
    return f"follows from line{'s' if len(lines) > 1 else ''} {places}"


def _sum(page: Page, found: Judged) -> str:
    """The inequalities of a contradiction with the factors by which they are added up."""
    smallest = min(abs(factor) for factor in found.factors)
    terms = []
    for span, factor in list(zip(found.lines, found.factors, strict=True))[:MOST_LINES]:
        times = factor / smallest
        shown = "" if times == 1 else f"{show(times)} × "
        terms.append(f"{shown}({shortened(page.written[span.start : span.end])})")
    return " + ".join(terms) + (" + …" if len(found.lines) > MOST_LINES else "")


def _lines(page: Page, spans: Sequence[Span]) -> Iterator[int]:
    for span in sorted(spans):
        yield page.place(span.start).line
