"""What the parser is told about words: which are functions, and which the document defines."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True)
class Lexicon:
    """`functions` maps a written word to its operation; `defined` are names this document gives a meaning."""

    functions: Mapping[str, str] = field(default_factory=dict)
    defined: frozenset[str] = frozenset()

    def function(self, word: str) -> str | None:
        """The operation a word names; a single letter that the document defines is a name instead."""
        if len(word) == 1 and word in self.defined:
            return None
        return self.functions.get(word)


# Words after a number that scale it, with the factor; the plain number stays a possible reading.
SCALES = {
    "thousand": 10**3,
    "million": 10**6,
    "millions": 10**6,
    "billion": 10**9,
    "trillion": 10**12,
    "k": 10**3,
    "K": 10**3,
    "M": 10**6,
    "B": 10**9,
    "G": 10**9,
    "T": 10**12,
    "KB": 10**3,
    "kB": 10**3,
    "MB": 10**6,
    "GB": 10**9,
    "TB": 10**12,
    "KiB": 2**10,
    "MiB": 2**20,
    "GiB": 2**30,
    "TiB": 2**40,
    "MFLOPs": 10**6,
    "GFLOPs": 10**9,
    "TFLOPs": 10**12,
}
