"""Regular expressions that are made when they are first asked, and whose making is remembered on disk.

What `re` makes of a pattern is kept (`memory.py`); where `re` is another than we know, patterns are made as
usual.

What is kept with a pattern are the strings of which it needs one. Where a text has none of them, nothing is
looked for: readers ask a page about dozens of things, and it speaks of few (`likely.py` asks all at once).
"""

from __future__ import annotations

import re
from array import array
from typing import Any, TypeAlias, cast

from workings.memory import MEMORY, Memory
from workings.sparing import has_one, sparing

_QUICK = 0b101
_METHODS = ("search", "match", "fullmatch", "finditer", "findall", "sub", "subn", "split", "pattern", "flags")
_OF_ENGINE = 5  # what is kept of a pattern for the engine of `re`, before what is kept for us
_UNKNOWN = (ImportError, AttributeError, TypeError, ValueError, RuntimeError, OverflowError)

Strings: TypeAlias = tuple[bool, tuple[str, ...], tuple[str, ...], frozenset[str]]


class _Waiting:
    """Stands in for a compiled pattern, and is as quick as one from its first use on."""

    def __init__(self, source: str, flags: int) -> None:
        self._source, self._flags = source, flags
        self._needed: tuple[tuple[str, ...], frozenset[str]] | None = None
        self._asked: str | None = None  # the last text, which every line of it asks about
        self._has = False

    def strings(self) -> tuple[str, ...]:
        """Strings of which one stands in whatever the pattern finds; none where that is not known."""
        return _strings(self._source, self._flags)[1]

    def rarest(self) -> frozenset[str]:
        """The rarest letter of each of these strings."""
        return _strings(self._source, self._flags)[3]

    def may_be_in(self, text: str) -> bool:
        """Whether a text has one of these strings."""
        if text is not self._asked:
            if self._needed is None:
                _, needed, _, rarest = _strings(self._source, self._flags)
                self._needed = needed, rarest
            needed, rarest = self._needed
            self._has = not needed or has_one(text, needed, rarest)
            self._asked = text
        return self._has

    def __getattr__(self, name: str) -> Any:
        compiled = pattern(self._source, self._flags)
        vars(self).update({method: getattr(compiled, method) for method in _METHODS})
        quick, needed, begun, rarest = _strings(self._source, self._flags)
        if needed and not quick:
            vars(self).update(sparing(compiled, needed, begun, rarest))
        return vars(self)[name] if name in vars(self) else getattr(compiled, name)


class Several:
    """Patterns of which a text is asked at once whether it may have any."""

    def __init__(self, *patterns: re.Pattern[str]) -> None:
        self._patterns = patterns
        self._needed: tuple[tuple[str, ...], frozenset[str]] | None = None
        self._asked: str | None = None
        self._has = False

    def may_be_in(self, text: str) -> bool:
        """Whether a text has a string that one of them needs: where it has none, nor has any part of it."""
        if text is not self._asked:
            if self._needed is None:
                rarest = [cast("_Waiting", one).rarest() for one in self._patterns]
                self._needed = strings_of(*self._patterns), frozenset[str]().union(*rarest)
            needed, rare = self._needed
            self._has = not needed or has_one(text, needed, rare)
            self._asked = text
        return self._has


def pattern(source: str, flags: int, memory: Memory = MEMORY) -> re.Pattern[str]:
    """A pattern as `re.compile` gives it."""
    try:
        return _assembled(source, _recalled(source, flags, memory))
    except _UNKNOWN:
        return re.compile(source, flags)  # says what is wrong with it, if anything is


def _strings(source: str, flags: int) -> Strings:
    """Whether `re` is quick by itself; strings of which one stands in whatever is found, or begins it; and
    the rarest letter of each of the first.
    """
    try:
        return cast("Strings", _recalled(source, flags, MEMORY)[_OF_ENGINE:])
    except _UNKNOWN:
        return True, (), (), frozenset()


def _recalled(source: str, flags: int, memory: Memory) -> Any:
    return memory.recall((source, int(flags)), lambda: _parts(source, int(flags)))


def _parts(source: str, flags: int) -> Any:
    """What `re.compile` hands to its engine, in the way of its own module."""
    from re import _compiler, _parser  # type: ignore[attr-defined]

    from workings.needed import beginnings, needed, rarest

    parsed = _parser.parse(source, flags)
    code = [int(word) for word in _compiler._code(parsed, flags)]
    groups = parsed.state.groupdict
    names: list[str | None] = [None] * parsed.state.groups
    for name, number in groups.items():
        names[number] = name
    kept = array("I", code).tobytes()
    made = int(flags | parsed.state.flags), kept, parsed.state.groups - 1, dict(groups), tuple(names)
    quick = bool(code[2] & _QUICK)  # how `re` begins: by a string or by one of a few characters
    begun = beginnings(parsed)
    strings = needed(parsed) or begun
    return *made, quick, strings, begun, rarest(strings)


def _assembled(source: str, parts: Any) -> re.Pattern[str]:
    import _sre  # type: ignore[import-not-found]

    flags, kept, *others = parts[:_OF_ENGINE]
    return cast("re.Pattern[str]", _sre.compile(source, flags, memoryview(kept).cast("I").tolist(), *others))


def regex(source: str, flags: int = 0) -> re.Pattern[str]:
    """A pattern as `re.compile` gives it, but made only when something is looked for."""
    return cast("re.Pattern[str]", _Waiting(source, int(flags)))


def strings_of(*patterns: re.Pattern[str]) -> tuple[str, ...]:
    """Strings of which one stands in whatever one of some patterns finds; none where that is not known."""
    found = [cast("_Waiting", pattern).strings() for pattern in patterns]
    return tuple(dict.fromkeys(one for strings in found for one in strings)) if all(found) else ()


def may_be_in(pattern: re.Pattern[str], text: str) -> bool:
    """Whether a text has a string that a pattern needs: where it has none, nor has any part of it."""
    return cast("_Waiting", pattern).may_be_in(text)
