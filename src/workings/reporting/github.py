"""Annotations on a pull request, as GitHub's workflow commands."""

from __future__ import annotations

from workings.finding import Claim, Verdict
from workings.reporting.format import Look
from workings.reporting.position import region
from workings.reporting.selection import Selection, heading, is_finding
from workings.reporting.wording import proposal, summary
from workings.source import Page


def render(selection: Selection, look: Look) -> str:
    page = selection.report.page
    return "".join(command(claim, page) + "\n" for claim in selection.shown(look.everything))


def command(claim: Claim, page: Page) -> str:
    """One annotation; columns only within one line, because GitHub drops those of several."""
    place = region(page, claim.span)
    properties: dict[str, str | int] = {
        "title": f"workings {heading(claim)}",
        "file": page.filename,
        "line": place.line,
        "endLine": place.end_line,
    }
    if place.line == place.end_line:
        properties |= {"col": place.column, "endColumn": place.end_column}
    listed = ",".join(f"{key}={_escape_property(str(value))}" for key, value in properties.items())
    message = summary(claim)
    if (help_text := proposal(claim)) is not None:
        message = f"{message}\nhelp: {help_text}"
    return f"::{_level(claim)} {listed}::{_escape(message)}"


def _level(claim: Claim) -> str:
    if claim.verdict is Verdict.WRONG:
        return "error"
    return "warning" if is_finding(claim) else "notice"


def _escape(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _escape_property(text: str) -> str:
    return _escape(text).replace(":", "%3A").replace(",", "%2C")
