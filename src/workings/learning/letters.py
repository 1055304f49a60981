"""Letters that count entries: how far each goes, by the sums it stands in and by what has it as an index."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, TypeAlias

from flint import fmpq

from workings.expr import Call, Expr, Fold, Name, Number, walk
from workings.learning.declaring import CannotRunError, Size
from workings.learning.terms import STEPS
from workings.record import record

if TYPE_CHECKING:
    from workings.learning.writing import Writer

FOR_ALL = "entries"  # the kind of a fold that collects the entries of every index


@record(frozen=True, slots=True)
class Range:
    """What a letter runs over: its first number, and how many there are."""

    first: int
    size: Size


@record(frozen=True, slots=True)
class Place:
    """An index such as 2i + u − 1: how often each letter counts, and what is added."""

    counts: tuple[tuple[str, int], ...]
    shift: int = 0

    @property
    def letter(self) -> str | None:
        """The letter of an index that is one, whatever is added to it."""
        return self.counts[0][0] if len(self.counts) == 1 and self.counts[0][1] == 1 else None

    def first(self, ranges: Ranges) -> int:
        """Where it is when every letter is at its first."""
        return self.shift + sum(count * ranges[letter].first for letter, count in self.counts)

    def least(self, ranges: Ranges) -> int:
        """The smallest number it comes to."""
        sizes = [(count, ranges[letter].size) for letter, count in self.counts if count < 0]
        return self.first(ranges) + sum(count * (size - 1) for count, size in sizes if isinstance(size, int))


Ranges: TypeAlias = Mapping[str, Range]
_Use: TypeAlias = tuple[str, Place, Size]  # a name as it is written, one of its indices, the extent there


def place_of(expr: Expr, letters: frozenset[str]) -> Place | None:
    """An index by its letters; None where anything else is in it."""
    match expr:
        case Number() if expr.value.q == 1:
            return Place((), int(expr.value.p))
        case Name(key=key) if key in letters:
            return Place(((key, 1),))
        case Call(op="neg", args=(inner,)):
            return _scaled(place_of(inner, letters), -1)
        case Call(op="mul" | "times" | "dot", args=(Number() as times, inner)) if times.value.q == 1:
            return _scaled(place_of(inner, letters), int(times.value.p))
        case Call(op="add" | "sub" as op, args=(left, right)):
            a, b = place_of(left, letters), _scaled(place_of(right, letters), 1 if op == "add" else -1)
            if a is None or b is None:
                return None
            counts = dict(a.counts)
            for letter, count in b.counts:
                counts[letter] = counts.get(letter, 0) + count
            return Place(tuple((k, n) for k, n in counts.items() if n), a.shift + b.shift)
    return None


def _scaled(place: Place | None, times: int) -> Place | None:
    if place is None:
        return None
    return Place(tuple((letter, times * count) for letter, count in place.counts), times * place.shift)


def letters_in(expr: Expr, letters: frozenset[str]) -> set[str]:
    """The letters that an expression uses, as numbers or in its indices."""
    found: set[str] = set()
    for node in walk(expr):
        if isinstance(node, Name):
            found |= {node.key} & letters
            found.update(*(letters_in(part, letters) for part in node.index))
    return found


def ranges_of(writer: Writer, body: Expr, outer: Sequence[Fold], known: Ranges) -> dict[str, Range]:
    """How far every letter of a formula goes; `outer` are those it is a formula for every one of."""
    folds = [*outer, *(node for node in walk(body) if isinstance(node, Fold))]
    names = frozenset({*known, *(fold.variable for fold in folds if fold.variable is not None)})
    uses = list(_uses(writer, body, names))
    ranges: dict[str, Range] = dict(known)
    waiting: list[str] = []
    for fold in folds:
        letter = fold.variable
        if letter is None:
            raise CannotRunError("a sum whose index is not plain")
        bound = bounds_of(writer, fold)
        if bound is not None and ranges.setdefault(letter, bound) != bound:
            raise CannotRunError(
                f"{letter} stands for two ranges in one formula: take another letter for one"
            )
        if bound is None and letter not in waiting:
            waiting.append(letter)
    start = 0 if any(ranges[letter].first == 0 for letter in ranges) else 1
    stated, heads = frozenset(ranges), {fold.variable for fold in outer}
    for letter in [letter for letter in waiting if letter not in ranges]:
        found = _alone(letter, uses, start)
        if found is not None:
            ranges[letter] = _from(start, found, letter) if letter in heads else found
    for letter in [letter for letter in waiting if letter not in ranges]:
        ranges[letter] = _sliding(letter, uses, ranges, start, stated)
    return ranges


def _from(start: int, found: Range, letter: str) -> Range:
    """The numbers of a range from the first that indices have: the i of d_i = x_{i+2} begins at 1."""
    before = start - found.first
    if before <= 0:
        return found
    if isinstance(found.size, str):
        raise CannotRunError(f"{letter} goes beyond the last entry: say how far it runs")
    if before >= found.size:
        raise CannotRunError(f"it is not plain how far {letter} runs: say it")
    return Range(start, found.size - before)


def _uses(writer: Writer, body: Expr, names: frozenset[str]) -> list[_Use]:
    """Every index of every name in a formula that has letters in it."""
    found: list[_Use] = []
    for node in walk(body):
        if not isinstance(node, Name) or not any(letters_in(part, names) for part in node.index):
            continue
        whole = writer.whole_of(node)
        if whole is None:
            raise CannotRunError(
                f"{node.key} is an entry of {node.base}, which is neither given nor declared"
            )
        if len(node.index) > whole.rank:
            raise CannotRunError(f"{node.key} has more indices than {node.base} has axes")
        for expr, size in zip(node.index, whole.shape, strict=False):
            place = place_of(expr, names)
            if place is not None and place.counts:
                found.append((node.key, place, size))
            for inner in walk(expr):
                if isinstance(inner, Name) and inner.index:
                    found += _uses(writer, inner, names)
    return found


def bounds_of(writer: Writer, fold: Fold) -> Range | None:
    """The range that a sum states: from 1 to 3, or to a length that is left open."""
    if fold.lower is None and fold.upper is None:
        return None
    if fold.lower is None or fold.upper is None:
        raise CannotRunError(f"a sum over {fold.variable} with one end")
    first, last = (_whole(writer, end) for end in (fold.lower, fold.upper))
    if first is None:
        raise CannotRunError(f"a sum over {fold.variable} whose first number is not plain")
    if last is not None:
        if last < first:
            raise CannotRunError(f"a sum over {fold.variable} that is empty")
        return Range(first, last - first + 1)
    if isinstance(fold.upper, Name) and first == 1 and writer.is_length(fold.upper.key):
        return Range(1, fold.upper.key)
    raise CannotRunError(f"a sum over {fold.variable} whose end has no value")


def is_all(bound: Range | None, size: Size) -> bool:
    """Whether a sum goes over all of an axis; one without ends does."""
    return bound is None or bound.size == size or size == STEPS


def _whole(writer: Writer, expr: Expr) -> int | None:
    value = writer.value_of(expr)
    return int(value.p) if isinstance(value, fmpq) and value.q == 1 else None


def _alone(letter: str, uses: Sequence[_Use], start: int) -> Range | None:
    """The range of a letter that is an index by itself: every number for which all entries are there."""
    own = [(key, place.shift, size) for key, place, size in uses if place.letter == letter]
    if not own:
        return None
    if any(isinstance(size, str) for _, _, size in own):
        if len({shift for _, shift, _ in own}) > 1:
            raise CannotRunError(f"{letter} goes beyond the last entry: say how far it runs")
        return Range(start - own[0][1], next(size for _, _, size in own if isinstance(size, str)))
    ends = [(start - shift, start - shift + size) for _, shift, size in own if isinstance(size, int)]
    first, last = max(end for end, _ in ends), min(end for _, end in ends)
    shifts: dict[str, set[int]] = {}
    for key, shift, _ in own:
        shifts.setdefault(key.partition("_")[0], set()).add(shift)
    for (key, shift, _), end in zip(own, ends, strict=True):
        if shifts[key.partition("_")[0]] == {0} and shift == 0 and end != (first, last):
            sizes = ", ".join(f"{key} has {size}" for key, _, size in own)
            raise CannotRunError(f"{letter} counts entries of different numbers: {sizes}")
    return Range(first, last - first)


def _sliding(letter: str, uses: Sequence[_Use], ranges: Ranges, start: int, stated: Collection[str]) -> Range:
    """The range of the i in X_{i+u}, where u runs over a kernel: every place at which the kernel fits.

    Where it is stated how u runs, i begins where indices do; where it is not, the kernel begins at the edge.
    """
    for _, place, size in uses:
        counts = dict(place.counts)
        own = counts.pop(letter, 0)
        if own < 1 or not isinstance(size, int) or not counts or any(other not in ranges for other in counts):
            continue
        covered, least = 1, place.shift
        for other, count in counts.items():
            extent = ranges[other].size
            if not isinstance(extent, int) or count < 0:
                raise CannotRunError(f"it is not plain how far {letter} runs: say it")
            covered += count * (extent - 1)
            least += count * ranges[other].first
        edge, last = -((least - start) // own), (start + size - covered - least) // own
        is_stated = {*counts} <= {*stated}
        is_plain = (start - least) % own == 0 or (is_stated and edge <= start)
        if not is_plain or covered > size:
            raise CannotRunError(f"it is not plain how far {letter} runs: say it")
        found = Range(edge, last - edge + 1)
        return _from(start, found, letter) if is_stated else found
    raise CannotRunError(f"it is not said how far {letter} runs")


def counted_from_nought(formulas: Iterable[Expr], own: Collection[str]) -> frozenset[tuple[str, int]]:
    """The axes whose first entry is number 0, by name: w_0, or w_k in a sum from k = 0.

    A w_0 among `own` is a name by itself, and no entry of w.
    """
    found: set[tuple[str, int]] = set()
    for formula in formulas:
        for node in walk(formula):
            if isinstance(node, Name) and node.key not in own:
                found |= {(node.base, at) for at, i in enumerate(node.index) if _is_nought(i)}
            elif isinstance(node, Fold) and _is_nought(node.lower):
                found |= {
                    (inner.base, at)
                    for inner in walk(node.body)
                    if isinstance(inner, Name)
                    for at, i in enumerate(inner.index)
                    if isinstance(i, Name) and i.key == node.variable
                }
    return frozenset(found)


def _is_nought(expr: Expr | None) -> bool:
    return isinstance(expr, Number) and expr.value == 0
