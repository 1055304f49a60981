"""Names that stand for many: W_{Q,i}^{(ℓ)} for every head i of every layer ℓ.

A formula with such a letter in its head is written out for the numbers that a result asks for, from the last
layer down to the first. Time is left alone: what runs over an input is a recurrence, which is scanned.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import reduce
from typing import TypeAlias

from flint import fmpq

from workings.document import Statement
from workings.expr import Array, Call, Expr, Fold, Name, Number, mapped, walk
from workings.expr import number as numeral
from workings.learning.declaring import CannotRunError, Shape
from workings.learning.elisions import TOKEN, alone, filled, is_elided, side_by_side
from workings.learning.timed import keyed
from workings.record import record
from workings.regex import regex
from workings.resolving.scope import Scope
from workings.resolving.steps import stem

MOST_WRITTEN = 4000  # formulas of one program

_PLAIN = regex(r"_\{(\d+)\}")  # h_{ℓ-1} with a number for ℓ is h_2
_ACCENT = regex(r"[a-z]{2,}\([^\W\d_](?=[_)])")

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
    names: frozenset[str]  # that are declared as they are
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
                case Fold(kind="sum", variable=str(letter)) if letter not in numbers and self._is_counted(
                    node
                ):
                    return self._added_up(node, numbers, known)
                case Fold() if node.variable in numbers:
                    inner = {letter: at for letter, at in numbers.items() if letter != node.variable}
                    return self._plain(node, inner, known)
                case Call(_, "concat", items):
                    return replace(node, args=filled([change(item) for item in items]))
                case Array(items=items) if any(is_elided(item) for item in items):
                    return side_by_side(node, filled([alone(change(item)) for item in items]))
            return mapped(node, change)

        return change(expr)

    def _is_counted(self, node: Fold) -> bool:
        """Whether a sum is over heads or layers, or over numbers that are names of their own: w_0, …, w_3."""
        letter = node.variable or ""
        ends = [self._end(end) for end in (node.lower, node.upper)]
        if None in ends:
            return False
        for part in walk(node.body):
            if not isinstance(part, Name) or letter not in letters_of(part.key):
                continue
            key = self._renamed(part, {letter: ends[0] or 0}, lambda index: index).key
            if any(family.at(key) is not None for family in (*self.formulas, *self.declared)):
                return True
            if key in self.names and part.base not in self.names:
                return True
        return False

    def _end(self, end: Expr | None) -> int | None:
        if isinstance(end, Number) and end.value.q == 1:
            return int(end.value.p)
        return self._count(end.key) if isinstance(end, Name) else None

    def _added_up(self, node: Fold, numbers: Letters, known: set[str]) -> Expr:
        """A sum over heads, written out."""
        first, last = self._end(node.lower), self._end(node.upper)
        if first is None or last is None or not 0 <= last - first < MOST_WRITTEN:
            raise CannotRunError(f"a sum over {node.variable} whose ends are not plain")
        letter = node.variable or ""
        own = {key for key in known if letter not in letters_of(key)}
        parts = [self._plain(node.body, {**numbers, letter: at}, own) for at in range(first, last + 1)]
        return reduce(lambda left, right: Call(node.span, "add", (left, right)), parts)

    def _count(self, letter: str | None) -> int | None:
        """The whole number that a name has as its value."""
        value = self.scope.given.get(letter) if letter else None
        return int(value.p) if isinstance(value, fmpq) and value.q == 1 else None

    def _renamed(self, node: Name, numbers: Letters, change: Callable[[Expr], Expr]) -> Name:
        def number(token: re.Match[str]) -> str:
            letter, shift = token[1], int(token[2] or 0)
            at = numbers.get(letter) if letter in numbers else self._count(letter)
            return token[0] if at is None else str(at + shift)

        key = _PLAIN.sub(r"_\1", TOKEN.sub(number, node.key))
        if key == node.key:
            return node
        index = tuple(change(part) for part in node.index)
        return Name(node.span, key, TOKEN.sub(number, node.base) if index else key, index)


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
        for letter in letters_of(node.key)
    }
    timed |= {*of_steps}
    shared = {letter for key in declared for letter in letters_of(key)}
    letters = {
        letter
        for head, formula in equations
        for letter in letters_of(head)
        if (letter in shared or letter in counted) and _uses(formula, letter)
    } - timed
    return Families(
        frozenset(letters),
        {head: formula for head, formula in equations if any(map(is_elided, walk(formula)))},
        tuple(
            Family(_form(head, letters), formula=formula)
            for head, formula in equations
            if letters & letters_of(head)
        ),
        tuple(
            Family(_form(key, letters), shape=shape)
            for key, shape in declared.items()
            if letters & letters_of(key)
        ),
        frozenset(declared),
        scope,
    )


def stated_formulas(statements: Iterable[Statement]) -> Iterator[tuple[Name, Expr]]:
    """Names with what a document says they equal."""
    for statement in statements:
        if statement.is_equation:
            head, formula = (member.expr for member in statement.members[:2])
            if isinstance(head, Name):
                yield head, formula


def ranges(statements: Iterable[Statement]) -> set[str]:
    """The letters that a document counts with: ℓ = 1, …, n."""
    return {
        head.key
        for statement in statements
        if [member.sign for member in statement.members] in ([None, "="], [None, "∈"])
        for head, listed in [[member.expr for member in statement.members]]
        if isinstance(head, Name) and isinstance(listed, Array) and _counts(listed.items)
    }


def _counts(items: Sequence[Expr]) -> bool:
    """1, …, n or 1, 2, 3."""
    numbers = [int(item.value.p) for item in items if isinstance(item, Number) and item.value.q == 1]
    in_turn = (
        len(items) > 1 and numbers == [*range(numbers[0], numbers[0] + len(items))] if numbers else False
    )
    return any(map(is_elided, items)) or in_turn


def letters_of(key: str) -> set[str]:
    """The letters among the indices of a name; the h of tilde(h) is none."""
    return {found[1] for found in TOKEN.finditer(_ACCENT.sub("_ _", key)) if found[1]}


def _uses(formula: Expr, letter: str) -> bool:
    return any(isinstance(node, Name) and letter in letters_of(node.key) for node in walk(formula))


def _form(key: str, letters: set[str]) -> re.Pattern[str]:
    """What the names of a family look like, each letter a number; a letter that comes again is the same."""
    parts, at, named = [], 0, set[str]()
    for found in TOKEN.finditer(key):
        letter = found[1]
        if letter not in letters or found[2]:
            continue
        parts.append(re.escape(key[at : found.start()]))
        parts.append(f"(?P={letter})" if letter in named else rf"(?P<{letter}>\d+)")
        named.add(letter)
        at = found.end()
    return re.compile("".join(parts) + re.escape(key[at:]))
