"""Both sides of a link with free names, run at exact points."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Set
from itertools import product
from typing import TypeAlias
from zlib import crc32

from flint import fmpq

from workings.checking.comparing.agreeing import values_agree
from workings.checking.identities.sampling import sample
from workings.checking.identities.sorting import UNITS, Sorted, Uses, uses_of
from workings.evaluating import Function, How, evaluate
from workings.expr import NOWHERE, Apply, Expr, Name, call, name, walk
from workings.kinds import Kind
from workings.resolving.neutral import identity
from workings.resolving.scope import Binding, Scope, as_value
from workings.resolving.traits import names_in
from workings.value import Tensor, Value, precision

POINTS = 6
BITS = 192
_DEEPEST_FORMULA = 8
_CONSTANTS = ("π", "e", "∞", "inf", "fro")
_SIGNED_LETTERS = frozenset("xyzuvw")  # which are negative at the points beyond the first
_Names: TypeAlias = Mapping[str, Value | Function]
_USUAL = {"Λ": Kind(None, 2, NOWHERE, trait="spectral")}  # eigenvalues on its diagonal


class Link:
    """Both sides of a link with what they need to be run; unless `opened`, names stand for themselves.

    Those of `freed` do so too, whatever values or formulas they have on the page.
    """

    def __init__(
        self,
        left: Expr,
        right: Expr,
        scope: Scope,
        how: How,
        kinds: Mapping[str, Kind],
        opened: bool = True,
        freed: Set[str] = frozenset(),
    ) -> None:
        self.left, self.right, self.how = left, right, how
        self.names = {k: v for k, v in scope.said.items() if k not in freed} if freed else scope.said
        bindings = {key: one for key, one in scope.bindings.items() if key not in freed} if opened else {}
        self.formulas = _formulas(left, right, self.names, bindings)
        defined = {key for key, value in scope.said.items() if isinstance(value, Function)}
        self.uses: Uses = uses_of((left, right, *(formula for _, formula in self.formulas)), defined)
        self._add_means()
        self.kinds = _relevant(kinds, self.uses, self.names)
        self.free = sorted(self._whole(_free(left, right, self.names, bindings)) | self._norms())
        self.seed = crc32("|".join(sorted(names_in(left) | names_in(right))).encode("utf-8", "replace"))

    def _add_means(self) -> None:
        """x̄ beside x_i is the mean of x."""
        for base in self.uses.entries:
            if f"bar({base})" in self.uses.names and f"bar({base})" not in self.names:
                self.formulas.append((f"bar({base})", call("mean", name(base))))

    def _whole(self, free: set[str]) -> set[str]:
        """The free names with vectors and matrices in the place of their entries, and without indices."""
        entries, names = self.uses.entries, self.uses.names
        kept = {
            key for key in free if key not in names or not names[key].index or names[key].base not in entries
        }
        return (kept - self.uses.letters) | {base for base in entries if base not in self.names}

    def _norms(self) -> set[str]:
        """The names in the norms of families."""
        norms = [kind.norm for kind in self.kinds.values() if kind.norm is not None]
        return {key for norm in norms for key in names_in(norm) if key not in self.names}

    def sample(self, point: int, sorted_: Sorted, small: bool = False) -> dict[str, Value | Function]:
        """The values of the free names at a point."""
        values = sample(self.free, sorted_, self.kinds, self.seed, point, small, self.names)
        if point >= POINTS and not small:
            for key in self.free:
                value = values[key]
                if key[:1] in _SIGNED_LETTERS and isinstance(value, fmpq):
                    values[key] = -value
        return values

    def samples(self, point: int, sorted_: Sorted) -> Iterator[dict[str, Value | Function]]:
        """The values of the free names at a point, and as chances, as the p of log(1 - p) has to be."""
        values = self.sample(point, sorted_)
        yield values
        if point < POINTS and not sorted_.shapes:
            numbers = {key: value for key, value in values.items() if isinstance(value, fmpq)}
            free = numbers.keys() - sorted_.steps
            yield values | {key: abs(numbers[key]) / (abs(numbers[key]) + 1) for key in free}

    def agree(self, values: Mapping[str, Value | Function], sorted_: Sorted) -> bool | None:
        """Whether both sides agree where the free names have these values."""
        here = self.prepared(values, sorted_)
        with precision(BITS):
            verdicts = [self._agree({**here, **letters}) for letters in index_choices(sorted_)]
        return False if False in verdicts else True if True in verdicts else None

    def _agree(self, here: Mapping[str, Value | Function]) -> bool | None:
        """Whether the sides agree; None where one has no value or their kinds differ."""
        first, second = self.values(here)
        if first is None or second is None or isinstance(first, Tensor) != isinstance(second, Tensor):
            return None
        return values_agree(first, second)

    def prepared(
        self, values: Mapping[str, Value | Function], sorted_: Sorted
    ) -> dict[str, Value | Function]:
        """Every name with its value, also those that are known by a formula."""
        here: dict[str, Value | Function] = {**self.names, **values}
        self._set_units(here, sorted_)
        with precision(BITS):
            for key, formula in self.formulas:
                result = as_value(evaluate(formula, here, self.how))
                if result is not None:
                    here[key] = result
        return here

    def values(self, here: Mapping[str, Value | Function]) -> tuple[Value | None, Value | None]:
        """What both sides come to."""
        return as_value(evaluate(self.left, here, self.how)), as_value(evaluate(self.right, here, self.how))

    def _set_units(self, here: dict[str, Value | Function], sorted_: Sorted) -> None:
        """I is an identity, δ_ij its entries and e_i its rows."""
        for key in self.uses.names:
            base = self.uses.names[key].base
            if base in UNITS and self.uses.names[key].index and base not in self.names:
                here[base] = identity(max(sorted_.shapes.get(base, (2, *_lengths(sorted_)))))
            elif base == "I" and key not in self.names and (shape := sorted_.shapes.get(key)):
                here[key] = identity(max(shape))


def index_choices(sorted_: Sorted) -> Iterator[dict[str, Value | Function]]:
    """Every choice of the free index letters."""
    letters = list(sorted_.letters)
    for choice in product(*(range(1, sorted_.letters[letter] + 1) for letter in letters)):
        yield {letter: fmpq(at) for letter, at in zip(letters, choice, strict=True)}


def _lengths(sorted_: Sorted) -> list[int]:
    return [max(shape) for shape in sorted_.shapes.values()]


def _relevant(kinds: Mapping[str, Kind], uses: Uses, names: _Names) -> dict[str, Kind]:
    """What was said of the names that occur and have no value."""
    return {
        key: kind
        for key, kind in {**_USUAL, **kinds}.items()
        if key not in names and (key in uses.names or key in uses.entries)
    }


def _free(left: Expr, right: Expr, names: _Names, bindings: Mapping[str, Binding]) -> set[str]:
    """Names without a value, through the formulas that define them."""
    found: set[str] = set()
    todo = [left, right]
    seen: set[str] = set()
    while todo:
        for node in walk(todo.pop()):
            if isinstance(node, Apply) and node.key not in names and names.get(node.function.key) is None:
                found.add(node.function.key)
            if (
                not isinstance(node, Name)
                or node.key in names
                or node.key in seen
                or node.key in _CONSTANTS
                or (node.base in UNITS and node.index)
            ):
                continue
            seen.add(node.key)
            binding = bindings.get(node.key)
            if (
                binding is not None
                and binding.formula is not None
                and len(seen) < 200
                and node.key not in names_in(binding.formula)
            ):
                todo.append(binding.formula)
            else:
                found.add(node.key)
    return found


def _formulas(
    left: Expr, right: Expr, names: _Names, bindings: Mapping[str, Binding]
) -> list[tuple[str, Expr]]:
    """The definitions behind names, innermost first."""
    ordered: list[tuple[str, Expr]] = []
    done: set[str] = set()

    def visit(expr: Expr, depth: int) -> None:
        for node in walk(expr):
            if isinstance(node, Name) and node.key not in done and node.key not in names:
                binding = bindings.get(node.key)
                if binding is not None and binding.formula is not None and depth < _DEEPEST_FORMULA:
                    done.add(node.key)
                    visit(binding.formula, depth + 1)
                    ordered.append((node.key, binding.formula))

    visit(left, 0)
    visit(right, 0)
    return ordered
