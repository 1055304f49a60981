"""reStructuredText: formulas and programs are cut out, the rest is respelt as Markdown of the same length."""

from __future__ import annotations

import re
from collections.abc import Iterator

from workings.document import Passage
from workings.extracting.canvas import blanked
from workings.extracting.code import read_plain
from workings.extracting.display import read_display
from workings.extracting.languages import PROGRAMS, SILENT
from workings.extracting.markdown import MarkdownReader
from workings.extracting.program import read_program
from workings.extracting.shift import shifted
from workings.regex import regex

BLOCK = regex(
    r"^(?P<indent>[ \t]*)\.\.[ \t]+(?P<sort>math|code-block|code|sourcecode)::[ \t]*(?P<rest>[^\n]*)(?:\n|\Z)"
    r"(?P<body>(?:(?P=indent)[ \t]+\S[^\n]*(?:\n|\Z)|[ \t]*\n)*)",
    re.MULTILINE,
)
OPTION = regex(r"^[ \t]*:[\w-]+:[^\n]*$", re.MULTILINE)
PART = regex(r"(?:[^\n]*\S[^\n]*(?:\n|\Z))+")
INLINE = regex(r":math:`([^`]*)`")
MARKUP = regex(r"^[ \t]*\.\.(?:[ \t]+[\w-]+::|[ \t][^\n]*$|$)|:[a-z-]+:(?=`)", re.MULTILINE)
TITLE = regex(r"(?<=\S\n)([-=~^\"'`#*+.:_])\1{2,}(?=[ \t]*$)", re.MULTILINE)
OVERLINE = regex(r"(?<![^\n])([-=~^\"'`#*+.:_])\1{2,}[ \t]*\n(?=[^\n]*\S[^\n]*\n\1{3,}[ \t]*$)", re.MULTILINE)


def read_rst(raw: str) -> list[Passage]:
    """The passages of a reStructuredText whose line ends are settled."""
    passages: list[Passage] = []
    row = at = 0
    for found in BLOCK.finditer(raw):
        row = read_between(raw, at, found.start(), row, passages)
        passages += read_block(raw, found)
        at = found.end()
    read_between(raw, at, len(raw), row, passages)
    return passages


def read_block(raw: str, found: re.Match[str]) -> Iterator[Passage]:
    """A formula, each of its paragraphs a display, or a program."""
    if found["sort"] == "math":
        text = OPTION.sub(lambda option: blanked(option[0]), raw[found.start("rest") : found.end()])
        for part in PART.finditer(text):
            yield from shifted(read_display(text, *part.span()), found.start("rest"))
        return
    language = found["rest"].strip().lower()
    if language in PROGRAMS:
        yield from read_program(raw, found.start("body"), found.end(), language)
    elif language not in SILENT:
        yield from read_plain(raw, found.start("body"), found.end())


def read_between(raw: str, start: int, end: int, row: int, passages: list[Passage]) -> int:
    """Ordinary text; gives the last table row that was counted."""
    text = INLINE.sub(lambda maths: f"{'$':>7}{maths[1]}$", raw[start:end])
    text = OVERLINE.sub(lambda line: blanked(line[0]), text)
    text = TITLE.sub(lambda line: ("=" if line[1] == "=" else "-") * len(line[0]), text)
    reader = MarkdownReader(MARKUP.sub(lambda mark: blanked(mark[0]), text), row, indented_code=False)
    passages += shifted(reader.read(), start)
    return reader.row
