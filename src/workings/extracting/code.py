"""Text set as code: plain calculations, and the comments of programs."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator

from workings.document import Kind, Passage
from workings.extracting.canvas import Canvas
from workings.extracting.frames import bar_sides, frame_sides
from workings.extracting.languages import HASH, SLASHES
from workings.regex import regex
from workings.source import Span

BOX = regex("[\u2500-\u257f\u2580-\u259f]+")
EDGE = regex("[\u2502\u2503][×·*÷][^\n\u2502\u2503]*")  # what is written beside an arrow: │×w₂
RULED = regex(r"^[ \t|+]*[-=_~*#.]{3}[-=_~*#.+| \t]*$", re.MULTILINE)
SIDES = regex(r"^([ \t]*\|)(?!\|)[^\n]*?[ \t](\|)[ \t]*$", re.MULTILINE)
REMARK = regex(
    r"^[^\n\[\]]*\[{1,2}[-+−\d.,eE \t]+(?:\]\]|\][ \t]*,)[ \t]+((?:←|<-|#|//)[^\n]*)$", re.MULTILINE
)  # behind the row of a matrix
CLAIM = regex(r"[=≈]\s*[-+−~(\[{$]*\s*\.?\d|\d[\])}%.\s]*[=≈]")
QUOTES = ('"""', "'''")
TOKENS = {
    HASH: regex(
        r'"""(?:[^"\\]|\\.|"(?!""))*(?:"""|\Z)|\'\'\'(?:[^\'\\]|\\.|\'(?!\'\'))*(?:\'\'\'|\Z)'
        r'|"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])*\'|(?P<mark>#+!?[:>|]?)(?P<words>[^\n]*)',
        re.DOTALL,
    ),
    SLASHES: regex(
        r'"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])*\'|`(?:\\.|[^`\\])*`|(?P<mark>//+!?)(?P<words>[^\n]*)'
        r"|/\*(?:[^*]|\*(?!/))*\*/",
        re.DOTALL,
    ),
}


def tight(text: str, start: int, end: int) -> tuple[int, int]:
    """The stretch without the white space at its ends."""
    content = text[start:end]
    kept = content.strip()
    if not kept:
        return start, start
    start += content.index(kept)
    return start, start + len(kept)


def read_plain(text: str, start: int, end: int, kind: Kind = Kind.CODE) -> Iterator[Passage]:
    """A block of plain text as one passage, without its boxes and ruled lines."""
    first, last = tight(text, start, end)
    if first == last:
        return
    first = text.rfind("\n", start, first) + 1 or start  # the first line keeps its indentation
    canvas = Canvas(text, first, last)
    for pattern in (EDGE, BOX, RULED):
        for found in pattern.finditer(text, first, last):
            canvas.blank(*found.span())
    matrices = dict(bar_sides(text, first, last))
    for found in SIDES.finditer(text, first, last):
        if found.start(2) not in matrices:
            canvas.blank(*found.span(1))
            canvas.blank(*found.span(2))
    for found in REMARK.finditer(text, first, last):
        canvas.blank(*found.span(1))
    for at, bracket in (*matrices.items(), *frame_sides(text, first, last)):
        canvas.put(at, at + 1, bracket)
    words = canvas.slice(first, last)
    if words.strip():
        yield Passage(kind, Span(first, last), words)


def read_comments(text: str, start: int, end: int, mark: str) -> Iterator[Passage]:
    """The comments of a program that state a number, one passage for each run of comment lines."""
    run: list[tuple[int, int]] = []
    last_own = False
    for opening, words in comment_places(text, start, end, mark):
        own = not text[text.rfind("\n", start, opening) + 1 : opening].strip() if opening > start else True
        joined = run and own and last_own and text.count("\n", run[-1][1], opening) == 1
        if not joined:
            yield from read_comment_run(text, run)
            run = []
        run.append(words)
        last_own = own
    yield from read_comment_run(text, run)


def read_docstrings(text: str, start: int, end: int) -> Iterator[Passage]:
    """The strings that stand alone in a program, as those behind `def`, if they say what a number equals."""
    for found in TOKENS[HASH].finditer(text, start, end):
        if found["mark"] is not None or found[0][:3] not in QUOTES or found[0][-3:] != found[0][:3]:
            continue
        before = text[text.rfind("\n", 0, found.start()) + 1 : found.start()]
        stop = text.find("\n", found.end(), end)
        behind = text[found.end() : end if stop < 0 else stop]
        if not before.strip() and not behind.strip() and CLAIM.search(found[0]):
            yield from read_plain(text, found.start() + 3, found.end() - 3, Kind.COMMENT)


def comment_places(text: str, start: int, end: int, mark: str) -> Iterator[tuple[int, tuple[int, int]]]:
    """Where each comment opens, and the span of its words; strings are passed over."""
    pattern = TOKENS.get(mark) or re.compile(
        rf'"(?:\\.|[^"\\\n])*"|(?P<mark>{re.escape(mark)}+)(?P<words>[^\n]*)', re.DOTALL
    )
    for found in pattern.finditer(text, start, end):
        if found["mark"] is not None:
            yield found.start(), found.span("words")


def read_comment_run(text: str, run: list[tuple[int, int]]) -> Iterator[Passage]:
    """One passage over consecutive comments, if it says what a number equals."""
    if not run or not any(CLAIM.search(text, *words) for words in run):
        return
    start, end = run[0][0], run[-1][1]
    canvas = Canvas(text, start, end)
    for (_, before), (after, _) in itertools.pairwise(run):
        canvas.blank(before, after)
    first, last = tight(canvas.slice(start, end), 0, end - start)
    yield Passage(Kind.COMMENT, Span(start + first, start + last), canvas.slice(start + first, start + last))
