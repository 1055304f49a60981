"""A run of `workings explain`: a place in, where its value comes from out."""

from __future__ import annotations

import click

from workings.doors.ending import finished, trouble
from workings.doors.running import UnreadableError, read_document
from workings.regex import regex
from workings.reporting.solutions.account import render
from workings.solving.accounts import accounts

FINE = 0
_PLACE = regex(r"(?P<file>.+?):(?P<line>\d{1,9})(?::(?P<column>\d{1,9}))?")


def explain(place: str, detail: int, digits: int, given: str | None) -> int:
    """Explain what is expected at FILE:LINE or FILE:LINE:COLUMN."""
    return finished(lambda: _explain(place, detail, digits, given), place)


def _explain(place: str, detail: int, digits: int, given: str | None) -> int:
    found = _PLACE.fullmatch(place)
    if found is None:
        return trouble(f"{place} is not a place; write FILE:LINE or FILE:LINE:COLUMN")
    try:
        document = read_document(found["file"])
        lender = None if given is None else read_document(given)
    except UnreadableError as problem:
        return trouble(problem)
    line, column = int(found["line"]), int(found["column"]) if found["column"] else None
    known = accounts(document, line, column, lender, detail=detail, digits=digits)
    if not known:
        return trouble(f"nothing is stated at {place}")
    click.echo(render(document.reading.page, known, detail, digits), nl=False)
    return FINE
