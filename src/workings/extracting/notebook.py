"""Notebooks: the text of their cells on one page that remembers each character's place in the JSON."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import field
from typing import TypeAlias

from workings.document import Kind, Passage
from workings.extracting.canvas import settle_lines
from workings.extracting.code import read_comments, read_plain
from workings.extracting.json_places import Json, Place, decode_string, parse_json
from workings.extracting.languages import HASH, PROGRAMS
from workings.extracting.markdown import MarkdownReader
from workings.extracting.shift import shifted
from workings.record import record
from workings.regex import regex
from workings.source import Cell, Page, Span

MOST_LINES = 200
MOST_CHARACTERS = 20_000
COLOUR = regex(r"\x1b\[[0-9;?]*[A-Za-z]")
MAGIC = regex(r"\s*%%(?!time|capture|timeit)")
Part: TypeAlias = tuple[Kind, int, int]  # PROSE for Markdown, CODE for a program, OUTPUT for what it printed


@record()
class Gathering:
    """The page as it is being put together."""

    text: list[str] = field(default_factory=list)
    origins: list[int] = field(default_factory=list)
    parts: list[Part] = field(default_factory=list)

    def separate(self) -> None:
        """A blank line, which lies nowhere in the file but just after what came before."""
        if self.origins:
            self.text.append("\n\n")
            self.origins += [self.origins[-1]] * 2

    def add(self, raw: str, kind: Kind, strings: list[Place], limited: bool = False) -> None:
        """The text of one source or output."""
        self.separate()
        start = len(self.origins)
        lines = 0
        for place in strings:
            text, origins = decode_string(raw, place, MOST_CHARACTERS * 6 if limited else None)
            if limited:
                text = within_limits(text, lines, len(self.origins) - start)
                origins = origins[: len(text)]
                lines += text.count("\n")
            self.text.append(text)
            self.origins += origins
            if limited and (lines >= MOST_LINES or len(self.origins) - start >= MOST_CHARACTERS):
                break
        self.parts.append((kind, start, len(self.origins)))


def within_limits(text: str, lines: int, characters: int) -> str:
    """As much of an output as is still read."""
    text = text[: MOST_CHARACTERS - characters]
    kept = text.split("\n", MOST_LINES - lines)
    return text if len(kept) <= MOST_LINES - lines else "\n".join(kept[:-1]) + "\n"


def read_notebook(raw: str, filename: str) -> tuple[Page, list[Passage]] | None:
    """The page and passages of a notebook, or None if the file is no notebook."""
    root = parse_json(raw)
    cells = notebook_cells(root)
    if cells is None:
        return None
    gathering = Gathering()
    spans: list[Cell] = []
    for number, cell in enumerate(cells, start=1):
        first = len(gathering.parts)
        gather_cell(raw, cell, gathering)
        if len(gathering.parts) > first:
            spans.append(Cell(number, Span(gathering.parts[first][1], len(gathering.origins))))
    page = Page(filename, "".join(gathering.text), raw, tuple(gathering.origins), tuple(spans))
    return page, list(read_parts(page.written, gathering.parts, comment_mark(raw, root)))


def notebook_cells(root: Json) -> list[dict[str, Json]] | None:
    """The cells of a notebook of this or of the older format."""
    if not isinstance(root, dict):
        return None
    cells = root.get("cells")
    if cells is None and isinstance(sheets := root.get("worksheets"), list) and sheets:
        cells = sheets[0].get("cells") if isinstance(sheets[0], dict) else None
    if not isinstance(cells, list):
        return None
    return [cell if isinstance(cell, dict) else {} for cell in cells]


def word(raw: str, value: Json) -> str:
    return decode_string(raw, value)[0] if isinstance(value, Place) else ""


def strings_of(value: Json) -> list[Place]:
    """A text in a notebook is one string or a list of lines."""
    if isinstance(value, Place):
        return [value]
    return [part for part in value if isinstance(part, Place)] if isinstance(value, list) else []


def gather_cell(raw: str, cell: dict[str, Json], gathering: Gathering) -> None:
    kind = word(raw, cell.get("cell_type"))
    source = strings_of(cell.get("source", cell.get("input")))
    if kind in ("markdown", "heading", "raw") and source:
        gathering.add(raw, Kind.PROSE, source)
    if kind != "code":
        return
    gathering.add(raw, Kind.CODE, source)
    outputs = cell.get("outputs")
    for output in outputs if isinstance(outputs, list) else []:
        if isinstance(output, dict) and (printed := printed_strings(raw, output)):
            gathering.add(raw, Kind.OUTPUT, printed, limited=True)


def printed_strings(raw: str, output: dict[str, Json]) -> list[Place]:
    """What a code cell printed, in words; pictures and error streams are passed over."""
    if word(raw, output.get("output_type")) == "stream":
        return strings_of(output.get("text")) if word(raw, output.get("name")) != "stderr" else []
    data = output.get("data")
    return strings_of(data.get("text/plain") if isinstance(data, dict) else output.get("text"))


def comment_mark(raw: str, root: Json) -> str:
    """How the notebook's language marks comments."""
    metadata = root.get("metadata") if isinstance(root, dict) else None
    if isinstance(metadata, dict):
        for name, key in (("language_info", "name"), ("kernelspec", "language")):
            about = metadata.get(name)
            language = word(raw, about.get(key)).lower() if isinstance(about, dict) else ""
            if language in PROGRAMS:
                return PROGRAMS[language]
    return HASH


def read_parts(page: str, parts: list[Part], mark: str) -> Iterator[Passage]:
    """The passages of every source and output, in the order of the page."""
    row = 0
    for kind, start, end in parts:
        text = settle_lines(page[start:end])
        if kind is Kind.PROSE:
            reader = MarkdownReader(text, row)
            yield from shifted(reader.read(), start)
            row = reader.row
        elif kind is Kind.OUTPUT:
            text = COLOUR.sub(lambda found: " " * len(found[0]), text)
            yield from shifted(read_plain(text, 0, len(text), Kind.OUTPUT), start)
        elif not MAGIC.match(text):
            yield from shifted(read_comments(text, 0, len(text), mark), start)
