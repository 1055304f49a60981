"""The rows of a page with their numbers, and how one row points to a number of another.

Below `anchor 2, p = 0.60` a formula takes its numbers from rows that are called the same in every part: the
nearest `-ln p` above it, the nearest `rounded`. Such a place is an address.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from typing import TypeAlias

from flint import fmpq

from workings.checking.methods.stores import number_in
from workings.record import record
from workings.regex import regex

REACH = 14  # rows above a line that it may take numbers from
MOST_MARKS = 12  # numbers of a row
_NUMERAL = regex(r"(?<![\w.,\\])(?:[-−–+](?=\d)|(?<=\()[-−–+]\s?)?\d{1,9}(?:\.\d{1,12})?(?![\w]|\.\d)")
_TAKEN = regex(r"[\w)\]}]\s*[-−–]\s*$")  # away from something
_OPERATOR = regex(r"(?:[+*·×/^(]|\\cdot|\\times|\\,)\s*$")
_OPERATED = regex(r"\s*(?:[-−–+*·×/^)]|\\cdot|\\times)")
_SPACE = regex(r"[\s&]+")
_DIGITS = regex(r"\d+(?:\.\d+)?")
_ORDINALS = regex(r"\b(?:first|second|third|fourth|fifth|sixth)\b|(?<=[a-z] )[a-h]$")
_ARGUMENTS = regex(r"(?<=\w)\(\w+(?:,\s*\w+)*\)")
_EDGES = " \t-–−•*#>|_.,;:=("

Address: TypeAlias = tuple[str, int]  # what the row is called; which number, from its end if negative


@record(frozen=True, slots=True)
class Mark:
    """A number of a row."""

    value: fmpq
    start: int
    places: int  # behind its point
    stands: bool = True  # by itself, in no formula


@record(frozen=True, slots=True)
class Row:
    """A line of text: what it is called, and its numbers."""

    key: str
    start: int
    end: int
    marks: tuple[Mark, ...]


class Rows:
    """The rows of a page that have something in them, in order; read when a line first asks for them."""

    def __init__(self, text: str) -> None:
        self.text = text
        self._rows: list[Row] | None = None
        self._starts: list[int] = []
        self._first: dict[fmpq, int] = {}  # where a number is written first
        self._stands: dict[fmpq, int] = {}  # and where it stands by itself

    @property
    def rows(self) -> list[Row]:
        if self._rows is None:
            found = re.finditer(r"[^\n]+", self.text)
            self._rows = [_row(line) for line in found if not line[0].isspace()]
            self._starts = [row.start for row in self._rows]
            for mark in reversed([mark for row in self._rows for mark in row.marks]):
                self._first[abs(mark.value)] = mark.start
                if mark.stands:
                    self._stands[mark.value] = mark.start
        return self._rows

    def number_of(self, place: int) -> int:
        """Which row a place of the page is in."""
        return max(bisect_right(self._starts, place) - 1, 0) if self.rows else 0

    def addresses(self, place: int) -> dict[Address, Mark]:
        """Every number above a place, and before it in its row, by its address; the nearest counts."""
        here = self.number_of(place)
        own = [mark for mark in self.rows[here].marks if mark.start < place]
        found = {("", -at): mark for at, mark in enumerate(reversed(own), 1)}
        seen: set[str] = set()
        for row in reversed(self.rows[max(0, here - REACH) : here]):
            if not row.marks or row.key in seen:
                continue
            seen.add(row.key)
            count = len(row.marks)
            for at, mark in enumerate(row.marks):
                found[row.key, at] = mark
                found[row.key, at - count] = mark
        return found

    def has(self, value: fmpq, before: int) -> bool:
        """Whether a number is written somewhere above a place, whatever its sign."""
        start = self._first.get(abs(value)) if self.rows else None
        return start is not None and start < before

    def states(self, value: fmpq, before: int) -> bool:
        """Whether a number stands by itself above a place, so that it may have been taken from there."""
        start = self._stands.get(value) if self.rows else None
        return start is not None and start < before

    def nearest(self, place: int, count: int) -> list[Mark]:
        """The numbers of the last rows above a place and before it in its own row, nearest row first."""
        here = self.number_of(place)
        rows = reversed(self.rows[max(0, here - count) : here + 1])
        return [mark for row in rows for mark in row.marks if mark.start < place]

    def lead(self, place: int) -> str:
        """What stands before a place in its row."""
        return self.text[self.rows[self.number_of(place)].start : place]

    def key_above(self, place: int) -> str:
        """What the row above a place is called."""
        here = self.number_of(place)
        return self.rows[here - 1].key if here else ""


def _row(found: re.Match[str]) -> Row:
    marks: list[Mark] = []
    for number in _NUMERAL.finditer(found[0]):
        value = number_in(number[0].replace(" ", ""))
        if value is not None and len(marks) < MOST_MARKS:
            places = len(number[0].partition(".")[2])
            before, behind = found[0][: number.start()], found[0][number.end() :]
            taken = _TAKEN.search(before) is not None
            alone = not (taken or _OPERATOR.search(before) or _OPERATED.match(behind))
            marks.append(Mark(-value if taken else value, found.start() + number.start(), places, alone))
    return Row(called(found[0]), found.start(), found.end(), tuple(marks))


def called(text: str) -> str:
    """What a row is called: what stands before its first sign, its numbers left open."""
    ends = [at for sign in "=:" if (at := text.find(sign)) > 0]
    return plain(text[: min(ends)] if ends else " ".join(text.split()[:3]))


def plain(text: str) -> str:
    """Words without the numbers and ordinals in them, which tell one part from the next."""
    text = _SPACE.sub(" ", text.lower()).strip(_EDGES)
    return _ORDINALS.sub("#", _DIGITS.sub("#", _ARGUMENTS.sub("(#)", text)))
