"""Names that stand for many: W_{Q,i}^{(ℓ)} for every head i of every layer ℓ.

A formula with such a letter in its head is written out for the numbers that a result asks for, from the last
layer down to the first. Time is left alone: what runs over an input is a recurrence, which is scanned.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import TypeAlias

from flint import fmpq

from workings.document import Statement
from workings.expr import ELIDED, Array, Call, Expr, Fold, Hole, Name, mapped, walk
from workings.expr import number as numeral
from workings.learning.declaring import CannotRunError, Shape
from workings.learning.timed import keyed
from workings.record import record
from workings.regex import regex
from workings.resolving.scope import Scope
from workings.resolving.steps import stem

MOST_WRITTEN = 4000  # formulas of one program
_TOKEN = regex(r"(?<=[_({\[,])([^\W\d_])?([-+]?\d{1,4})?(?=[\])},^_]|$)")

Letters: TypeAlias = Mapping[str, int]


@record(frozen=True, slots=True)
class Family:
    """A name with letters for its indices, and what holds for every one of them."""

    form: re.Pattern[str]
    formula: Expr | None = None
    shape: Shape | None = None

    def at(self, key: str) -> Letters | None:
        """The numbers that the letters stand for in a name of the family."""
        found = self.form.fullmatch(key)
        return None if found is None else {letter: int(at) for letter, at in found.groupdict().items()}


@record(frozen=True, slots=True)
class Families:
    """The families of a document; `letters` are their indices, `listed` formulas with … in them."""

    letters: frozenset[str]
    listed: Mapping[str, Expr]
    formulas: tuple[Family, ...]
    declared: tuple[Family, ...]
    scope: Scope

    def written_out(
        self, result: str, formulas: Mapping[str, Expr], declared: Mapping[str, Shape]
    ) -> tuple[dict[str, Expr], dict[str, Shape]]:
        """The formulas and the declared names with those of families that a result asks for."""
        made, shapes = {**self.listed, **formulas}, dict(declared)
        asked, seen = [result], {result}
        while asked:
            key = asked.pop()
            formula = made.get(key)
            if formula is None:
                formula = self._of_family(key, shapes)
            if formula is None:
                continue
            made[key] = self._plain(formula, {}, {*made, *shapes})
            names = [node for node in walk(made[key]) if isinstance(node, Name)]
            found = {
                part for node in names for part in (node.key, node.base, keyed(node.base), f"{node.base}_0")
            } - seen
            asked += sorted(found)
            seen |= found
            if len(made) > MOST_WRITTEN:
                raise CannotRunError(
                    f"{result} needs more than {MOST_WRITTEN} formulas: is there a first one?"
                )
        return made, shapes

    def sizes(self, names: Iterable[str]) -> dict[str, Shape]:
        """The sizes of names that are declared by their families."""
        found = ((key, family) for key in names for family in self.declared if family.at(key) is not None)
        return {key: family.shape for key, family in found if family.shape is not None}

    def _of_family(self, key: str, shapes: dict[str, Shape]) -> Expr | None:
        """The formula of a name, by its family; a name that is declared by its family gets its size."""
        for family in self.formulas:
            numbers = family.at(key)
            if numbers is not None and family.formula is not None:
                return self._plain(family.formula, numbers, set())
        for family in self.declared:
            if key not in shapes and family.shape is not None and family.at(key) is not None:
                shapes[key] = family.shape
        return None

    def _plain(self, expr: Expr, numbers: Letters, known: set[str]) -> Expr:
        """A formula with numbers for its letters, and with what … leaves out."""

        def change(node: Expr) -> Expr:
            match node:
                case Name() if node.key in numbers:
                    return numeral(numbers[node.key], node.span)
                case Name() if node.key not in known:
                    return self._renamed(node, numbers, change)
                case Fold() if node.variable in numbers:
                    inner = {letter: at for letter, at in numbers.items() if letter != node.variable}
                    return self._plain(node, inner, known)
                case Call(_, "concat", items):
                    return replace(node, args=_filled([change(item) for item in items]))
                case Array(items=items) if any(_is_elided(item) for item in items):
                    return _side_by_side(node, _filled([_alone(change(item)) for item in items]))
            return mapped(node, change)

        return change(expr)

    def _count(self, letter: str | None) -> int | None:
        """The whole number that a name has as its value."""
        value = self.scope.given.get(letter) if letter else None
        return int(value.p) if isinstance(value, fmpq) and value.q == 1 else None

    def _renamed(self, node: Name, numbers: Letters, change: Callable[[Expr], Expr]) -> Name:
        def number(token: re.Match[str]) -> str:
            letter, shift = token[1], int(token[2] or 0)
            at = numbers.get(letter) if letter in numbers else self._count(letter)
            return token[0] if at is None else str(at + shift)

        key = _TOKEN.sub(number, node.key)
        if key == node.key:
            return node
        index = tuple(change(part) for part in node.index)
        return Name(node.span, key, _TOKEN.sub(number, node.base) if index else key, index)


def families_of(
    equations: Sequence[tuple[str, Expr]],
    counted: set[str],
    declared: Mapping[str, Shape],
    inputs: Sequence[str],
    scope: Scope,
    of_steps: Iterable[str] = (),
) -> Families:
    """The names of a document that have letters for layers and heads as their indices."""
    timed = {
        letter
        for _, formula in equations
        for node in walk(formula)
        if isinstance(node, Name) and (node.base in inputs or stem(node.base) in inputs)
        for letter in _letters(node.key)
    }
    timed |= {*of_steps}
    shared = {letter for key in declared for letter in _letters(key)}
    letters = {
        letter
        for head, formula in equations
        for letter in _letters(head)
        if (letter in shared or letter in counted) and _uses(formula, letter)
    } - timed
    return Families(
        frozenset(letters),
        {head: formula for head, formula in equations if any(map(_is_elided, walk(formula)))},
        tuple(
            Family(_form(head, letters), formula=formula)
            for head, formula in equations
            if letters & _letters(head)
        ),
        tuple(
            Family(_form(key, letters), shape=shape)
            for key, shape in declared.items()
            if letters & _letters(key)
        ),
        scope,
    )


def stated_formulas(statements: Iterable[Statement]) -> Iterator[tuple[str, Expr]]:
    """Names with what a document says they equal."""
    for statement in statements:
        if [member.sign for member in statement.members[:2]] == [None, "="]:
            head, formula = (member.expr for member in statement.members[:2])
            if isinstance(head, Name):
                yield head.key, formula


def ranges(statements: Iterable[Statement]) -> set[str]:
    """The letters that a document counts with: ℓ = 1, …, n."""
    return {
        head.key
        for statement in statements
        if [member.sign for member in statement.members] in ([None, "="], [None, "∈"])
        for head, listed in [[member.expr for member in statement.members]]
        if isinstance(head, Name) and isinstance(listed, Array) and any(map(_is_elided, listed.items))
    }


def _letters(key: str) -> set[str]:
    """The letters among the indices of a name."""
    return {found[1] for found in _TOKEN.finditer(key) if found[1]}


def _uses(formula: Expr, letter: str) -> bool:
    return any(isinstance(node, Name) and letter in _letters(node.key) for node in walk(formula))


def _form(key: str, letters: set[str]) -> re.Pattern[str]:
    """What the names of a family look like, each letter a number; a letter that comes again is the same."""
    parts, at, named = [], 0, set[str]()
    for found in _TOKEN.finditer(key):
        letter = found[1]
        if letter not in letters or found[2]:
            continue
        parts.append(re.escape(key[at : found.start()]))
        parts.append(f"(?P={letter})" if letter in named else rf"(?P<{letter}>\d+)")
        named.add(letter)
        at = found.end()
    return re.compile("".join(parts) + re.escape(key[at:]))


# -- what … leaves out ------------------------------------------------------------------------------


def _is_elided(item: Expr) -> bool:
    item = _alone(item)
    return isinstance(item, Hole) and item.reason == ELIDED


def _alone(item: Expr) -> Expr:
    """The one entry of a row."""
    return item.items[0] if isinstance(item, Array) and len(item.items) == 1 else item


def _filled(items: Sequence[Expr]) -> tuple[Expr, ...]:
    """`head_1, …, head_4` with all that stand between."""
    found: list[Expr] = []
    for at, item in enumerate(items):
        if not _is_elided(item):
            found.append(item)
        elif found and at + 1 < len(items):
            found += _between(found[-1], items[at + 1])
    return tuple(found)


def _between(first: Expr, last: Expr) -> list[Expr]:
    if not isinstance(first, Name) or not isinstance(last, Name):
        raise CannotRunError("a list with … in it whose ends are no names")
    numbers = [[*_TOKEN.finditer(name.key)] for name in (first, last)]
    pairs = [(a, b) for a, b in zip(*numbers, strict=False) if a[0] != b[0]]
    if len(pairs) != 1 or not all(found[0].isdigit() for found in pairs[0]):
        raise CannotRunError(f"it is not plain what stands between {first.key} and {last.key}")
    start, end = pairs[0]
    keys = (
        f"{first.key[: start.start()]}{at}{first.key[start.end() :]}"
        for at in range(int(start[0]) + 1, int(end[0]))
    )
    return [Name(first.span, key, key) for key in keys]


def _side_by_side(node: Array, items: tuple[Expr, ...]) -> Expr:
    """[head_1; …; head_h] sets matrices side by side."""
    return Call(node.span, "concat", items)
