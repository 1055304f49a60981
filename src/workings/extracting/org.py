"""Org files: their blocks are cut out, the rest is respelt as Markdown of the same length."""

from __future__ import annotations

import re

from workings.document import Passage
from workings.extracting.canvas import blanked
from workings.extracting.code import read_plain
from workings.extracting.languages import PROGRAMS, SILENT
from workings.extracting.markdown import MarkdownReader
from workings.extracting.program import read_program
from workings.extracting.shift import shifted
from workings.regex import regex

BLOCK = regex(
    r"^[ \t]*#\+begin_(?P<sort>src|example|comment|export)(?:[ \t]+(?P<language>\S+))?[^\n]*\n"
    r"|^(?P<printed>(?:[ \t]*:(?:[ \t][^\n]*)?(?:\n|\Z))+)"
    r"|^[ \t]*:(?P<drawer>PROPERTIES|LOGBOOK|END):[^\n]*$",
    re.MULTILINE | re.IGNORECASE,
)
KEYWORD = regex(
    r"^[ \t]*#(?:\+[^\n]*|[ \t][^\n]*|$)|^[ \t]*(?:CLOSED|DEADLINE|SCHEDULED):[^\n]*", re.MULTILINE
)
STARS = regex(r"^\*+(?=[ \t])", re.MULTILINE)
LINK = regex(r"\[\[([^\[\]\n]*)\](?:\[([^\[\]\n]*)\])?\]")
BEFORE, AFTER = r"(?<![^\s('\"{-])", r"(?=[\s.,;:!?)'\"}-]|$)"
VERBATIM = regex(BEFORE + r"([=~])(?=[^\s=~])([^\n]{0,200}?)(?<=\S)\1" + AFTER, re.MULTILINE)
SLANTED = regex(BEFORE + r"/(?=[^\W\d_]|\([^\W\d_]+ [^\W\d_])([^/\n=+*]*?)(?<=\S)/" + AFTER, re.MULTILINE)
DEEPEST = 6
LONGEST_DRAWER = 2000


def read_org(raw: str) -> list[Passage]:
    """The passages of an Org text whose line ends are settled."""
    passages: list[Passage] = []
    row = at = 0
    while found := BLOCK.search(raw, at):
        row = read_between(raw, at, found.start(), row, passages)
        at = max(read_block(raw, found, passages), at + 1)
    read_between(raw, at, len(raw), row, passages)
    return passages


def read_block(raw: str, found: re.Match[str], passages: list[Passage]) -> int:
    """A source, example or output block; gives where it ends."""
    if found["printed"] is not None:
        text = re.sub(r"(?m)^([ \t]*):", r"\1 ", found["printed"])
        passages += shifted(read_plain(text, 0, len(text)), found.start())
        return found.end()
    if found["drawer"] is not None:
        closing = re.compile(r"^[ \t]*:END:[ \t]*$", re.MULTILINE | re.IGNORECASE).search(
            raw, found.end(), found.end() + LONGEST_DRAWER
        )
        return closing.end() if closing and found["drawer"].upper() != "END" else found.end()
    sort, language = found["sort"].lower(), (found["language"] or "").lower()
    ending = re.compile(rf"^[ \t]*#\+end_{sort}[^\n]*", re.MULTILINE | re.IGNORECASE).search(raw, found.end())
    stop = ending.start() if ending else len(raw)
    if sort == "src" and language in PROGRAMS:
        passages += read_program(raw, found.end(), stop, language)
    elif sort == "example" or (sort == "src" and language not in SILENT):
        passages += read_plain(raw, found.end(), stop)
    return ending.end() if ending else len(raw)


def read_between(raw: str, start: int, end: int, row: int, passages: list[Passage]) -> int:
    """Ordinary Org text; gives the last table row that was counted."""
    text = KEYWORD.sub(lambda found: " " * len(found[0]), raw[start:end])
    text = STARS.sub(lambda stars: "#" * min(DEEPEST, len(stars[0])) + " " * (len(stars[0]) - DEEPEST), text)
    text = LINK.sub(respell_link, text)
    text = VERBATIM.sub(lambda code: f"`{code[2]}`", text)
    text = SLANTED.sub(lambda slanted: f" {slanted[1]} ", text)
    reader = MarkdownReader(text, row, indented_code=False)
    passages += shifted(reader.read(), start)
    return reader.row


def respell_link(found: re.Match[str]) -> str:
    """Of a link only its words stay; a bare one is an address."""
    if found[2] is None:
        return blanked(found[0])
    return " " * (found.start(2) - found.start()) + found[2] + "  "
