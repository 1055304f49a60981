"""Tables however they are set: pipes, `tabular` and `array`, or plain lines with columns under each other."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence

from workings.document import Kind, Passage
from workings.parsing.columns import tables_of
from workings.record import record
from workings.regex import regex
from workings.source import Span

MOST_ROWS = 600
MOST_COLUMNS = 24
NEAREST = 12  # characters between a header and its rows, of which most are blanks
RULED = 2  # times as long as the headings may be what stands between them and their rows: a rule
_ABOVE_RULE = (Kind.PROSE, Kind.HEADING)
_PARTED = regex(r"\S(?: {2,}|\t)\s*\S")
_ARRAY = regex(r"\\begin\{(array|tabular|matrix|[bpvV]matrix)\}")
_BREAK = regex(r"\\\\(?:\[[^\]\n]{0,12}\])?|\\cr\b")
_FRAME = regex(r"\\(?:hline|toprule|midrule|bottomrule|top|mid|bottom)\b|\\c(?:line|midrule)\{[^{}]*\}")
_FIELD = regex(r"[^\s|,;]+")
_PIPED = regex(r"(?:\([^()\n]*\)|[^|\n])+")  # the bar of P(w|c) parts nothing
_FIELDS = (regex(r"[^\t\n]+"), _PIPED, regex(r"\S+(?: \S+)*"), _FIELD)
_DATA = regex(r"[-+−–]?(?:\d{1,6}(?:\.\d{1,6})?|\.\d{1,6})|[TFtf]|True|False|true|false|[✓✗✔✘]")
_NAME = regex(r"[^\W\d_]\w{0,11}|</?\w{1,8}>|[\"“‘']\w[\w'-]{0,14}[\"”’']")
_LINE = regex(r"[^\n]+")
_BETWEEN_PIPES = regex(r"[^|\n]+")
_WIDE = regex(r"[^\s=]+(?:(?: *= *| )[^\s=]+)*")
_WORKING = regex(r"[-+−–(]*\d[\d.()*·×/+\-−– ]*=\s*[-+−–]?\s?(?:\d{1,6}(?:\.\d{1,6})?|\.\d{1,6})")
_LINED = (Kind.PROSE, Kind.CODE, Kind.OUTPUT)  # what tables in plain lines stand in
_RULE = regex(r"[\s|+:=─━—–-]{3,}")


@record(frozen=True, slots=True)
class Cell:
    """What stands in one place of a table, without the space around it."""

    text: str
    span: Span


@record(frozen=True, slots=True)
class Grid:
    """A table: the row of its headers, and the rows below it, each with a cell for every column."""

    header: tuple[Cell, ...]
    rows: tuple[tuple[Cell, ...], ...]
    span: Span

    def column(self, at: int) -> list[Cell]:
        return [row[at] for row in self.rows]


def grids(passages: Iterable[Passage]) -> Iterator[Grid]:
    """The tables of a document; those with pipes first, then those in displays and in plain lines."""
    listed = list(passages)
    for cells in tables_of(listed):
        grid = _of_cells(cells)
        if grid is not None:
            yield grid
    for above, passage in zip((None, *listed), listed, strict=False):
        if passage.kind is Kind.DISPLAY:
            if "&" in passage.text and "\\begin" in passage.text:
                yield from _of_arrays(passage)
        elif passage.kind in _LINED:
            yield from _of_lines(passage, above)


def plain_grids(passages: Iterable[Passage]) -> Iterator[Grid]:
    """The tables of a document that only blanks set apart."""
    listed = list(passages)
    for above, passage in zip((None, *listed), listed, strict=False):
        if passage.kind in _LINED:
            yield from _of_lines(passage, above)


def _cell(text: str, start: int) -> Cell:
    """A cell of the text that begins at a place of the page, cut to what stands in it."""
    stripped = text.strip()
    begin = start + len(text) - len(text.lstrip())
    return Cell(stripped, Span(begin, begin + len(stripped)))


def _made(rows: Sequence[Sequence[Cell]]) -> Grid | None:
    """A grid of rows that are equally long; None if they are none, or too many."""
    if len(rows) < 2 or len(rows) > MOST_ROWS or not 1 < len(rows[0]) <= MOST_COLUMNS:
        return None
    header, *below = (tuple(row) for row in rows)
    even = tuple(row for row in below if len(row) == len(header))
    if not even:
        return None
    return Grid(header, even, Span(header[0].span.start, max(row[-1].span.end for row in even)))


def _of_cells(cells: list[Passage]) -> Grid | None:
    rows: dict[int | None, dict[int, Cell]] = {}
    for passage in cells:
        rows.setdefault(passage.row, {})[passage.column] = _cell(passage.text, passage.span.start)
    width = max((max(row) + 1 for row in rows.values()), default=0)
    places = {key: min(cell.span.start for cell in row.values()) for key, row in rows.items()}
    return _made(
        [
            [row.get(at, Cell("", Span(places[key], places[key]))) for at in range(width)]
            for key, row in rows.items()
        ]
    )


def _of_arrays(passage: Passage) -> Iterator[Grid]:
    """`\\begin{array}{cc|c} … \\end{array}`, with its rows parted by two backslashes."""
    text, reached = passage.text, 0
    while (found := _ARRAY.search(text, reached)) is not None:
        end = text.find(f"\\end{{{found[1]}}}", found.end())
        reached = found.end()
        if end < 0:
            return
        start = found.end()
        if found[1] in ("array", "tabular") and text[start : start + 1] == "{":
            start = text.find("}", start, end) + 1
        body = _FRAME.sub(lambda mark: " " * len(mark[0]), text[start:end])
        grid = _made(_array_rows(body, passage.span.start + start))
        if grid is not None:
            yield grid


def _array_rows(body: str, start: int) -> list[list[Cell]]:
    rows: list[list[Cell]] = []
    reached = 0
    for end in (*_BREAK.finditer(body), None):
        line = body[reached : len(body) if end is None else end.start()]
        at = start + reached
        reached = len(body) if end is None else end.end()
        if "&" in line:
            cells: list[Cell] = []
            for part in line.split("&"):
                cells.append(_cell(part, at))
                at += len(part) + 1
            rows.append(cells)
    return rows


def _of_lines(passage: Passage, above: Passage | None = None) -> Iterator[Grid]:
    """Lines of numbers that have as many fields as the line above them has words."""
    opened = above is not None and _is_header(above, passage)
    if passage.text.count("\n") < (1 if opened else 2):
        return
    lines = [(found.start() + passage.span.start, found[0]) for found in _LINE.finditer(passage.text)]
    if above is not None and opened:
        lines.insert(0, (above.span.start, above.text))
    lines = [line for line in lines if _RULE.fullmatch(line[1]) is None]
    yield from _under_header(lines, _width, _plain)
    if "=" in passage.text:
        yield from _under_header(lines, _worked_width, _worked)


def _is_header(above: Passage, passage: Passage) -> bool:
    """Whether a line right above some others is indented like code, or parted from them by a rule."""
    apart, line = passage.span.start - above.span.end, above.text.strip("\n")
    if apart < 0 or "\n" in line:
        return False
    if above.kind is Kind.CODE and apart < NEAREST:
        return True
    ruled = above.kind in _ABOVE_RULE and apart < NEAREST + RULED * len(line)
    return ruled and _PARTED.search(line) is not None


def _under_header(
    lines: Sequence[tuple[int, str]], width_of: Callable[[str], int], fields: Callable[[int, str], list[Cell]]
) -> Iterator[Grid]:
    """Lines below each other that have equally many fields, as many as the line above them."""
    at = 0
    while at < len(lines):
        width = width_of(lines[at][1])
        end = at
        while end < len(lines) and width and width_of(lines[end][1]) == width:
            end += 1
        if end - at >= 2 and at > 0:
            rows = [fields(start, text) for start, text in lines[at:end]]
            header = _header(*lines[at - 1], width) or _header_beside(*lines[at - 1], rows)
            grid = _made([header, *rows]) if header is not None else None
            if grid is not None:
                yield grid
        at = max(end, at + 1)


def _plain(start: int, text: str) -> list[Cell]:
    return _fields(start, text, _FIELD)


def _worked(start: int, text: str) -> list[Cell]:
    """The fields of a line that are parted by pipes, or by more than a blank."""
    return _fields(start, text, _BETWEEN_PIPES if "|" in text else _WIDE)


def _worked_width(line: str) -> int:
    """How many fields a line has of which some are worked out: `1   0   1 + 0 - 1.5 = -0.5   0`."""
    fields = [cell.text for cell in _worked(0, line)] if "=" in line else []
    data = sum(_DATA.fullmatch(field) is not None for field in fields)
    workings = sum(_WORKING.fullmatch(field) is not None for field in fields)
    return len(fields) if 2 < len(fields) <= MOST_COLUMNS and data + workings == len(fields) else 0


def _width(line: str) -> int:
    """How many fields a line of numbers has; none if anything but the name of a row stands in it."""
    fields = _FIELD.findall(line)
    named = len(fields) > 2 and _NAME.fullmatch(fields[0]) is not None
    numbers = fields[1:] if named else fields
    if not 2 <= len(fields) <= MOST_COLUMNS or any(_DATA.fullmatch(field) is None for field in numbers):
        return 0
    return len(fields)


def _fields(start: int, text: str, field: re.Pattern[str]) -> list[Cell]:
    return [_cell(found[0], start + found.start()) for found in field.finditer(text) if found[0].strip()]


def _header_beside(start: int, text: str, rows: Sequence[Sequence[Cell]]) -> list[Cell] | None:
    """The headers above the numbers of rows that are named, where nothing stands above their names."""
    named = len(rows[0]) > 2 and all(_NAME.fullmatch(row[0].text) is not None for row in rows)
    header = _header(start, text, len(rows[0]) - 1) if named and text.startswith((" ", "\t")) else None
    return None if header is None else [Cell("", Span(start, start)), *header]


def _header(start: int, text: str, width: int) -> list[Cell] | None:
    """The line above numbers cut into as many headers, by whatever parts them."""
    for field in _FIELDS:
        cells = _fields(start, text, field)
        if len(cells) == width:
            return cells
    return None
