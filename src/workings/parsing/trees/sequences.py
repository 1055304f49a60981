"""Sequences as people write them: `A → C → STOP`, `A C`, `[A, C]`, `y = (b, c)`, “the cat sat”."""

from __future__ import annotations

import re
from collections.abc import Iterable

from workings.decoding.model import Prefix, is_end, is_start, key
from workings.parsing.trees.options import SPECIAL, WORD, unnamed
from workings.regex import regex

_BETWEEN = regex(
    r"(?:[\s,\"'’‘`()\[\]{}→|–—_$;:/]|-(?=\s)|\\|(?:and\s+)?\bthen\b|\bfollowed\s+by\b|\+)+", re.I
)
_PART = regex(rf"{SPECIAL}|{WORD}|[^\w\s\"'’‘`,;()\[\]{{}}→|]")
LONGEST = 400


class Vocabulary:
    """The tokens of a tree, found at a place in a text."""

    def __init__(self, tokens: Iterable[str]) -> None:
        self.spelling = {key(token): token for token in reversed(list(tokens))}
        self.tokens = sorted(self.spelling.values(), key=lambda token: -len(token))
        plain = [token for token in self.tokens if not is_end(token)]
        self.letters = bool(plain) and all(len(token) == 1 for token in plain)

    def at(self, text: str, place: int) -> tuple[str, int] | None:
        """The token that stands at a place, and where it ends."""
        for token in self.tokens:
            end = place + len(token)
            if self._is(text[place:end], token) and self._ends(text, token, place, end):
                return token, end
        tag = re.compile(SPECIAL).match(text, place)
        if tag is not None and is_end(tag[0]):
            known = [token for token in self.tokens if is_end(token) and len(token) > 1]
            if len(known) == 1 and len(tag[0]) > 1:
                return known[0], tag.end()
        return None

    def _is(self, written: str, token: str) -> bool:
        """Whether a word is a token; a letter may be a capital where the other case is none: “A dog”."""
        if key(written) == key(token):
            return True
        return len(token) == 1 and written.casefold() == token.casefold() and written not in self.spelling

    def _ends(self, text: str, token: str, start: int, end: int) -> bool:
        """Whether a word begins and ends here; letters that are tokens may stand close to each other."""
        if not (token[-1].isalnum() or token[-1] == "_"):
            return True
        after = text[end : end + 1]
        before = text[start - 1 : start] if start else ""
        if self.letters and len(token) == 1:
            beside = [sign for sign in (before, after) if sign.isalnum()]
            return all(sign in self.spelling for sign in beside)
        return not (after.isalnum() or after == "_") and not (before.isalnum() or before == "_")

    def run(self, text: str, place: int, end: int) -> tuple[Prefix, int]:
        """The tokens that stand one behind the other from a place on, and where they end."""
        found: list[str] = []
        stop = place
        while place < end:
            between = _BETWEEN.match(text, place, end)
            at = between.end() if between else place
            hit = self.at(text, at) if at < end else None
            if hit is None or hit[1] > end:
                break
            found.append(hit[0])
            place = stop = hit[1]
            if len(found) > LONGEST:
                break
        return tuple(found), stop

    def segment(self, text: str) -> Prefix | None:
        """A text as tokens of the vocabulary and nothing else; marks of the beginning are left out."""
        settled = without_starts(unnamed(text) if "=" in text else text)
        tokens, stop = self.run(settled, 0, len(settled))
        return tokens if not settled[stop:].strip(" \t\"'’‘`()[]{},;:$") else None


def without_starts(text: str) -> str:
    """The text behind <s>, START and the like."""
    words = text.strip(" \t\"'’‘`([{")
    part = _PART.match(words)
    while part is not None and is_start(part[0]):
        words = words[part.end() :].lstrip(" \t,→\"'")
        part = _PART.match(words)
    return words


def words_of(text: str) -> Prefix:
    """The words and signs of a text, as tokens."""
    return tuple(found[0] for found in _PART.finditer(without_starts(unnamed(text) if "=" in text else text)))


def squeezed(text: str) -> str:
    """A text without spaces, quotes and case, to compare how two were written."""
    return re.sub(r"[\s\"'’‘`,()\[\]{}→|$_]+", "", text).casefold()
