"""Formulas by index as those of whole vectors and matrices: α_j = … for every j says what α is."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from workings.evaluating import Function
from workings.evaluating.naming import index_keys
from workings.expr import NOWHERE, Array, Call, Expr, Fold, Name, Number, mapped, walk
from workings.record import record
from workings.regex import regex
from workings.resolving.steps import placed
from workings.value import Tensor, Value

_SLOPE = regex(r"(∂\w+/∂[^\W_]+)_([a-z])")  # a derivative by an entry: ∂L/∂z_i
MOST_ENTRIES = 400  # of a whole that nobody else works out

Names = Mapping[str, Value | Function]


@record(frozen=True, slots=True)
class Entrywise:
    """`A_{ij} = …`: the letters of the index, what each entry is, and the section that says so."""

    letters: tuple[str, ...]
    formula: Expr
    section: int
    rivals: bool = False  # another formula was stated for the same entries, or for some of them

    def whole(self, names: Names) -> Array | None:
        """All entries in their places; None where the page does not say how many there are."""
        sizes = [_size(self.formula, letter, names) for letter in self.letters]
        if None in sizes or not sizes:
            return None
        rows, columns = (sizes[0] or 0), (sizes[1] or 0) if len(sizes) == 2 else 1
        if not 1 < rows * columns <= MOST_ENTRIES:
            return None
        if len(sizes) == 1:
            return Array(NOWHERE, tuple(self._at(i) for i in range(1, rows + 1)), "tuple")
        lines = (tuple(self._at(i, j) for j in range(1, columns + 1)) for i in range(1, rows + 1))
        return Array(NOWHERE, tuple(Array(NOWHERE, line, "list") for line in lines), "matrix")

    def entry(self, name: Name) -> Expr | None:
        """What a single entry is, such as O_{21} or O_{2,1}; None where its index is of other things."""
        index = name.index
        if len(index) == 1 and len(self.letters) == 2 and isinstance(index[0], Number):
            places = [int(digit) for digit in index[0].text] if index[0].text.isdecimal() else []
        else:
            places = [int(part.value.p) for part in index if isinstance(part, Number) and part.value.q == 1]
        return self._at(*places) if len(places) == len(self.letters) and min(places) > 0 else None

    def _at(self, *places: int) -> Expr:
        return _placed(self.formula, dict(zip(self.letters, places, strict=True)))


def entrywise(head: Expr, formula: Expr | None, section: int) -> tuple[str, Entrywise] | None:
    """The name of the whole that a formula is about, where its index is of letters that both sides use."""
    if not isinstance(head, Name) or formula is None:
        return None
    if (slope := _SLOPE.fullmatch(head.key)) is not None:
        head = Name(head.span, head.key, slope[1], (Name(NOWHERE, slope[2], slope[2]),))
    letters = _letters(head)
    if not letters:
        return None
    if len(set(letters)) < len(letters):
        return head.base, Entrywise(letters, formula, section, rivals=True)  # of a diagonal
    own = {head.key, head.base}
    parts = [part for part in walk(formula) if isinstance(part, Name)]
    if any(part.key in own or part.base in own for part in parts):
        return None  # a recurrence
    if not all(any(letter in _letters(part) for part in parts) for letter in letters):
        return None
    if any(part.key in letters for part in parts):
        return None  # an entry that depends on its number
    return head.base, Entrywise(letters, formula, section)


def _letters(name: Name) -> tuple[str, ...]:
    """The letters of an index: i, and both of ij or i,j; none where it has anything else in it."""
    found: list[str] = []
    for index in name.index:
        match index:
            case Name(key=key, index=()) if len(key.rstrip("'")) == 1:
                found.append(key)
            case Name(key=key, index=()) if len(key) == 2 and key.isalpha() and len(name.index) == 1:
                found += key
            case Call(op="mul" | "times", args=(Name(key=first, index=()), Name(key=second, index=()))):
                found += (first, second)
            case _:
                return ()
    return tuple(found) if len(found) <= 2 and all(letter[0].isalpha() for letter in found) else ()


def _size(formula: Expr, letter: str, names: Names) -> int | None:
    """How far a letter goes, by everything that has it for an index."""
    sizes: set[int | None] = set()
    for part in walk(formula):
        letters = _letters(part) if isinstance(part, Name) else ()
        if isinstance(part, Name) and letter in letters:
            sizes.add(_extent(names, part.base, letters.index(letter), len(letters)))
    return sizes.pop() if len(sizes) == 1 else None


def _extent(names: Names, base: str, axis: int, rank: int) -> int | None:
    value = names.get(base)
    if isinstance(value, Tensor):
        shape = (len(value.items),) if rank == 1 and 1 in value.shape else value.shape
        return shape[axis] if len(shape) == rank else None
    if rank > 1 or value is not None:
        return None
    count = 0
    while count < MOST_ENTRIES and any(key in names for key in index_keys(base, (count + 1,))):
        count += 1
    return count or None


def _placed(expr: Expr, places: Mapping[str, int]) -> Expr:
    """A formula with numbers for the letters of its indices; those of a sum stay its own."""
    if isinstance(expr, Fold) and expr.variable is not None:
        own = expr.variable.split(",")
        places = {letter: at for letter, at in places.items() if letter not in own}
    if isinstance(expr, Name) and expr.index:
        return _entry(expr, places)
    return mapped(expr, lambda part: _placed(part, places))


def _entry(name: Name, places: Mapping[str, int]) -> Name:
    """`S_{ij}` as `S_{2,j}`: what is left as a letter runs with a sum."""
    letters = _letters(name)
    if letters and len(letters) != len(name.index):  # ij, which was read as one
        name = replace(name, index=tuple(Name(NOWHERE, letter, letter) for letter in letters))
    return placed(name, places)
