"""Matrices in corners drawn with lines, whose sides become brackets:

    ┌      ┐
A = │ 1  2 │
    │ 3  4 │
    └      ┘
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from workings.regex import regex

MOST_ROWS = 40
_TOP = regex(r"┌[ \t]+┐")
_ROW = regex(r"[│|┃]([^│|┃\n]*)[│|┃]")
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
