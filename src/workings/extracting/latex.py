"""TeX documents: paragraphs, items, headings, captions, tables and verbatim text."""

from __future__ import annotations

import re
from bisect import bisect_left
from dataclasses import replace

from workings.document import Kind, Passage
from workings.extracting.canvas import blank_each, blanked
from workings.extracting.code import read_plain
from workings.extracting.commands import HIDDEN, closing_brace, mask_commands
from workings.extracting.languages import PROGRAMS, SILENT
from workings.extracting.paragraph import read_paragraph, read_piece
from workings.extracting.program import read_program
from workings.extracting.regions import Region, RegionFinder, Sort
from workings.regex import regex

VERBATIM = "verbatim|Verbatim|BVerbatim|lstlisting|minted|alltt|comment|filecontents"
SILENT_TOKEN = regex(
    rf"\\begin\{{(?P<verbatim>(?:{VERBATIM})\*?)\}}|(?P<off>\\iffalse(?![a-zA-Z]))|\\.|(?P<comment>%[^\n]*)",
    re.DOTALL,
)
FI = regex(r"\\fi(?![a-zA-Z])")
PICTURE = regex(r"\\begin\{(tikzpicture|pgfpicture|axis|picture|forest|tikzcd|thebibliography)\}")
OPTIONS = regex(r"[ \t]*(?:\[(?P<options>[^\]\n]*)\])?(?:\{(?P<minted>[\w+#-]+)\})?")
LANGUAGE = regex(r"language=\{?([\w+#-]+)")
HEADING_LEVELS = {
    "title": 1, "part": 1, "chapter": 1, "section": 2, "subsection": 3, "subsubsection": 4, "paragraph": 5,
    "subparagraph": 6, "frametitle": 3, "framesubtitle": 4,
}  # fmt: skip
TABLE = r"tabular|tabularx|tabulary|tabular\*|longtable|longtabu|tabu|tblr|supertabular"
QUESTION = (
    r"(?:(?<!command)(?<!command\{)(?<!\\def)\\(?:question|problem|exercise|part|subpart|subsubpart)(?![a-zA-Z])"
    r"|\\begin\{(?:[qQ]uestion|[pP]roblem|[eE]xercise|homeworkProblem)\*?\})"
    r"(?:[ \t]*\[[^\]\n]{0,300}\])?(?:\{[\w.()]{0,5}\})?"
)
STRUCTURE = regex(
    r"(?P<heading>\\(?P<level>" + "|".join(HEADING_LEVELS) + r")\*?(?:\[[^\]\n]*\])?\s?\{"
    r"|\\begin\{frame\}(?:<[^>\n]*>)?(?:\[[^\]\n]*\])?\{)"
    r"|(?P<caption>\\caption(?:of)?\*?(?:\{[^{}]*\}(?=\s*[\[{]))?(?:\[[^\]\n]*\])?\s?\{)"
    r"|(?P<table>\\begin\{(?P<name>" + TABLE + r")\})"
    r"|(?P<question>" + QUESTION + r")"
    r"|(?P<item>\\(?:item|bibitem|choice|CorrectChoice)(?![a-zA-Z])"
    r"(?:[ \t]*\[[^\]\n]{0,80}\])?)"
    r"|(?P<edge>\\(?:begin|end)\{[^{}\n]{1,40}\}(?:[ \t]*\[[^\]\n]{0,300}\])*)"
    r"|(?P<gap>\n[ \t]*(?=\n)|\\(?:par|newpage|clearpage|pagebreak|medskip|bigskip|smallskip|maketitle"
    r"|tableofcontents|switchcolumn|appendix|hrule|vfill)(?![a-zA-Z]))"
)
ARGUMENT = regex(r"\s*(?:\[[^\]\n]*\]|\{(?:[^{}\n]|\{[^{}\n]*\})*\})")
ROW_END = regex(r"\\\\\*?(?:[ \t]*\[[^\]\n]{0,20}\])?|\\tabularnewline(?![a-zA-Z])")
CELL_END = regex(r"(?<!\\)&")
RULES = regex(
    r"\\(?:toprule|midrule|bottomrule|hline|endhead|endfirsthead|endfoot|endlastfoot|h?hline\{[^{}]*\}"
    r"|cline\{[^{}]*\}|c?midrule(?:\([^()]*\))?\{[^{}]*\}|addlinespace(?:\[[^\]]*\])?"
    r"|rowcolors?\{[^{}]*\}(?:\{[^{}]*\})*|noalign\{[^{}]*\})"
    r"(?![a-zA-Z])"
)


