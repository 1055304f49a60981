"""Matrices whose sides are drawn with lines, with corners or without; the sides become brackets:

    ┌      ┐
A = │ 1  2 │        B = | 0  1 |
    │ 3  4 │            | 1  0 |
    └      ┘
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from re import Match

from workings.regex import regex

MOST_ROWS = 40
LEAST_BARS = 4
_TOP = regex(r"┌[ \t]+┐")
_ROW = regex(r"[│|┃]([^│|┃\n]*)[│|┃]")
_NUMBER = r"[-+−]?\d+(?:[./]\d+)?"
_BARRED = regex(rf"\|[ \t]*{_NUMBER}(?:[ \t]+{_NUMBER})*[ \t]*\|")
_FARTHEST = 1  # columns between a corner and the side below it


def frame_sides(text: str, start: int, end: int) -> Iterator[tuple[int, str]]:
    """The places of the sides of matrices, with the bracket that each stands for."""
    if "┌" not in text[start:end]:
        return
    lines = text[start:end].split("\n")
    starts = [start]
    for line in lines:
        starts.append(starts[-1] + len(line) + 1)
    for number, line in enumerate(lines):
        for corner in _TOP.finditer(line):
            rows = _rows(lines[number + 1 : number + 2 + MOST_ROWS], corner.start())
            for below, (left, right) in enumerate(rows, number + 1):
                yield starts[below] + left, "["
                yield starts[below] + right, "]"


def bar_sides(text: str, start: int, end: int) -> Iterator[tuple[int, str]]:
    """The places of the bars of matrices: rows of numbers under each other, one of them behind a name."""
    if text.count("|", start, end) < LEAST_BARS:
        return
    lines = text[start:end].split("\n")
    starts = [start]
    for line in lines:
        starts.append(starts[-1] + len(line) + 1)
    for stack in _stacks([list(_BARRED.finditer(line)) for line in lines]):
        led = sum(bool(_BARRED.sub("", lines[at][: row.start()]).strip()) for at, row in stack)
        if len(stack) > 1 and led == 1:
            for at, row in stack:
                yield starts[at] + row.start(), "["
                yield starts[at] + row.end() - 1, "]"


def _stacks(rows: Sequence[Sequence[Match[str]]]) -> Iterator[list[tuple[int, Match[str]]]]:
    """Rows that stand under each other and have equally many numbers, with the numbers of their lines."""
    open_stacks: list[list[tuple[int, Match[str]]]] = []
    for at, found in enumerate(rows):
        going_on: list[list[tuple[int, Match[str]]]] = []
        for row in found:
            above = next((stack for stack in open_stacks if _is_below(row, stack[-1][1])), [])
            if above:
                open_stacks.remove(above)
            going_on.append([*above, (at, row)])
        yield from open_stacks
        open_stacks = going_on
    yield from open_stacks


def _is_below(row: Match[str], above: Match[str]) -> bool:
    near = abs(row.start() - above.start()) <= _FARTHEST
    return near and len(row[0].split()) == len(above[0].split())


def _rows(lines: Sequence[str], column: int) -> list[tuple[int, int]]:
    """The sides of each row below a corner; none where the frame is not closed or a row is empty."""
    rows: list[tuple[int, int]] = []
    for line in lines:
        near = range(max(0, column - _FARTHEST), column + _FARTHEST + 1)
        if any(line[at : at + 1] == "└" for at in near):
            return rows
        row = next((found for at in near if (found := _ROW.match(line, at))), None)
        if row is None or not row[1].strip():
            return []
        rows.append((row.start(), row.end() - 1))
    return []
