"""The lists of numbers on a page, in maths, tables and prose, with the words that stand before them."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise

from flint import fmpq

from workings.checking.comparing.digits import Stated, number_in, stated_in, stated_number, stated_numbers
from workings.checking.methods.pages.lines import Index, index_parts, is_numeric
from workings.document import Passage, Statement
from workings.expr import Array, Call, Expr, Name
from workings.parsing.grids import Cell, Grid
from workings.parsing.numerals import NUMERAL
from workings.parsing.survey import tables_have_points, writes_decimal_commas
from workings.record import record
from workings.regex import regex
from workings.source import Page, Span, last_gap
from workings.uniform import uniform

COLUMN = "column of a matrix"
MOST_LISTINGS = 120
LONGEST = 24  # numbers of a list
REACH = 90  # characters before a list that say what it is
_CLEARED = regex(r"(?:(?<!\\)\\(?:q?quad|left|right|bigl?|bigr?|[,;:! ])|[$`*\"“”])+")
_SEPARATED = regex(
    r"(?<![\w.,])\d+(?:\.\d{3})*(?:,\d+)+(?![.,]\d)|(?<![\w.,])\d{1,3}(?:\.\d{3})+(?![.,]\d|\d)"
)
_TURNED = str.maketrans(".,", ",.")
LEAST_NUMBERS = 2  # commas between digits that make a list of them
_BREAK = regex(r"\n")
_LIST = regex(
    rf"(?=[-−–+.\d])(?<![\w.^])(?<!(?<!\\)\\)(?<!\\[-−–]){NUMERAL}"
    rf"(?:[^\S\n]*(?:,|;|&|\band\b)\n?[^\S\n]*(?:and\b[^\S\n]*)?{NUMERAL})+"
)
_BRACKETED = regex(rf"[\[;]\s*(?P<list>{NUMERAL}(?:[ \t]+{NUMERAL}){{1,23}})\s*(?=[\];])")
_ROW_ENDS = regex(r"\d[ \t]+\Z")
_ONE = regex(NUMERAL)
_EACH = rf"(?<![\w.^]){NUMERAL}[^\S\n]+(?:for|at|from)[^\S\n]+(?:the[^\S\n]+)?[A-Za-z]+(?:[^\S\n]+\d)?"
_SHARED_OUT = regex(rf"{_EACH}(?:(?:,|,?[^\S\n]+and)[^\S\n]+{_EACH}){{2,11}}")
_EACH_FIRST = regex(rf"({NUMERAL})[^\S\n]+(?:for|at|from)\b")
_THOUSANDS = regex(r"[-−–+]?\d{1,3}(?:,\d{3})+(?:\.\d+)?")
_SPACED = regex(
    r"^(?=[^\n]*\d[ \t]{1,12}[-−–+]?\.?\d)"  # most lines have no such numbers
    rf"[ \t]*+(?P<label>[^\W\d][^\d\n=:|]{{0,30}}?(?:\d(?=[ \t]*:)|1/(?:sqrt|√)\(?\d{{1,3}}\)?)?)"
    rf"(?:[ \t]*+[:=][ \t]++|[ \t]{{2,}}+)"
    rf"(?P<list>{NUMERAL}(?:[ \t]{{1,12}}{NUMERAL}){{1,23}})"
    r"(?:[ \t]*+(?:\([^\n]{0,40}\))?[ \t\r]*+$|(?=[ \t,;|(→>-]{1,8}(?:and |with )?(?:their |its )?"
    r"(?:sum|total|mean|average|avg)\b))",
    re.M,
)
_COUNTED = regex(r"\d[ \t]{3,}")  # `X = 0`, which says which row it is
_BEFORE = regex(r"(?:[·*×/^_+]|[-−]\s|(?<!\\)\\(?:cdot|times)?)[\s([{]*$")  # its first number is in a formula
_AFTER = regex(r"(?:[^\S\n]|[)\]}])*(?:[·*×/+]|[-−]\s|\\(?:cdot|times)\b|\^(?!\{?(?:\\top|T)))")
_BY_ENTRY = regex(r"(?:partial|∂|\bd).*?_\{?(\d)\}*\s*$|\w\s*(?:\\cdot|·)\s*\w_\{?(\d)\}?\s*$", re.S)
_NAMED = regex(r"(?<![^\s=,;:()])([^\s=,;:()]+(?:\s*+\\cdot\s*+[^\s=]++)?)\s*+\Z")
_OPENING = regex(r"[\[({\s\\a-z}]*")  # between a sign of equality and a list
_SPOKEN = regex(
    r"[.;:]\s+[A-Z][a-z]+ [a-z]+|\n(?:[^\S\n]*+\n)++[^\w\n]*\w*[^\w\n]+[A-Za-z][a-z]+ [a-z]+"
    r"|\b(?:sum|total|mean|average)\b|(?<![A-Za-z])(?:[A-Za-z]{2,}+[ ,]++){4}"
)  # a sentence, or the end of a list
_TOTALS = regex(r"\b(?:sum|total|mean|average|avg)\b|(?-i:Σ)|∑", re.I)


@record(frozen=True, slots=True)
class Listing:
    """Numbers in a row or column, what is said before them, and their name if they have one."""

    label: str
    name: str
    numbers: tuple[Stated, ...]
    span: Span
    places: tuple[Span, ...] = ()  # of its numbers, where they stand apart
    table: int | None = None  # where the table begins that it is a column of
    width: int | None = None  # of a row, where it is a whole matrix

    @property
    def values(self) -> tuple[fmpq, ...]:
        return tuple(number.value for number in self.numbers)

    @property
    def first(self) -> Span:
        return self.places[0] if self.places else self.span

    def says(self, pattern: re.Pattern[str]) -> bool:
        return pattern.search(f"{self.label} {self.name}") is not None


def painted(page: Page, passages: Sequence[Passage]) -> str:
    """What is read of a page, without markup, every character in its place."""
    canvas = list(page.text)
    breaks = [found.start() for found in _BREAK.finditer(page.text)]
    read: set[int] = set()  # lines of which something is read; the others are programs, or examples
    for passage in passages:
        start, end = passage.span.start, passage.span.end
        canvas[start : start + len(passage.text)] = passage.text
        read.update(range(bisect_left(breaks, start), bisect_left(breaks, end) + 1))
    for at, (start, end) in enumerate(pairwise((-1, *breaks, len(canvas)))):
        if at not in read:
            canvas[start + 1 : end] = " " * (end - start - 1)
    if writes_decimal_commas(passages) and not tables_have_points(passages):
        canvas = list(_SEPARATED.sub(_with_points, "".join(canvas)))
    return _CLEARED.sub(lambda found: " " * len(found[0]), uniform("".join(canvas)))


def _with_points(found: re.Match[str]) -> str:
    """`1.250,5` as `1,250.5`; `1,2,3` are three numbers."""
    return found[0].translate(_TURNED) if found[0].count(",") < LEAST_NUMBERS else found[0]


def listings_of(statements: Sequence[Statement], text: str, tables: Sequence[Grid]) -> list[Listing]:
    """Every list of a page, in reading order."""
    found = [
        *_written(text),
        *_bracketed(text),
        *_spaced(text),
        *_shared_out(text),
        *_indexed(statements, text),
        *_columns(tables),
        *_matrices(statements),
        *_runs(statements, text),
    ]
    return sorted(found, key=lambda listing: listing.first.start)[:MOST_LISTINGS]


def _written(text: str) -> Iterator[Listing]:
    for found in _LIST.finditer(text):
        if _is_busy(text, found.start(), found.end()) or _THOUSANDS.fullmatch(found[0]):
            continue
        if ";" in found[0] and _ROW_ENDS.search(text, found.start() - 2, found.start()):
            continue  # between two rows of [1 2; 3 4]
        numbers = _numbers(text, *found.span())
        if 0 < len(numbers) <= LONGEST:
            label = _label(text, found.start())
            yield Listing(label, _name(label), numbers, Span(found.start(), found.end()))


def _bracketed(text: str) -> Iterator[Listing]:
    """`[0.245 0.090 0.665]` and `[1 2; 3 4]`, with blanks between the entries of a row."""
    for found in _BRACKETED.finditer(text):
        start, end = found.span("list")
        numbers = _numbers(text, start, end)
        if numbers and not _is_busy(text, found.start(), found.end()):
            label = _label(text, start)
            yield Listing(label, _name(label), numbers, Span(start, end))


def _spaced(text: str) -> Iterator[Listing]:
    """`scores   1.2   0.4   2.0`, as in plain text."""
    for found in _SPACED.finditer(text):
        start, end = found.span("list")
        counted = _COUNTED.match(text, start, end) if text[start - 2] == "=" else None
        start = counted.end() if counted is not None else start
        numbers = _numbers(text, start, end)
        if len(numbers) > 1:
            yield Listing(text[found.start() : start], found["label"], numbers, Span(start, end))


def _shared_out(text: str) -> Iterator[Listing]:
    """`0.7 for the loop, -1.2 for node 2 and 1.5 for node 3`."""
    for found in _SHARED_OUT.finditer(text):
        parts = [*_EACH_FIRST.finditer(found[0])]
        numbers = tuple(number for part in parts if (number := stated_in(part[1])) is not None)
        places = tuple(Span(found.start() + part.start(1), found.start() + part.end(1)) for part in parts)
        label = _label(text, found.start())
        yield Listing(label, "", numbers, places[0], places)


def _numbers(text: str, start: int, end: int) -> tuple[Stated, ...]:
    """The numbers between two places; none where one of them is too odd to be read."""
    parts = [stated_in(part[0]) for part in _ONE.finditer(text, start, end)]
    numbers = tuple(part for part in parts if part is not None)
    return numbers if len(numbers) == len(parts) else ()


def _is_busy(text: str, start: int, end: int) -> bool:
    """Whether a formula goes on at one of the ends of a list."""
    return _BEFORE.search(text, max(0, start - 12), start) is not None or _AFTER.match(text, end) is not None


def _label(text: str, start: int) -> str:
    """What is said before a place: its own line, and the one above if that is short."""
    opening = max(last_gap(text, start), start - REACH, 0)
    return text[opening:start]


def _name(label: str) -> str:
    """The name that a list is given: what stands before the last sign of equality."""
    sign = label.rfind("=")
    if sign < 0 or _OPENING.fullmatch(label, sign + 1) is None:
        return ""
    found = _NAMED.search(label, 0, sign)
    return found[1] if found is not None else ""


def _indexed(statements: Sequence[Statement], text: str) -> Iterator[Listing]:
    """`z_1 = … = 2.1`, `z_2 = … = 0.4` as one list; `a_{21}`, `a_{22}` as a row."""
    rows: dict[str, dict[int, tuple[Stated, Span]]] = {}
    for statement in statements:
        head = statement.members[0].expr
        if statement.hypothesis or len(statement.members) < 2:
            continue
        last = statement.members[-1]
        number = stated_number(last.expr)
        base, parts = ("", None) if number is None else _index_of(head, text)
        if parts is None or number is None or len(parts) > 2 or not parts[-1].isdigit():
            continue
        key = base if len(parts) == 1 else f"{base}_{parts[0]}"
        rows.setdefault(key, {}).setdefault(int(parts[-1]), (number, last.span))
    for key, row in rows.items():
        if len(row) > 1 and sorted(row) == list(range(1, len(row) + 1)):
            ordered = [row[at] for at in sorted(row)]
            places = tuple(span for _, span in ordered)
            yield Listing("", key, tuple(number for number, _ in ordered), places[0], places)


def _index_of(head: Expr, text: str) -> tuple[str, Index | None]:
    """What a left side is called and its index; of a derivative, that of the name it is taken by."""
    if isinstance(head, Name) and head.index:
        return head.base, index_parts(head)
    written = head.key if isinstance(head, Name) else text[head.span.start : head.span.end]
    found = _BY_ENTRY.search(written)
    if found is None:
        return "", None
    return written[: found.start(found.lastindex or 1)], (found[found.lastindex or 1],)


def _runs(statements: Sequence[Statement], text: str) -> Iterator[Listing]:
    """`e^{2} = 7.389`, `e^{1} = 2.718` one after the other, as one list of results."""
    run: list[tuple[Stated, Span]] = []
    doing = ""
    for statement in (*statements, None):
        first = statement.members[0].expr if statement is not None and len(statement.members) > 1 else None
        last = statement.members[-1] if statement is not None else None
        number = stated_number(last.expr) if last is not None else None
        op = first.op if isinstance(first, Call) and is_numeric(first) else ""
        spoken = bool(run) and last is not None and _SPOKEN.search(text, run[-1][1].end, last.span.start)
        if op != doing or number is None or last is None or spoken:
            if len(run) > 1:
                places = tuple(span for _, span in run)
                yield Listing("", doing, tuple(stated for stated, _ in run), places[0], places)
            run, doing = [], op
        if op and number is not None and last is not None:
            run.append((number, last.span))


def _columns(tables: Iterable[Grid]) -> Iterator[Listing]:
    """The columns of a table that hold numbers alone, without a row of totals."""
    for grid in tables:
        if any(number_in(title.text) is not None for title in grid.header):
            continue  # a matrix
        rows = [row for row in grid.rows if _TOTALS.search(row[0].text) is None]
        for at, title in enumerate(grid.header):
            cells = [row[at] for row in rows]
            numbers = [stated_in(cell.text.rpartition("=")[2].strip("$* ")) for cell in cells]
            known = tuple(number for number in numbers if number is not None)
            if len(known) == len(cells) > 1:
                places = tuple(map(_result_place, cells))
                yield Listing(title.text, title.text, known, places[0], places, grid.span.start)


def _result_place(cell: Cell) -> Span:
    """Where the number of a cell stands, or the one that its working comes to."""
    shown = cell.text.rpartition("=")[2].strip("$* ")
    at = cell.text.rfind(shown)
    if "=" not in cell.text or cell.span.end - cell.span.start != len(cell.text):
        return cell.span
    return Span(cell.span.start + at, cell.span.start + at + len(shown))


def _matrices(statements: Iterable[Statement]) -> Iterator[Listing]:
    """The columns of matrices; their rows are found as they are written."""
    for statement in statements:
        head = statement.members[0].expr
        last = statement.members[-1].expr
        if not isinstance(last, Array) or not all(isinstance(row, Array) for row in last.items):
            continue
        rows = [row.items for row in last.items if isinstance(row, Array)]
        if len({len(row) for row in rows}) != 1:
            continue
        for column in zip(*rows, strict=True):
            numbers = stated_numbers(column)
            if len(numbers) > 1:
                places = tuple(entry.span for entry in column)
                key = head.key if isinstance(head, Name) else ""
                yield Listing(COLUMN, key, numbers, places[0], places)


def place_in(listing: Listing, text: str, at: int) -> Span | None:
    """Where an entry of a list stands; None where its numbers are not all plain numerals."""
    if listing.places:
        return listing.places[at]
    found = [*_ONE.finditer(text, listing.span.start, listing.span.end)]
    return Span(found[at].start(), found[at].end()) if len(found) == len(listing.numbers) else None
