"""A stretch of text on which markup is painted over without moving any character."""

from __future__ import annotations

import re

from workings.regex import regex
from workings.uniform import settled

NOT_NEWLINE = regex(r"[^\n]")
INVISIBLE = regex(
    "\r(?!\n)|[\r\0\x0b\x0c\x85\xad\u180e\u200b-\u200f\u2028-\u202e\u2060-\u2064\u2066-\u2069\ufeff]"
)


# Commands whose first two characters a program took for an escape: `\\times` as a tab and `imes`.
LOST = {"\times": "×", "\theta": "θ", "\alpha": "α", "\approx": "≈", "\beta": "β", "\text{": "\\ext{"}
LOST |= {mark + "rac{": "\\rac{" for mark in "\n\f"}
LOST |= {f"{mark}ight{closing}": closing for mark in "\n\r" for closing in ")]}|"}
ESCAPED = regex("|".join(map(re.escape, LOST)))


def blanked(text: str) -> str:
    """Spaces in place of every character but newlines."""
    if "\n" in text:
        return NOT_NEWLINE.sub(" ", text)
    return " " * len(text)


def settle_lines(raw: str) -> str:
    """Old Mac line ends become newlines, what takes no ink spaces, and lost signs what they were."""
    if any(map(raw.__contains__, LOST)):
        raw = ESCAPED.sub(lambda found: LOST[found[0]].rjust(len(found[0])), raw)
    raw = settled(raw)
    if raw.isascii() and not any(map(raw.__contains__, "\r\0\x0b\x0c")):
        return raw
    return INVISIBLE.sub(
        lambda found: "\n" if found[0] == "\r" and not crlf(raw, found.start()) else " ", raw
    )


def crlf(raw: str, at: int) -> bool:
    return raw.startswith("\r\n", at)


def blank_each(text: str, spans: list[tuple[int, int]]) -> str:
    """The text with each of the ordered, separate spans painted over."""
    if not spans:
        return text
    pieces: list[str] = []
    reached = 0
    for start, end in spans:
        pieces += (text[reached:start], blanked(text[start:end]))
        reached = end
    pieces.append(text[reached:])
    return "".join(pieces)


class Canvas:
    """The characters of one stretch, addressed by page offsets."""

    def __init__(self, text: str, start: int, end: int) -> None:
        self.start = start
        self.end = end
        self._characters = list(text[start:end])

    def blank(self, start: int, end: int) -> None:
        """Paint over a range; newlines stay."""
        for at in range(max(start, self.start) - self.start, min(end, self.end) - self.start):
            if self._characters[at] != "\n":
                self._characters[at] = " "

    def put(self, start: int, end: int, words: str) -> None:
        """Paint over a range and write a shorter text at its beginning."""
        self.blank(start, end)
        self._characters[start - self.start : start - self.start + len(words)] = words

    def slice(self, start: int, end: int) -> str:
        return "".join(self._characters[start - self.start : end - self.start])
