"""What is expected on a line of a document, and where it comes from."""

from __future__ import annotations

from collections.abc import Iterable

from workings.checking.tracing import Traces
from workings.document import Statement
from workings.explaining.derivation import explanation
from workings.explaining.values import DIGITS
from workings.finding import Claim
from workings.pipeline import Document, check
from workings.record import record
from workings.source import Page, Span
from workings.step import Explanation


@record(frozen=True, slots=True)
class Account:
    """One stated value, blank or formula of a line: the verdict on it, and how its value comes about."""

    span: Span  # of the member itself
    statement: Span  # of the chain it stands in
    claim: Claim | None
    explanation: Explanation | None
    reason: str  # why there is nothing to explain


def accounts(
    document: Document,
    line: int,
    column: int | None = None,
    given: Document | None = None,
    *,
    detail: int = 1,
    digits: int = DIGITS,
) -> tuple[Account, ...]:
    """What is expected on a line, counted from 1 in the raw file; with a column only what stands there."""
    page = document.reading.page
    traces = Traces()
    report = check(document, given, names_slips=True, traces=traces)
    claims = {claim.span: claim for claim in report.claims}
    found = []
    for span, statement in _members(document.statements, page, line, column):
        derivation = traces.derivations.get(span)
        if derivation is None:
            continue
        made = explanation(derivation, detail, digits)
        found.append(Account(span, statement, claims.get(span), made, derivation.reason))
    return tuple(_telling(found))


def _members(
    statements: Iterable[Statement], page: Page, line: int, column: int | None
) -> Iterable[tuple[Span, Span]]:
    """The members that stand on the line, each with the span of its chain."""
    for statement in statements:
        for member in statement.members[1:]:
            start, end = member.span
            first, last = page.place(start), page.place(max(start, end - 1))
            if not first.line <= line <= last.line:
                continue
            if column is None or (first.line, first.column) <= (line, column) <= (last.line, last.column):
                yield member.span, statement.span


def _telling(found: list[Account]) -> Iterable[Account]:
    """The accounts of claims and of what can be explained; of a chain without claims only the last."""
    for at, account in enumerate(found):
        last = at + 1 == len(found) or found[at + 1].statement != account.statement
        claimed = any(one.claim is not None and one.statement == account.statement for one in found)
        if account.claim is not None or (last and not claimed):
            yield account
