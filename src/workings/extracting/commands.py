"""TeX commands in running text: painted over, so that only what is printed stays."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from workings.extracting.canvas import Canvas
from workings.extracting.regions import Region
from workings.regex import regex

HIDDEN = "\ue000"
NO_PRINT = (
    "includegraphics|label|ref|eqref|[cC]ref|autoref|pageref|nameref|cite[a-zA-Z]*|nocite|[vh]space|[vh]skip|input"
    "|include|bibliography|bibliographystyle|usepackage|documentclass|pagestyle|thispagestyle|setlength"
    "|addtolength|setcounter|addtocounter|newcommand|renewcommand|providecommand|DeclareMathOperator|def|url"
    "|graphicspath|hypersetup|geometry|definecolor|tikzset|pgfplotsset|lstset|bibinfo|index|phantomsection|rule"
    "|resizebox|scalebox|setstretch|linespread|author|date|institute|theoremstyle|newtheorem|captionsetup"
    "|titleformat|fancyhead|fancyfoot|selectlanguage|fontsize|multicolumn|multirow|cmidrule|cline|rowcolor"
    "|cellcolor|color|begin|end|vphantom|hphantom|phantom|arraystretch|[lrc](?:head|foot)"
)
ARGUMENTS = (
    r"(?:[ \t]*\[[^\]\n]{0,300}\]|[ \t]*\((?:[lr\d-]+)\)"
    r"|[ \t]*\{(?:[^{}]|\{(?:[^{}]|\{[^{}]*\})*\}){0,2000}\})"
)
SILENT = regex(rf"\\(?:{NO_PRINT})(?![a-zA-Z])\*?(?:\\[a-zA-Z]+)?{ARGUMENTS}{{0,4}}")
BRACKETED = r"(?:\[[^\]\n]*\])?"
SPANNING = regex(
    rf"\\multi(?:column|row)\*?\s*{BRACKETED}\{{[^{{}}]*\}}\s*{BRACKETED}\{{(?:[^{{}}]|\{{[^{{}}]*\}})*\}}"
)
FIRST_SILENT = regex(
    rf"\\(?:href|textcolor|colorbox|hyperref|fcolorbox|parbox|raisebox|adjustbox)\*?{BRACKETED}\{{[^{{}}]*\}}"
)
SCRIPT = regex(r"\\text(sub|super)script\s*\{")
VERB = regex(r"\\(?:verb|lstinline)\*?([^\sa-zA-Z{*])([^\n]*?)\1")
LINE_END = regex(r"\\\\\*?(?:[ \t]*\[[^\]\n]{0,20}\])?|\\(?:newline|linebreak)(?![a-zA-Z])")
ESCAPE = regex(r"\\([%$&#_{}])")
TICK = regex(r"\\(?:ding\{5[12]\}|(?:cmark|checkmark)(?![a-zA-Z]))")
CROSS = regex(r"\\(?:ding\{5[3-8]\}|xmark(?![a-zA-Z]))")
DOTS = regex(r"\\(?:ldots|dots|textellipsis)(?![a-zA-Z])")
COMMAND = regex(r"\\[a-zA-Z@]+\*?(?:\[[^\]\n]{0,200}\])?|\\[^a-zA-Z\n]")
BRACES = regex(r"[{}~]")
BRACE = regex(r"\\.|[{}]", re.DOTALL)


def closing_brace(text: str, start: int, limit: int) -> int:
    """Where the brace opened just before `start` is closed, or the limit."""
    depth = 1
    for found in BRACE.finditer(text, start, limit):
        depth += {"{": 1, "}": -1}.get(found[0], 0)
        if depth == 0:
            return found.start()
    return limit


def mask_commands(text: str, canvas: Canvas, regions: Sequence[Region]) -> list[tuple[int, int]]:
    """Paint over the commands of a stretch; gives the spans of its maths."""
    parts: list[str] = []
    reached = canvas.start
    for region in regions:
        parts += (text[reached : region.start], HIDDEN * (region.end - region.start))
        reached = region.end
        canvas.blank(region.start, region.inner[0])
        canvas.blank(region.inner[1], region.end)
    parts.append(text[reached : canvas.end])
    copy = "".join(parts)
    if "\\" in copy or "{" in copy or "}" in copy or "~" in copy:
        Commands(copy, canvas).mask()
    return [region.inner for region in regions]


class Commands:
    """The commands of one stretch, from the most particular to the most general."""

    def __init__(self, copy: str, canvas: Canvas) -> None:
        self.copy = copy
        self.canvas = canvas

    def mask(self) -> None:
        if "\\" in self.copy:
            self._put(LINE_END, lambda found: "\n")
            self._put(ESCAPE, lambda found: " $" if found[1] == "$" else found[1])
            self._verb()
            self._scripts()
            for pattern in (SPANNING, SILENT, FIRST_SILENT):
                self._put(pattern, lambda found: "")
            self._put(TICK, lambda found: "✓")
            self._put(CROSS, lambda found: "✗")
            self._put(DOTS, lambda found: "...")
            self._put(COMMAND, lambda found: "")
        self._put(BRACES, lambda found: "")

    def _put(self, pattern: re.Pattern[str], write: Callable[[re.Match[str]], str]) -> None:
        spans = []
        for found in pattern.finditer(self.copy):
            start = self.canvas.start + found.start()
            self.canvas.put(start, self.canvas.start + found.end(), write(found))
            spans.append(found.span())
        self._hide(spans)

    def _verb(self) -> None:
        spans = []
        for found in VERB.finditer(self.copy):
            base = self.canvas.start
            self.canvas.blank(base + found.start(), base + found.start(2))
            self.canvas.blank(base + found.end(2), base + found.end())
            spans.append(found.span())
        self._hide(spans)

    def _scripts(self) -> None:
        """`\\textsubscript{2}` is a subscript: its braces stay."""
        spans: list[tuple[int, int]] = []
        for found in SCRIPT.finditer(self.copy):
            mark = "_{" if found[1] == "sub" else "^{"
            self.canvas.put(self.canvas.start + found.start(), self.canvas.start + found.end(), mark)
            closing = closing_brace(self.copy, found.end(), min(len(self.copy), found.end() + 500))
            spans += [found.span(), (closing, min(closing + 1, len(self.copy)))]
        self._hide(sorted(set(spans)))

    def _hide(self, spans: Sequence[tuple[int, int]]) -> None:
        """Take what is settled out of the copy, so that no later rule sees it."""
        parts: list[str] = []
        reached = 0
        for start, end in spans:
            if start >= reached:
                parts += (self.copy[reached:start], HIDDEN * (end - start))
                reached = end
        self.copy = "".join((*parts, self.copy[reached:]))
