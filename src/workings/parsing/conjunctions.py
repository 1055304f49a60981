"""Single letters that say “and” in other languages: `w = 0,5 e b = 1,2`, `x = 3 y z = 4`, `k = 3 и m = 4`."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from itertools import islice

from workings.parsing.tokens import NEWLINE, SPACE, Token
from workings.regex import regex
from workings.source import Page

LEAST_WORDS = 2  # different ones that tell a language, or one beside decimal commas
FARTHEST = 24  # tokens to the sign of the statement behind it
_LANGUAGES = {  # common words of those in which a letter says “and”
    "e": regex(
        r"\b(?:il|gli|che|della?|dei|nel|con|una|per|quindi|sono|que|uma|com|não|dos|pela?|então|logo)\b",
        re.I,
    ),
    "y": regex(r"\b(?:el|los|las|una|que|con|del|por|entonces|luego)\b", re.I),
    "a": regex(
        r"\b(?:jest|oraz|się|dla|więc|wtedy|gdzie|które|każde|przy|jsou|že|který|která|tedy|kde|sú|ktorý)\b",
        re.I,
    ),
    "i": regex(r"\b(?:jest|oraz|się|dla|nie|więc|wtedy|niech|gdzie|mamy|els|amb|que)\b", re.I),
}
_CYRILLIC = frozenset("иі")  # which nobody takes for a name


def joining_letters(page: Page, decimal_comma: bool) -> frozenset[str]:
    """The letters that say “and” in the language of a page; one that writes 0,5 is not in English."""
    if not page.has_words:
        return frozenset()
    found = {letter for letter in _CYRILLIC if f" {letter} " in page.text}
    for letter, words in _LANGUAGES.items():
        if f" {letter} " in page.text:
            said = {word[0].lower() for word in words.finditer(page.text)}
            if len(said) + decimal_comma >= LEAST_WORDS:
                found.add(letter)
    return frozenset(found)


def respell_conjunctions(tokens: list[Token], joining: frozenset[str], letters: frozenset[str]) -> None:
    """The letters that join two statements as “and”."""
    for at in range(1, len(tokens) - 1):
        token = tokens[at]
        if token.text in joining and token.kind == "word" and _joins(tokens, at, token.text in letters):
            tokens[at] = replace(token, text="and")


def _joins(tokens: Sequence[Token], at: int, is_name: bool) -> bool:
    """Whether a letter stands apart behind a value or a comma and before a statement."""
    token, before, after = tokens[at], tokens[at - 1], tokens[at + 1]
    if not token.prose or token.gap < SPACE or not SPACE <= after.gap < NEWLINE:
        return False
    if after.kind in ("op", "rel") and after.text not in ("√", "∑", "∏", "-", "∂", "∇"):
        return False
    valued = before.kind in ("num", "close") or not before.prose or before.text == "%"
    if not (valued or (before.kind in ("super", "sub", "sep") and not is_name)):
        return False
    for follows in islice(tokens, at + 1, at + 1 + FARTHEST):
        if follows.kind == "rel":
            return True
        if follows.kind in ("sep", "break") or follows.gap >= NEWLINE:
            return False
    return False
