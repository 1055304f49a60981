"""A stretch of running text turned into passages, cut wherever a display stands in it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TypeAlias

from workings.document import Kind, Passage
from workings.extracting.canvas import Canvas
from workings.extracting.code import tight
from workings.extracting.display import read_display
from workings.extracting.frames import bar_sides
from workings.extracting.regions import Region, Sort
from workings.regex import regex
from workings.source import Span

Mask: TypeAlias = Callable[[str, Canvas, Sequence[Region]], list[tuple[int, int]]]
ONLY_PUNCTUATION = regex(r"[\s.,;:!?)*_{}]*")


def read_paragraph(
    text: str,
    start: int,
    end: int,
    regions: Sequence[Region],
    mask: Mask,
    opens: bool,
    quoted: str | None = None,
) -> Iterator[Passage]:
    """The pieces of a paragraph and the displays between them; the first of them opens it."""
    pending: list[Region] = []
    for region in regions:
        if region.sort is not Sort.DISPLAY:
            pending.append(region)
            continue
        for passage in read_prose(text, start, region.start, pending, mask, opens):
            yield passage
            opens = False
        for passage in read_display(text, *region.inner, opens=opens, quoted=quoted):
            yield passage
            opens = False
        pending = []
        start = region.end
    yield from read_prose(text, start, end, pending, mask, opens)


def read_prose(
    text: str, start: int, end: int, regions: Sequence[Region], mask: Mask, opens: bool
) -> Iterator[Passage]:
    """A piece of a paragraph, unless only punctuation is left of it."""
    if start < end and not ONLY_PUNCTUATION.fullmatch(text, start, end):
        yield from read_piece(text, Kind.PROSE, start, end, regions, mask, opens=opens)


def read_piece(
    text: str,
    kind: Kind,
    start: int,
    end: int,
    regions: Sequence[Region],
    mask: Mask,
    level: int = 0,
    row: int | None = None,
    column: int = 0,
    opens: bool = False,
) -> Iterator[Passage]:
    """One passage over a stretch, with its markup masked, if anything is left of it."""
    start, end = tight(text, start, end)
    canvas = Canvas(text, start, end)
    maths = mask(text, canvas, regions)
    opening = text.rfind("\n", 0, start) + 1
    for at, bracket in bar_sides(text, opening, end) if kind is Kind.PROSE else ():
        canvas.put(at, at + 1, bracket)
    words = canvas.slice(start, end)
    first, last = tight(words, 0, len(words))
    if first < last:
        whole = Span(start + first, start + last)
        spans = tuple(Span(max(left, whole.start), min(right, whole.end)) for left, right in maths)
        held = tuple(span for span in spans if span.start < span.end)
        yield Passage(kind, whole, words[first:last], held, level, row, column, opens)
