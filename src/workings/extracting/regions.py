"""The parts of a text that follow rules of their own: maths, code, comments.

They are found first and in one pass, since maths breaks the block rules of Markdown: a line `= 2`
inside a display is no underline, and a pipe inside dollars ends no table cell.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from enum import Enum, auto

from workings.extracting.dollars import closes_maths, looks_like_prose
from workings.extracting.languages import MARKDOWN, PROGRAMS, SILENT
from workings.record import record
from workings.regex import regex

OUTER_ENVIRONMENTS = (
    "equation|align|aligned|alignat|alignedat|flalign|gather|gathered|multline|multlined|eqnarray|math"
    "|displaymath|split|dmath|IEEEeqnarray"
)
MATRIX_ENVIRONMENTS = "[bpvBV]?(?:small)?matrix|cases|dcases|rcases|array"
MARK = regex(
    r"(?P<fence>^[ \t]*(?:(?:[-*+]|\d{1,3}[.)])[ \t]+)?(?:`{3,}|~{3,})[^\n]*)"
    r"|(?P<comment><!--)"
    r"|(?P<code>`+)"
    r"|(?P<env>\\begin[ ]?\{(?P<name>(?:" + OUTER_ENVIRONMENTS + "|" + MATRIX_ENVIRONMENTS + r")\*?)\})"
    r"|(?P<escaped>\\{2}[\[(])"
    r"|(?P<bracket>\\\[)"
    r"|(?P<bare>^[ \t]*\[[ \t]*$)"
    r"|(?P<paren>\\\()"
    r"|(?P<style>\{\\displaystyle(?![a-zA-Z]))"
    r"|(?P<escape>\\[^\n])"
    r"|(?P<run>\${5,})"
    r"|(?P<double>\$\$)"
    r"|(?P<dollar>\$)",
    re.MULTILINE,
)
INLINE = regex(  # the same of a text that has none of _OTHERS, quickly looked for by their first signs
    r"\\(?:(?P<escaped>\\\()|(?P<paren>\()|(?P<escape>[^\n]))|\$(?:(?P<run>\${4,})|(?P<double>\$)|(?P<dollar>))"
)
_OTHERS = ("`", "~~~", "<!--", "[", "\\begin", "\\displaystyle")
_SIGNS = frozenset("`~<\\$")  # with which a mark begins
GAP = regex(r"\n(?=[ \t]*(?:\n|\Z))")
FENCE = regex(r"([ \t]*(?:(?:[-*+]|\d{1,3}[.)])[ \t]+)?)(`{3,}|~{3,})[ \t]*([^\n]*)")
OPERATOR_BEFORE = frozenset("=×*+-·⋅(,[≈∈/^−⊙∘<>")
RELATION_INSIDE = regex(r"=|≈|\\[a-zA-Z]{2,}")
WHOLE = regex(r"\s*\\begin\{((?:" + OUTER_ENVIRONMENTS + r")\*?|array(?=\}[ ]?\{[lcr@{} ]*[lcr]c[lcr]))\}")
OUTER_NAME = regex(r"(?:" + OUTER_ENVIRONMENTS + r")\*?")
BRACE = regex(r"\\.|[{}]", re.DOTALL)
AFTER_WORD = regex(r"[\s,:;(]")
AFTER_BARE = regex(r"[\s,]")
BARE_END = regex(r"\n[ \t]*\][ \t]*(?=\n|\Z)")
BARE_MATHS = regex(r"\\[a-zA-Z]{2,}|[\w)\]}][ \t]*(?:=|≈)[ \t]*[-\w(\\]")
FRAMED = regex(
    r"\s*\[[ \t]*(\n[^\n=]+=(?:(?!\n[ \t]*[\[\]])[^$])+)\n[ \t]*\]\s*"
)  # `$$ [ x = 1 ] $$`, each on its line
LONGEST_BARE = 1500
LONGEST_STYLE = 20_000
FAR = 200  # characters of context that decide what a bracket is
MOST_GAPS = 60  # blank lines inside one display


class Sort(Enum):
    """What a region is."""

    FENCE = auto()
    SEAM = auto()  # the fence line of a block whose contents are ordinary Markdown
    COMMENT = auto()
    CODE = auto()
    INLINE = auto()
    DISPLAY = auto()


@record(frozen=True, slots=True)
class Region:
    """One such part, with the stretch inside its delimiters."""

    sort: Sort
    start: int
    end: int
    inner: tuple[int, int]
    language: str = ""


class RegionFinder:
    """One pass over a text, left to right; each closing mark is looked for once."""

    def __init__(self, text: str, tex: bool = False) -> None:
        self.text = text
        self.tex = tex
        self._ends: list[int] | None = None  # of paragraphs, once somebody asks
        self._absent: dict[str, int] = {}
        self._found: dict[str, tuple[int, int]] = {}
        self._seams: list[str] = []
        self._prose_known = (0, -1)

    def _gaps(self) -> list[int]:
        """Where paragraphs end."""
        if self._ends is None:
            self._ends = [found.start() for found in GAP.finditer(self.text)]
        return self._ends

    def find(self) -> list[Region]:
        regions: list[Region] = []
        if _SIGNS.isdisjoint(self.text) and "[\n" not in self.text and "[ " not in self.text:
            return regions
        at, mark = 0, INLINE
        if any(map(self.text.__contains__, _OTHERS)):
            mark = MARK
        while found := mark.search(self.text, at):
            region = self._open(found)
            if region is None:
                at = found.end()
            else:
                regions.append(region)
                at = max(region.end, found.start() + 1)
        return regions

    def _open(self, found: re.Match[str]) -> Region | None:
        match found.lastgroup if found.lastgroup != "name" else "env":
            case "fence":
                return None if self.tex else self._fence(found)
            case "comment":
                return None if self.tex else self._comment(found.start())
            case "code":
                return None if self.tex else self._code(found)
            case "env":
                return self._environment(found)
            case "escaped":
                return None if self.tex else self._escaped(found.start())
            case "bracket":
                return self._bracket(found.start())
            case "bare":
                return None if self.tex else self._bare_bracket(found)
            case "paren":
                return self._paren(found.start())
            case "style":
                return self._style(found)
            case "double":
                return self._double(found.start())
            case "dollar":
                return self._dollar(found.start())
            case _:
                return None

    def gap_after(self, at: int) -> int:
        """Where the paragraph around an offset ends."""
        gaps = self._gaps()
        place = bisect_left(gaps, at)
        return gaps[place] if place < len(gaps) else len(self.text)

    def _seek(self, mark: str, start: int) -> int | None:
        """The next occurrence of a mark; what is not there any more is never searched for again."""
        if self._absent.get(mark, len(self.text) + 1) <= start:
            return None
        sought_from, place = self._found.get(mark, (0, -1))
        if not sought_from <= start <= place:
            place = self.text.find(mark, start)
            self._found[mark] = (start, place)
        if place < 0:
            self._absent[mark] = start
        return place if place >= 0 else None

    def _fence(self, found: re.Match[str]) -> Region | None:
        """The region that a fence opens, or ends where it lies around Markdown."""
        opened = FENCE.match(found[0])
        if opened is None:
            return None
        fence, info = opened[2], opened[3].strip()
        if fence[0] == "`" and "`" in info:
            return self._code_run(found.start() + opened.start(2), fence)
        line_end = found.end()
        if self._seams and not info and len(fence) >= len(self._seams[-1]) and fence[0] == self._seams[-1][0]:
            self._seams.pop()
            return Region(Sort.SEAM, found.start(), line_end, (line_end, line_end))
        language = fence_language(info)
        if language in MARKDOWN or (language.startswith("{") and language != "{math}"):
            self._seams.append(fence)
            return Region(Sort.SEAM, found.start(), line_end, (line_end, line_end))
        closing = re.compile(rf"\n[ \t]*{re.escape(fence[0])}{{{len(fence)},}}[ \t]*(?=\n|\Z)")
        inner_start = min(line_end + 1, len(self.text))
        key = f"fence{fence[0]}{len(fence)}"
        closed = (
            None
            if self._absent.get(key, len(self.text) + 1) <= line_end
            else closing.search(self.text, line_end)
        )
        if closed is None:
            self._absent[key] = line_end
            return Region(Sort.FENCE, found.start(), len(self.text), (inner_start, len(self.text)), language)
        inner = (min(inner_start, closed.start() + 1), closed.start() + 1)
        return Region(Sort.FENCE, found.start(), closed.end(), inner, language)

    def _comment(self, start: int) -> Region | None:
        closing = self._seek("-->", start + 4)
        return None if closing is None else Region(Sort.COMMENT, start, closing + 3, (start + 4, closing))

    def _code(self, found: re.Match[str]) -> Region | None:
        return self._code_run(found.start(), found[0])

    def _code_run(self, start: int, ticks: str) -> Region | None:
        inner = start + len(ticks)
        limit = self.gap_after(start)
        key = f"{ticks}@{limit}" if len(ticks) < 8 else "`@"
        if key in self._absent:
            return None
        closing = re.compile(rf"(?<!`)`{{{len(ticks)}}}(?!`)").search(self.text, inner, limit)
        if closing is None:
            self._absent[key] = 0
            return None
        return Region(Sort.CODE, start, closing.end(), (inner, closing.start()))

    def _environment(self, found: re.Match[str]) -> Region | None:
        name = found["name"]
        closing = self._seek(f"\\end{{{name}}}", found.end())
        if closing is None:
            return None
        depth_end = self._nested_end(name, found.end(), closing)
        end = depth_end + len(name) + 6
        if OUTER_NAME.fullmatch(name) or (name == "array" and self._has_lines_of_its_own(found.start(), end)):
            return Region(Sort.DISPLAY, found.start(), end, (found.start(), end))
        return Region(Sort.INLINE, found.start(), end, (found.start(), end))

    def _has_lines_of_its_own(self, start: int, end: int) -> bool:
        """Whether nothing stands before or behind on the same lines, as notebooks set what has no dollars."""
        before = self.text[self.text.rfind("\n", 0, start) + 1 : start]
        line_end = self.text.find("\n", end)
        return not before.strip() and not self.text[end : line_end if line_end >= 0 else None].strip(" .,;")

    def _nested_end(self, name: str, start: int, closing: int) -> int:
        """The closing of an environment that may hold others of its own name."""
        opening = f"\\begin{{{name}}}"
        depth = self.text.count(opening, start, closing)
        reached = closing
        for _ in range(min(depth, 50)):
            following = self._seek(f"\\end{{{name}}}", reached + 1)
            if following is None:
                break
            depth_more = self.text.count(opening, reached, following)
            reached = following
            if depth_more:
                break
        return reached

    def _bracket(self, start: int) -> Region | None:
        closing = self._seek("\\]", start + 2)
        if closing is None or self._runs_into_prose(start, closing):
            return None
        if not self.tex and self._is_escaped_bracket(start, closing):
            return None
        return Region(Sort.DISPLAY, start, closing + 2, (start + 2, closing))

    def _bare_bracket(self, found: re.Match[str]) -> Region | None:
        """`[` and `]` on lines of their own around a formula: `\\[` and `\\]` that lost their strokes."""
        limit = min(self.gap_after(found.end()), found.end() + LONGEST_BARE)
        closing = BARE_END.search(self.text, found.end(), limit)
        if closing is None or not BARE_MATHS.search(self.text, found.end(), closing.start()):
            return None
        if '"' in self.text[found.end() : closing.start()]:
            return None
        inner = (self.text.index("[", found.start()) + 1, closing.start())
        return Region(Sort.DISPLAY, found.start(), closing.end(), inner)

    def _is_escaped_bracket(self, start: int, closing: int) -> bool:
        """`X = \\[ 1 2 \\]`: in Markdown also the way to write a bracket that is no link."""
        before = self.text[max(0, start - FAR) : start].rsplit("\n", 1)[-1].rstrip()
        if not before.strip(" \t>-*+•0123456789.)") and not before.endswith(tuple("*+0123456789")):
            return False
        if before[-1] in OPERATOR_BEFORE and before.strip() not in ("-", "*", "+"):
            return True
        return RELATION_INSIDE.search(self.text, start + 2, min(closing, start + 2 * FAR)) is None

    def _paren(self, start: int) -> Region | None:
        closing = self._seek("\\)", start + 2)
        if closing is None or closing > self.gap_after(start):
            return None
        return Region(Sort.INLINE, start, closing + 2, (start + 2, closing))

    def _escaped(self, start: int) -> Region | None:
        """`\\\\[ … \\\\]` and `\\\\( … \\\\)`, for processors of Markdown that take one backslash away."""
        displayed = self.text[start + 2] == "["
        closing = self._seek("\\\\]" if displayed else "\\\\)", start + 3)
        if closing is None:
            return None
        if self._runs_into_prose(start, closing) if displayed else closing > self.gap_after(start):
            return None
        sort = Sort.DISPLAY if displayed else Sort.INLINE
        return Region(sort, start, closing + 3, (start + 3, closing))

    def _style(self, found: re.Match[str]) -> Region | None:
        """`{\\displaystyle …}`, the way encyclopedia dumps keep their formulas."""
        limit = min(self.gap_after(found.start()), found.start() + LONGEST_STYLE)
        if self._absent.get("style", 0) > found.start():
            return None
        depth = 0
        for brace in BRACE.finditer(self.text, found.start(), limit):
            depth += {"{": 1, "}": -1}.get(brace[0], 0)
            if depth == 0 and brace[0] == "}":
                return Region(Sort.INLINE, found.start(), brace.end(), (found.end(), brace.start()))
        self._absent["style"] = limit
        return None

    def _double(self, start: int) -> Region | None:
        closing = self._seek("$$", start + 2)
        while (
            closing is not None
            and self.text[closing - 1] == "\\"
            and self.text[closing - 2 : closing] != "\\\\"
        ):
            closing = self._seek("$$", closing + 1)
        stop = self._prose_gap(start, len(self.text) if closing is None else closing)
        if closing is not None and stop is None:
            framed = FRAMED.fullmatch(self.text, start + 2, closing)
            inner = (start + 2, closing) if framed is None else framed.span(1)
            return Region(Sort.DISPLAY, start, closing + 2, inner)
        stop = self.gap_after(start) if stop is None else stop
        line_end = self.text.find("\n", start)
        single = self.text.find("$", start + 2, line_end if line_end >= 0 else len(self.text))
        if single >= 0:
            return Region(Sort.DISPLAY, start, single + 1, (start + 2, single))
        return Region(Sort.DISPLAY, start, stop, (start + 2, max(start + 2, stop)))

    def _runs_into_prose(self, start: int, end: int) -> bool:
        return self._prose_gap(start, end) is not None

    def _prose_gap(self, start: int, end: int) -> int | None:
        """The first blank line between two places after which ordinary text goes on."""
        known_from, known_gap = self._prose_known
        if known_from <= start <= known_gap < end:
            return known_gap
        gap = self._seek_prose_gap(start, end)
        if gap is not None:
            self._prose_known = (start, gap)
        return gap

    def _seek_prose_gap(self, start: int, end: int) -> int | None:
        gaps = self._gaps()
        place = first = bisect_left(gaps, start)
        while place < len(gaps) and gaps[place] < end:
            gap = gaps[place]
            if place - first > MOST_GAPS:
                return gap
            line_end = self.text.find("\n", gap + 1)
            while (
                line_end >= 0 and not self.text[gap + 1 : line_end].strip() and line_end + 1 < len(self.text)
            ):
                gap, line_end = line_end, self.text.find("\n", line_end + 1)
            line = self.text[gap + 1 : line_end if line_end >= 0 else len(self.text)]
            if gap < end and looks_like_prose(line[: max(0, end - gap - 1)]):
                return gaps[place]
            place = max(place + 1, bisect_left(gaps, gap))
        return None

    def _dollar(self, start: int) -> Region | None:
        limit = self.gap_after(start)
        if self.text.startswith("`", start + 1) and (ticked := self.text.find("`$", start + 2, limit)) > 0:
            return Region(Sort.INLINE, start, ticked + 2, (start + 2, ticked))  # $`…`$, as GitHub has it
        closing = self.text.find("$", start + 1, limit)
        while closing > 0 and self.text[closing - 1] == "\\" and self.text[closing - 2 : closing] != "\\\\":
            closing = self.text.find("$", closing + 1, limit)
        if closing < 0:
            return None
        if not self.tex and not closes_maths(self.text, start, closing):
            return None
        opening = WHOLE.match(self.text, start + 1, closing)
        displayed = opening is not None and self.text[start + 1 : closing].rstrip().endswith(
            f"\\end{{{opening[1]}}}"
        )
        sort = Sort.DISPLAY if displayed else Sort.INLINE
        return Region(sort, start, closing + 1, (start + 1, closing))


def fence_language(info: str) -> str:
    """The language named after a fence: `python`, `{r, echo=FALSE}` gives r, `{note}` stays braced."""
    word = AFTER_WORD.split(info.strip(), maxsplit=1)[0].lower()
    if not word.startswith("{"):
        return word.strip("{}.")
    bare = AFTER_BARE.split(info.strip("{} ."), maxsplit=1)[0].lower().strip("{}.=")
    return bare if bare in PROGRAMS or bare in SILENT or info.startswith("{.") else f"{{{bare}}}"
