"""Calculations that stand side by side in plain text and go on below themselves, column by column:

z = 0.5·1 + 0.2      y = 0.3·2 + 0.1
  = 0.7                = 0.7
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from workings.document import Passage
from workings.parsing.drawing import assembled, may_draw
from workings.parsing.stacking import may_stack, unstacked
from workings.parsing.tokens import NEWLINE, SPACE, Token
from workings.record import record
from workings.regex import regex

LEAST_GAP = 3  # spaces between columns
MOST_COLUMNS = 24
_SIGNS = ("=", "≈")
_BESIDE = regex(r"(?m)^[ \t]*[=≈][^\n\[\]]*[ ]{3}[=≈]")


@record(frozen=True, slots=True)
class Column:
    """What stands together on a line: its tokens, and where it begins."""

    tokens: tuple[Token, ...]
    place: int

    @property
    def goes_on(self) -> bool:
        return self.tokens[0].kind == "rel" and self.tokens[0].text in _SIGNS


def untangled(tokens: list[Token], passage: Passage, text: str) -> list[Token]:
    """The tokens of a passage in the order of its formulas, where these go over several lines at once."""
    if may_draw(passage.text):
        tokens = assembled(tokens, text, passage.span)
    if not passage.maths and may_stack(text[passage.span.start : passage.span.end]):
        tokens = unstacked(tokens, text, passage.span)
    if not passage.maths and may_stand_beside(passage.text):
        tokens = by_columns(tokens, text)
    return tokens


def may_stand_beside(text: str) -> bool:
    """Whether a line begins with a sign of equality and has another further on."""
    return "   " in text and _BESIDE.search(text) is not None


def by_columns(tokens: list[Token], page: str) -> list[Token]:
    """The tokens with each column read to its end before the next one begins."""
    found: list[Token] = []
    open_: list[list[Column]] = []  # the columns of the lines above that may go on
    for line in _lines(tokens):
        columns = _columns(line, page.rfind("\n", 0, line[0].start) + 1)
        if not _go_on(columns, open_):
            found += _read(open_)
            open_ = [[column] for column in columns]
    return [*found, *_read(open_)]


def _lines(tokens: Sequence[Token]) -> Iterator[list[Token]]:
    line: list[Token] = []
    for token in tokens:
        if line and token.gap == NEWLINE:
            yield line
            line = []
        line.append(token)
    if line:
        yield line


def _columns(line: Sequence[Token], begins: int) -> list[Column]:
    """The parts of a line between wide spaces."""
    starts = [0, *(at for at in range(1, len(line)) if line[at].start - line[at - 1].end >= LEAST_GAP)]
    return [
        Column(tuple(line[lo:hi]), line[lo].start - begins)
        for lo, hi in zip(starts, [*starts[1:], len(line)], strict=True)
    ]


def _go_on(columns: Sequence[Column], above: Sequence[list[Column]]) -> bool:
    """Let every part of a line go on with the column above it; gives whether each has one of its own."""
    if (
        not 2 <= len(columns) <= MOST_COLUMNS
        or len(above) > MOST_COLUMNS
        or not all(column.goes_on for column in columns)
    ):
        return False
    places = [
        max((at for at, upper in enumerate(above) if upper[0].place <= column.place + 1), default=-1)
        for column in columns
    ]
    if -1 in places or len(set(places)) < len(places) or any(above[at][0].goes_on for at in places):
        return False
    for at, column in zip(places, columns, strict=True):
        above[at].append(column)
    return True


def _read(columns: Sequence[Sequence[Column]]) -> Iterator[Token]:
    """The tokens of columns, one after the other where one of them goes on below itself."""
    apart = any(len(column) > 1 for column in columns)
    for number, column in enumerate(columns):
        for at, part in enumerate(column):
            first = part.tokens[0]
            gap = SPACE if at else NEWLINE if apart and number else first.gap
            yield replace(first, gap=gap)
            yield from part.tokens[1:]
