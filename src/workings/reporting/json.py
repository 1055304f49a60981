"""The report as data, for other programs: version 1 of the contract, every claim listed."""

from __future__ import annotations

import json
from typing import Any

from workings.finding import Claim, Entry, Verdict
from workings.reporting.coverage import Tally, tally
from workings.reporting.format import Look
from workings.reporting.position import region
from workings.reporting.selection import Selection, is_remarkable
from workings.reporting.wording import summary
from workings.source import Page

OPENING = '{"version": 1, "files": ['
BETWEEN = ","


def render(selection: Selection, look: Look) -> str:
    """One file as an object, one claim a line."""
    head = json.dumps(_head(selection))[:-1]
    claims = ",".join("\n  " + json.dumps(_claim(claim, selection)) for claim in selection.report.claims)
    return f'\n{head}, "claims": [{claims}]}}'


def closing(total: Tally, look: Look) -> str:
    return "\n]}\n"


def as_data(selection: Selection) -> dict[str, Any]:
    """The same object as plain Python data."""
    return {**_head(selection), "claims": [_claim(claim, selection) for claim in selection.report.claims]}


def _head(selection: Selection) -> dict[str, Any]:
    report = selection.report
    total = tally(selection)
    counts = {"claims": total.claims} | {verdict.value: total.verdicts[verdict.value] for verdict in Verdict}
    if total.ignored:
        counts["ignored"] = total.ignored
    return {"filename": report.page.filename, "counts": counts, "statements": report.statements}


def _claim(claim: Claim, selection: Selection) -> dict[str, Any]:
    page = selection.report.page
    data: dict[str, Any] = {"id": claim.id, "question": claim.question, "kind": claim.kind}
    data |= region(page, claim.span)._asdict() | _cell(claim, page)
    data |= {
        "text": claim.text,
        "verdict": claim.verdict.value,
        "rule": claim.rule,
        "stated": claim.stated,
        "computed": claim.computed,
        "fits": list(claim.fits),
        "cause": claim.cause,
        "convention": claim.convention,
        "entries": [_entry(entry) for entry in claim.entries],
        "because": [{"line": reason.line, "text": reason.text} for reason in claim.because],
        "message": summary(claim) if is_remarkable(claim) else claim.message,
    }
    return data if selection.heard(claim) else data | {"ignored": True}


def _cell(claim: Claim, page: Page) -> dict[str, int | None]:
    number, line = page.cell_at(claim.span.start) or (None, None)
    return {"cell": number, "cell_line": line}


def _entry(entry: Entry) -> dict[str, Any]:
    return {
        "index": list(entry.index),
        "stated": entry.stated,
        "computed": entry.computed,
        "verdict": entry.verdict.value,
    }
