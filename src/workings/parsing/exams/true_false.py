"""Statements to be marked true or false, line by line or in a table with a column for each."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from workings.document import Kind, Passage
from workings.parsing.exams.choice import Choice, Option, Sought
from workings.regex import regex
from workings.source import Span

MOST_LINES = 60  # under one question
_TRUE = r"true|wahr|richtig|correct|vrai|T|W|R"
_FALSE = r"false|falsch|incorrect|wrong|faux|F"
_WHOLE_TRUE = regex(rf"\W*(?:{_TRUE})\W*", re.IGNORECASE)
_WHOLE_FALSE = regex(rf"\W*(?:{_FALSE})\W*", re.IGNORECASE)
_WHOLE_BOTH = regex(
    r"\W*(?:T\W{1,3}F|true\W{1,3}(?:or\s+)?false|(?:wahr|richtig)\W{1,3}(?:oder\s+)?falsch|true\?|correct\?|R\W{1,3}F)\W*",
    re.IGNORECASE,
)
_MARKED = regex(
    r"\W*(?:[xX]|[☑☒✓✔✗✘✅■●⊠]|\\(?:checkmark|CheckedBox|XBox|times|boxtimes|blacksquare)|yes|ja)\W*"
)
_EMPTY = regex(r"[\s□☐○◻_.$-]*|\W*\\(?:square|Box|Square)\W*")
_ASKED = regex(
    r"\b(?:true|correct|right)\s*(?:or|/)\s*(?:false|incorrect|wrong)\b|\b(?:wahr|richtig)\s*(?:oder|/)\s*falsch\b"
    r"|\(?\bT\s*/\s*F\b\)?",
    re.IGNORECASE,
)
_LINE = regex(
    r"^[ \t>]*(?:[-*+•]|\(?(?:\d{1,3}|[a-zA-Z]|[ivx]{2,4})[.)]"
    r"|\\(?:item|(?:sub)?part)(?![a-zA-Z])(?:\[[^\]\n]{0,20}\])?)[ \t]+",
    re.MULTILINE,
)
_BEHIND = regex(
    r"(?:[-–—:→(\[⇒.,]|\\to|\\Rightarrow|\bis|\banswer:?|\bantwort:?|[ \t]{2})[ \t$]*+[*_(\[]{0,4}"
    rf"(?:(?P<true>{_TRUE})|(?P<false>{_FALSE}))[*_)\]]{{0,4}}[.!]?\s*+$",
    re.IGNORECASE,
)
_BEFORE = regex(
    rf"\s*[*_(\[]{{0,4}}(?:(?P<true>{_TRUE})|(?P<false>{_FALSE}))[*_)\]]{{0,4}}[ \t]*(?:[:.)–—\]]|-(?!\w))",
    re.IGNORECASE,
)
_BOXES = regex(
    rf"(?P<first>\[[ xX✓]\]|[☐☑☒□■✓✔✗○●])[ \t]*(?:{_TRUE})\b[ \t,/|]*"
    rf"(?P<second>\[[ xX✓]\]|[☐☑☒□■✓✔✗○●])[ \t]*(?:{_FALSE})\b",
    re.IGNORECASE,
)
_FULL = regex(r"[xX✓☑☒■✔✗●]")
_OPENING = regex(r"[\W\d]*(?:(?:question|q|frage|aufgabe|[a-z])\s*\d{0,3}[\W]*)?", re.IGNORECASE)
_END = regex(r"\n[ \t]{0,3}#|\n[ \t]*\\(?:end\{enum|end\{item|section|question)")


def marked_statements(text: str, passages: Sequence[Passage]) -> Iterator[Choice]:
    """Every list or table of statements that are to be marked true or false."""
    yield from _tables(passages)
    yield from _lists(text)


def _tables(passages: Sequence[Passage]) -> Iterator[Choice]:
    cells: list[Passage] = []
    for passage in [*passages, None]:
        if passage is not None and passage.kind is Kind.CELL:
            cells.append(passage)
        elif cells:
            found = _table(cells)
            if found is not None:
                yield found
            cells = []


def _table(cells: Sequence[Passage]) -> Choice | None:
    """A table whose header has a column for true and one for false."""
    first = cells[0].row
    header = {cell.column: cell for cell in cells if cell.row == first}
    both = [c for c, cell in header.items() if _WHOLE_BOTH.fullmatch(cell.text)]
    if len(both) == 1:
        return _worded_table(cells, header, both[0])
    trues = [c for c, cell in header.items() if _WHOLE_TRUE.fullmatch(cell.text)]
    falses = [c for c, cell in header.items() if _WHOLE_FALSE.fullmatch(cell.text)]
    if len(trues) != 1 or len(falses) != 1:
        return None
    rows: dict[int | None, dict[int, Passage]] = {}
    for cell in cells:
        if cell.row != first:
            rows.setdefault(cell.row, {})[cell.column] = cell
    options: list[Option] = []
    for row in rows.values():
        said = [_mark(row.get(column)) for column in (trues[0], falses[0])]
        ticked = said[0] if None not in said and said[0] != said[1] else None
        for column, cell in row.items():
            if column not in (trues[0], falses[0]):
                options.append(Option(cell.span, None, cell.span.start, ticked))
    return _choice(Span(header[min(header)].span.start, header[max(header)].span.end), options)


def _worded_table(cells: Sequence[Passage], header: dict[int, Passage], column: int) -> Choice | None:
    """A table with one column that says T or F of the statement beside it."""
    said: dict[int | None, bool | None] = {}
    for cell in cells:
        if cell.column == column and cell.row != cells[0].row:
            true, false = _WHOLE_TRUE.fullmatch(cell.text), _WHOLE_FALSE.fullmatch(cell.text)
            said[cell.row] = True if true else False if false else None
    lengths: dict[int, int] = {}
    for cell in cells:
        if cell.column != column:
            lengths[cell.column] = lengths.get(cell.column, 0) + len(cell.text)
    longest = max(lengths, key=lambda at: lengths[at], default=None)  # the others number the statements
    options = [
        Option(cell.span, None, cell.span.start, said.get(cell.row))
        for cell in cells
        if cell.row != cells[0].row and cell.column == longest
    ]
    return _choice(Span(header[min(header)].span.start, header[max(header)].span.end), options)


def _mark(cell: Passage | None) -> bool | None:
    """Whether a cell is marked; None if it holds something else."""
    if cell is None or _EMPTY.fullmatch(cell.text):
        return False
    return True if _MARKED.fullmatch(cell.text) else None


def _choice(stem: Span, options: Sequence[Option]) -> Choice | None:
    if not options:
        return None
    answered = any(option.ticked is not None for option in options)
    return Choice(stem, tuple(options), Sought.TRUE, False, answered, apart=True)


def _lists(text: str) -> Iterator[Choice]:
    """Statements in a list under “true or false?”, or behind it on its line."""
    floor = 0
    for asked in _ASKED.finditer(text):
        if asked.start() < floor:
            continue
        line_end = text.find("\n", asked.end())
        line_end = line_end if line_end >= 0 else len(text)
        closing = _END.search(text, line_end)
        limit = closing.start() if closing else len(text)
        options = list(_items(text, line_end, limit))
        begin = text.rfind("\n", 0, asked.start()) + 1
        if not options:
            if not _OPENING.fullmatch(text, begin, asked.start()):
                continue
            options = [_option(text, begin, asked.end(), line_end)]
        found = _choice(Span(begin, asked.end()), [o for o in options if o.span.start < o.span.end])
        if found is not None:
            yield found
            floor = found.span.end


def _items(text: str, start: int, limit: int) -> Iterator[Option]:
    """The items of the list that begins right here."""
    bullets = list(_LINE.finditer(text, start, limit))[:MOST_LINES]
    if not bullets or text[start : bullets[0].start()].strip():
        return
    for at, bullet in enumerate(bullets):
        stop = bullets[at + 1].start() if at + 1 < len(bullets) else limit
        gap = text.find("\n\n", bullet.end(), stop)
        yield _option(text, bullet.start(), bullet.end(), gap if gap >= 0 else stop)
        if gap >= 0 and text[gap:stop].strip():
            return


def _option(text: str, opening: int, start: int, end: int) -> Option:
    """A statement without the word or box that says whether it is true."""
    words = text[start:end]
    ticked: bool | None = None
    boxes, behind, before = _BOXES.search(words), _BEHIND.search(words), _BEFORE.match(words)
    if boxes is not None:
        full = [_FULL.search(boxes[group]) is not None for group in ("first", "second")]
        ticked = full[0] if full[0] != full[1] else None
        end = start + boxes.start() if words[: boxes.start()].strip(" :?") else end
    elif behind is not None:
        ticked, end = behind["true"] is not None, start + behind.start()
    elif before is not None:
        ticked, start = before["true"] is not None, start + before.end()
    while start < end and text[start] in " \t\n*_:.)":
        start += 1
    while end > start and text[end - 1] in " \t\n*_-–—":
        end -= 1
    return Option(Span(start, end), None, opening, ticked)
