"""The strings without which a pattern cannot match, and those that its matches begin with.

Looking for a few strings takes a hundredth of the time that trying a pattern at every place of a page does,
and most pages hold none of those that a pattern needs. They are compared in lower case.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

MOST = 60  # strings that are looked for before a pattern is tried
_OF_NO_WIDTH = ("AT", "ASSERT", "ASSERT_NOT")
_RARER = "etaoinsrlfcxmupdhbgvwykzqj"  # letters, each rarer on a page of formulas than those before it
_REPEATS = ("MAX_REPEAT", "MIN_REPEAT", "POSSESSIVE_REPEAT")


def needed(parsed: Any) -> tuple[str, ...]:
    """Strings of which one stands in whatever a parsed pattern matches; none if that says too little."""
    found = _of_sequence(parsed)
    if found is None or len(found) > MOST or any(map(_is_common, found)):
        return ()
    return tuple(sorted(found, key=lambda one: (-len(one), one)))


def beginnings(parsed: Any) -> tuple[str, ...]:
    """Strings with one of which whatever a parsed pattern matches begins; none if that says too little."""
    found = _first(parsed)
    if found is None or len(found) > MOST or any(map(_is_common, found)):
        return ()
    return tuple(sorted(found))


def rarest(strings: Iterable[str]) -> frozenset[str]:
    """The rarest letter of each of several strings, without which a text has none of them."""
    return frozenset(max(string, key=_rarity) for string in strings)


def _rarity(letter: str) -> int:
    return _RARER.find(letter) if letter.isascii() else len(_RARER)


def _first(parts: Sequence[tuple[Any, Any]]) -> set[str] | None:
    """What parts begin with that stand one after the other, some of which may be left out."""
    run = ""
    found: set[str] = set()
    for at, (kind, value) in enumerate(parts):
        if str(kind) == "LITERAL" and _is_plain(chr(value)):
            run += chr(value).lower()
            continue
        if str(kind) in _OF_NO_WIDTH:
            if run:
                break
            continue
        begun = _first_of_part(str(kind), value)
        may_lack = str(kind) in _REPEATS and value[0] == 0
        if run:
            if may_lack and begun is not None:
                begun = _of_all([begun, _first(parts[at + 1 :])])
            return found | ({run} if begun is None else {run + one for one in begun})
        if begun is None:
            return None
        found |= begun
        if not may_lack:
            return found
    return {run} | found if run else None


def _first_of_part(kind: str, value: Any) -> set[str] | None:
    match kind:
        case "BRANCH":
            return _of_all([_first(branch) for branch in value[1]])
        case "SUBPATTERN":
            return _first(value[3])
        case "ATOMIC_GROUP":
            return _first(value)
        case "IN":
            return _of_all([_first([one]) for one in value])
        case "LITERAL":
            return _forms(chr(value)) or None
        case _:
            return _first(value[2]) if kind in _REPEATS else None


def _of_sequence(parts: Iterable[tuple[Any, Any]]) -> set[str] | None:
    """The most telling of what the parts need that stand one after the other."""
    best: set[str] | None = None
    run = ""
    for kind, value in parts:
        if str(kind) == "LITERAL" and _is_plain(chr(value)):
            run += chr(value).lower()
            continue
        best = _better(_better(best, {run}), _of_part(str(kind), value))
        run = ""
    return _better(best, {run})


def _of_part(kind: str, value: Any) -> set[str] | None:
    match kind:
        case "BRANCH":
            return _of_all([_of_sequence(branch) for branch in value[1]])
        case "SUBPATTERN":
            return _of_sequence(value[3])
        case "ATOMIC_GROUP":
            return _of_sequence(value)
        case "IN":
            return _of_all([_of_sequence([one]) for one in value])
        case "LITERAL":
            return _forms(chr(value)) or None
        case _:
            return _of_sequence(value[2]) if kind in _REPEATS and value[0] > 0 else None


def _of_all(found: list[set[str] | None]) -> set[str] | None:
    """What is needed where any one of several may stand."""
    known = [one for one in found if one is not None]
    return set().union(*known) if len(known) == len(found) else None


def _better(first: set[str] | None, second: set[str] | None) -> set[str] | None:
    """The one whose shortest string is longer, or which has fewer of them."""
    if second is None or "" in second:
        return first
    if first is None or _worth(second) > _worth(first):
        return second
    return first


def _worth(found: set[str]) -> tuple[int, int]:
    return min((0 if _is_common(one) else len(one) for one in found), default=0), -len(found)


def _is_common(string: str) -> bool:
    """A single letter or digit of English, a space or a sign of equality, which stand on every page."""
    return len(string) == 1 and string.isascii() and (string.isalnum() or string.isspace() or string == "=")


def _is_plain(character: str) -> bool:
    """A character whose other case is the usual one, if it has any."""
    return character.isascii() or len(_forms(character)) == 1


def _forms(character: str) -> set[str]:
    """What `re` takes for a letter of either case, in lower case: σ and ς."""
    from re import _casefix  # type: ignore[attr-defined]

    lower = character.lower()
    return {lower, *map(chr, _casefix._EXTRA_CASES.get(ord(lower), ()))} if len(lower) == 1 else set()
