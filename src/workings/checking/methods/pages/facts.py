"""The numbers that are known on a page, and which of them go by a name, are spoken of, or stand in a line."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Callable, Hashable, Iterable
from functools import cache, cached_property
from typing import TypeVar

from flint import fmpq

from workings.checking.methods.catalogue import pattern
from workings.checking.methods.pages.naming import leaves
from workings.expr import Expr
from workings.record import record
from workings.regex import regex, strings_of
from workings.source import Span
from workings.sparing import folded
from workings.value import Rational, Value, key_of

NEAR = 18  # characters between a word and the number it speaks of
_ASIDE = regex(r"\([^()]*\)")
Key = TypeVar("Key", bound=Hashable)


@record(frozen=True, slots=True)
class Fact:
    """A number of the page, what it is called, and the words before it."""

    base: str  # the name without its index; a whole left side if it is no name
    index: str
    words: str
    value: Value
    start: int
    row: bool = False  # its index is the word that opens the row of a table
    after: str = ""  # the words behind it: “90 % of the bad parts”
    label: str = ""  # what opens its line, or the brackets it stands in: `B (k = 3)`
    is_result: bool = False  # it is worked out on its line

    @property
    def name(self) -> str:
        return f"{self.base}_{self.index}" if self.index else self.base

    @property
    def before(self) -> str:
        """The words before it, without what is said in brackets."""
        return _ASIDE.sub("", self.words).rstrip(" :=,")


@record(frozen=True, slots=True)
class Known:
    """A number that a name may have: where it stands, and what it is called there."""

    value: Value
    start: int
    index: str = ""
    called: str = ""


class Facts(tuple[Fact, ...]):
    """All that is known on a page, in reading order; what is asked of it is looked up once.

    A fact is known by where it is among all.
    """

    def __init__(self, facts: Iterable[Fact]) -> None:  # `tuple` takes them
        self._called: dict[str, set[int]] = {}
        self._spoken: dict[re.Pattern[str], set[int]] = {}
        self._seen: dict[int, list[Known]] = {}

    @cached_property
    def _starts(self) -> list[int]:
        return [fact.start for fact in self]

    @cached_property
    def _bases(self) -> dict[str, list[int]]:
        return self._grouped(lambda fact: fact.base)

    @cached_property
    def _counted(self) -> dict[str | None, list[int]]:
        """Those with a number as their index or none, by their bases."""
        return self._grouped(lambda fact: fact.base if _is_counted(fact) else None)

    @cached_property
    def _names(self) -> dict[str, list[int]]:
        return self._grouped(lambda fact: fact.name)

    @cached_property
    def _sizes(self) -> dict[Rational | None, list[int]]:
        """The plain numbers by their size."""
        return self._grouped(lambda fact: key_of(abs(fact.value)) if isinstance(fact.value, fmpq) else None)

    @cached_property
    def _words(self) -> list[tuple[tuple[str, str], str, list[int]]]:
        """What is said before and behind numbers, as it is and in lower case."""
        both = self._grouped(lambda fact: (fact.before, fact.after))
        return [(words, folded("\n".join(words)), places) for words, places in both.items()]

    def _grouped(self, key: Callable[[Fact], Key]) -> dict[Key, list[int]]:
        """All by what is the same of several, so that it is looked at once."""
        found: dict[Key, list[int]] = {}
        for at, fact in enumerate(self):
            found.setdefault(key(fact), []).append(at)
        return found

    def count_above(self, place: int) -> int:
        """How many of all stand before a place."""
        return bisect_left(self._starts, place)

    def of_base(self, base: str, before: int) -> list[Fact]:
        """Those above a place that have a name, whatever its index."""
        end = self.count_above(before)
        return [self[at] for at in self._bases.get(base, ()) if at < end]

    def seen(self, line: Expr, before: int) -> list[Known]:
        """The numbers above a place that stand in its line, each with the sign that it has above."""
        if id(line) not in self._seen:
            end = self.count_above(before)
            own = {key_of(leaf.value) for leaf in leaves(line)}
            places = sorted(at for size in own for at in self._sizes.get(size, ()) if at < end)
            found: dict[Rational, Known] = {}
            for fact in (self[at] for at in places):
                if isinstance(fact.value, fmpq):
                    found[key_of(fact.value)] = Known(fact.value, fact.start, fact.index)
            self._seen[id(line)] = [*found.values()]
        return self._seen[id(line)]

    def called(self, name: str) -> set[int]:
        """Those that go by a name, with a number as their index or none, or by all of it."""
        if name not in self._called:
            fits = named(name).fullmatch
            by_base = (at for base, at in self._counted.items() if base is not None and fits(base))
            by_name = (at for full, at in self._names.items() if fits(full))
            self._called[name] = set().union(*by_base, *by_name)
        return self._called[name]

    def spoken(self, words: re.Pattern[str]) -> set[int]:
        """Those that some words are said of."""
        if words not in self._spoken:
            found = set[int]()
            needed = strings_of(words)
            for both, lower, places in self._words:
                if (not needed or any(map(lower.__contains__, needed))) and is_said(words, *both):
                    found.update(places)
            self._spoken[words] = found
        return self._spoken[words]

    def only(self, name: str, words: str, before: int | None = None, part: Span | None = None) -> fmpq | None:
        """The one number that goes by a name, or else is spoken of in words; none where there are two.

        What the part of a page that is asked about says of itself comes before all that is said elsewhere.
        """
        end = len(self) if before is None else self.count_above(before)
        spoken = {at for at in self.spoken(pattern(words)) if not self[at].index}
        both = (self.called(name), spoken)
        own = range(0) if part is None else range(*map(self.count_above, (part.start, part.end)))
        for known in (*({at for at in one if at in own} for one in both), *both):
            above = [self[at] for at in known if at < end]
            given = [fact for fact in above if not fact.is_result] or above
            values = [fact.value for fact in given if isinstance(fact.value, fmpq)]
            if values:
                return values[0] if all(value == values[0] for value in values) else None
        return None


def _is_counted(fact: Fact) -> bool:
    return fact.index.isdigit() or not fact.index or fact.row or fact.index in ("t", "i")


def is_said(pattern: re.Pattern[str], before: str, after: str) -> bool:
    """Whether something is said at the end of the words before a number, or behind it."""
    near = len(before) - NEAR
    if any(found.end() >= near for found in pattern.finditer(before)):
        return True
    return bool(after) and pattern.search(after) is not None


@cache
def named(text: str) -> re.Pattern[str]:
    """A pattern of names, whose open ends are indices: `σ_.*` is no name for σ_1²."""
    return regex(text.replace("_.*", r"_[^\^]*"))
