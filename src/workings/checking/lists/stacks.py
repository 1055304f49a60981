"""Matrices as lists of all their entries, with the words that stand before them: “scaled scores:”."""

from __future__ import annotations

import re
from collections.abc import Iterator

from workings.checking.methods.pages.ledger import Listing
from workings.checking.methods.pages.pictures import Picture, matrices_in
from workings.checking.methods.sheet import Sheet
from workings.regex import regex
from workings.source import Span, line_start

REACH = 160  # characters before a matrix in which it may be spoken of
DRAWN = regex(r"matrix\}|\{array\}|\[\s*\[|(?:\n[^\n\d]*\d[^\n]*){2}")
_FRAME = regex(r"(?<![\[($&\s|⎡⎛])(?:\\begin\{\w+\*?\}(?:\{[clr|]*\})?|\\left|\\\[|[\[($&\s|⎡⎛])*\Z")
_LABEL = regex(r"[ \t|]*[^\W\d][^\n:|=]*[:|=]")
_COUNT = regex(r"[\d\s]+")
_ROW = regex(r"\n[ \t|]*(?:row|query|token|position|head)\s*\d+\s*+[:|=]?\s*+\Z", re.I)


def matrices_of(sheet: Sheet) -> Iterator[Listing]:
    """Every matrix of a page, in reading order."""
    before = 0
    for picture in matrices_in(sheet.judge.page.text, sheet.text):
        if not _is_one(sheet.text, picture):
            continue
        span = Span(picture.start, picture.end)
        lead = lead_of(sheet.text, picture, before)
        yield Listing(lead, "", picture.numbers, span, picture.places, width=picture.shape[1])
        before = picture.end


def _is_one(text: str, picture: Picture) -> bool:
    """Whether rows with labels are those of one matrix: `row 1:`, `row 2:`, and not `scores:`, `weights:`."""
    width = picture.shape[1]
    firsts = [picture.places[at].start for at in range(0, len(picture.places), width)]
    labels = [_LABEL.match(text, line_start(text, first), first) for first in firsts]
    return len({_COUNT.sub("", label[0]) for label in labels if label is not None}) <= 1


def lead_of(text: str, picture: Picture, before: int) -> str:
    """The line that speaks of a matrix: its own, or the one above it."""
    lead = _FRAME.sub("", text[max(before, picture.start - REACH) : picture.start])
    return _ROW.sub("", lead).rstrip().rpartition("\n")[2]
