"""Markdown, line by line: headings, list items, paragraphs, tables, fences.

A line here is a logical one: it goes on to the end of any maths or code that opens in it.
"""

from __future__ import annotations

import re
from bisect import bisect_left

from workings.document import Kind, Passage
from workings.extracting.canvas import blank_each
from workings.extracting.code import read_plain
from workings.extracting.display import read_display
from workings.extracting.inline import mask_inline
from workings.extracting.languages import MATHS, PROGRAMS, SILENT
from workings.extracting.paragraph import read_paragraph, read_piece
from workings.extracting.program import read_program
from workings.extracting.regions import Region, RegionFinder, Sort
from workings.extracting.shift import shifted
from workings.extracting.tables import html_rows, is_rule, split_row, starts_table
from workings.regex import regex
from workings.source import Span

QUOTE = regex(r"^[ \t]{0,8}(?:>[ \t]?)+(?=[^=\n]|$)", re.MULTILINE)
FRONT_MATTER = regex(
    r"\s*---[ \t]*\n(?:(?:[\w$@\"'.-]+[ \t]*:(?:[ \t].*)?|[ \t].*|- .*|#.*|[\]}].*|)\n)*?"
    r"(?:---|\.\.\.)[ \t]*(?=\n|\Z)"
)
SECTION = regex(r"[ \t]*\\((?:sub)*)section\*?\{(.*)\}[ \t]*$")  # as converters of scans write them
ATX = regex(
    r"[ \t]{0,3}(#{1,6})(?:[ \t]++|(?<=##)(?=[^\W\d_])|$)"
    r"((?:[ \t]*+(?!#*+[ \t]*+$)(?:#++|[^ \t\n#]))*+)[ \t]*+#*+[ \t]*+$"
)  # a title ends before the blanks and signs that close it, and runs of either are gone through once
RULED = regex(
    r"[ \t]{0,3}(={2,}|-{3,}|~{3,})[ \t]++((?:\d{1,2}[.)] )?[^\W\d_]"
    r"(?:[ \t]*+(?![=~-]*+[ \t]*+$)(?:[=~-]++|[^ \t\n=~-]))*+)[ \t]*+[=~-]*+[ \t]*+$"
)  # == Title ==
SETEXT = regex(r"[ \t]{0,3}(?:={3,}|-{3,})[ \t]*$")
THEMATIC = regex(r"[ \t]*(?:(?:-[ \t]*){3,}|(?:\*[ \t]*){3,}|(?:_[ \t]*){3,})$")
BULLET = regex(
    r"[ \t]*(?:\\?[-*+]|(?:</?[a-z]\w*[^<>\n]{0,80}>[ \t]*){0,3}[•◦‣∙▪●○]"
    r"|\(?\d{1,4}[.)](?!\d)|[a-zA-Z]\)|[a-z]\.|[ivx]{2,5}[.)]"
    r"|\((?:[a-zA-Z]|[ivx]{2,5})\)(?=[ \t]+[^\s=+*/<>≈·×^|)-])|[A-H]\.(?=[ \t]+[\d$\\(\[]))"
    r"(?:[ \t]+(?:\[[ xX]\][ \t])?|$)"
)
ADDED = regex(r"\s*\+\s*[^\W\d_]\w{0,4}\s*=")  # + b = 7, under …
RESULT = regex(r"^(?!\s*\+).*=\s*(?:[-−]?[\d.]+|[\[(][^=]*[\])])\s*$")  # … z = 3*2 = 6
NAMED = regex(r"[^\W\d_]|[$`*]|\\\(")  # what follows a bullet of a list in a list, and no minus
ADMONITION = regex(
    r"[ \t]*(?:(?:!!!|\?{3}\+?)[ \t]+[a-z\"]|={3}[!+]?[ \t]+\")"
)  # what is set in below it is no code
OPTION = regex(r"[ \t]*(?:[□☐☑☒■▢◻⬜]|\\(?:Box|square|hfill\s*\\Box)(?![a-zA-Z]))")
BOLD_LINE = regex(
    r"[ \t]*(?:\*\*(?=[^\s*=])[^*\n]+(?:\*(?!\*)[^*\n]+)*\*\*|__(?=\S)[^_\n]+__)[ \t]*:?[ \t]*$"
)
SKIPPED_LINE = regex(
    r"[ \t]*(?::{3,}|\[[^\[\]^]+\]:[ \t]*\S+"
    r"|import\s.+from\s|export\s+(?:default|const)\b|\{%)"
)
MARKS = frozenset("#\\=-~*_:[{ie")  # what a heading, a rule or a skipped line begins with
OPEN_ENDED = regex(r"[-=+×*·⋅≈/−⊙,]\s*$")
EMPHASISED = regex(r"(?:^|\s)\*(?=[^\s*])[^\n]*[^\s*]\*\s*$")  # its last star is no product
DRAWN = regex(r"\s*(?:[\[⎡⎢⎛⎜][^\[\]\n]*?[\]⎤⎥⎞⎟]\s*)+")
BARRED = regex(r"[^\n=≈]{0,40}[=≈][ \t]*(?:[─━]{3}|---)")  # p = ──── = 0.5
INDENTED = regex(r"(?: {4}| {0,3}\t)")
FILLED_IN = regex(r"(\$[ \t]*)\[\[([ \t]*\d+,\d+[ \t]*)\]\]")  # `$= 1,7 +$ [[ 0,15 ]]`, a blank of a quiz
ALONE = regex(  # one formula in dollars and nothing else, which no other rule has a say in
    r"\$(?!\s|\\begin|\[\[)(?=[^\n]*[\\^_={}])(?=[^\n]*[A-Za-z\d])([^$`|\n]*[^$`|\s\\])\$\n?"
)
RULED_LEVEL = 2
BOLD_LEVEL = 7
FAR = 400  # characters of a sum that are looked back over


