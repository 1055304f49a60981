"""The methods that a page may only name, by subject. Being in the list is the registration.

By which words a page means a method is remembered on disk (`memory.py`), so that a subject is loaded when one
of its methods is meant.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache, cached_property
from importlib import import_module
from typing import Any, cast

from workings.checking.methods.catalogue.method import Method
from workings.likely import Look, Patterns
from workings.memory import MEMORY, last_change
from workings.regex import regex

SUBJECTS = (
    "descending",
    "deriving",
    "surprising",
    "layering",
    "dropping",
    "attending",
    "measuring",
    "chances",
    "rewarding",
    "drawing",
    "keeping",
    "penalising",
    "playing",
    "scoring",
    "sizing",
    "weighing",
    "spreading",
    "stepping",
)  # each with a tuple of its name in the file of its name


class Spoken:
    """The entries of several subjects, with words that a page has to have and others that it must not."""

    def __init__(self, subjects: Sequence[str]) -> None:
        self._subjects = subjects

    def meant(self, look: Look, words: str) -> list[tuple[str, int]]:
        """The subjects and places of the entries that a page speaks of, in order."""
        likely = [self._entries[at] for at in self._topics.likely(look)]
        return [(subject, at) for subject, at, topic, unless in likely if _is_meant(topic, unless, words)]

    @cached_property
    def _entries(self) -> list[tuple[str, int, str, str]]:
        return [(one, at, *words) for one in self._subjects for at, words in enumerate(_words_of(one))]

    @cached_property
    def _topics(self) -> Patterns:
        return Patterns(pattern(topic) for _, _, topic, _ in self._entries)


def methods_of(subject: str) -> tuple[Method, ...]:
    """The methods of a subject, in order."""
    return cast("tuple[Method, ...]", _listed(subject))


@cache
def pattern(text: str) -> re.Pattern[str]:
    """Words of the catalogue."""
    return regex(text, re.I)


def _is_meant(topic: str, unless: str, words: str) -> bool:
    if pattern(topic).search(words) is None:
        return False
    return not unless or pattern(unless).search(words) is None


def _words_of(subject: str) -> tuple[tuple[str, str], ...]:
    """The words of each entry of a subject: those that a page has to have, and that it must not have."""
    key = "catalogue", subject, _changed()
    return cast("tuple[tuple[str, str], ...]", MEMORY.recall(key, lambda: _read_words(subject)))


def _read_words(subject: str) -> tuple[tuple[str, str], ...]:
    return tuple((entry.topic, entry.unless) for entry in _listed(subject))


def _listed(subject: str) -> Sequence[Any]:
    return cast("Sequence[Any]", getattr(import_module(f"{__name__}.{subject}"), subject.upper()))


@cache
def _changed() -> int:
    return last_change(__file__)