# A bullet that is set by hand, in maths of its own at the start of a line.
BULLET = regex(
    r"(?P<lead>(?:^|\\\\)[ \t]*)(?P<mark>\$\\(?:bullet|star|ast|diamond|cdot|circ|triangleright"
    r"|blacktriangleright|blacksquare|square)[ ]?\$)(?=[ \t~])",
    re.MULTILINE,
)


def read_latex(raw: str) -> list[Passage]:
    """The passages of a TeX text whose line ends are settled."""
    return LatexReader(raw).read()


class LatexReader:
    """One pass over the structure of the text, with maths hidden from it."""

    def __init__(self, raw: str) -> None:
        self.silent, self.verbatim = silent_places(raw)
        self.commented = {start for start, _ in self.silent}
        text = blank_each(raw, self.silent)
        body = document_body(text)
        text = blanked(text[: body[0]]) + text[body[0] : body[1]] + blanked(text[body[1] :])
        text = BULLET.sub(lambda found: found["lead"] + "\\item".ljust(len(found["mark"])), text)
        self.text = blank_pictures(blank_each(text, [(start, end) for start, end, _, _ in self.verbatim]))
        self.verbatim_text = raw
        self.body = body
        self.regions = [
            r for r in RegionFinder(self.text, tex=True).find() if r.sort in (Sort.INLINE, Sort.DISPLAY)
        ]
        self.starts = [region.start for region in self.regions]
        self.hidden = hide(self.text, [(region.start, region.end) for region in self.regions])
        self.passages: list[Passage] = []
        self.questions: list[int] = []  # where each is asked
        self.row = 0
        self.opens = False

    def read(self) -> list[Passage]:
        at = 0
        for start, end, inner, language in self.verbatim:
            self._running(at, start)
            self._code(start, inner, language)
            at = end
        self._running(at, len(self.text))
        return mark_questions(self.passages, self.questions)

    def _code(self, start: int, inner: tuple[int, int], language: str | None) -> None:
        if language is None or not self.body[0] <= start < self.body[1]:
            return
        if language in PROGRAMS:
            self.passages += read_program(self.verbatim_text, *inner, language)
        elif language not in SILENT:
            self.passages += read_plain(self.verbatim_text, *inner)

    def _running(self, start: int, end: int) -> None:
        """The text between two verbatim blocks."""
        begun = start
        while found := STRUCTURE.search(self.hidden, start, end):
            if found["gap"] and self._is_comment_line(found.start()):
                start = found.end()
                continue
            self._paragraph(begun, found.start())
            start = begun = self._part(found, end)
        self._paragraph(begun, end)

    def _is_comment_line(self, gap: int) -> bool:
        """A line that held only a comment ends no paragraph."""
        stop = self.text.find("\n", gap + 1)
        return any(at in self.commented for at in range(gap + 1, stop + 1)) if stop - gap < 400 else True

    def _part(self, found: re.Match[str], limit: int) -> int:
        """What a structural command stands for; gives where the text goes on."""
        if found["heading"] or found["caption"]:
            gap = self.hidden.find("\n\n", found.end(), limit)
            end = closing_brace(self.hidden, found.end(), gap if gap >= 0 else limit)
            if found["heading"]:
                self._piece(
                    Kind.HEADING, found.end(), end, level=HEADING_LEVELS[found["level"] or "frametitle"]
                )
            else:
                self._paragraph(found.end(), end)
            return min(end + 1, limit)
        if found["table"]:
            return self._table(found, limit)
        if found["question"]:
            self.questions.append(found.start())
        self.opens = found["item"] is not None
        return found.end()

    def _table(self, found: re.Match[str], limit: int) -> int:
        """Rows end at a double backslash, cells at an ampersand."""
        at = found.end()
        for _ in range(2 if found["name"] in ("tabularx", "tabular*", "tabulary") else 1):
            argument = ARGUMENT.match(self.hidden, at, limit)
            while argument is not None and argument[0].lstrip().startswith("["):
                at = argument.end()
                argument = ARGUMENT.match(self.hidden, at, limit)
            at = argument.end() if argument else at
        closing = self.hidden.find(f"\\end{{{found['name']}}}", at, limit)
        self.row += self.row > 0  # a gap in the count parts a table from one right above it
        end = closing if closing >= 0 else limit
        for start, stop in pieces(ROW_END, self.hidden, at, end):
            if not RULES.sub("", self.hidden[start:stop]).strip():
                continue
            self.row += 1
            for column, (left, right) in enumerate(pieces(CELL_END, self.hidden, start, stop)):
                self._piece(Kind.CELL, left, right, column=column)
        return end

    def _regions_in(self, start: int, end: int) -> list[Region]:
        return self.regions[bisect_left(self.starts, start) : bisect_left(self.starts, end)]

    def _piece(self, kind: Kind, start: int, end: int, level: int = 0, column: int = 0) -> None:
        row = self.row if kind is Kind.CELL else None
        regions = self._regions_in(start, end)
        self.passages += read_piece(self.text, kind, start, end, regions, mask_commands, level, row, column)

    def _paragraph(self, start: int, end: int) -> None:
        before = len(self.passages)
        regions = self._regions_in(start, end)
        self.passages += read_paragraph(self.text, start, end, regions, mask_commands, self.opens)
        if len(self.passages) > before:
            self.opens = False


