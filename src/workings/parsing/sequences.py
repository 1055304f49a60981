"""The words of a document that the rows and columns of its attention weights stand for."""

from __future__ import annotations

import re
from typing import TypeAlias

from workings.regex import regex

_WORD = r"[^\W\d_][\w'’-]{0,23}"
_QUOTED = regex(
    r"\b(?:tokens?|words?|sentence|sequence|phrase)\b[^\n\"“”]{0,40}[\"“]([^\"“”\n]{1,400})[\"”]", re.I
)
_LISTED = regex(r"\b(?:tokens|words)\b[^\n:=\[]{0,30}[:=]?\s*\[?([^\n\]:=]{1,400})", re.I)
_NUMBERED = regex(
    rf"\b(output|query|row|input|key|column|token|word)\s+(\d{{1,2}})\s*\(\s*[*_\"“‘']{{0,3}}({_WORD})[*_\"”’']{{0,3}}\s*\)",
    re.I,
)
_SINGLE = regex(_WORD)
_ASKING, _OFFERING = {"output", "query", "row", "token", "word"}, {"input", "key", "column", "token", "word"}
_TWO_SEQUENCES = regex(r"cross[- ]?attention|encoder", re.I)


Words: TypeAlias = tuple[str, ...]


def words_in(text: str, rows: int, columns: int) -> tuple[Words, Words]:
    """The words of rows and of columns, as far as the document gives just as many as there are."""
    asking = _numbered(text, rows, _ASKING)
    offering = _numbered(text, columns, _OFFERING)
    if _TWO_SEQUENCES.search(text):  # a list may be of either sequence
        return asking, offering
    if rows == columns:
        both = asking or offering or _listed(text, rows)
        return asking or both, offering or both
    return asking, offering or _listed(text, columns)


def _listed(text: str, count: int) -> Words:
    """A quoted sentence of just so many words, or a list of them behind “tokens”."""
    for found in _QUOTED.finditer(text):
        words = found[1].split()
        if len(words) == count and count > 1:
            return tuple(word.strip(".,!?") or word for word in words)
    for found in _LISTED.finditer(text):
        parts = [part.strip(" \t*_`\"'“”‘’.") for part in found[1].split(",")]
        if len(parts) == count > 1 and all(_SINGLE.fullmatch(part) for part in parts):
            return tuple(parts)
    return ()


def _numbered(text: str, count: int, kinds: set[str]) -> Words:
    """`output 1 (river)`, `output 2 (bank)`, …: a word for every number, and never two."""
    words: dict[int, str] = {}
    for found in _NUMBERED.finditer(text):
        if found[1].lower() in kinds and words.setdefault(int(found[2]), found[3]) != found[3]:
            return ()
    return tuple(words[at] for at in range(1, count + 1)) if words.keys() >= set(range(1, count + 1)) else ()
