"""Where the pen touches a page: the value of each claim, and the entries of a matrix that are not right."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from workings.document import Statement
from workings.expr import Alt, Array, Expr
from workings.finding import Claim, Entry
from workings.record import record
from workings.regex import regex
from workings.reporting.excerpt import trimmed
from workings.reporting.selection import Selection, is_finding, severity
from workings.source import Page, Span

SPACING = regex(r"\\[,;:! ]|[\s{}~]")
MOST_ENTRIES = 200  # marked in one matrix
MOST_OF = 0.6  # where a larger part of the entries is wrong, the whole is marked


@record(frozen=True)
class Mark:
    """One place of the page, the claim it belongs to, and what the pen says there."""

    claim: str  # the id on the page
    span: Span
    verdict: str  # a verdict, or `finding` where a rule objects to a value that holds
    number: int | None = None  # of an error, in reading order
    is_entry: bool = False


@record(frozen=True)
class Numbering:
    """The ids and numbers that claims go by on one page, which may show several files."""

    prefix: str
    errors: Mapping[str, int]  # by claim

    def name(self, claim: str) -> str:
        return f"{self.prefix}{claim}"


def numbered(selection: Selection, prefix: str) -> Numbering:
    """Number the findings of a file in reading order."""
    found = [claim.id for claim in selection.report.claims if is_finding(claim) and selection.heard(claim)]
    return Numbering(prefix, {claim: at for at, claim in enumerate(found, 1)})


def marks_of(selection: Selection, statements: Sequence[Statement], numbering: Numbering) -> list[Mark]:
    """Every mark of a file, by place, the wider before what stands in it."""
    members = {m.span: m.expr for s in statements for m in s.members}
    marks: list[Mark] = []
    page = selection.report.page
    for claim in selection.report.claims:
        if not selection.heard(claim):
            continue
        span = trimmed(page, claim.span)
        name, number = numbering.name(claim.id), numbering.errors.get(claim.id)
        kind = severity(claim) if number else claim.verdict.value
        number = number or numbering.errors.get(claim.cause or "")
        marks.append(Mark(name, span, kind, number))
        marks += _entry_marks(page, claim, members.get(claim.span), name)
    return sorted(marks, key=lambda mark: (mark.span.start, -mark.span.end, mark.is_entry))


def _entry_marks(page: Page, claim: Claim, expr: Expr | None, name: str) -> Iterator[Mark]:
    if expr is None or len(claim.entries) > max(1, MOST_OF * _size(expr)):
        return
    for entry in claim.entries[:MOST_ENTRIES]:
        if (span := _place(page, expr, entry)) is not None:
            yield Mark(name, span, entry.verdict.value, is_entry=True)


def _size(expr: Expr) -> int:
    """How many entries a literal has."""
    first = expr.options[0] if isinstance(expr, Alt) else expr
    return sum(_size(item) for item in first.items) if isinstance(first, Array) else 1


def _place(page: Page, expr: Expr, entry: Entry) -> Span | None:
    """Where an entry stands, if just what was stated is written there."""
    for found in _entries(expr, entry.index):
        span = trimmed(page, found.span)
        if _plain(page.written[span.start : span.end]) == _plain(entry.stated):
            return span
    return None


def _entries(expr: Expr, index: tuple[int, ...]) -> Iterable[Expr]:
    """The candidates for an entry, over all readings of the literal."""
    if isinstance(expr, Alt):
        for option in expr.options:
            yield from _entries(option, index)
        return
    flat = index[-1:] if not any(index[:-1]) else index[:1]  # of a matrix with one row or one column
    for path in dict.fromkeys((index, flat, (*flat, 0), (0, *flat))):
        node: Expr | None = expr
        for at in path:
            node = node.items[at] if isinstance(node, Array) and at < len(node.items) else None
        if node is not None and not isinstance(node, Array):
            yield node


def _plain(text: str) -> str:
    return SPACING.sub("", text).replace("−", "-").removeprefix("+")
