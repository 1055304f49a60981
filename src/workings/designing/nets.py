"""Small networks of threshold units for what one unit cannot do: a hidden layer, and a unit on top of it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import combinations, islice, pairwise, product

from flint import fmpq

from workings.checking.designs.booleans import RULES, every, named
from workings.checking.designs.separable import Point, Weights, small_weights
from workings.designing.problems import Problem
from workings.record import record

MOST_SEARCHED = 2_000_000  # pairs and triples of hidden units
MOST_INPUTS = 4  # whose threshold functions are all listed
MOST_HIDDEN = 12
MOST_COMPARED = 40  # networks that do, of which the plainest is taken


@record(frozen=True, slots=True)
class Layered:
    """Hidden units and the unit that they feed."""

    hidden: tuple[Weights, ...]
    top: Weights

    def run(self, point: Sequence[int]) -> tuple[tuple[int, ...], int]:
        """What the hidden units come to, and the output."""
        inner = tuple(int(unit.sum(point) > 0) for unit in self.hidden)
        return inner, int(self.top.sum(inner) > 0)


def network(problem: Problem, hidden: int) -> Layered | None:
    """A network with at most so many hidden units, proved on every point; the fewest that are found."""
    found: list[Layered] = []
    for made in islice(_attempts(problem, hidden), MOST_COMPARED):
        if _computes(made, problem) and len(made.hidden) <= (len(found[0].hidden) if found else hidden):
            found.append(made)
    return min(found, key=_unnamed, default=None)


def _unnamed(made: Layered) -> tuple[int, int]:
    """How many units a network has, and how many of them compute something that has no name."""
    return len(made.hidden), sum(name_of(unit) is None for unit in (*made.hidden, made.top))


def name_of(unit: Weights) -> str | None:
    """The name of the function that a unit computes, if it has one."""
    table = tuple(int(unit.sum(point) > 0) for point in every(len(unit.w)))
    for kind in RULES:
        function = named(kind, len(unit.w))
        if function is not None and function.table == table and kind not in ("parity", "implication"):
            return kind
    return None


def _computes(made: Layered, problem: Problem) -> bool:
    return all(made.run(point)[1] == bit for point, bit in problem.points)


def _attempts(problem: Problem, hidden: int) -> Iterator[Layered]:
    yield from _searched(problem, hidden)
    counted = _counted(problem)
    if counted is not None:
        yield counted
    yield _minterms(problem)


def _searched(problem: Problem, hidden: int) -> Iterator[Layered]:
    """Two or three of all threshold functions, whose outputs one unit can part."""
    size = len(problem.inputs)
    if size > MOST_INPUTS or not all(entry in (0, 1) for point, _ in problem.points for entry in point):
        return
    units = _threshold_functions(size)
    rows = [sum(entry << (size - 1 - at) for at, entry in enumerate(point)) for point, _ in problem.points]
    wanted = [bit for _, bit in problem.points]
    tried = 0
    for count in range(2, min(hidden, 3) + 1):
        for chosen in combinations(range(len(units)), count):
            tried += 1
            if tried > MOST_SEARCHED:
                return
            top = _top([units[at][0] for at in chosen], rows, wanted)
            if top is not None:
                yield Layered(tuple(units[at][1] for at in chosen), top)


def _top(masks: Sequence[int], rows: Sequence[int], wanted: Sequence[int]) -> Weights | None:
    """The unit on top of hidden units, if their outputs tell fired and silent inputs apart."""
    seen: dict[Point, int] = {}
    for row, bit in zip(rows, wanted, strict=True):
        inner = tuple(mask >> row & 1 for mask in masks)
        if seen.setdefault(inner, bit) != bit:
            return None
    fired = [inner for inner, bit in seen.items() if bit]
    silent = [inner for inner, bit in seen.items() if not bit]
    return small_weights(fired, silent)


@cache
def _threshold_functions(size: int) -> tuple[tuple[int, Weights], ...]:
    """All threshold functions of some bits but the constant ones: named ones first, then by small weights."""
    rows = list(product((0, 1), repeat=size))
    largest = 1 if size < 3 else 2 if size == 3 else 3
    found: dict[int, Weights] = {}
    choices = product(range(-largest, largest + 1), repeat=size)
    for w in sorted(choices, key=lambda w: (sum(map(abs, w)), [-entry for entry in w])):
        sums = [sum(weight * entry for weight, entry in zip(w, row, strict=True)) for row in rows]
        levels = sorted(set(sums))
        for low, high in pairwise(levels):
            mask = sum(1 << at for at, total in enumerate(sums) if total >= high)
            found.setdefault(mask, Weights(w, -fmpq(low + high, 2)))
    names = {
        sum(bit << at for at, bit in enumerate(function.table))
        for kind in RULES
        if (function := named(kind, size)) is not None
    }
    return tuple(sorted(found.items(), key=lambda item: (item[0] not in names, sum(map(abs, item[1].w)))))


def _counted(problem: Problem) -> Layered | None:
    """For a function of the number of ones: a unit for every number at which the result turns."""
    results: dict[int, int] = {}
    for point, bit in problem.points:
        if any(entry not in (0, 1) for entry in point) or results.setdefault(sum(point), bit) != bit:
            return None
    size = len(problem.inputs)
    counts = sorted(results)
    turns = [(low, high) for low, high in pairwise(counts) if results[low] != results[high]]
    hidden = tuple(Weights((1,) * size, -fmpq(low + high, 2)) for low, high in turns)
    signs = tuple(1 if results[high] else -1 for _, high in turns)
    bias = fmpq(1 if results[counts[0]] else -1, 2)
    return Layered(hidden, Weights(signs, bias)) if hidden else None


def _minterms(problem: Problem) -> Layered:
    """A unit for every input that should fire, and OR on top."""
    hidden = []
    for point in problem.fired:
        w = tuple(1 if entry == 1 else -1 for entry in point)
        ones = sum(weight * entry for weight, entry in zip(w, point, strict=True))
        hidden.append(Weights(w, -fmpq(2 * ones - 1, 2)))
    return Layered(tuple(hidden), Weights((1,) * len(hidden), -fmpq(1, 2)))