def read_markdown(raw: str, row: int = 0) -> list[Passage]:
    """The passages of a Markdown text whose line ends are settled; `row` is the last table row before it."""
    if raw.isascii() and (alone := ALONE.fullmatch(raw)) is not None:
        place = Span(*alone.span(1))
        return [Passage(Kind.PROSE, place, alone[1], (place,))]
    return MarkdownReader(raw, row).read()


class MarkdownReader:
    """One pass over the logical lines of a text."""

    def __init__(self, raw: str, row: int, indented_code: bool = True) -> None:
        self.raw = raw
        unquoted = QUOTE.sub(lambda found: " " * len(found[0]), raw) if ">" in raw else raw
        if "]]" in raw:
            unquoted = FILLED_IN.sub(r"\1  \2  ", unquoted)
        regions = RegionFinder(unquoted).find()
        silent = [(r.start, r.end) for r in regions if r.sort in (Sort.COMMENT, Sort.SEAM)]
        self.text = blank_each(unquoted, silent)
        self.fences = [region for region in regions if region.sort is Sort.FENCE]
        self.regions = [r for r in regions if r.sort in (Sort.CODE, Sort.INLINE, Sort.DISPLAY)]
        self.starts = [region.start for region in self.regions]
        self.row = row
        self.indented_code = indented_code
        self.passages: list[Passage] = []
        self.block: int | None = None  # where the paragraph that is being gathered starts
        self.block_end = 0
        self.opens = False
        self.in_list = False
        self.after_blank = True

    def read(self) -> list[Passage]:
        front = FRONT_MATTER.match(self.text)
        at = front.end() + 1 if front else 0
        fence = 0
        while at < len(self.text):
            first_end, end = self._line_ends(at)
            while fence < len(self.fences) and self.fences[fence].start < at:
                fence += 1
            if fence < len(self.fences) and self.fences[fence].start <= first_end:
                self._flush()
                self._fence(self.fences[fence])
                at = self.fences[fence].end + 1
                self.after_blank = True
                continue
            at = self._line(at, first_end, end)
        self._flush()
        return self.passages

    def _line_ends(self, start: int) -> tuple[int, int]:
        """Where the line at an offset ends, and where it does with all the maths that opens in it."""
        first = end = self._newline(start)
        place = bisect_left(self.starts, start)
        while place < len(self.regions) and self.regions[place].start < end:
            if self.regions[place].end > end:
                end = self._newline(self.regions[place].end)
            place += 1
        return first, end

    def _newline(self, at: int) -> int:
        found = self.text.find("\n", at)
        return found if found >= 0 else len(self.text)

    def _line(self, start: int, first_end: int, end: int) -> int:
        """Take one logical line in; gives where the next one starts."""
        line = self.text[start:first_end]
        if not line.strip():
            self._flush()
            self.after_blank = True
            return end + 1
        after_blank, self.after_blank = self.after_blank, False
        if (table_end := self._table(start, first_end, line)) is not None:
            return table_end
        first = line.lstrip(" \t")[0]
        if first == "<" and (table_end := self._html_table(start)) is not None:
            return table_end
        if first in "!?=" and ADMONITION.match(line):
            self._begin(start, end, opens=True)
            self._flush()
            self.in_list = True
            return end + 1
        marked = first != "$"  # by what an item begins with, perhaps
        if first in MARKS and (self._heading(start, first_end, end, line) or self._skipped(line)):
            return end + 1
        bullet = BULLET.match(line) if marked else None
        if bullet and not self._goes_on(start, line) and line[bullet.end() :].strip():
            self._item(start, end, line)
        elif after_blank and self._is_indented_code(start, end, line):
            return self._indented(start)
        elif marked and OPTION.match(line):
            self._begin(start, end, opens=True)
        elif self.block is None:
            self.in_list = self.in_list and line[:1].isspace()
            self._begin(start, end, opens=False)
        else:
            self.block_end = end
        return end + 1

    def _is_indented_code(self, start: int, end: int, line: str) -> bool:
        if self.in_list or not self.indented_code or not INDENTED.match(line):
            return False
        return not self._holds_maths(start, end) and not self._is_upper_row(end, line)

    def _is_upper_row(self, end: int, line: str) -> bool:
        """Whether a line belongs to what the one below names: a row of a matrix, or what is over a bar."""
        below = self.text[end + 1 : self._newline(end + 1)]
        if BARRED.match(below) is not None:
            return True
        return DRAWN.fullmatch(line) is not None and bool(below.strip()) and not INDENTED.match(below)

    def _begin(self, start: int, end: int, opens: bool) -> None:
        self._flush()
        self.block, self.block_end, self.opens = start, end, opens

    def _item(self, start: int, end: int, line: str) -> None:
        """A list item; `- 1) …` has two bullets, and both are marks, as has `- - name = 3`."""
        at = 0
        for _ in range(3):
            bullet = BULLET.match(line, at)
            if bullet is None or not line[bullet.end() :].strip():
                break
            if at and bullet[0].strip() in "-*+" and not NAMED.match(line, bullet.end()):
                break
            at = bullet.end()
        self._begin(start + at, end, opens=True)
        self.in_list = True

    def _goes_on(self, start: int, line: str) -> bool:
        """Whether `+ 0.2` or `- 0.3` continues a sum of the line before instead of opening an item."""
        if self.block is None:
            return False
        sign = line.lstrip()[:1]
        if sign == "+" and self._is_item_like(line):
            return False
        before = self.text[max(self.block, start - FAR) : start]
        previous = before.rstrip("\n").rsplit("\n", 1)[-1]
        if (
            sign in "-+*"
            and OPEN_ENDED.search(previous)
            and not previous.rstrip().endswith(("**", ",", "--"))
            and not EMPHASISED.search(previous)
        ):
            return True
        if sign == "+" and ADDED.match(line) and RESULT.search(previous):
            return self.text[start + len(line) :].lstrip("\r\n").lstrip(" \t")[:1] != "+"
        return sign == "+" and re.match(r"\s*\+\s*[\d(\[.−-]", line) is not None and "=" in before

    def _is_item_like(self, line: str) -> bool:
        """Whether a line begins with a bullet, as far to the right as that of the item before it."""
        opening = self.text[self.text.rfind("\n", 0, self.block) + 1 : self.block]
        bullet = opening.rstrip()
        return bullet[-1:] in ("+", "-", "*") and line.startswith(f"{bullet[:-1]}+")

    def _holds_maths(self, start: int, end: int) -> bool:
        return any(region.sort is not Sort.CODE for region in self._regions_in(start, end))

    def _regions_in(self, start: int, end: int) -> list[Region]:
        """The regions that open within a stretch."""
        return self.regions[bisect_left(self.starts, start) : bisect_left(self.starts, end)]

    def _skipped(self, line: str) -> bool:
        """Rules, fenced divisions, link definitions: nothing to read, and the paragraph ends."""
        if THEMATIC.match(line) or SKIPPED_LINE.match(line):
            self._flush()
            return True
        return False

    def _title(self, start: int, first_end: int, end: int, line: str) -> tuple[int, int, int] | None:
        """Where the words of a heading on one line begin and end, and its level."""
        if (atx := ATX.match(line)) is not None:
            return start + atx.start(2), start + atx.end(2) if end == first_end else end, len(atx[1])
        if (titled := SECTION.match(line)) is not None and end == first_end:
            return start + titled.start(2), start + titled.end(2), 2 + len(titled[1]) // 3
        if (ruled := RULED.match(line)) is not None and "=" not in ruled[2]:
            return start + ruled.start(2), start + ruled.end(2), RULED_LEVEL
        return None

    def _heading(self, start: int, first_end: int, end: int, line: str) -> bool:
        """Whether a line is a heading, which is then taken up."""
        if (found := self._title(start, first_end, end, line)) is not None:
            left, right, level = found
            self._flush()
            self._piece(Kind.HEADING, left, right, level=level)
            self.in_list = False
            return True
        if self.block is not None and SETEXT.match(line):
            title = self.text[self.block : self.block_end]
            if (
                not self.opens
                and "\n" not in title
                and ("=" in line or ("=" not in title and title[:1].isalpha()))
            ):
                self._piece(Kind.HEADING, self.block, self.block_end, level=1 if "=" in line else 2)
                self.block = None
            self._flush()
            return True
        if BOLD_LINE.match(line) and end == first_end and not self._sum_is_open(start):
            self._flush()
            self._piece(Kind.HEADING, start, end, level=BOLD_LEVEL)
            return True
        return False

    def _sum_is_open(self, start: int) -> bool:
        return (
            self.block is not None
            and OPEN_ENDED.search(self.text[max(self.block, start - 80) : start]) is not None
        )

    def _table(self, start: int, first_end: int, line: str) -> int | None:
        """Read a whole table if one starts here; gives where it ends."""
        if "|" not in line or not starts_table(line, self.text[first_end + 1 : self._newline(first_end + 1)]):
            return None
        self._flush()
        self.row += self.row > 0  # a gap in the count parts a table from one right above it
        at = start
        while at < len(self.text):
            first, end = self._line_ends(at)
            row = self.text[at:first]
            if "|" not in row:
                break
            if not is_rule(row):
                self.row += 1
                for column, (left, right) in enumerate(
                    split_row(self.text, at, end, self._regions_in(at, end))
                ):
                    self._piece(Kind.CELL, left, right, column=column)
            at = end + 1
        return at

    def _html_table(self, start: int) -> int | None:
        """Read a table in the tags of HTML, as recognisers of scans write them; gives where it ends."""
        found = html_rows(self.text, start)
        if found is None:
            return None
        self._flush()
        end, rows = found
        for row in rows:
            self.row += 1
            for column, (left, right) in enumerate(row):
                self._piece(Kind.CELL, left, right, column=column)
        return self._newline(end) + 1

    def _indented(self, start: int) -> int:
        """Code set in by four spaces: it goes on over blank lines as long as indented lines follow."""
        at = end = start
        while at < len(self.text):
            stop = self._newline(at)
            line = self.text[at:stop]
            if line.strip() and (not INDENTED.match(line) or self._holds_maths(at, stop)):
                break
            if at > start and self._is_upper_row(stop, line):
                break
            if line.strip():
                end = stop
            at = stop + 1
        self._flush()
        self.passages += read_plain(self.text, start, end)
        self.after_blank = True
        return end + 1

    def _fence(self, fence: Region) -> None:
        start, end = fence.inner
        if fence.language in SILENT:
            return
        if fence.language in PROGRAMS:
            self.passages += read_program(self.text, start, end, fence.language)
        elif fence.language not in MATHS:
            self.passages += read_plain(self.text, start, end)
        elif "$$" in self.text[start:end]:
            inner = MarkdownReader(self.text[start:end], self.row)
            self.passages += shifted(inner.read(), start)
            self.row = inner.row
        else:
            for part in re.finditer(r"(?:[^\n]*\S[^\n]*(?:\n|\Z))+", self.text[start:end]):
                self.passages += read_display(self.text, start + part.start(), start + part.end())

    def _flush(self) -> None:
        """Turn the gathered paragraph into passages, cut wherever a display stands in it."""
        if self.block is None:
            return
        start, end = self.block, self.block_end
        self.block = None
        regions = self._regions_in(start, end)
        self.passages += read_paragraph(self.text, start, end, regions, mask_inline, self.opens, self.raw)

    def _piece(self, kind: Kind, start: int, end: int, level: int = 0, column: int = 0) -> None:
        """A heading or a cell: one passage, displays included."""
        row = self.row if kind is Kind.CELL else None
        regions = self._regions_in(start, end)
        self.passages += read_piece(self.text, kind, start, end, regions, mask_inline, level, row, column)
