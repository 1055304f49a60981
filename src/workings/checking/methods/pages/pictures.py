"""Matrices and vectors of plain numbers wherever a page has them: in TeX, lists, programs and drawn lines."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise

from flint import fmpq

from workings.checking.comparing.digits import Stated, stated_in
from workings.parsing.numerals import NUMERAL
from workings.record import record
from workings.regex import regex
from workings.source import Span, line_start

MOST_PICTURES = 16
MOST_ENTRIES = 100
MOST_LINES = 400
REACH = 80  # characters before it that say what it is
_ONE = regex(NUMERAL)
_ARRAY = regex(r"\\begin\{(array|[bpvVB]?(?:small)?matrix)\}(?:\{[clr|@{} ]*\})?(.*?)\\end\{\1\}", re.S)
_BREAK = regex(r"\\\\(?:\[[^\]\n]{0,12}\])?|\\cr\b")
_CELL = regex(r"[^&]+")
_NESTED = regex(r"\[\s*\[[-−–+\d.,\s]+\](?:\s*+,?\s*+\[[-−–+\d.,\s]+\])+\s*+,?\s*+\]")
_INNER = regex(r"\[([^\[\]]+)\]")
_GAP = r"(?:\s*,\s*(?:\\[,;: ]\s*)?)"
_LIST = regex(rf"[\[(]\s*{NUMERAL}(?:{_GAP}{NUMERAL})+\s*[\])]")
_LINE = regex(r"[^\n]+")
_NAMED = regex(r"\s*[^\W\d](?:\w{0,11}\s*=|[\w ]{0,23}:(?=\s))")  # `K =`, `row 1:`
_LABELLED = regex(
    r"[ \t]*+\|?[ \t]*+[^\W\d][^\n:|=,;()\[\]]{0,24}(?::|\|(?!\s*$))"
)  # `query 1:`, `| row 2 |`
_DRAWN = regex(rf"[\s|\[\]⎡⎢⎣⎤⎥⎦⎛⎜⎝⎞⎟⎠(),;]*(?:{NUMERAL}(?![\w.])[\s|\[\]⎡⎢⎣⎤⎥⎦⎛⎜⎝⎞⎟⎠(),;]*){{2,40}}")
_RULE = regex(r"[\s|:+-]*-{2,}[\s|:+-]*")
_WIDE = 4  # blanks between two drawings beside each other, at least


@record(frozen=True, slots=True)
class Picture:
    """A matrix of numbers, and where each of them stands; a vector is one row."""

    rows: tuple[tuple[Stated, ...], ...]
    places: tuple[Span, ...]  # row by row

    @property
    def shape(self) -> tuple[int, int]:
        return len(self.rows), len(self.rows[0])

    @property
    def numbers(self) -> tuple[Stated, ...]:
        return tuple(number for row in self.rows for number in row)

    @property
    def values(self) -> tuple[tuple[fmpq, ...], ...]:
        return tuple(tuple(number.value for number in row) for row in self.rows)

    def lead(self, text: str) -> str:
        """What stands before it on its line, or on the line above if it is drawn over several."""
        opening = line_start(text, self.start)
        before = text[max(opening, self.start - REACH) : self.start]
        if any(sign.isalpha() for sign in before):
            return before
        above = text[:opening].rstrip()
        return above[max(above.rfind("\n") + 1, len(above) - REACH) :] + before

    @property
    def start(self) -> int:
        return self.places[0].start

    @property
    def end(self) -> int:
        return self.places[-1].end


@record(frozen=True, slots=True)
class _Entry:
    number: Stated
    place: Span


def pictures_of(text: str) -> list[Picture]:
    """Every matrix and vector of a page, in reading order."""
    found: list[Picture] = []
    tall: list[Picture] = []  # of several rows, which may be found once more as lists
    for picture in (*_arrays(text), *_nested(text), *_drawn(text), *_lists(text)):
        if not any(one.start <= picture.start <= one.end for one in tall):
            found.append(picture)
            tall += [picture] if picture.shape[0] > 1 else []
    return sorted(found, key=lambda picture: picture.start)[:MOST_PICTURES]


def matrices_in(text: str, painted: str) -> list[Picture]:
    """Every matrix of several rows, also with labels before them; `painted` is the text without markup."""
    found: list[Picture] = []
    for picture in (*_arrays(text), *_nested(text), *_drawn(painted, labelled=True)):
        if picture.shape[0] > 1 and not any(one.start <= picture.start <= one.end for one in found):
            found.append(picture)
    return sorted(found, key=lambda picture: picture.start)[:MOST_PICTURES]


def _arrays(text: str) -> Iterator[Picture]:
    for array in _ARRAY.finditer(text):
        start, end = array.span(2)
        breaks = [(start, start), *(found.span() for found in _BREAK.finditer(text, start, end)), (end, end)]
        rows = [
            [_entry(text, *cell.span()) for cell in _CELL.finditer(text, opening, closing)]
            for (_, opening), (closing, _) in pairwise(breaks)
            if text[opening:closing].strip()
        ]
        yield from _picture(rows)


def _nested(text: str) -> Iterator[Picture]:
    for whole in _NESTED.finditer(text):
        rows = [
            [_entry(text, *one.span()) for one in _ONE.finditer(text, *row.span(1))]
            for row in _INNER.finditer(text, whole.start() + 1, whole.end() - 1)
        ]
        yield from _picture(rows)


def _lists(text: str) -> Iterator[Picture]:
    for whole in _LIST.finditer(text):
        yield from _picture([[_entry(text, *one.span()) for one in _ONE.finditer(text, *whole.span())]])


def _drawn(text: str, labelled: bool = False) -> Iterator[Picture]:
    """Rows of numbers on lines of their own, also of several matrices side by side."""
    stacks: list[list[list[_Entry]]] = []
    for line in (*[*_LINE.finditer(text)][:MOST_LINES], None):
        if line is not None and _RULE.fullmatch(line[0]):
            continue
        parts = [*_parts(text, line, labelled)] if line is not None else []
        going, starting = [], []
        for part in parts:
            above = next((stack for stack in stacks if _is_under(part, stack[-1], text)), None)
            if above is None:
                starting.append([part])
            else:
                above.append(part)
                going.append(above)
        for stack in stacks:
            if not any(stack is one for one in going) and len(stack) > 1:
                yield from _picture(stack)
        stacks = [*going, *starting]


def _parts(text: str, line: re.Match[str], labelled: bool) -> Iterator[list[_Entry]]:
    """The numbers of a line that has nothing else, parted where a wide gap is."""
    named = _NAMED.match(text, line.start(), line.end())
    if named is None and labelled:
        named = _LABELLED.match(text, line.start(), line.end())
    start = named.end() if named is not None else line.start()
    if _DRAWN.fullmatch(text, start, line.end()) is None:
        return
    entries = [
        one for found in _ONE.finditer(text, start, line.end()) if (one := _entry(text, *found.span()))
    ]
    gaps = [after.place.start - before.place.end for before, after in pairwise(entries)]
    widest = max(_WIDE, 2 * min(gaps) + 1) if gaps else _WIDE
    part = entries[:1]
    for gap, entry in zip(gaps, entries[1:], strict=True):
        if gap >= widest:
            yield part
            part = []
        part.append(entry)
    yield part


def _is_under(lower: Sequence[_Entry], upper: Sequence[_Entry], text: str) -> bool:
    """Whether numbers go on with those of the line above, in the same columns."""
    if len(lower) != len(upper):
        return False
    first, second = (
        tuple(entry.place.start - text.rfind("\n", 0, entry.place.start) for entry in (row[0], row[-1]))
        for row in (upper, lower)
    )
    return first[0] <= second[1] + 3 and second[0] <= first[1] + 3


def _picture(rows: Sequence[Sequence[_Entry | None]]) -> Iterator[Picture]:
    """Rows that are equally long and whose entries are all numbers; a column is laid down as a row."""
    whole = [[entry for entry in row if entry is not None] for row in rows]
    count = sum(map(len, whole))
    if not whole or count != sum(map(len, rows)) or len({len(row) for row in whole}) != 1:
        return
    if len(whole[0]) == 1:
        whole = [[row[0] for row in whole]]
    if 1 < count <= MOST_ENTRIES:
        numbers = tuple(tuple(entry.number for entry in row) for row in whole)
        yield Picture(numbers, tuple(entry.place for row in whole for entry in row))


def _entry(text: str, start: int, end: int) -> _Entry | None:
    written = text[start:end]
    number = stated_in(written)
    if number is None:
        return None
    stripped = written.strip()
    begin = start + written.index(stripped)
    return _Entry(number, Span(begin, begin + len(stripped)))
