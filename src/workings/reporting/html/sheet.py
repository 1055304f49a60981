"""A page on which maths and marks are held by short tokens while its markup is turned into HTML.

Markdown and TeX see a token as a sign of punctuation, so no rule of theirs looks into a formula; when the
markup is done, each token is replaced by what it holds.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterable, Sequence
from dataclasses import field
from enum import Enum

from workings.extracting.canvas import settle_lines
from workings.record import record
from workings.regex import regex
from workings.reporting.html.escaping import escaped
from workings.reporting.html.formulas import Formula, formula_html, point, tags
from workings.reporting.html.marks import Mark
from workings.reporting.html.weaving import Piece, nested, weave

LEFT, RIGHT = "\U00012470", "\U00012471"  # punctuation of cuneiform: no formula or prose is written with it
TOKEN = regex(f"{LEFT}([A-Z])(\\d+){RIGHT}")
DISPLAY = regex(f"{LEFT}D(\\d+){RIGHT}")
TAG = regex(r"<(/?)([a-z0-9]+)[^<>]*>")
VOID = frozenset({"br", "hr"})


class Shape(Enum):
    """How a stretch of source is shown: the tags around it, and whether it stands on lines of its own."""

    REMARK = ('<code class="source">', "</code>", False)  # a comment or a command without a like
    BLOCK = ('<pre class="source">', "</pre>", True)
    CODE = ("<code>", "</code>", False)
    LISTING = ("<pre><code>", "</code></pre>", True)


@record(frozen=True)
class Source:
    """A stretch that is shown as it was written, or what is inside it."""

    start: int
    end: int
    inner: tuple[int, int]
    shape: Shape


Held = Formula | Source


@record()
class Sheet:
    """The text of a page, the marks on it, and what tokens hold so far."""

    text: str
    marks: Sequence[Mark]
    held: list[str] = field(default_factory=list)
    placed: dict[str, None] = field(default_factory=dict)  # the claims whose marks stand on the page
    in_formulas: set[str] = field(default_factory=set)
    reach: int = field(init=False)  # the longest stretch of a mark

    def __post_init__(self) -> None:
        self.text = settle_lines(self.text)
        self.starts = [mark.span.start for mark in self.marks]
        self.reach = max((mark.span.end - mark.span.start for mark in self.marks), default=0)

    def slotted(self, start: int, end: int, held: Iterable[Held]) -> str:
        """A stretch of the text with tokens for what is held and for marks."""
        parts: list[str] = []
        at = start
        for part in held:
            if part.start < at or part.end > end:
                continue
            parts += (self._with_marks(at, part.start), self._hold(part))
            at = part.end
        parts.append(self._with_marks(at, end))
        return "".join(parts)

    def marks_in(self, start: int, end: int) -> list[Mark]:
        """The marks that touch a stretch."""
        first = bisect_left(self.starts, start - self.reach)
        last = bisect_left(self.starts, end)
        return [mark for mark in self.marks[first:last] if mark.span.end > start]

    def _hold(self, part: Held) -> str:
        if isinstance(part, Formula):
            marks = self.marks_in(part.start, part.end)
            self.in_formulas.update(mark.claim for mark in marks)
            return self.token("D" if part.display else "F", formula_html(self.text, part, marks))
        start, end = part.inner
        start += self.text.startswith("\n", start)
        before, after, is_block = part.shape.value
        return self.token("D" if is_block else "F", f"{before}{self._marked(start, end)}{after}")

    def _marked(self, start: int, end: int) -> str:
        """Source as finished HTML, with its marks."""
        pieces = [
            Piece(
                max(mark.span.start, start),
                min(mark.span.end, end),
                *tags(mark, self.text[slice(*mark.span)]),
            )
            for mark in self.marks_in(start, end)
        ]
        kept, _ = nested(pieces)
        return weave(self.text, start, end, kept, escaped)

    def token(self, sort: str, html: str) -> str:
        """A new token that holds finished HTML; `D` stands in a line of its own."""
        self.held.append(html)
        return f"{LEFT}{sort}{len(self.held) - 1}{RIGHT}"

    def _with_marks(self, start: int, end: int) -> str:
        """Plain text with tokens around what is marked in it."""
        pieces: list[Piece] = []
        for mark in self.marks_in(start, end):
            first, last = self._tight(max(mark.span.start, start), min(mark.span.end, end), start, end)
            if first < last:
                shown = tags(mark, self.text[first:last], ends_here=mark.span.end <= end)
                pieces.append(Piece(first, last, self.token("A", shown[0]), self.token("Z", point(mark))))
        kept, crossing = nested(pieces)
        behind = "".join(piece.after for piece in crossing)
        return weave(self.text, start, end, kept, self._literal) + behind

    def _tight(self, first: int, last: int, start: int, end: int) -> tuple[int, int]:
        """A marked stretch without white space around it, that does not cut an escaped sign in two."""
        while first < last and self.text[first].isspace():
            first += 1
        while last > first and self.text[last - 1].isspace():
            last -= 1
        if first > start and self.text[first - 1] == "\\":
            first -= 1
        if start < last < end and self.text[last - 1] == "\\":
            last += 1
        return first, last

    def _literal(self, text: str) -> str:
        """Text whose own cuneiform, if it has any, is held too."""
        if LEFT not in text and RIGHT not in text:
            return text
        return re.sub(f"[{LEFT}{RIGHT}]", lambda found: self.token("F", found[0]), text)

    def filled(self, html: str) -> tuple[str, list[str]]:
        """HTML with every token replaced, and the claims that are marked in it."""
        html = self._with_tags(html)
        html = TOKEN.sub(lambda found: self.held[int(found[2])], html)
        seen = dict.fromkeys(re.findall(r'(?:data-claim="|claim=)([\w.-]+)', html))
        fresh = [name for name in seen if name not in self.placed]
        self.placed.update(dict.fromkeys(fresh))
        return html, fresh

    def _with_tags(self, html: str) -> str:
        """Tags in place of the tokens around a stretch, or a mark behind it where tags would cross."""
        closing = {int(found[2]): found for found in TOKEN.finditer(html) if found[1] == "Z"}
        wrapped: set[int] = set()
        for found in TOKEN.finditer(html):
            number = int(found[2])
            last = closing.get(number + 1) if found[1] == "A" else None
            if last is not None and balances(html[found.end() : last.start()]):
                wrapped |= {number, number + 1}

        def tag(found: re.Match[str]) -> str:
            number = int(found[2])
            match found[1]:
                case "A":
                    return self.held[number] if number in wrapped else ""
                case "Z":
                    closing = "</span>" * self.held[number - 1].count("<span")
                    return closing if number in wrapped else self.held[number]
                case _:
                    return found[0]

        return TOKEN.sub(tag, html)


def balances(html: str) -> bool:
    """Whether every tag that opens in a stretch closes in it."""
    opened: list[str] = []
    for found in TAG.finditer(html):
        if found[2] in VOID:
            continue
        if not found[1]:
            opened.append(found[2])
        elif not opened or opened.pop() != found[2]:
            return False
    return not opened


def as_written(start: int, end: int, shape: Shape) -> Source:
    """A stretch of which everything is shown."""
    return Source(start, end, (start, end), shape)


def bare(text: str) -> str:
    """Text without tokens, for places where no mark can stand, such as attributes."""
    return TOKEN.sub("", text)
