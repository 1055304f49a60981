"""One line for each finding: `file:line:column: wrong[rule] message`."""

from __future__ import annotations

from workings.reporting.coverage import Tally, coverage
from workings.reporting.format import Look
from workings.reporting.paint import harmless, paint
from workings.reporting.selection import Selection, heading, severity
from workings.reporting.wording import summary


def render(selection: Selection, look: Look) -> str:
    page = selection.report.page
    lines = []
    for claim in selection.shown(look.everything):
        line, column = page.place(claim.span.start)
        kind = paint(heading(claim), severity(claim), look.colour)
        lines.append(f"{harmless(page.filename)}:{line}:{column}: {kind} {summary(claim)}\n")
    return "".join(lines)


def closing(total: Tally, look: Look) -> str:
    return paint(coverage(total), "strong", look.colour) + "\n"
