"""Patterns that first look whether a text has a string that they need; few texts have."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any

MOST = 8  # texts that are kept in lower case, because the next question is often about one of them
_ODD = (("i\u0307", "i"), ("ı", "i"), ("ſ", "s"))  # that `re` takes for these letters
_RARER = "etaoinsrlfcxmupdhbgvwykzqj"  # letters, each rarer on a page of formulas than those before it
_lowered: dict[str, str] = {}
_letters: dict[str, frozenset[str]] = {}  # of those that were asked about twice


def sparing(compiled: re.Pattern[str], strings: tuple[str, ...]) -> dict[str, Any]:
    """The methods that look through a text, which first look whether it has a string that they need."""
    rarest = frozenset(max(string, key=_rarity) for string in strings)
    last, has_last = "", False  # a text is often gone through part by part

    def search(text: str, *bounds: int) -> re.Match[str] | None:
        nonlocal last, has_last
        if not bounds:
            return compiled.search(text) if has_one(text, strings, rarest) else None
        if text not in _lowered:
            return compiled.search(text, *bounds)  # a part of a text that may be long
        if text is not last:
            last, has_last = text, has_one(text, strings, rarest)
        return compiled.search(text, *bounds) if has_last else None

    def finditer(text: str, *bounds: int) -> Iterator[re.Match[str]]:
        return compiled.finditer(text, *bounds) if bounds or has_one(text, strings, rarest) else iter(())

    def findall(text: str, *bounds: int) -> list[Any]:
        return compiled.findall(text, *bounds) if bounds or has_one(text, strings, rarest) else []

    def sub(by: str | Callable[[re.Match[str]], str], text: str, count: int = 0) -> str:
        return compiled.sub(by, text, count) if has_one(text, strings, rarest) else text

    return {"search": search, "finditer": finditer, "findall": findall, "sub": sub}


def _rarity(letter: str) -> int:
    return _RARER.find(letter) if letter.isascii() else len(_RARER)


def has_one(text: str, strings: tuple[str, ...], rarest: frozenset[str]) -> bool:
    """Whether a text has one of several strings in it; without the rarest letter of each it has none."""
    lower = _lowered.get(text)
    if lower is None:
        if len(_lowered) >= MOST:
            _lowered.clear()
            _letters.clear()
        lower = _lowered[text] = folded(text)
        return any(map(lower.__contains__, strings))
    letters = _letters.get(text)
    if letters is None:
        letters = _letters[text] = frozenset(lower)
    return not rarest.isdisjoint(letters) and any(map(lower.__contains__, strings))


def folded(text: str) -> str:
    """A text in lower case, as `re` sees it."""
    lower = text.lower()
    if not text.isascii():
        for odd, plain in _ODD:
            lower = lower.replace(odd, plain)
    return lower
