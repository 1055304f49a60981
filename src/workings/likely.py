"""Several patterns, of which one look at a text tells those that may be found in it."""

from __future__ import annotations

import re
from collections.abc import Iterable

from workings.needed import rarest
from workings.regex import regex, strings_of
from workings.sparing import folded

FEW = 3  # letters in a row by which strings are sorted
_LETTERS = regex(r"[^\W\d_]{3,}")


class Look:
    """A text in lower case, its characters, and every few letters of it in a row."""

    def __init__(self, text: str) -> None:
        self.lower = folded(text)
        self.characters = frozenset(self.lower)
        words = set(_LETTERS.findall(self.lower))
        self.parts = {word[at : at + FEW] for word in words for at in range(len(word) - FEW + 1)}


class Needs:
    """Several things that a text may hold, by the strings of which each needs one."""

    def __init__(self, needed: Iterable[tuple[str, ...]]) -> None:
        self._needed = needed
        self._always: list[int] = []  # of which no strings are known
        self._short: dict[str, list[tuple[str, int]]] = {}  # those without a few letters, by their rarest
        self._long: dict[str, list[tuple[str, int]]] = {}  # the others, by the first few letters in a row
        self._sorted = False

    def likely(self, look: Look) -> list[int]:
        """The places of those that may be found in a text, in order."""
        if not self._sorted:
            self._sort()
        lower = look.lower
        found = set(self._always)
        for character in self._short.keys() & look.characters:
            for string, at in self._short[character]:
                if at not in found and string in lower:
                    found.add(at)
        for part in self._long.keys() & look.parts:
            for string, at in self._long[part]:
                if at not in found and string in lower:
                    found.add(at)
        return sorted(found)

    def _sort(self) -> None:
        self._sorted = True
        for at, strings in enumerate(self._needed):
            if not strings:
                self._always.append(at)
            for string in strings:
                word = _LETTERS.search(string)
                if word is None:
                    (rare,) = rarest((string,))
                    self._short.setdefault(rare, []).append((string, at))
                else:
                    self._long.setdefault(word[0][:FEW], []).append((string, at))


class Patterns(Needs):
    """Several patterns with the strings that they need."""

    def __init__(self, patterns: Iterable[re.Pattern[str]]) -> None:
        super().__init__(map(strings_of, patterns))
