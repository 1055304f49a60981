"""Patterns that first look whether a text has a string that they need; few texts have."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from sys import maxsize
from typing import Any

BRIEF = 16  # characters in which anything is found as soon as it is asked whether it may be
SHORT = 160  # characters that are looked through in no time
MOST = 64  # texts that are kept in lower case, because the next question is often about one of them
_ODD = (("i\u0307", "i"), ("ı", "i"), ("ſ", "s"))  # that `re` takes for these letters
_lowered: dict[str, str] = {}  # texts that were asked about once
_known: dict[str, tuple[frozenset[str], str]] = {}  # those that were asked about again, with their letters


def sparing(
    compiled: re.Pattern[str], strings: tuple[str, ...], begun: tuple[str, ...], rarest: frozenset[str]
) -> dict[str, Any]:
    """The methods that look through a text, which first look whether it has a string that they need.

    In a long text they only try the places at which stands what a match begins with, if that is known.
    """
    last, has_last = "", False  # a text is often gone through part by part
    short = SHORT if begun else maxsize

    def found_in(text: str, lower: str) -> Iterator[re.Match[str]]:
        end = 0
        for place in _places(lower, begun):
            if place >= end and (found := compiled.match(text, place)) is not None:
                yield found
                end = found.end()

    def is_long(text: str) -> bool:
        return len(text) > short and len(_lower(text)) == len(text)

    def search(text: str, *bounds: int) -> re.Match[str] | None:
        nonlocal last, has_last
        if not bounds:
            known = _known.get(text)
            if known is not None:
                letters, lower = known
                if rarest.isdisjoint(letters) or not any(map(lower.__contains__, strings)):
                    return None  # as most are
            elif len(text) <= BRIEF:
                return compiled.search(text)
            elif not has_one(text, strings, rarest):
                return None
            if len(text) <= short or not is_long(text):
                return compiled.search(text)
            return next(found_in(text, _lower(text)), None)
        if text not in _known and text not in _lowered:
            return compiled.search(text, *bounds)  # a part of a text that may be long
        if text is not last:
            last, has_last = text, has_one(text, strings, rarest)
        return compiled.search(text, *bounds) if has_last else None

    def finditer(text: str, *bounds: int) -> Iterator[re.Match[str]]:
        if not bounds and not has_one(text, strings, rarest):
            return iter(())
        if not bounds and is_long(text):
            return found_in(text, _lower(text))
        return compiled.finditer(text, *bounds)

    def is_in(text: str) -> bool:
        """Whether it is worth looking through a text for all that is found."""
        if not has_one(text, strings, rarest):
            return False
        return not is_long(text) or next(found_in(text, _lower(text)), None) is not None

    def findall(text: str, *bounds: int) -> list[Any]:
        return compiled.findall(text, *bounds) if bounds or is_in(text) else []

    def sub(by: str | Callable[[re.Match[str]], str], text: str, count: int = 0) -> str:
        return compiled.sub(by, text, count) if is_in(text) else text

    return {"search": search, "finditer": finditer, "findall": findall, "sub": sub}


def _places(lower: str, begun: tuple[str, ...]) -> list[int]:
    """Where one of several strings stands in a text, in order."""
    found: list[int] = []
    for string in begun:
        place = lower.find(string)
        while place >= 0:
            found.append(place)
            place = lower.find(string, place + 1)
    found.sort()
    return found


def has_one(text: str, strings: tuple[str, ...], rarest: frozenset[str]) -> bool:
    """Whether a text has one of several strings in it; without the rarest letter of each it has none."""
    known = _known.get(text)
    if known is not None:
        letters, lower = known
        return not rarest.isdisjoint(letters) and any(map(lower.__contains__, strings))
    found = _lowered.get(text)
    if found is not None:
        if len(_known) >= MOST:
            _known.clear()
        _known[text] = frozenset(found), found
        return any(map(found.__contains__, strings))
    if len(_lowered) >= MOST:
        _lowered.clear()
    lower = _lowered[text] = folded(text)
    return any(map(lower.__contains__, strings))


def _lower(text: str) -> str:
    """A text that was just asked about, in lower case."""
    known = _known.get(text)
    return _lowered[text] if known is None else known[1]


def folded(text: str) -> str:
    """A text in lower case, as `re` sees it."""
    lower = text.lower()
    if not text.isascii():
        for odd, plain in _ODD:
            lower = lower.replace(odd, plain)
    return lower
