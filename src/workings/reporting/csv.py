"""A table for marking a class: one row for each question of each file, with its first error."""

from __future__ import annotations

import csv
from io import StringIO

from workings.finding import Claim, Report, Verdict
from workings.regex import regex
from workings.reporting.coverage import Tally
from workings.reporting.format import Look
from workings.reporting.paint import one_line
from workings.reporting.selection import Selection, is_finding

COLUMNS = (
    "file", "question", "claims", "right", "line", "rule", "slip", "stated", "computed",
    "following", "further", "unread", "undecided",
)  # fmt: skip
OPENING = ",".join(COLUMNS) + "\n"
PLAIN_NUMBER = regex(r"[+-]?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?")
FORMULA_SIGNS = ("=", "+", "-", "@", "\t", "\r")  # with which a spreadsheet takes a cell for a formula


def render(selection: Selection, look: Look) -> str:
    """The rows of one file; a file in which nothing is claimed has one too, so that nobody is missing."""
    text = StringIO()
    rows = csv.writer(text, lineterminator="\n")
    for question, claims in _questions(selection).items():
        cells = [selection.report.page.filename, question or "", *_cells(claims, selection.report)]
        rows.writerow([safe(str(cell)) for cell in cells])
    return text.getvalue()


def closing(total: Tally, look: Look) -> str:
    return ""


def safe(cell: str) -> str:
    """The cell with an apostrophe in front where a spreadsheet would run it as a formula."""
    cell = one_line(cell)
    return f"'{cell}" if cell.startswith(FORMULA_SIGNS) and not PLAIN_NUMBER.fullmatch(cell) else cell


def _questions(selection: Selection) -> dict[str | None, list[Claim]]:
    """The claims that are heard, by question, in the order in which the questions are first answered."""
    found: dict[str | None, list[Claim]] = {}
    for claim in filter(selection.heard, selection.report.claims):
        found.setdefault(claim.question, []).append(claim)
    return found or {None: []}


def _cells(claims: list[Claim], report: Report) -> list[str | int]:
    """What is said of one question."""
    errors = [claim for claim in claims if is_finding(claim)]
    tail = [_count(claims, Verdict.UNREAD), _count(claims, Verdict.UNDECIDED)]
    head = [len(claims), _count(claims, Verdict.RIGHT)]
    if not errors:
        return [*head, "", "", "", "", "", 0, 0, *tail]
    first, *others = errors
    return [
        *head,
        report.page.place(first.span.start).line,
        first.rule or "",
        " or ".join(first.told),
        first.stated or "",
        first.computed or "",
        sum(claim.cause == first.id and claim.verdict is Verdict.CARRIED for claim in report.claims),
        sum(claim.cause != first.id for claim in others),
        *tail,
    ]


def _count(claims: list[Claim], verdict: Verdict) -> int:
    return sum(claim.verdict is verdict for claim in claims)
