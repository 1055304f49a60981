"""Names as people type them: `\\hat{y}`, `ŷ`, `y_hat` and `hat_y` are one, and so are `theta` and `θ`."""

from __future__ import annotations

import keyword
import re
from collections.abc import Collection, Sequence
from difflib import get_close_matches

from workings.expr import Name
from workings.ops import FUNCTIONS
from workings.parsing.grammar import parse_maths
from workings.parsing.lexicon import Lexicon
from workings.regex import regex

_RESERVED = frozenset("torch F nn self math gru lstm rnn attend attention past zip".split())  # in modules
_ACCENTED = regex(r"(?P<letter>[^\W_]+?)_?(?P<accent>hat|tilde|bar)(?P<rest>_\w+)?")


def one_of(asked: str, known: Collection[str]) -> str | None:
    """The name that is meant among those that are known, or None."""
    if asked in known:
        return asked
    for written in (asked, f"\\{asked}"):
        parsed = parse_maths(written, Lexicon(FUNCTIONS, frozenset(known)))
        if isinstance(parsed, Name) and parsed.key in known:
            return parsed.key
    spellings = _spellings(asked)
    found = [key for key in known if _plain(key) in spellings]
    return found[0] if len(found) == 1 else None


def _spellings(asked: str) -> set[str]:
    """A name without its signs, and with its accent in front."""
    plain = _plain(asked)
    accented = _ACCENTED.fullmatch(plain)
    if accented is None:
        return {plain}
    return {plain, f"{accented['accent']}_{accented['letter']}{accented['rest'] or ''}"}


def _plain(key: str) -> str:
    """A name in letters, digits and underscores."""
    return re.sub(r"[\W_]+", "_", re.sub("['′]", "_prime", key)).strip("_")


def near(asked: str, known: Collection[str]) -> str:
    """The names that look like one that is not there, in words."""
    alike = [key for key in sorted(known) if key.casefold() == asked.casefold()]
    found = list(dict.fromkeys([*alike, *get_close_matches(asked, sorted(known), n=3)]))[:3]
    return in_words(found)


def in_words(found: Sequence[str]) -> str:
    """Names that may have been meant, behind a semicolon; nothing where there are none."""
    return f"; near it {'are' if len(found) > 1 else 'is'} {', '.join(found)}" if found else ""


def identifier(key: str) -> str:
    """A name as Python can write it: `\\hat{y}` becomes hat_y, W^{(1)} becomes W_1, W' W_prime."""
    word = _plain(key) or "value"
    if word[0].isdigit() or keyword.iskeyword(word) or word in _RESERVED:
        word = f"{word}_" if not word[0].isdigit() else f"n{word}"
    return word
