"""The comments of a page, which are painted over where its passages are read."""

from __future__ import annotations

import re
from collections.abc import Iterator

from workings.extracting.canvas import settle_lines
from workings.extracting.latex import silent_places
from workings.extracting.regions import RegionFinder, Sort
from workings.regex import regex
from workings.source import Page, Span

_ORG = regex(
    r"^[ \t]*#\+begin_(?P<block>\w+)(?s:.*?)^[ \t]*#\+end_(?P=block)"  # of a program
    r"|^[ \t]*(?P<comment>#[ \t]+(?P<words>\S.*))$",
    re.MULTILINE | re.IGNORECASE,
)


def page_comments(page: Page, tex: bool) -> Iterator[tuple[Span, str]]:
    """Each with its words: `<!-- … -->` outside of code, a line behind `#` in Org, or behind `%` in TeX."""
    text = settle_lines(page.written)
    if tex:
        for start, end in silent_places(text)[0]:
            if text[start] == "%":
                yield Span(start, end), text[start:end].lstrip("%").strip()
        return
    if page.filename.lower().endswith(".org"):
        for found in _ORG.finditer(text):
            if found["words"] is not None:
                yield Span(*found.span("comment")), found["words"].strip()
    stretches = [cell.span for cell in page.cells] or [Span(0, len(text))]
    for first, last in stretches:
        for region in RegionFinder(text[first:last]).find():
            if region.sort is Sort.COMMENT:
                inner = text[first + region.inner[0] : first + region.inner[1]]
                yield Span(first + region.start, first + region.end), inner.strip()