def mark_questions(passages: list[Passage], questions: list[int]) -> list[Passage]:
    """The passages, of which the first one after each question begins it."""
    marked = list(passages)
    starts = [passage.span.start for passage in passages]
    for at in questions:
        first = bisect_left(starts, at)
        if first < len(marked):
            marked[first] = replace(marked[first], opens=True, section=True)
    return marked


def pieces(pattern: re.Pattern[str], text: str, start: int, end: int) -> list[tuple[int, int]]:
    """The stretches between the matches of a separator."""
    marks = [found.span() for found in pattern.finditer(text, start, end)]
    starts = [start, *(last for _, last in marks)]
    ends = [*(first for first, _ in marks), end]
    return list(zip(starts, ends, strict=True))


def hide(text: str, spans: list[tuple[int, int]]) -> str:
    """The text with maths replaced by a character that no rule looks for."""
    parts: list[str] = []
    reached = 0
    for start, end in spans:
        parts += (text[reached:start], HIDDEN * (end - start))
        reached = end
    return "".join((*parts, text[reached:]))


def document_body(text: str) -> tuple[int, int]:
    """Between the begin and the end of the document, or all of a fragment."""
    begin = text.find("\\begin{document}")
    start = begin + len("\\begin{document}") if begin >= 0 else 0
    end = text.find("\\end{document}", start)
    return start, end if end >= 0 else len(text)


def blank_pictures(text: str) -> str:
    """Drawings and bibliographies hold numbers, but no claims."""
    spans: list[tuple[int, int]] = []
    at = 0
    while found := PICTURE.search(text, at):
        closing = text.find(f"\\end{{{found[1]}}}", found.end())
        at = len(text) if closing < 0 else closing + len(found[1]) + 6
        if closing >= 0:
            spans.append((found.start(), at))
    return blank_each(text, spans)


def verbatim_language(options: re.Match[str] | None) -> str:
    """The language that a listing names, or nothing."""
    if options is None:
        return ""
    named = LANGUAGE.search(options["options"] or "")
    return (named[1] if named else options["minted"] or "").lower()


Verbatim = tuple[int, int, tuple[int, int], str | None]


def silent_places(raw: str) -> tuple[list[tuple[int, int]], list[Verbatim]]:
    """The comments, and the verbatim blocks with their language (None: not to be read)."""
    silent: list[tuple[int, int]] = []
    verbatim: list[Verbatim] = []
    at = 0
    while found := SILENT_TOKEN.search(raw, at):
        at = found.end()
        if found["comment"]:
            silent.append(found.span())
        elif found["off"]:
            closing = FI.search(raw, at)
            at = closing.end() if closing else len(raw)
            silent.append((found.start(), at))
        elif name := found["verbatim"]:
            options = OPTIONS.match(raw, at)
            begin = options.end() if options else at
            closing_at = raw.find(f"\\end{{{name}}}", begin)
            stop = len(raw) if closing_at < 0 else closing_at
            at = len(raw) if closing_at < 0 else closing_at + len(name) + 6
            language = None if name in ("comment", "filecontents") else verbatim_language(options)
            verbatim.append((found.start(), at, (min(begin, stop), stop), language))
    return silent, verbatim
