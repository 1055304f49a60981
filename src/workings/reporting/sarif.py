"""SARIF 2.1.0, the format of code scanning services.

The rules stand after the results, because they are known only when every file was written.
"""

from __future__ import annotations

import json
from pathlib import PurePath
from typing import Any
from urllib.parse import quote

from workings import __version__
from workings.finding import Claim, Verdict
from workings.reporting.coverage import Tally
from workings.reporting.format import Look
from workings.reporting.position import Region, region
from workings.reporting.selection import Selection, is_finding, label
from workings.reporting.wording import proposal, summary
from workings.source import Page

SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json"
OPENING = f'{{"$schema": "{SCHEMA}", "version": "2.1.0", "runs": [{{"results": ['
BETWEEN = ","


def render(selection: Selection, look: Look) -> str:
    """The results of one file, one a line."""
    page = selection.report.page
    shown = selection.shown(look.everything)
    return ",".join("\n  " + json.dumps(_result(claim, page)) for claim in shown)


def closing(total: Tally, look: Look) -> str:
    """The tool and its rules."""
    rules = [{"id": rule, "shortDescription": {"text": rule}} for rule in sorted(total.rules)]
    driver = {"name": "workings", "version": __version__, "rules": rules}
    rest = json.dumps({"columnKind": "unicodeCodePoints", "tool": {"driver": driver}})
    return f"\n], {rest[1:]}]}}\n"


def _result(claim: Claim, page: Page) -> dict[str, Any]:
    text = summary(claim)
    if (help_text := proposal(claim)) is not None:
        text = f"{text}; {help_text}"
    location = {
        "artifactLocation": {"uri": quote(PurePath(page.filename).as_posix(), errors="surrogateescape")},
        "region": _region(region(page, claim.span)),
    }
    return {
        "ruleId": label(claim),
        "level": _level(claim),
        "message": {"text": text},
        "locations": [{"physicalLocation": location}],
    }


def _region(place: Region) -> dict[str, int]:
    return {
        "startLine": place.line,
        "startColumn": place.column,
        "endLine": place.end_line,
        "endColumn": place.end_column,
    }


def _level(claim: Claim) -> str:
    if claim.verdict is Verdict.WRONG:
        return "error"
    return "warning" if is_finding(claim) else "note"
