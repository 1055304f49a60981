"""Links with free names, settled by running both sides at exact points of the shapes that fit them.

A difference is a proof, and is shown as small as one is found; agreement says at how many points. The
points are seeded from the names of the link, so the same text always gives the same verdict.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from itertools import product
from zlib import crc32

from flint import fmpq

from workings.checking.chain import Chain
from workings.checking.comparing.agreeing import values_agree
from workings.checking.comparing.comparison import Comparison
from workings.checking.identities.certainty import (
    explains,
    is_certain_of_numbers,
    is_certain_of_shapes,
    loses_index,
)
from workings.checking.identities.sampling import PLAIN, sample
from workings.checking.identities.shaping import MisfitError
from workings.checking.identities.sorting import (
    UNITS,
    Sorted,
    Uses,
    functions_among,
    square,
    uses_of,
    ways,
)
from workings.evaluating import Function, How, evaluate
from workings.evaluating.rendering import show
from workings.expr import NOWHERE, Apply, Expr, Name, call, name, walk
from workings.finding import Verdict
from workings.kinds import Kind
from workings.regex import regex
from workings.resolving.scope import Scope, as_value, identity
from workings.resolving.traits import has_decimals, names_in, traits
from workings.value import Tensor, Value, precision

POINTS = 6
SIGNED = 3  # further points at which letters such as x may be negative
BITS = 192
MOST_NAMES = 24
MOST_TRIED = 24  # small points among which a counterexample is looked for
MOST_WIDE = 60  # characters of the two sides of one
MOST_SHOWN = 12  # entries of a counterexample
FAILS = "identity/fails"
UNBOUND = "sum/unbound-index"
_DEEPEST_FORMULA = 8
_CONSTANTS = ("π", "e", "∞", "inf", "fro")
_SIGNED_LETTERS = frozenset("xyzuvw")


_SMALL = frozenset({"ε", "ϵ", "δ", "h"})  # whose squares may be left out
_DUAL = regex(
    r"(?:[εϵ]|\\(?:var)?epsilon)\s*(?:²|\^\{?2\}?)\s*=\s*0|\bdual numbers?\b|\bnilpotent"
    r"|\bhigher[- ]order terms|\bto first order|\bneglect",
    re.I,
)

_USUAL = {"Λ": Kind(None, 2, NOWHERE, trait="spectral")}  # eigenvalues on its diagonal


class Link:
    """Both sides of a link with what they need to be run."""

    def __init__(self, left: Expr, right: Expr, scope: Scope, how: How, kinds: Mapping[str, Kind]) -> None:
        self.left, self.right, self.how, self.names = left, right, how, scope.said
        self.formulas = _formulas(left, right, scope)
        defined = {key for key, value in scope.said.items() if isinstance(value, Function)}
        self.uses: Uses = uses_of((left, right, *(formula for _, formula in self.formulas)), defined)
        self._add_means()
        self.kinds = _relevant(kinds, self.uses, scope)
        self.free = sorted(self._whole(_free(left, right, scope)) | self._norms(scope))
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

    def _norms(self, scope: Scope) -> set[str]:
        """The names in the norms of families."""
        norms = [kind.norm for kind in self.kinds.values() if kind.norm is not None]
        return {key for norm in norms for key in names_in(norm) if key not in scope.said}

    def sample(self, point: int, sorted_: Sorted, small: bool = False) -> dict[str, Value | Function]:
        """The values of the free names at a point."""
        values = sample(self.free, sorted_, self.kinds, self.seed, point, small, self.names)
        if point >= POINTS and not small:
            for key in self.free:
                value = values[key]
                if key[:1] in _SIGNED_LETTERS and isinstance(value, fmpq):
                    values[key] = -value
        return values

    def agree(self, values: Mapping[str, Value | Function], sorted_: Sorted) -> bool | None:
        """Whether both sides agree where the free names have these values."""
        here = self.prepared(values, sorted_)
        with precision(BITS):
            verdicts = [self._agree({**here, **letters}) for letters in _indices(sorted_)]
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


def settle(left: Expr, right: Expr, chain: Chain, scope: Scope, how: How, text: str) -> Comparison | None:
    """RIGHT if both sides agree wherever both have a value, WRONG only where that is beyond doubt.

    What was said of names in another section may confirm, but never refutes.
    """
    fresh = {key: kind for key, kind in scope.kinds.items() if kind.section == scope.section}
    if len(fresh) < len(scope.kinds):
        found = _settled(left, right, chain, scope, how, text, scope.kinds)
        if found is not None and found.verdict is Verdict.RIGHT:
            return found
    return _settled(left, right, chain, scope, how, text, fresh)


def _settled(
    left: Expr, right: Expr, chain: Chain, scope: Scope, how: How, text: str, kinds: Mapping[str, Kind]
) -> Comparison | None:
    """The verdict under what is said of the names."""
    link = Link(left, right, scope, how, kinds)
    if not link.free or len(link.free) > MOST_NAMES:
        return None
    letter = loses_index(left, right, text)
    if letter is not None:
        reason = f"{letter} is bound by the sum on the left and stands for nothing on the right"
        return Comparison(Verdict.WRONG, reason=reason, rule=UNBOUND)
    shaped = _shaped(link)
    surely = bool(shaped) and shaped[0].sure
    tensors = bool(link.kinds) or bool(link.uses.entries)
    numbers = [] if tensors and shaped else [replace(PLAIN, functions=functions_among(link.uses))]
    tried = [(sorted_, *_tried(link, sorted_)) for sorted_ in (*numbers, *shaped)]
    if shaped and all(where is not None for sorted_, _, where in tried if sorted_ in shaped):
        alike = [sorted_.small for sorted_ in shaped if sorted_.small is not None]  # all of one size
        shaped += alike
        tried += [(sorted_, *_tried(link, sorted_)) for sorted_ in alike]
    agreed = sum(count for _, count, _ in tried)
    refuted = [sorted_ for sorted_, _, where in tried if where is not None]
    held = [count for sorted_, count, where in tried if where is None and sorted_ in shaped]
    if (not refuted and agreed >= POINTS - 1) or (held and max(held) >= POINTS - 1):
        count = max(held) if held else agreed
        return Comparison(Verdict.RIGHT, reason=f"both sides agree at {count} points")
    if not refuted or (not _SMALL.isdisjoint(link.free) and _DUAL.search(text)):
        return None
    if agreed == 0 and is_certain_of_numbers(left, right, chain, scope):
        if has_decimals(right) and _meets_widened(link):
            return Comparison(Verdict.ROUNDING, reason="the sides differ by rounding only")
        return _refuted(link, refuted[0])
    held_plainly = any(where is None and count >= POINTS - 1 for s, count, where in tried if s in numbers)
    if (
        surely
        and not (held_plainly and not any(key[:1].isupper() for key in link.free))
        and all(sorted_ in refuted for sorted_ in shaped)
        and (explains(left, right) or not any(count for sorted_, count, _ in tried if sorted_ in shaped))
        and is_certain_of_shapes(
            left, right, chain, text, link.uses, link.kinds, link.free, dict(link.formulas)
        )
    ):
        return _refuted(link, shaped[0])
    return None


def _shaped(link: Link) -> list[Sorted]:
    """The way in which the shapes of both sides fit; none where they do not, or where all are numbers."""
    try:
        return list(ways(link.left, link.right, link.free, link.formulas, link.names, link.kinds, link.uses))
    except MisfitError:
        return [] if link.kinds else [square(link.free)]  # may hold for matrices of one size at least


def _tried(link: Link, sorted_: Sorted) -> tuple[int, int | None]:
    """How many points agreed before the first that did not, and that one."""
    agreed = 0
    for point in range(POINTS + (SIGNED if sorted_.shapes == {} else 0)):
        verdict = link.agree(link.sample(point, sorted_), sorted_)
        if verdict is False:
            return agreed, point
        agreed += verdict is True
    return agreed, None


def _refuted(link: Link, sorted_: Sorted) -> Comparison:
    """The smallest point found at which the sides differ, in words."""
    best: dict[str, Value | Function] | None = None
    if sorted_.small is not None and link.agree(link.sample(0, sorted_.small), sorted_.small) is False:
        sorted_ = sorted_.small
    if sum(rows * columns for rows, columns in sorted_.shapes.values()) > 2 * MOST_SHOWN:
        return Comparison(Verdict.WRONG, reason="for some matrices the sides differ", rule=FAILS)
    for point in range(MOST_TRIED):
        values = link.sample(point, sorted_, small=True)
        if link.agree(values, sorted_) is False and (best is None or _weight(values) < _weight(best)):
            best = values
    if best is None:
        tried = (link.sample(point, sorted_) for point in range(POINTS))
        best = next(values for values in tried if link.agree(values, sorted_) is False)
    elif not any(kind.family or kind.trait for kind in link.kinds.values()):
        best = _shrunk(link, sorted_, best)
    reason = f"for {_shown(best, link)} {_sides(best, link, sorted_)}"
    return Comparison(Verdict.WRONG, reason=reason, rule=FAILS)


def _sides(values: Mapping[str, Value | Function], link: Link, sorted_: Sorted) -> str:
    """What both sides come to, if that is short."""
    for letters in _indices(sorted_):
        pair = link.values({**link.prepared(values, sorted_), **letters})
        if None not in pair and not values_agree(*pair):
            first, second = (show(_standing(value)) for value in pair if value is not None)
            if first != second and len(first) + len(second) <= MOST_WIDE:
                where = "".join(
                    f"{key} = {show(at)}, " for key, at in letters.items() if isinstance(at, fmpq)
                )
                return (
                    f"{where}the sides are {first} and {second}"
                    if not where
                    else (f"and {where.rstrip(', ')} the sides are {first} and {second}")
                )
    return "the sides differ"


def _shrunk(link: Link, sorted_: Sorted, values: dict[str, Value | Function]) -> dict[str, Value | Function]:
    """The point with as many entries nought as the difference allows."""
    for key, value in list(values.items()):
        for at in range(len(value.items) if isinstance(value, Tensor) else 0):
            whole = values[key]
            if not isinstance(whole, Tensor) or not whole.items[at]:
                continue
            items = (*whole.items[:at], fmpq(0), *whole.items[at + 1 :])
            lesser = {**values, key: Tensor(whole.shape, items)}
            if link.agree(lesser, sorted_) is False:
                values = lesser
    return values


def _weight(values: Mapping[str, Value | Function]) -> int:
    """How much there is to read in a point: entries that are not nought."""
    return sum(
        sum(bool(item) for item in value.items) if isinstance(value, Tensor) else 0
        for value in values.values()
    )


def _shown(values: Mapping[str, Value | Function], link: Link) -> str:
    """The names with their values, as far as they fill no more than a line."""
    parts, entries = [], 0
    for key, value in values.items():
        if isinstance(value, Function) or key not in link.uses.names and key not in link.uses.entries:
            continue
        entries += len(value.items) if isinstance(value, Tensor) else 1
        parts.append(f"{key} = {show(_standing(value))}")
    return ", ".join(parts) if parts and entries <= 2 * MOST_SHOWN else "some matrices"


def _standing(value: Value) -> Value:
    """A vector without its extent of one, and nothing but noughts as one."""
    if isinstance(value, Tensor) and not any(value.items):
        return fmpq(0)
    if isinstance(value, Tensor) and len(value.shape) == 2 and 1 in value.shape:
        return Tensor((len(value.items),), value.items)
    return value


def _indices(sorted_: Sorted) -> Iterator[dict[str, Value | Function]]:
    """Every choice of the free index letters."""
    letters = list(sorted_.letters)
    for choice in product(*(range(1, sorted_.letters[letter] + 1) for letter in letters)):
        yield {letter: fmpq(at) for letter, at in zip(letters, choice, strict=True)}


def _lengths(sorted_: Sorted) -> list[int]:
    return [max(shape) for shape in sorted_.shapes.values()]


def _relevant(kinds: Mapping[str, Kind], uses: Uses, scope: Scope) -> dict[str, Kind]:
    """What was said of the names that occur and have no value."""
    return {
        key: kind
        for key, kind in {**_USUAL, **kinds}.items()
        if key not in scope.said and (key in uses.names or key in uses.entries)
    }


def _free(left: Expr, right: Expr, scope: Scope) -> set[str]:
    """Names without a value, through the formulas that define them."""
    found: set[str] = set()
    todo = [left, right]
    seen: set[str] = set()
    while todo:
        for node in walk(todo.pop()):
            if (
                isinstance(node, Apply)
                and node.key not in scope.said
                and scope.said.get(node.function.key) is None
            ):
                found.add(node.function.key)
            if (
                not isinstance(node, Name)
                or node.key in scope.said
                or node.key in seen
                or node.key in _CONSTANTS
                or (node.base in UNITS and node.index)
            ):
                continue
            seen.add(node.key)
            binding = scope.bindings.get(node.key)
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


def _formulas(left: Expr, right: Expr, scope: Scope) -> list[tuple[str, Expr]]:
    """The definitions behind names, innermost first."""
    ordered: list[tuple[str, Expr]] = []
    done: set[str] = set()

    def visit(expr: Expr, depth: int) -> None:
        for node in walk(expr):
            if isinstance(node, Name) and node.key not in done and node.key not in scope.said:
                binding = scope.bindings.get(node.key)
                if binding is not None and binding.formula is not None and depth < _DEEPEST_FORMULA:
                    done.add(node.key)
                    visit(binding.formula, depth + 1)
                    ordered.append((node.key, binding.formula))

    visit(left, 0)
    visit(right, 0)
    return ordered


def _meets_widened(link: Link) -> bool:
    """Whether both sides meet at every point when each decimal may be off by half a unit."""
    decimals = frozenset(node.value for side in (link.left, link.right) for node in traits(side).decimals)
    outside, link.how = link.how, replace(link.how, widen=True, results=decimals)
    met = all(link.agree(link.sample(point, PLAIN), PLAIN) for point in range(POINTS))
    link.how = outside
    return met
