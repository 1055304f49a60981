"""Where a claim stands, in the words that editors use."""

from __future__ import annotations

from typing import NamedTuple

from workings.source import Page, Place, Span


class Region(NamedTuple):
    """First character, and the place just after the last one; all 1-based, in code points."""

    line: int
    column: int
    end_line: int
    end_column: int


def region(page: Page, span: Span) -> Region:
    """The place of a span in the raw file."""
    first = page.place(span.start)
    if span.end <= span.start:
        return Region(*first, *first)
    last = page.place(span.end - 1)
    after = page.place(span.end)
    if after.line != last.line or after.column <= last.column:  # the next character is elsewhere
        after = Place(last.line, last.column + 1)
    return Region(*first, *after)
