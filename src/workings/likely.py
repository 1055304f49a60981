"""Several patterns, of which one look at a text tells those that may be found in it."""

from __future__ import annotations

import re
from collections.abc import Iterable

from workings.regex import strings_of
from workings.sparing import folded

BEGINNING = 3  # letters by which strings are sorted


class Look:
    """A text in lower case, and every few letters of it in a row."""

    def __init__(self, text: str) -> None:
        self.lower = folded(text)
        self.parts = {self.lower[at : at + BEGINNING] for at in range(len(self.lower) - BEGINNING + 1)}


class Needs:
    """Several things that a text may hold, by the strings of which each needs one."""

    def __init__(self, needed: Iterable[tuple[str, ...]]) -> None:
        self._needed = needed
        self._always: list[int] = []  # of which no strings are known
        self._short: list[tuple[str, int]] = []
        self._long: dict[str, list[tuple[str, int]]] = {}  # by how the strings begin
        self._sorted = False

    def likely(self, look: Look) -> list[int]:
        """The places of those that may be found in a text, in order."""
        if not self._sorted:
            self._sort()
        lower = look.lower
        found = set(self._always)
        for string, at in self._short:
            if string in lower:
                found.add(at)
        for beginning in self._long.keys() & look.parts:
            for string, at in self._long[beginning]:
                if string in lower:
                    found.add(at)
        return sorted(found)

    def _sort(self) -> None:
        self._sorted = True
        for at, strings in enumerate(self._needed):
            if not strings:
                self._always.append(at)
            for string in strings:
                if len(string) < BEGINNING:
                    self._short.append((string, at))
                else:
                    self._long.setdefault(string[:BEGINNING], []).append((string, at))


class Patterns(Needs):
    """Several patterns with the strings that they need."""

    def __init__(self, patterns: Iterable[re.Pattern[str]]) -> None:
        super().__init__(map(strings_of, patterns))
