r"""TeX documents: headings, lists, tables and paragraphs; a command without a like is shown as its source."""

from __future__ import annotations

import re

from workings.extracting.latex import (
    ARGUMENT,
    CELL_END,
    HEADING_LEVELS,
    ROW_END,
    RULES,
    TABLE,
    LatexReader,
    pieces,
)
from workings.extracting.regions import Sort
from workings.regex import regex
from workings.reporting.html.blocks import INSIDE, Setting
from workings.reporting.html.escaping import escaped
from workings.reporting.html.formulas import Formula
from workings.reporting.html.sheet import Held, Shape, Source, as_written

LISTS = {"itemize": "ul", "enumerate": "ol", "description": "ul", "questions": "ol", "parts": "ol"}
LISTS |= {"subparts": "ol", "choices": "ol", "exercises": "ol", "compactitem": "ul", "compactenum": "ol"}
SILENT = frozenset(
    {"document", "center", "flushleft", "flushright", "minipage", "table", "figure", "solution"}
)
STRUCTURE = regex(
    r"\\(?P<level>" + "|".join(HEADING_LEVELS) + r"|title|author|date)\*?(?:\[[^\]\n]*\])?\s?\{"
    r"|\\begin\{(?P<table>" + TABLE + r")\}"
    r"|\\begin\{(?P<begin>[^{}\n]{1,40})\}|\\end\{(?P<end>[^{}\n]{1,40})\}"
    r"|(?P<item>\\(?:item|question|part|subpart|choice|CorrectChoice)(?![a-zA-Z]))"
    r"[ \t]*(?:\[(?P<label>[^\]\n]{0,80})\])?"
    r"|(?P<gap>\n[ \t]*\n\s*|\\par(?![a-zA-Z]))"
)
GROUP = r"\{((?:[^{}]|\{(?:[^{}]|\{[^{}]*\})*\}){0,4000})\}"
TITLE = regex(r"\\title" + GROUP)
STYLED = regex(r"\\(textbf|textit|emph|texttt|textsc|underline|text|textrm|mbox|caption|footnote)\*?" + GROUP)
TAGS = {
    "textbf": "strong",
    "textit": "em",
    "emph": "em",
    "texttt": "code",
    "underline": "u",
    "footnote": "small",
}
LINK = regex(r"\\(?:href\{[^{}]*\}|url)" + GROUP)
SIGNS = (
    (re.compile(r"\\\\(?:\[[^\]\n]{0,20}\])?|\\newline(?![a-zA-Z])"), "<br>"),
    (
        re.compile(
            r"\\(?:noindent|maketitle|centering|hfill|(?:big|med|small)skip|newpage|clearpage)(?![a-zA-Z]) ?"
        ),
        "",
    ),
    (re.compile(r"\\(?:label|vspace\*?|hspace\*?)\{[^{}\n]*\}"), ""),
    (re.compile(r"\\([%$#_{}])"), r"\1"),
    (re.compile(r"\\&amp;"), "&amp;"),
    (re.compile(r"\\(?:quad|qquad|,|;|:| )"), " "),
    (re.compile(r"\\(?:ldots|dots)(?![a-zA-Z])(?:\{\})?"), "…"),
    (re.compile(r"(?<!\\)~"), "\xa0"),
    (re.compile(r"---"), "—"),
    (re.compile(r"--"), "–"),
    (re.compile(r"``"), "“"),
    (re.compile(r"(?:&#x27;){2}"), "”"),
)
COMMAND = regex(r"\\[a-zA-Z]+\*?(?:\[[^\[\]\n]{0,60}\])?(?:\{[^{}\n]{0,80}\})?")
BRACE = regex(r"\\.|[{}]|\n\s*\n")
DEEPEST = 4  # styles inside styles


def latex_html(setting: Setting) -> str:
    """The document, with its preamble folded away before it."""
    sheet = setting.sheet
    reader = LatexReader(sheet.text)
    start, end = reader.body
    preamble, appendix = sheet.text[:start].strip(), sheet.text[end:].strip()
    title = TITLE.search(preamble)
    name = f"<h2>{running(title[1])}</h2>\n" if title else ""
    text = sheet.slotted(start, end, [part for part in held_parts(reader) if part.start >= start])
    return (
        _folded("preamble", preamble)
        + name
        + Document(setting).write(text)
        + _folded("after the end", appendix)
    )


def _folded(title: str, source: str) -> str:
    if not source:
        return ""
    shown = f'<pre class="source">{escaped(source)}</pre>'
    return f'<details class="fold"><summary>{title}</summary>{shown}</details>\n'


