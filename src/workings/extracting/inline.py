"""Markup inside a line: painted over, so that what is left is what a reader sees."""

from __future__ import annotations

import re
from collections.abc import Sequence

from workings.extracting.canvas import Canvas
from workings.extracting.emphasis import emphasis_marks
from workings.extracting.regions import Region, Sort
from workings.regex import regex

HIDDEN = "\ue000"  # stands for a character of maths or code while markup around it is looked for
TAGS = (
    "a|abbr|article|aside|b|big|blockquote|body|br|button|caption|center|cite|code|col|colgroup|dd|del|details"
    "|div|dl|dt|em|figcaption|figure|font|footer|form|h[1-6]|head|header|hr|html|i|iframe|img|input|ins|kbd"
    "|label|li|link|main|mark|meta|nav|nobr|ol|p|param|picture|pre|q|s|samp|script|section|small|source|span"
    "|strike|strong|style|sub|summary|sup|svg|table|tbody|td|tfoot|th|thead|title|tr|tt|u|ul|var|video|wbr"
)
TAG = regex(rf"<(/?)({TAGS})(?:\s[^<>]*|\s*/)?>", re.IGNORECASE)
BREAKING = frozenset("br td th tr li p div dd dt hr ul ol table blockquote h1 h2 h3 h4 h5 h6 summary".split())
CELLS = ("td", "th")
SCRIPTS = {"sub": "_{", "sup": "^{"}
ENTITY = regex(r"&(?:#\d{1,7}|#[xX][0-9a-fA-F]{1,6}|[A-Za-z][A-Za-z0-9]{1,31});")
ESCAPE = regex(r"\\([!-/:-@\[\]^_`{|}~])")
IMAGE = regex(r"!\[[^\[\]]{0,500}\]\([^()\n]{0,2000}(?:\([^()\n]{0,200}\)[^()\n]{0,200})?\)")
ADDRESS = r"(?:<[^<>\n]*>|[^()\s]*(?:\([^()\s]*\)[^()\s]*)?)"
LINK = regex(rf"(?<![!\]])\[([^\[\]]{{0,1000}})\]\(\s*({ADDRESS})(\s+(?:\"[^\"\n]*\"|'[^'\n]*'))?\s*\)")
LOOKS_LIKE_ADDRESS = regex(
    r"<|#|/|\.{1,2}/|www\.|mailto:|[a-z][a-z0-9+.-]*://|[\w.%-]+(?:/[\w.%-]*)+"
    r"|[^\s()=+*,]*\.(?:md|html?|png|jpe?g|gif|svg|pdf|ipynb|py|org|com|net|io|edu|gov|tex|txt|qmd|webp|csv|json)\b",
    re.IGNORECASE,
)
URL = regex(r"<?(?:https?|ftp)://[^\s<>\"')\]|]+[^\s<>\"'.,;:!?)\]|]>?|www\.[^\s<>\"')\]|]+")
FOOTNOTE = regex(r"\[\^[^\[\]\s]{1,60}\]:?")
ATTRIBUTE = r"[.#]?[A-Za-z][\w-]*(?:=(?:\"[^\"\n]*\"|[\w.%-]+))?"
ATTRIBUTES = regex(
    r"\{:[ \t]*[.#A-Za-z][^{}\n]*\}|"
    r"(?<=[\])\w`*])\{[.#:][\w .#:=\"'-]*\}|\s\{#[\w:.-]+[^{}\n]*\}"
    rf"|(?<=\ue000)\{{{ATTRIBUTE}(?:[ \t]+{ATTRIBUTE}){{0,7}}[ \t]*\}}"
)
CITATION = regex(r"\[[^\[\]@]{0,200}@[A-Za-z][^\[\]]{0,300}\]")
SCANNED = regex(r"<\|(ref|det)\|>[^\n]{0,200}?<\|/\1\|>")  # what a scanner says of a place on its page
STRUCK = regex(r"~~(?=\S)[^~\n]{1,500}(?<=\S)~~(?!~)")
_DOT_BETWEEN = regex(r"[ \t]+(\\?[·•|*])[ \t]+")
_EQUALS = regex(r"[=≈]|\\approx")
MARKED = regex(r"(?<![=\w])==(?=[^\s=])([^=\n]{1,300})(?<=[^\s=])==(?![=\w])")


