"""Formulas that a copied page has twice, as they looked and as TeX: `−log(0.1)=2.303-\\log(0.1) = 2.303`.

What they looked like has lost its fractions and roots, so that it is painted over.
"""

from __future__ import annotations

import re

from workings.regex import regex

LEAST, LONGEST = 4, 300  # letters and digits of a formula; of a line
LINE = regex(r"^(?=[^$`\\\n=≈]*[=≈])[^$`\\\n]*\\[^$`\n]*$", re.MULTILINE)
COPIED = regex(r"(?<![\w.,])([\w.,]{1,16})([=+×−])[^\s$`]{2,200}?\1 \2 ")  # y=[0,1]y = [0, 1]
SPACED = regex(r"^[^$`\\\n]*[\w\])][=+×−][^$`\\\n]* [=+×−] [^$`\\\n]*$", re.MULTILINE)
CELL = regex(r"[^|\n]+")
MARK = regex(r"\s*(?:[-*+>•]\s|\d+[.)]\s)?\s*")
RELATION = regex(r"[=≈]|\\approx(?![a-zA-Z])")
SPOKEN = "log|ln|exp|sin|cos|tan|tanh|max|min|arg|det|lim"  # commands that look as they are called
SEEN = regex(rf"\\(?!(?:{SPOKEN})(?![a-zA-Z]))[a-zA-Z]+|(?P<sign>[^\W_α-ωΑ-Ω])")
COMMAND = regex(r"\\[a-zA-Z]")
CLOSING = regex(r"[)\]}%]*")


def without_looks(text: str) -> str:
    """A text of the same length in which no formula stands before its own source."""
    if "\\" in text:
        text = LINE.sub(lambda line: CELL.sub(lambda cell: _once(cell[0]), line[0]), text)
    return text if COPIED.search(text) is None else SPACED.sub(lambda line: _once(line[0]), text)


def _once(cell: str) -> str:
    """A line or cell of a table without what is said again as TeX right behind it, and then perhaps again."""
    start = MARK.match(cell)
    at = start.end() if start is not None else 0
    signs = [found.span("sign") for found in SEEN.finditer(cell, at) if found["sign"]][:LONGEST]
    letters = "".join(cell[place] for place, _ in signs)
    done = 0  # signs that are looked through
    while (found := _doubled(cell, signs, letters, done)) is not None:
        first, length = found
        source, done = first + length, first + 2 * length
        begins = at if first == 0 else _start_of(cell, signs[first][0])
        cell = _painted(cell, begins, _end_of(cell, signs, source))
        if letters[source:done] == letters[done : done + length]:
            begins, ends = _end_of(cell, signs, done), _end_of(cell, signs, done + length)
            if "\\" not in cell[begins:ends]:
                cell = _painted(cell, begins, ends)
                done += length
    return cell


def _doubled(cell: str, signs: list[tuple[int, int]], letters: str, done: int) -> tuple[int, int] | None:
    """The first sign of a formula that stands twice, the second time as its source, and its length."""
    if done >= len(signs):
        return None
    command = COMMAND.search(cell, signs[done][0])
    before = sum(place < command.start() for place, _ in signs) if command is not None else len(signs)
    for length in range(min(before - done, (len(signs) - done) // 2), LEAST - 1, -1):
        for first in range(done, min(before - length, len(signs) - 2 * length) + 1):
            source, behind = first + length, first + 2 * length
            if letters[first:source] != letters[source:behind] or (command is not None and behind <= before):
                continue
            looks = cell[signs[first][0] : signs[source - 1][1]]
            written = cell[_end_of(cell, signs, source) : signs[behind - 1][1]]
            if len(RELATION.findall(looks)) != len(RELATION.findall(written)) or not RELATION.search(looks):
                continue
            if command is not None or (" " not in looks and looks == written.replace(" ", "")):
                return first, length
    return None


def _start_of(cell: str, first: int) -> int:
    """Where the formula begins whose first letter or digit is given, with the signs that cling to it."""
    while first and cell[first - 1] in "-−+([{|√∑∏∂∇":
        first -= 1
    return first


def _end_of(cell: str, signs: list[tuple[int, int]], behind: int) -> int:
    """Where the formula ends whose last sign stands before another, with the brackets that close it."""
    closing = CLOSING.match(cell, signs[behind - 1][1])
    return closing.end() if closing is not None else signs[behind - 1][1]


def _painted(cell: str, start: int, end: int) -> str:
    return cell[:start] + " " * (end - start) + cell[end:]
