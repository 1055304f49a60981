"""Pictures inside the page: attention weights as a heat map, and what followed from which error."""

from __future__ import annotations

from workings.evaluating.ranking import are_shares, rows_of
from workings.finding import Claim, Report, Verdict
from workings.parsing.sequences import words_in
from workings.reporting.pictures import svg
from workings.reporting.pictures.derivation import derivation, steps_of, why_no_derivation
from workings.reporting.pictures.heat_map import Naming, heat_map, why_not_drawn
from workings.reporting.pictures.plain import plain
from workings.reporting.pictures.shapes import shortened
from workings.source import Page
from workings.value import Value

LONGEST_CAPTION = 30
MOST_CLAIMS = 40  # of a document that is drawn with all its steps
LARGEST_MAP = 10  # rows and columns that can be read in the margin


def weights_html(value: Value, caption: str, page: Page) -> str:
    """A heat map, if the value is a matrix of shares."""
    rows = rows_of(value)
    if rows is None or len(rows) < 2 or max(len(rows), len(rows[0])) > LARGEST_MAP or len(rows[0]) < 2:
        return ""
    if why_not_drawn(value, caption) is not None or not all(are_shares(row) for row in rows):
        return ""
    words = shortened(plain(caption), LONGEST_CAPTION)
    naming = Naming(*words_in(page.written, len(rows), len(rows[0])))
    picture = svg(heat_map(value, words, naming), f"Weights of {words}")
    return f'<figure class="drawing">{picture}</figure>'


def chain_html(report: Report) -> str:
    """The steps of the document with its errors and what followed from them, folded away."""
    if not any(claim.verdict is Verdict.CARRIED for claim in report.claims):
        return ""
    steps = steps_of(report, _told(report))
    if why_no_derivation(steps) is not None:
        return ""
    picture = svg(derivation(steps, "what follows from what"), "Errors and what follows from them")
    shown = f'<figure class="drawing">{picture}</figure>'
    return f'<details class="fold"><summary>what follows from what</summary>{shown}</details>'


def _told(report: Report) -> tuple[Claim, ...]:
    """All claims of a short document; of a long one those that an error led to, and the errors."""
    if len(report.claims) <= MOST_CLAIMS:
        return report.claims
    causes = {claim.cause for claim in report.claims if claim.verdict is Verdict.CARRIED}
    return tuple(c for c in report.claims if c.verdict is Verdict.CARRIED or c.id in causes)