def mask_inline(text: str, canvas: Canvas, regions: Sequence[Region]) -> list[tuple[int, int]]:
    """Paint over the markup of a stretch and of the regions in it; gives the spans of its maths."""
    maths: list[tuple[int, int]] = []
    pieces: list[str] = []
    reached = canvas.start
    for region in regions:
        pieces += (text[reached : region.start], HIDDEN * (region.end - region.start))
        reached = region.end
        if (dot := _DOT_BETWEEN.fullmatch(pieces[-2])) is not None and len(pieces) > 2:
            _part(text, canvas, regions[len(pieces) // 2 - 2 : len(pieces) // 2], dot)
        start, end = region.inner
        canvas.blank(region.start, start)
        canvas.blank(end, region.end)
        if region.sort in (Sort.INLINE, Sort.DISPLAY):
            maths.append(region.inner)
    pieces.append(text[reached : canvas.end])
    Markup("".join(pieces), canvas).mask()
    return maths


def _part(text: str, canvas: Canvas, beside: Sequence[Region], dot: re.Match[str]) -> None:
    """A dot or star between two equations side by side sets them apart: `a = 2` · `b = 3`."""
    if all(_EQUALS.search(text, *region.inner) for region in beside):
        at = beside[0].end + dot.start(1)
        canvas.put(at, at + len(dot[1]), ";".ljust(len(dot[1])))


class Markup:
    """The markup of one stretch, sought in a copy from which maths and code are hidden."""

    def __init__(self, copy: str, canvas: Canvas) -> None:
        self.copy = copy
        self.canvas = canvas
        self.base = canvas.start

    def mask(self) -> None:
        """Every sort of markup in turn; each is skipped when its first character is absent."""
        copy = self.copy
        if "\\" in copy:
            self._escapes()
        if "[" in copy:
            self._brackets()
        if "://" in copy or "www." in copy:
            self._blank_all(URL)
        if "<|" in copy:
            self._blank_all(SCANNED)
        if "<" in copy:
            self._tags()
        if "&" in copy:
            self._entities()
        if "~~" in copy:
            self._blank_all(STRUCK)
        if "==" in copy:
            self._marked()
        if "{" in copy:
            self._blank_all(ATTRIBUTES)
        if "*" in copy or "_" in copy:
            for start, end in emphasis_marks(self.copy):
                self.canvas.blank(self.base + start, self.base + end)

    def _hide(self, spans: Sequence[tuple[int, int]]) -> None:
        """Take what is settled out of the copy, so that no later rule sees it."""
        if not spans:
            return
        pieces: list[str] = []
        reached = 0
        for start, end in spans:
            pieces += (self.copy[reached:start], HIDDEN * (end - start))
            reached = end
        self.copy = "".join((*pieces, self.copy[reached:]))

    def _blank_all(self, pattern: re.Pattern[str]) -> None:
        spans = [found.span() for found in pattern.finditer(self.copy)]
        for start, end in spans:
            self.canvas.blank(self.base + start, self.base + end)
        self._hide(spans)

    def _escapes(self) -> None:
        r"""`\_` is written `_ `: the character moves to its backslash, so that it stays at its base."""
        spans = []
        for found in ESCAPE.finditer(self.copy):
            if self.copy.startswith("\\", found.start() - 1) and found.start() > 0:
                continue
            start = self.base + found.start()
            mark = " $" if found[1] == "$" else found[1]
            self.canvas.put(start, start + 2, mark)
            spans.append(found.span())
        self._hide(spans)

    def _brackets(self) -> None:
        self._blank_all(IMAGE)
        spans = []
        for found in LINK.finditer(self.copy):
            if LOOKS_LIKE_ADDRESS.match(found[2]):
                self.canvas.blank(self.base + found.start(), self.base + found.start(1))
                self.canvas.blank(self.base + found.end(1), self.base + found.end())
                spans += [(found.start(), found.start(1)), (found.end(1), found.end())]
        self._hide(spans)
        self._blank_all(FOOTNOTE)
        if "@" in self.copy:
            self._blank_all(CITATION)

    def _tags(self) -> None:
        spans = []
        for found in TAG.finditer(self.copy):
            name = found[2].lower()
            start, end = self.base + found.start(), self.base + found.end()
            if name in SCRIPTS and found[1]:  # at its end, so that no wide space parts what follows
                self.canvas.put(start, end, "}".rjust(end - start))
            elif name in SCRIPTS:
                self.canvas.put(start, end, SCRIPTS[name])
            elif name in CELLS and found[1]:  # what stands in the next cell goes on with nothing
                self.canvas.put(start, end, ";\n")
            else:
                self.canvas.put(start, end, "\n" if name in BREAKING else " ")
            spans.append(found.span())
        self._hide(spans)

    def _entities(self) -> None:
        entities = [*ENTITY.finditer(self.copy)]
        if not entities:
            return
        from html import unescape  # a table of two thousand, of which few pages have one

        spans = []
        for found in entities:
            character = unescape(found[0])
            if len(character) == 1:
                written = character if character.isprintable() else " "
                self.canvas.put(self.base + found.start(), self.base + found.end(), written)
                spans.append(found.span())
        self._hide(spans)

    def _marked(self) -> None:
        spans = []
        for found in MARKED.finditer(self.copy):
            spans += [(found.start(), found.start() + 2), (found.end() - 2, found.end())]
        for start, end in spans:
            self.canvas.blank(self.base + start, self.base + end)
        self._hide(spans)