def held_parts(reader: LatexReader) -> list[Held]:
    """Formulas, verbatim text, and the comments outside of them."""
    held: list[Held] = [Formula(r.start, r.end, r.inner, r.sort is Sort.DISPLAY) for r in reader.regions]
    held += [Source(start, end, inner, Shape.LISTING) for start, end, inner, _ in reader.verbatim]
    held += [as_written(start, end, Shape.REMARK) for start, end in reader.silent]
    return sorted(held, key=lambda part: (part.start, -part.end))


class Document:
    """Blocks one after another, with the elements that are open around them."""

    def __init__(self, setting: Setting) -> None:
        self.setting = setting
        self.open: list[tuple[str, str]] = []  # environment and its element
        self.out: list[str] = []
        self.label = ""  # of the item that has just begun

    def write(self, text: str) -> str:
        at = 0
        while found := STRUCTURE.search(text, at):
            self._paragraph(text[at : found.start()])
            at = self._part(text, found)
        self._paragraph(text[at:])
        while self.open:
            self._close()
        return "".join(self.out)

    def _part(self, text: str, found: re.Match[str]) -> int:
        if level := found["level"]:
            end = closing_brace(text, found.end())
            rank = min(6, max(1, HEADING_LEVELS.get(level, 1)) + 1)
            words = running(text[found.end() : end])
            tag = "p" if level in ("author", "date") else f"h{rank}"
            self.out.append(self.setting.block(f"<{tag}>", words, f"</{tag}>"))
            return end + 1
        if found["table"]:
            return self._table(text, found)
        if found["begin"]:
            self._begin(found["begin"])
        elif found["end"]:
            self._end(found["end"])
        elif found["item"]:
            self._item(found["label"])
        return found.end()

    def _begin(self, name: str) -> None:
        if name in LISTS:
            self.open.append((name, LISTS[name]))
            self.out.append(f"<{LISTS[name]}>")
        elif name not in SILENT:
            self.open.append((name, "div"))
            self.out.append(f'<div class="environment"><p class="environment-name">{escaped(name)}</p>')

    def _end(self, name: str) -> None:
        if any(name == opened for opened, _ in self.open):
            while self.open and self._close() != name:
                pass

    def _close(self) -> str:
        name, element = self.open.pop()
        self.out.append(f"</{element}>\n")
        return name

    def _item(self, label: str | None) -> None:
        while self.open and self.open[-1][1] == "div":
            self._close()
        if self.open and self.open[-1][1] == "li":
            self._close()
        if self.open:
            self.open.append(("", "li"))
            self.out.append("<li>")
        self.label = f"<strong>{running(label)}</strong> " if label else ""

    def _paragraph(self, text: str) -> None:
        if not text.strip():
            return
        edges = INSIDE if self.open and self.open[-1][1] == "li" else ("<p>", "</p>")
        self.out.append(self.setting.paragraph(self.label + running(text), *edges))
        self.label = ""

    def _table(self, text: str, found: re.Match[str]) -> int:
        """Rows end at a double backslash, cells at an ampersand."""
        at = found.end()
        while argument := ARGUMENT.match(text, at):
            at = argument.end()
        closing = text.find(f"\\end{{{found['table']}}}", at)
        end = closing if closing >= 0 else len(text)
        rows = []
        for start, stop in pieces(ROW_END, text, at, end):
            line = RULES.sub("", text[start:stop])
            if line.strip():
                cells = (running(line[left:right]) for left, right in pieces(CELL_END, line, 0, len(line)))
                rows.append(f"<tr>{''.join(f'<td>{cell}</td>' for cell in cells)}</tr>")
        inner = f"<table>{''.join(rows)}</table>"
        self.out.append(self.setting.block('<div class="table">', inner, "</div>"))
        return end + len(f"\\end{{{found['table']}}}") if closing >= 0 else end


def closing_brace(text: str, at: int) -> int:
    """Where the group that is open at a place closes, or its line ends."""
    depth = 1
    for found in BRACE.finditer(text, at):
        depth += {"{": 1, "}": -1}.get(found[0], 0)
        if depth == 0 or found[0].startswith("\n"):
            return found.start()
    return len(text)


def running(text: str) -> str:
    """Running text: styles as tags, signs as signs, any other command as its source."""
    html = escaped(text.strip())
    for _ in range(DEEPEST):
        html, count = STYLED.subn(_styled, html)
        if not count:
            break
    html = LINK.sub(r"<u>\1</u>", html)
    for pattern, sign in SIGNS:
        html = pattern.sub(sign, html)
    return COMMAND.sub(lambda found: f'<code class="source">{found[0]}</code>', html)


def _styled(found: re.Match[str]) -> str:
    tag = TAGS.get(found[1], "span")
    return f"<{tag}>{found[2]}</{tag}>"
