"""The numbers of a page that fill the roles of a method at one of its lines."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from functools import cache, cached_property
from typing import TypeVar

from flint import fmpq

from workings.checking.methods.catalogue import pattern
from workings.checking.methods.catalogue.method import Role
from workings.checking.methods.contrasts import Contrast
from workings.checking.methods.knowing import Fact, is_said
from workings.checking.methods.naming import leaves, signed_leaves
from workings.checking.methods.recipes import Known
from workings.checking.methods.subjects import Subject
from workings.record import record
from workings.regex import regex, strings_of
from workings.sparing import folded
from workings.value import Rational, Tensor, Value, key_of

_INDEX = regex(r"_\{?(\d+)")
_DIGITS = regex(r"\d+")
OWN = 3  # characters before a list in which its brackets open
MOST_KNOWN = 12  # numbers that one role may be
Key = TypeVar("Key", bound=Hashable)


class Facts:
    """What is known on a page, and which of it goes by a name or is spoken of, each looked up once.

    A fact is known by where it is among all.
    """

    def __init__(self, facts: Sequence[Fact]) -> None:
        self.all = facts  # in reading order
        self._starts = [fact.start for fact in facts]
        self._words = [
            (both, folded("\n".join(both)), known)
            for both, known in _grouped(facts, lambda fact: (fact.before, fact.after)).items()
        ]
        self._bases = _grouped(facts, lambda fact: fact.base if _is_counted(fact) else None)
        self._names = _grouped(facts, lambda fact: fact.name)
        self._called: dict[str, set[int]] = {}
        self._spoken: dict[str, set[int]] = {}
        self._seen: dict[int, list[Known]] = {}

    def count_above(self, place: int) -> int:
        """How many of all stand before a place."""
        return bisect_left(self._starts, place)

    @cached_property
    def _sizes(self) -> dict[Rational, list[int]]:
        """Where the plain numbers are among all, by their size."""
        found: dict[Rational, list[int]] = {}
        for at, fact in enumerate(self.all):
            if isinstance(fact.value, fmpq):
                found.setdefault(key_of(abs(fact.value)), []).append(at)
        return found

    def seen(self, line: Subject) -> list[Known]:
        """The numbers of the page that stand in a line, each with the sign that it has above."""
        if line.expr is None:
            return []
        if id(line) not in self._seen:
            end = self.count_above(line.start)
            own = {key_of(leaf.value) for leaf in leaves(line.expr)}
            places = sorted(at for size in own for at in self._sizes.get(size, ()) if at < end)
            found: dict[Rational, Known] = {}
            for fact in (self.all[at] for at in places):
                if isinstance(fact.value, fmpq):
                    found[key_of(fact.value)] = Known(fact.value, fact.start, fact.index)
            self._seen[id(line)] = [*found.values()]
        return self._seen[id(line)]

    def called(self, name: str) -> set[int]:
        """Those that go by a name, with a number as their index or none, or by all of it."""
        if name not in self._called:
            named = _named(name)
            by_base = (
                keys for base, keys in self._bases.items() if base is not None and named.fullmatch(base)
            )
            by_name = (keys for full, keys in self._names.items() if named.fullmatch(full))
            self._called[name] = set().union(*by_base, *by_name)
        return self._called[name]

    def spoken(self, words: str) -> set[int]:
        """Those that some words are said of."""
        if words not in self._spoken:
            said, found = pattern(words), set[int]()
            needed = strings_of(said)
            for both, lower, keys in self._words:
                if (not needed or any(map(lower.__contains__, needed))) and is_said(said, *both):
                    found |= keys
            self._spoken[words] = found
        return self._spoken[words]

    def only(self, name: str, words: str, before: int | None = None) -> fmpq | None:
        """The one number that goes by a name, or else is spoken of in words; none where there are two."""
        end = len(self.all) if before is None else self.count_above(before)
        spoken = {at for at in self.spoken(words) if not self.all[at].index}
        for known in (self.called(name), spoken):
            above = [self.all[at] for at in known if at < end]
            given = [fact for fact in above if not fact.is_result] or above
            values = [fact.value for fact in given if isinstance(fact.value, fmpq)]
            if values:
                return values[0] if all(value == values[0] for value in values) else None
        return None


def _grouped(facts: Iterable[Fact], key: Callable[[Fact], Key]) -> dict[Key, set[int]]:
    """The facts by what is the same of several, so that it is looked at once."""
    found: dict[Key, set[int]] = {}
    for at, fact in enumerate(facts):
        found.setdefault(key(fact), set()).add(at)
    return found


@record(frozen=True, slots=True)
class Filling:
    """What the roles of a method may be at a line: those that the page names, and the numbers it has seen."""

    named: Mapping[str, Sequence[Known]]
    seen: Sequence[Known]

    def loosely(self, roles: Mapping[str, Role]) -> dict[str, Sequence[Known]]:
        """Whatever each role may be, to see whether a line can have been made in the right way."""
        found: dict[str, Sequence[Known]] = {}
        for key, role in roles.items():
            known = self.named.get(key, ())
            seen = () if role.is_special or (known and not role.loose) else self.seen
            if known or (role.needed and seen):
                found[key] = [*known, *seen]
        return found

    def strictly(self, roles: Mapping[str, Role], wrong: Contrast) -> dict[str, Sequence[Known]] | None:
        """What the roles of a wrong formula are; None where what it does wrongly is not known by name.

        A number that it treats as the right formula does may be any that stands higher up on the page.
        """
        turned = wrong.turned
        if not all(key in self.named for key in wrong.changed or (() if turned else wrong.roles)):
            return None
        if turned and not any(key in self.named for key in turned):
            return None
        found: dict[str, Sequence[Known]] = {}
        for key in wrong.roles:
            role = roles[key]
            found[key] = self.named.get(key, ()) or (() if role.is_special else self.seen)
            if role.loose and not role.is_special:
                found[key] = [*found[key], *self.seen]
            if not found[key]:
                return None
        return found


def filled(roles: Mapping[str, Role], line: Subject, facts: Facts) -> Filling:
    """The numbers for the roles of a method at a line."""
    known = {key: found for key, role in roles.items() if (found := values(role, line, facts))}
    return Filling(known, facts.seen(line) if known else ())


def values(role: Role, line: Subject, facts: Facts) -> list[Known]:
    """What a role may be at a line."""
    if role.index:
        indexed = _INDEX.search(line.base)
        numbers = _DIGITS.findall(line.index or (indexed[1] if indexed else line.said.rpartition(" | ")[0]))
        return [Known(fmpq(int(text)), -1, text) for text in numbers[-2:]]
    end = facts.count_above(line.start - OWN if line.is_list else line.start)
    if role.counts or role.total:
        above = facts.all[:end]
        named = {f.index: f for f in above if f.index and _named(role.counts or role.total).fullmatch(f.base)}
        numbers_ = [fact.value for fact in named.values() if isinstance(fact.value, fmpq)]
        value = fmpq(len(named)) if role.counts else sum(numbers_, fmpq(0))
        return [Known(value, -2)] if len(named) > 1 else []
    if not role.name and not role.words:
        return _any(line, facts.all[:end])
    own, found = _of_names(role, line, end, facts)
    return own or [*found, *_otherwise(role, line, facts.all[:end], bool(found))]


def _otherwise(role: Role, line: Subject, above: Sequence[Fact], is_known: bool) -> list[Known]:
    """What a role may be as well, where nothing beside the line is called or said to be it."""
    if role.among:
        return [Known(fmpq(number), -20 - number) for number in role.among]
    if role.long and not is_known:
        lengths = {
            len(fact.value.items)
            for fact in above
            if isinstance(fact.value, Tensor) and _named(role.long).fullmatch(fact.base)
        }
        return [Known(fmpq(length), -50 - length) for length in lengths]
    if not role.last:
        return []
    results = [fact for fact in above if fact.start < line.opening and fact.is_result]
    return [Known(results[-1].value, results[-1].start)] if results else []


def _gathered(role: Role, above: Sequence[Fact]) -> list[Known]:
    """The list whose entries stand apart on the page: `x_1 = 2` and `x_2 = 5`."""
    rows: dict[str, dict[str, Value]] = {}
    for fact in above:
        if fact.index.isdigit() and role.name and _named(role.name).fullmatch(fact.base):
            rows.setdefault(fact.base, {})[fact.index] = fact.value
    found: list[Known] = []
    for base, row in rows.items():
        items = tuple(value for value in row.values() if isinstance(value, fmpq))
        if len(items) == len(row) > 1:
            found.append(Known(Tensor((len(items),), items, True), -80 - len(found), base))
    return found


def _any(line: Subject, above: Sequence[Fact]) -> list[Known]:
    """Any number of a line; of a list, any list above that is as long."""
    if line.expr is not None:
        return [Known(value, -3 - at) for at, value in enumerate(signed_leaves(line.expr))]
    lists = {
        fact.value.items: Known(fact.value, fact.start)
        for fact in above
        if isinstance(fact.value, Tensor)
        and len(fact.value.items) == len(line.numbers)
        and all(isinstance(item, fmpq) for item in fact.value.items)
    }
    return [*lists.values()][-MOST_KNOWN:] if line.is_list else []


def _of_names(role: Role, line: Subject, end: int, facts: Facts) -> tuple[list[Known], list[Known]]:
    """What a role may be by its name or words: on the line or in its row, and anywhere above."""
    found = _meaning(role, line, end, facts)
    if role.vector or role.length:
        found = [fact for fact in found if isinstance(fact.value, Tensor)]
        if role.vector and not found:
            return [], _gathered(role, facts.all[:end])
    if role.name == "@":
        found = _of_last_step(found, line)
    if role.given:
        found = [fact for fact in found if not fact.is_result]
    if role.share:
        found = [fact for fact in found if isinstance(fact.value, fmpq) and 0 < fact.value < 1]
    exact = [fact for fact in found if role.name and _is_exactly(role, fact, line)]
    found = exact or found
    own = [_known(role, fact) for fact in found if _is_of_row(fact, line)]
    known = [_known(role, fact) for fact in found]
    if role.nought and line.index in ("", "1"):
        nought = Known(fmpq(0), -1)
        return ([*own, nought] if own else []), [*known, nought]
    return own, known


def _of_last_step(facts: list[Fact], line: Subject) -> list[Fact]:
    """Of the values of a sequence that is counted from nought, the one before that of the line."""
    indices = {fact.index for fact in facts}
    if not line.index.isdigit() or "0" not in indices or line.index in indices:
        return facts
    return [fact for fact in facts if fact.index == str(int(line.index) - 1)] or facts


def _known(role: Role, fact: Fact) -> Known:
    return Known(_measured(role, fact), fact.start, fact.index, fact.name or fact.words)


def _is_of_row(fact: Fact, line: Subject) -> bool:
    """Whether a number stands on a line itself, or in the row or the line that opens as it does."""
    beside = bool(fact.label) and fact.label == line.label and not fact.is_result
    return fact.row and fact.index in (line.row, line.label) or beside or fact.start >= line.opening


def _is_counted(fact: Fact) -> bool:
    return fact.index.isdigit() or not fact.index or fact.row or fact.index in ("t", "i")


@cache
def _named(text: str) -> re.Pattern[str]:
    """A pattern of names, whose open ends are indices: `σ_.*` is no name for σ_1²."""
    return regex(text.replace("_.*", r"_[^\^]*"))


def _with_base(pattern: str, base: str) -> str:
    """A pattern of names with that of the line itself, which may be none, in the place of `@`."""
    return pattern.replace("@", f"(?:{re.escape(base)})")


def _measured(role: Role, fact: Fact) -> Value:
    """The value of a fact, or how many numbers it has."""
    return fmpq(len(fact.value.items)) if role.length and isinstance(fact.value, Tensor) else fact.value


def _is_exactly(role: Role, fact: Fact, line: Subject) -> bool:
    """Whether a fact has the name of a role with its index: `β_1`, `d_k`."""
    return bool(fact.index) and _named(_with_base(role.name, line.base)).fullmatch(fact.name) is not None


def _meaning(role: Role, line: Subject, end: int, facts: Facts) -> list[Fact]:
    """What is called as the role is, or spoken of in its words."""
    meant: set[int] = set()
    if role.name:
        meant |= facts.called(_with_base(role.name, line.base))
    if role.words:
        meant |= facts.spoken(role.words)
    above = [facts.all[at] for at in sorted(meant) if at < end]
    if role.name and role.same:
        return [fact for fact in above if fact.index == line.index]
    return above
