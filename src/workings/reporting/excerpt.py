"""The author's own lines with carets under the smallest span, in terminal columns."""

from __future__ import annotations

import unicodedata

from workings.record import record
from workings.reporting.paint import harmless
from workings.source import Page, Span

TAB = 4
LIMIT = 120  # characters of source shown; a longer line is cut around the caret
LEAD = 40  # characters kept before the caret of a line that is cut


@record(frozen=True)
class Excerpt:
    """One source line as shown, and the columns that are marked in it (0-based, half-open)."""

    line: int
    text: str
    start: int
    end: int


def excerpts(page: Page, span: Span) -> list[Excerpt]:
    """Every line that the span touches; the columns of each are those inside the span."""
    span = trimmed(page, span)
    found: list[Excerpt] = []
    offset = span.start
    while True:
        start, text = page.line_text(offset)
        visible = text.rstrip("\r")
        inside = Span(max(span.start, start) - start, min(span.end, start + len(visible)) - start)
        found.append(_excerpt(page.place(offset).line, visible, inside))
        offset = start + len(text) + 1
        if offset >= span.end:
            return found


def trimmed(page: Page, span: Span) -> Span:
    """A span within the page, without the white space at its ends, which no mark should point to."""
    start, end = max(0, span.start), min(span.end, len(page.written))
    while start < end and page.written[start].isspace():
        start += 1
    while end > start and page.written[end - 1].isspace():
        end -= 1
    return Span(start, end)


def _excerpt(line: int, text: str, inside: Span) -> Excerpt:
    low, high = 0, len(text)
    if high > LIMIT:
        low = max(0, min(inside.start - LEAD, high - LIMIT))
        high = low + LIMIT
    before = "…" if low else ""
    after = "…" if high < len(text) else ""
    shown, (start, end) = _spread(text[low:high], Span(inside.start - low, min(inside.end, high) - low))
    start, end = start + len(before), end + len(before)
    return Excerpt(line, before + shown.rstrip() + after, start, max(end, start + 1))


def _spread(text: str, inside: Span) -> tuple[str, tuple[int, int]]:
    """The text as shown, with tabs as spaces, and the columns of a span of it."""
    pieces: list[str] = []
    column = start = end = 0
    for offset, character in enumerate(text):
        if offset == inside.start:
            start = column
        if offset == inside.end:
            end = column
        piece = " " * (TAB - column % TAB) if character == "\t" else harmless(character)
        pieces.append(piece)
        column += len(piece) if character == "\t" else width(piece)
    if inside.start >= len(text):
        start = column
    if inside.end >= len(text):
        end = column
    return "".join(pieces), (start, end)


def width(text: str) -> int:
    """Columns that a terminal gives to the text."""
    if text.isascii():
        return len(text)
    return sum(map(_columns, text))


def _columns(character: str) -> int:
    if unicodedata.category(character) in ("Mn", "Me", "Cf"):
        return 0
    return 2 if unicodedata.east_asian_width(character) in "WF" else 1
