"""Lines that are held to a method of the catalogue, because the page says that it is meant."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from functools import cache

from flint import fmpq

from workings.checking.methods.catalogue import METHODS
from workings.checking.methods.catalogue.method import Method, Role
from workings.checking.methods.knowing import Fact, Working, facts_of, is_said, signed_leaves, workings_of
from workings.checking.methods.recipes import (
    Known,
    Misdone,
    Variant,
    choices,
    is_near,
    maths,
    misdone,
    scalar,
)
from workings.checking.methods.sheet import Sheet
from workings.checking.methods.stated import formulas_of, is_upheld
from workings.evaluating.rendering import show
from workings.finding import Claim
from workings.parsing.hypotheses import is_set
from workings.regex import Patterns, regex
from workings.value import Tensor, Value

_INDEX = regex(r"_\{?(\d+)")
_DIGITS = regex(r"\d+")


class Facts:
    """What is known on a page, and which of it goes by a name or is spoken of, each looked up once."""

    def __init__(self, facts: Sequence[Fact]) -> None:
        self.all = facts  # in reading order
        self._starts = [fact.start for fact in facts]
        self._words = [(id(fact), fact.before, fact.after) for fact in facts]
        self._called: dict[str, set[int]] = {}
        self._spoken: dict[str, set[int]] = {}

    def above(self, place: int) -> Sequence[Fact]:
        return self.all[: bisect_left(self._starts, place)]

    def called(self, name: str) -> set[int]:
        """Those that go by a name, with a number as their index or none, or by all of it."""
        if name not in self._called:
            named = _named(name)
            self._called[name] = {
                id(fact)
                for fact in self.all
                if (_is_counted(fact) and named.fullmatch(fact.base)) or named.fullmatch(fact.name)
            }
        return self._called[name]

    def spoken(self, words: str) -> set[int]:
        """Those that some words are said of."""
        if words not in self._spoken:
            pattern = _pattern(words)
            self._spoken[words] = {
                key for key, before, after in self._words if is_said(pattern, before, after)
            }
        return self._spoken[words]


def _is_counted(fact: Fact) -> bool:
    return fact.index.isdigit() or not fact.index or fact.row or fact.index in ("t", "i")


def claims_of_methods(sheet: Sheet) -> Iterator[Claim]:
    """The first line of each method that is made by a wrong recipe."""
    meant = [METHODS[at] for at in _TOPICS.likely(sheet.text) if _is_meant(METHODS[at], sheet.text)]
    if not meant:
        return
    made = [line for line in workings_of(sheet) if not (line.is_bare and is_set(sheet.text, line.start))]
    about = [(method, [line for line in made if _is_about(method, line)]) for method in meant]
    about = [(method, lines) for method, lines in about if lines]
    if not about:
        return
    facts = facts_of(sheet)
    formulas = formulas_of(sheet.statements, facts)
    known = Facts(facts)
    for method, lines in about:
        for line in lines:
            found = _judged(method, line, known)
            if found is None or not sheet.speaks_of(_pattern(method.topic), line.start):
                continue
            if not is_upheld(formulas, line, facts):
                yield _told(sheet, line, found)
                break


def _is_meant(method: Method, text: str) -> bool:
    if _pattern(method.topic).search(text) is None:
        return False
    return not method.unless or _pattern(method.unless).search(text) is None


@cache
def _pattern(text: str) -> re.Pattern[str]:
    return regex(text, re.I)


_TOPICS = Patterns(_pattern(method.topic) for method in METHODS)


@cache
def _named(text: str) -> re.Pattern[str]:
    return regex(text)


def _is_about(method: Method, line: Working) -> bool:
    """Whether a line says that it is made by a method."""
    if line.is_bare and not method.bare or _pattern(method.of).search(line.said) is None:
        return False
    return not method.not_of or _pattern(method.not_of).search(line.own) is None


def _judged(method: Method, line: Working, facts: Facts) -> Misdone | None:
    values = {key: found for key, role in method.roles.items() if (found := _values(role, line, facts))}
    if any(role.needed and key not in values for key, role in method.roles.items()):
        return None
    names = frozenset(method.roles)
    absent = [key for key in method.roles if key not in values]
    variants = [
        Variant((wrong.rule,), maths(wrong.formula, names), wrong.says)
        for wrong in method.wrong
        if not any(_mentions(wrong.formula, key) for key in absent)
    ]
    made = misdone(line, maths(method.formula, names), variants, values)
    return None if made is None or _is_also_right(method, line, values) else made


def _mentions(formula: str, key: str) -> bool:
    return re.search(rf"(?<![^\W\d_]){re.escape(key)}(?![^\W\d_])", formula) is not None


def _is_also_right(method: Method, line: Working, values: dict[str, list[Known]]) -> bool:
    """Whether another formula that is right as well gives what the line has."""
    stated = scalar(line.formula.expr, {})
    others = [maths(formula, frozenset(method.roles)) for formula in method.also]
    if stated is None:
        return True
    return any(is_near(scalar(other, choice), stated, 200) for other in others for choice in choices(values))


def _values(role: Role, line: Working, facts: Facts) -> list[Known]:
    """What a role may be at a line."""
    if role.index:
        indexed = _INDEX.search(line.base)
        numbers = _DIGITS.findall(line.index or (indexed[1] if indexed else line.words or line.above))
        return [Known(fmpq(int(text)), -1, text) for text in numbers[-2:]]
    above = facts.above(line.start)
    if role.counts or role.total:
        named = {f.index: f for f in above if f.index and _named(role.counts or role.total).fullmatch(f.base)}
        numbers = [fact.value for fact in named.values() if isinstance(fact.value, fmpq)]
        value = fmpq(len(named)) if role.counts else sum(numbers, fmpq(0))
        return [Known(value, -2)] if len(named) > 1 else []
    if not role.name and not role.words:
        return [Known(value, -3 - at) for at, value in enumerate(signed_leaves(line.formula.expr))]
    found = _meaning(role, line, above, facts)
    if role.vector or role.length:
        found = [fact for fact in found if isinstance(fact.value, Tensor)]
    exact = [fact for fact in found if role.name and _is_exactly(role, fact, line)]
    found = exact or found
    own = [fact for fact in found if fact.row and fact.index == line.row or fact.start >= line.opening]
    known = [
        Known(_measured(role, fact), fact.start, fact.index, fact.name or fact.words) for fact in own or found
    ]
    begins = role.nought and line.index in ("", "1")
    return [*known, Known(fmpq(0), -1)] if begins else known


def _measured(role: Role, fact: Fact) -> Value:
    """The value of a fact, or how many numbers it has."""
    return fmpq(len(fact.value.items)) if role.length and isinstance(fact.value, Tensor) else fact.value


def _is_exactly(role: Role, fact: Fact, line: Working) -> bool:
    """Whether a fact has the name of a role with its index: `β_1`, `d_k`."""
    return (
        bool(fact.index)
        and _named(role.name.replace("@", re.escape(line.base))).fullmatch(fact.name) is not None
    )


def _meaning(role: Role, line: Working, above: Sequence[Fact], facts: Facts) -> list[Fact]:
    """What is called as the role is, or spoken of in its words."""
    meant: set[int] = set()
    if role.name:
        meant |= facts.called(role.name.replace("@", re.escape(line.base)))
    if role.words:
        meant |= facts.spoken(role.words)
    same = bool(role.name) and role.same
    return [fact for fact in above if id(fact) in meant and not (same and fact.index != line.index)]


def _told(sheet: Sheet, line: Working, found: Misdone) -> Claim:
    shown = {key: show(value) for key, value in found.choice.items()}
    says = found.variant.says.format_map(shown)
    return sheet.claim(line.formula.span, found.variant.fits[0], says, show(found.right))
