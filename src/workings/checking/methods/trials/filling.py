"""The numbers of a page that fill the roles of a method at one of its lines."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from flint import fmpq

from workings.checking.methods.catalogue import pattern
from workings.checking.methods.catalogue.method import Role
from workings.checking.methods.pages.facts import Fact, Facts, Known, named
from workings.checking.methods.pages.naming import signed_leaves
from workings.checking.methods.pages.subjects import Subject
from workings.checking.methods.trials.contrasts import Contrast
from workings.record import record
from workings.regex import regex
from workings.value import Tensor, Value

_INDEX = regex(r"_\{?(\d+)")
_DIGITS = regex(r"\d+")
OWN = 3  # characters before a list in which its brackets open
MOST_KNOWN = 12  # numbers that one role may be


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
            seen = () if role.is_special or role.told or (known and not role.loose) else self.seen
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
            found[key] = self.named.get(key, ()) or (() if role.is_special or role.told else self.seen)
            if role.loose and not role.is_special:
                found[key] = [*found[key], *self.seen]
            if not found[key]:
                return None
        return found


def filled(roles: Mapping[str, Role], line: Subject, facts: Facts) -> Filling:
    """The numbers for the roles of a method at a line."""
    known = {key: found for key, role in roles.items() if (found := values(role, line, facts))}
    return Filling(known, facts.seen(line.expr, line.start) if known and line.expr is not None else ())


def values(role: Role, line: Subject, facts: Facts) -> list[Known]:
    """What a role may be at a line."""
    if role.index:
        indexed = _INDEX.search(line.base)
        numbers = _DIGITS.findall(line.index or (indexed[1] if indexed else line.said.rpartition(" | ")[0]))
        return [Known(fmpq(int(text)), -1, text) for text in numbers[-2:]]
    end = facts.count_above(line.start - OWN if line.is_list else line.start)
    if role.counts or role.total:
        above = facts[:end]
        entries = {
            f.index: f for f in above if f.index and named(role.counts or role.total).fullmatch(f.base)
        }
        numbers_ = [fact.value for fact in entries.values() if isinstance(fact.value, fmpq)]
        value = fmpq(len(entries)) if role.counts else sum(numbers_, fmpq(0))
        return [Known(value, -2)] if len(entries) > 1 else []
    if not role.name and not role.words:
        found = _any(line, facts[:end])
        return [one for one in found if _is_share(one.value)] if role.share else found
    own, known = _of_names(role, line, end, facts)
    return own or [*known, *_otherwise(role, line, facts[:end], bool(known))]


def _otherwise(role: Role, line: Subject, above: Sequence[Fact], is_known: bool) -> list[Known]:
    """What a role may be as well, where nothing beside the line is called or said to be it."""
    if role.among:
        return [Known(fmpq(number), -20 - number) for number in role.among]
    if role.long and not is_known:
        lengths = {
            len(fact.value.items)
            for fact in above
            if isinstance(fact.value, Tensor) and named(role.long).fullmatch(fact.base)
        }
        return [Known(fmpq(length), -50 - length) for length in lengths]
    if not role.last:
        return []
    results = [fact for fact in above if fact.start < line.opening and fact.is_result]
    return [Known(results[-1].value, results[-1].start, "", "the last result")] if results else []


def _gathered(role: Role, above: Sequence[Fact]) -> list[Known]:
    """The list whose entries stand apart on the page: `x_1 = 2` and `x_2 = 5`."""
    rows: dict[str, dict[str, Value]] = {}
    for fact in above:
        if fact.index.isdigit() and role.name and named(role.name).fullmatch(fact.base):
            rows.setdefault(fact.base, {})[fact.index] = fact.value
    found: list[Known] = []
    for base, row in rows.items():
        items = tuple(value for value in row.values() if isinstance(value, fmpq))
        if len(items) == len(row) > 1:
            found.append(Known(Tensor((len(items),), items, True), -80 - len(found), base))
    return found


def _is_share(value: Value) -> bool:
    return isinstance(value, fmpq) and bool(0 <= value <= 1)


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
            return [], _gathered(role, facts[:end])
    if line.places and (flags := [fact for fact in found if _are_flags(fact.value, line)]):
        found = flags  # of a column: the labels of all rows, not that of the first row
    if role.step and line.index.isdigit():
        found = [fact for fact in found if fact.index == line.index] or found
    if role.name == "@":
        found = _of_last_step(found, line)
    if role.given:
        found = [fact for fact in found if not fact.is_result]
    if role.share:
        found = [fact for fact in found if isinstance(fact.value, fmpq) and 0 < fact.value < 1]
    if role.plainly:
        found = [fact for fact in found if _is_plainly(role, fact)]
    exact = [fact for fact in found if role.name and _is_exactly(role, fact, line)]
    found = found if line.is_list else exact or found
    own = [_known(role, fact) for fact in found if _is_of_row(fact, line)]
    known = [_known(role, fact) for fact in found]
    if role.beside and line.index.isdigit():
        known.sort(key=lambda one: one.index != line.index)  # h_2 first, where the line is δ_2
    if role.nought and line.index in ("", "1"):
        nought = Known(fmpq(0), -1)
        return ([*own, nought] if own else []), [*known, nought]
    return own, known


def _are_flags(value: Value, line: Subject) -> bool:
    """Whether a list has noughts and ones, one for each number of a line."""
    as_long = isinstance(value, Tensor) and len(value.items) == len(line.numbers)
    return as_long and isinstance(value, Tensor) and all(item in (0, 1) for item in value.items)


def _is_plainly(role: Role, fact: Fact) -> bool:
    """Whether a share is no more than a half, or what is said of it leaves no doubt which one it is."""
    small = isinstance(fact.value, fmpq) and fact.value * 2 <= 1
    return small or pattern(role.plainly).search(f"{fact.words} {fact.name} {fact.after}") is not None


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


def _with_base(pattern: str, base: str) -> str:
    """A pattern of names with that of the line itself, which may be none, in the place of `@`."""
    return pattern.replace("@", f"(?:{re.escape(base)})")


def _measured(role: Role, fact: Fact) -> Value:
    """The value of a fact, or how many numbers it has."""
    return fmpq(len(fact.value.items)) if role.length and isinstance(fact.value, Tensor) else fact.value


def _is_exactly(role: Role, fact: Fact, line: Subject) -> bool:
    """Whether a fact has the name of a role with its index: `β_1`, `d_k`."""
    return bool(fact.index) and named(_with_base(role.name, line.base)).fullmatch(fact.name) is not None


def _meaning(role: Role, line: Subject, end: int, facts: Facts) -> list[Fact]:
    """What is called as the role is, or spoken of in its words."""
    meant: set[int] = set()
    if role.name:
        meant |= facts.called(_with_base(role.name, line.base))
    if role.words:
        meant |= facts.spoken(pattern(role.words))
    above = [facts[at] for at in sorted(meant) if at < end]
    if role.name and role.same:
        return [fact for fact in above if fact.index == line.index]
    return above
