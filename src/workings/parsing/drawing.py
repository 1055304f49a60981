"""Matrices that are drawn in plain text, a row of brackets on each line, also side by side:

A = [1  2]     x = ⎡5⎤     A x = [[1, 2],   [[5],
    [3  4]         ⎣6⎦            [3, 4]] ×  [6]]
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import groupby

from workings.parsing.tokens import GLUED, NEWLINE, SPACE, WIDE, Token
from workings.record import record
from workings.source import Span

MOST_ROWS = 40
MOST_BESIDE = 24  # tokens between the matrices of a drawing
_ENTRIES = frozenset({"num", "op", "sep", "word", "name", "dots"})
_OPENING = frozenset("[⎡⎢⎣⎛⎜⎝")  # of which all but the first say which row they open
_CLOSING = frozenset("]⎤⎥⎦⎞⎟⎠")
_FIRST, _LAST = ("⎡", "⎛"), ("⎣", "⎝")
_FARTHEST = {True: 24, False: 1}  # columns between rows, where brackets tell that they belong together or not


@record(frozen=True, slots=True)
class Row:
    """A pair of brackets on one line: its tokens, its line, and where it begins on it."""

    lo: int
    hi: int
    line: int
    column: int
    opening: str
    named: bool  # a sign stands right before it

    def stands_under(self, upper: Row) -> bool:
        """Whether it is the next row of a matrix that has another above it."""
        if (
            self.opening in _FIRST
            or upper.opening in _LAST
            or (self.opening == "[") != (upper.opening == "[")
        ):
            return False
        apart = abs(upper.column - self.column)
        return upper.line == self.line - 1 and apart <= _FARTHEST[self.opening != "["]


class Drawing:
    """The tokens of a text by lines and columns."""

    def __init__(self, tokens: list[Token], page: str, span: Span) -> None:
        self.tokens = tokens
        first = page.rfind("\n", 0, span.start) + 1
        starts = [first, *(at + 1 for at in range(span.start, span.end) if page[at] == "\n")]
        self.lines = [bisect_right(starts, token.start) - 1 for token in tokens]
        self.columns = [token.start - starts[line] for token, line in zip(tokens, self.lines, strict=True)]

    def rows(self) -> Iterator[Row]:
        """The brackets that open and close on one line and hold nothing but entries."""
        tokens, at = self.tokens, 0
        while at < len(tokens):
            hi = at + 1
            if tokens[at].text in _OPENING and tokens[at].prose:
                while hi < len(tokens) and (tokens[hi].kind in _ENTRIES or tokens[hi].text in "()"):
                    hi += 1
                closes = hi < len(tokens) and tokens[hi].text in _CLOSING and hi > at + 1
                if closes and self.lines[hi] == self.lines[at]:
                    hi += 1
                    named = at > 0 and tokens[at - 1].kind == "rel" and self.lines[at - 1] == self.lines[at]
                    yield Row(at, hi, self.lines[at], self.columns[at], tokens[at].text, named)
            at = hi

    def goes_on(self, row: Row) -> bool:
        """Whether something stands on the line of a row behind its comma."""
        return row.hi + 1 < len(self.tokens) and self.lines[row.hi + 1] == row.line

    def list_of(self, stack: Sequence[Row]) -> frozenset[int]:
        """The outer brackets and commas of `[[1, 2],` over `[3, 4]]`; empty where they are not all there."""
        before, after = stack[0].lo - 1, stack[-1].hi
        commas = [row.hi for row in stack[:-1]]
        if before < 0 or after >= len(self.tokens) or len(stack) < 2:
            return frozenset()
        opens = self.tokens[before].text == "[" and self.tokens[before + 1].gap == GLUED
        closes = self.tokens[after].text == "]" and self.tokens[after].gap == GLUED
        parted = all(self.tokens[at].text == "," and self.tokens[at].gap == GLUED for at in commas)
        return frozenset({before, after, *commas}) if opens and closes and parted else frozenset()


def may_draw(text: str) -> bool:
    """Whether a text has rows of a matrix on lines of their own."""
    return "\n" in text and sum(text.count(sign) for sign in _OPENING) > 1


def assembled(tokens: list[Token], page: str, span: Span) -> list[Token]:
    """The tokens with each drawing on one line: its matrices, and what stands between them, from the left."""
    drawing = Drawing(tokens, page, span)
    found: list[Token] = []
    at = 0
    for lines, stacks in _blocks(_drawn(drawing, _stacks([*drawing.rows()]))):
        lo = next(place for place, line in enumerate(drawing.lines) if line >= lines[0])
        hi = next((place for place, line in enumerate(drawing.lines) if line > lines[-1]), len(tokens))
        flat = _flat(drawing, lo, hi, stacks)
        if flat is not None and lo >= at:
            found += (*tokens[at:lo], *flat)
            at = hi
    return [*found, *tokens[at:]] if found else tokens


def _drawn(drawing: Drawing, stacks: Sequence[list[Row]]) -> list[list[Row]]:
    """The matrices that only a drawing tells: a list of lists with nothing beside it is read as it stands."""
    lists = [stack for stack in stacks if drawing.list_of(stack)]
    beside = [stack for stack in lists if any(map(drawing.goes_on, stack[:-1]))]
    crowded = {row.line for stack in beside for row in stack}
    return [stack for stack in stacks if stack not in lists or any(row.line in crowded for row in stack)]


def _blocks(stacks: Sequence[list[Row]]) -> Iterator[tuple[list[int], list[list[Row]]]]:
    """Lines that belong together, because rows on them stand under each other, with the matrices there."""
    tall = [stack for stack in stacks if len(stack) > 1]
    lines = sorted({row.line for stack in tall for row in stack})
    linked = {row.line for stack in tall for row in stack[1:]}  # to the line above
    blocks: list[list[int]] = []
    for line in lines:
        if line in linked and blocks and blocks[-1][-1] == line - 1:
            blocks[-1].append(line)
        else:
            blocks.append([line])
    for block in blocks:
        yield block, [stack for stack in stacks if stack[0].line in block]


def _stacks(rows: Sequence[Row]) -> list[list[Row]]:
    """The rows that stand under each other, one of them named at most."""
    stacks: list[list[Row]] = []
    for row in rows:
        for stack in stacks:
            another = row.named and any(one.named for one in stack)
            if row.stands_under(stack[-1]) and len(stack) < MOST_ROWS and not another:
                stack.append(row)
                break
        else:
            stacks.append([row])
    return stacks


def _flat(drawing: Drawing, lo: int, hi: int, stacks: Sequence[Sequence[Row]]) -> list[Token] | None:
    """A drawing as one line; None where it is none: nothing has a name, or words stand above each other."""
    if not all(map(_is_whole, stacks)):
        return None
    inside = {at for stack in stacks for row in stack for at in range(row.lo, row.hi)}
    inside.update(*map(drawing.list_of, stacks))
    beside = [at for at in range(lo, hi) if at not in inside]
    if not any(drawing.tokens[at].kind == "rel" for at in beside) or len(beside) > MOST_BESIDE:
        return None
    main = max(groupby(sorted(drawing.lines[at] for at in beside)), key=lambda group: len([*group[1]]))[0]
    parts = [(_column(stack, main), [*_matrix(drawing.tokens, stack)]) for stack in stacks]
    parts += [(drawing.columns[at], [drawing.tokens[at]]) for at in beside]
    parts.sort(key=lambda part: part[0])
    columns = [column for column, _ in parts]
    if len(set(columns)) < len(columns):
        return None
    place = next(at for at in range(lo, hi) if drawing.lines[at] == main)
    return [*_placed([token for _, part in parts for token in part], drawing, main, lo, place)]


def _column(stack: Sequence[Row], line: int) -> int:
    """Where a matrix stands on a line, or would."""
    return next((row.column for row in stack if row.line == line), min(row.column for row in stack))


def _is_whole(stack: Sequence[Row]) -> bool:
    """Whether a matrix in tall brackets has its first row and its last."""
    first, last = stack[0].opening, stack[-1].opening
    return first == "[" or (len(stack) > 1 and first in _FIRST and last in _LAST)


def _matrix(tokens: Sequence[Token], stack: Sequence[Row]) -> Iterator[Token]:
    """The rows of a matrix in brackets of their own."""
    first = replace(tokens[stack[0].lo], kind="open", text="[")
    last = replace(tokens[stack[-1].hi - 1], kind="close", text="]")
    if len(stack) > 1:
        yield replace(first, end=first.start, gap=SPACE)
    for row in stack:
        yield replace(tokens[row.lo], kind="open", text="[", gap=GLUED if len(stack) > 1 else SPACE)
        yield from tokens[row.lo + 1 : row.hi - 1]
        yield replace(tokens[row.hi - 1], kind="close", text="]")
    if len(stack) > 1:
        yield replace(last, start=last.end, gap=GLUED)


def _placed(tokens: Sequence[Token], drawing: Drawing, main: int, lo: int, place: int) -> Iterator[Token]:
    """The tokens with their places on the line that names the drawing; those of other lines stand between."""
    begins = drawing.tokens[place].start
    ends = max(t.end for t, line in zip(drawing.tokens, drawing.lines, strict=True) if line == main)
    at = begins
    for number, token in enumerate(tokens):
        on_line = begins <= token.start <= token.end <= ends
        start, end = (token.start, token.end) if on_line else (at, at)
        at = max(at, end)
        gap = drawing.tokens[lo].gap if number == 0 else token.gap if token.gap < NEWLINE else WIDE
        yield replace(token, start=max(start, begins), end=max(end, start), gap=gap)
