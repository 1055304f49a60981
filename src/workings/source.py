"""Where text comes from: spans, and a page that remembers each character's place in the raw file.

A phase may blank out markup, but never moves a character, so one offset serves from the
extractor to the last diagnostic. Only a notebook's page differs from its raw file, because the
text of its cells is escaped there; the page then carries the raw offset of every character.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator
from dataclasses import field
from itertools import accumulate
from typing import NamedTuple

from workings.record import record
from workings.regex import regex
from workings.uniform import uniform

BLANK_LINE = regex(r"\n[ \t\r]*\n")
LINE_END = regex(r"\r\n?|\n")
_SIGNS = frozenset(  # words that are signs of TeX
    "frac dfrac tfrac sqrt cdot times div approx begin end bmatrix pmatrix left right text quad qquad "
    "ln log exp sum prod binom odot top lfloor rfloor lceil rceil mathrm mathbf operatorname".split()
)
_SAYING = ("η", "'d", "’d")  # what says something in one letter: a rate, what would be
_WORD = regex(r"[^\W\d_]{2,}")
_FONT = regex(r"\\[a-zA-Z]+\s*\Z")
LONGEST_FONT = 24  # characters of a command before a brace
SHORT = 400  # characters whose words are found at once


_STOPS = (". ", ".\n", ".\r")  # of sentences


def has_words(text: str) -> bool:
    """Whether a text has words in it that are no signs of TeX."""
    if any(map(text.__contains__, _SAYING)):
        return True
    if len(text) <= SHORT:
        return not _SIGNS.issuperset(_WORD.findall(text))
    return any(word[0] not in _SIGNS for word in _WORD.finditer(text))


class Span(NamedTuple):
    """Half-open range of characters in a page's text."""

    start: int
    end: int

    def cover(self, other: Span) -> Span:
        return Span(min(self.start, other.start), max(self.end, other.end))


class Places:
    """Spans of a page, of which one look tells whether another one meets any of them."""

    def __init__(self, spans: Iterable[Span] = ()) -> None:
        self._spans = [*spans]
        self._starts: list[int] | None = None  # in order, once they are asked for
        self._reached: list[int] = []  # the last end of the spans up to each start

    def add(self, span: Span) -> None:
        self._spans.append(span)
        self._starts = None

    def meet(self, span: Span) -> bool:
        """Whether a span has a character with one of them in common."""
        if self._starts is None:
            self._spans.sort()
            self._starts = [start for start, _ in self._spans]
            self._reached = [*accumulate([end for _, end in self._spans], max)]
        before = bisect_left(self._starts, span.end)
        return before > 0 and self._reached[before - 1] > span.start

    def __bool__(self) -> bool:
        return bool(self._spans)


def sentences_in(
    text: str, ends: re.Pattern[str], longest: int, within: Span | None = None
) -> Iterator[Span]:
    """The stretches of a text between the ends that a pattern finds, but for those that are too long."""
    start, last = within or (0, len(text))
    for found in (*ends.finditer(text, start, last), None):
        stop = last if found is None else found.start()
        if 0 < stop - start <= longest:
            yield Span(start, stop)
        start = last if found is None else found.end()


def with_newlines(text: str) -> str:
    """Lines that end as on Unix, whoever wrote them; no character moves."""
    return text.replace("\r\n", " \n").replace("\r", "\n") if "\r" in text else text


class Place(NamedTuple):
    """A position a person can go to: 1-based line and column, in code points."""

    line: int
    column: int


@record(frozen=True)
class Cell:
    """One notebook cell: its number, and where its text lies on the page."""

    number: int
    span: Span


class Found:
    """What has been found out about a page when it was first asked for."""

    def __init__(self) -> None:
        self.line_starts: list[int] | None = None


@record(frozen=True, slots=True)
class Page:
    """The readable text of one file, with the way back to the raw file.

    `written` is what its author wrote, to show and to mend; `text` is the same in one spelling, to look for
    patterns in. A place in one is the same place in the other.
    """

    filename: str
    written: str
    raw: str
    origins: tuple[int, ...] | None = field(default=None, repr=False)  # None: page and file agree
    cells: tuple[Cell, ...] = ()
    found: Found = field(default_factory=Found, init=False, repr=False, compare=False)
    text: str = field(default="", init=False, repr=False, compare=False)
    has_words: bool = field(default=False, init=False, repr=False, compare=False)  # or formulas alone

    def __post_init__(self) -> None:
        object.__setattr__(self, "text", uniform(self.written))
        object.__setattr__(self, "has_words", has_words(self.text))

    @property
    def line_starts(self) -> list[int]:
        """Where the lines of the raw file begin; they end as on Unix, Windows or the old Mac."""
        if self.found.line_starts is None:
            self.found.line_starts = [0, *[end.end() for end in LINE_END.finditer(self.raw)]]
        return self.found.line_starts

    def raw_offset(self, offset: int) -> int:
        if self.origins is None:
            return offset
        if offset < len(self.origins):
            return self.origins[offset]
        return len(self.raw)

    def place(self, offset: int) -> Place:
        """The line and column of a page offset in the raw file."""
        raw = self.raw_offset(offset)
        line = bisect_right(self.line_starts, raw)
        return Place(line, raw - self.line_starts[line - 1] + 1)

    def cell_at(self, offset: int) -> tuple[int, int] | None:
        """The notebook cell of a page offset and the line within it, or None outside notebooks."""
        for cell in self.cells:
            if cell.span.start <= offset <= cell.span.end:
                return cell.number, self.written.count("\n", cell.span.start, offset) + 1
        return None

    def paragraph_start(self, offset: int) -> int:
        """Where the paragraph around an offset begins: behind the blank line before it."""
        return max((found.end() for found in BLANK_LINE.finditer(self.written, 0, offset)), default=0)

    def quote(self, span: Span) -> str:
        """What stands at a place, with the command whose brace it begins with: \\mathbf before {w}_2."""
        start, end = span
        font = (
            _FONT.search(self.written, max(0, start - LONGEST_FONT), start)
            if self.written[start:end][:1] == "{"
            else None
        )
        return self.written[start if font is None else font.start() : end]

    def line_text(self, offset: int) -> tuple[int, str]:
        """The page line around an offset, and the offset at which that line starts."""
        start = self.written.rfind("\n", 0, offset) + 1
        end = self.written.find("\n", offset)
        return start, self.written[start : end if end >= 0 else len(self.written)]


def line_start(text: str, place: int) -> int:
    """Where the line of a place begins."""
    return text.rfind("\n", 0, place) + 1


def last_gap(text: str, end: int) -> int:
    """Where the last empty line before a place begins, -1 where there is none, as `rfind` has it."""
    return max(text.rfind("\n\n", 0, end), text.rfind("\n\r\n", 0, end), text.rfind("\n \n", 0, end))


def sentence_around(text: str, start: int, end: int) -> tuple[int, int]:
    """From where the sentence of a place begins to where it ends, by full stops and empty lines."""
    opening = max([last_gap(text, start), 0, *[text.rfind(stop, 0, start) for stop in _STOPS]])
    stops = (text.find(stop, end) for stop in (*_STOPS, "\n\n", "\n\r\n", "\n \n"))
    return opening, min((at for at in stops if at >= 0), default=len(text))
