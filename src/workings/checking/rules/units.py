"""layer/unit: a unit of a layer that is worked out with another term than its weights and inputs give.

`z_1`, `z_2`, `z_3` stand under each other, each a sum of numbers, and all but one have just the terms that
the rows (or columns) of a matrix of the page give with a vector, and perhaps a bias, of the page; or
`z_{11}`, `z_{12}` with those of a product of two matrices. Nobody has to say so: sums that agree term by
term are no coincidence.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from typing import TypeAlias

from flint import fmpq

from workings.checking.comparing.aligning import is_literal
from workings.checking.comparing.parts import signed_terms
from workings.checking.judging import Judge
from workings.checking.prose.sums import Numbers, exact_tensors, index_of
from workings.checking.rules.catalogue import Description
from workings.checking.wording import because_of, claim_about
from workings.document import Member, Statement
from workings.evaluating import evaluate
from workings.evaluating.rendering import show
from workings.expr import Expr, Name, Number
from workings.finding import Claim, Verdict
from workings.record import record
from workings.resolving.traits import is_plain

Place: TypeAlias = tuple[int, ...]  # the number of a unit; row and column of an entry
Products: TypeAlias = dict[Place, list[fmpq]]

RULE = "layer/unit"
_GIVEN = "$W = [[0.9, -0.2], [0.6, 0.2]]$, $b = (0.1, -0.3)$ and $h = (1, 2)$\n\n"
_FIRST = "$o_1 = 0.9 - 0.4 + 0.1 = 0.6$\n\n"
DESCRIPTION = Description(
    "a unit is worked out with another term than its weights and inputs give",
    wrong=_GIVEN + _FIRST + "$o_2 = 0.6 + 0.4 + 0.3 = 1.3$",
    right=_GIVEN + _FIRST + "$o_2 = 0.6 + 0.4 - 0.3 = 0.7$",
    why="The products are worked out in the head, and a sign, a bias or a number of another unit gets lost.",
)
MOST_TENSORS = 12
MOST_UNITS = 32
MOST_LAYERS = 400  # ways to put a matrix, a vector and a bias together
LEAST_TERMS = 3  # of the only unit that agrees


@record(frozen=True, slots=True)
class Unit:
    """A sum of numbers under a name with an index: which one it is, its terms, and where it is worked out."""

    at: Place
    terms: Counter[fmpq]  # but noughts
    size: int  # with noughts
    member: Member


@record(frozen=True, slots=True)
class Layer:
    """What the units of a layer are sums of, by a matrix, a vector and a bias of the page."""

    names: tuple[str, ...]
    lines: tuple[str, ...]  # row or column of the first name, and of the second where that is a matrix
    terms: Mapping[Place, Counter[fmpq]]

    def misfit(self, units: Sequence[Unit]) -> Unit | None:
        """The only unit that has another term than the layer says, or none for one."""
        odd = self.odd(units)
        if odd is None:
            return None
        agreeing = [unit for unit in units if unit is not odd]
        shared = (self.terms[odd.at] & odd.terms).total()
        telling = any(unit.size >= LEAST_TERMS for unit in agreeing) and shared > 1
        return odd if telling or len(agreeing) > 1 else None

    def odd(self, units: Sequence[Unit]) -> Unit | None:
        """The only unit that differs from what the layer says, in one term, whatever the others tell."""
        if not all(unit.at in self.terms for unit in units):
            return None
        odd = [unit for unit in units if unit.terms != self.terms[unit.at]]
        if len(odd) != 1 or len(units) < 2:
            return None
        expected, written = self.terms[odd[0].at], odd[0].terms
        shared = (expected & written).total()
        missed, strange = expected.total() - shared, written.total() - shared
        return odd[0] if missed == 1 and strange <= 1 <= shared else None


def find(judge: Judge, statements: Sequence[Statement]) -> list[Claim]:
    """The units that have a term which is not theirs, one for each layer of the page."""
    families = [units for units in _families(statements).values() if len(units) > 1]
    if not families:
        return []
    layers = [*islice(_layers(judge), MOST_LAYERS)]
    found: list[Claim] = []
    for units in families:
        if any(_is_doubted(judge, unit) for unit in units):
            continue
        misfits = [(layer, odd) for layer in layers if (odd := layer.misfit(units)) is not None]
        whole = any(_fits(layer, units) for layer in layers)
        blamed = {unit.at for layer in layers if (unit := layer.odd(units)) is not None}
        if misfits and not whole and len(blamed) == 1:  # rows and columns may blame one unit each
            found.append(_claim(judge, *misfits[0]))
    return found


def upheld(judge: Judge, statements: Sequence[Statement]) -> frozenset[int]:
    """Where the sums begin that are just the units of one layer of the page, all of them."""
    families = [units for units in _families(statements).values() if len(units) > 1]
    layers = [*islice(_layers(judge), MOST_LAYERS)] if families else []
    whole = [units for units in families if any(_fits(layer, units) for layer in layers)]
    return frozenset(unit.member.span.start for units in whole for unit in units)


def _fits(layer: Layer, units: Sequence[Unit]) -> bool:
    return all(unit.terms == layer.terms.get(unit.at) for unit in units)


def _is_doubted(judge: Judge, unit: Unit) -> bool:
    """Whether fault has been found with a line already."""
    span = unit.member.span
    return any(
        claim.verdict is Verdict.WRONG and claim.span.start < span.end and span.start < claim.span.end
        for claim in judge.told
    )


def _families(statements: Sequence[Statement]) -> dict[tuple[str, int], list[Unit]]:
    """Sums whose names have a letter in common, numbered from one; a number again opens another family."""
    found: dict[tuple[str, int], list[Unit]] = defaultdict(list)
    opened: Counter[str] = Counter()
    for statement in statements:
        unit = _unit(statement)
        if unit is None:
            continue
        base = statement.members[0].expr.base if isinstance(statement.members[0].expr, Name) else ""
        if any(unit.at <= known.at for known in found[base, opened[base]]):
            opened[base] += 1
        if len(found[base, opened[base]]) < MOST_UNITS:
            found[base, opened[base]].append(unit)
    return found


def _unit(statement: Statement) -> Unit | None:
    if statement.hypothesis or len(statement.members) < 2:
        return None
    head, worked = statement.members[:2]
    if is_literal(worked.expr) or not is_plain(worked.expr):
        return None
    place = _place(head.expr)
    if place is None:
        return None
    summed = signed_terms(worked.expr)
    values = [evaluate(term, {}) for term in summed]
    terms = Counter(value for value in values if isinstance(value, fmpq) and value != 0)
    exact = all(isinstance(value, fmpq) for value in values)
    return Unit(place, terms, len(values), worked) if exact and len(values) > 1 else None


def _place(head: Expr) -> Place | None:
    """The number of a unit, or the row and column of an entry."""
    if not isinstance(head, Name) or not 1 <= len(head.index) <= 2:
        return None
    if (entry := index_of(head)) is not None:
        return entry
    index = head.index[0]
    if len(head.index) > 1 or not isinstance(index, Number) or index.unit != 1 or index.value < 1:
        return None
    return (int(index.value.p),)


def _layers(judge: Judge) -> Iterator[Layer]:
    """The layers that the matrices and vectors of the page may make."""
    tensors = [*islice(exact_tensors(judge.scope.said), MOST_TENSORS)]
    vectors = [(key, items) for key, shape, items in tensors if len(shape) == 1 or 1 in shape]
    sides = [side for key, shape, items in tensors for side in _sides(key, shape, items)]
    for key, line, lines in sides:
        for other, inputs in vectors:
            if len(inputs) == len(lines[0]):
                terms: Products = {(at,): _products(one, inputs) for at, one in enumerate(lines, 1)}
                yield from _with_bias((key, other), (line,), terms, vectors)
        for other, across, columns in sides:
            if line == "row" and other != key and len(columns[0]) == len(lines[0]):
                entries: Products = {
                    (i, j): _products(one, two)
                    for i, one in enumerate(lines, 1)
                    for j, two in enumerate(columns, 1)
                }
                yield from _with_bias((key, other), (line, across), entries, vectors)


def _sides(
    key: str, shape: tuple[int, ...], items: Numbers
) -> Iterator[tuple[str, str, tuple[Numbers, ...]]]:
    """The rows of a matrix, and its columns."""
    if len(shape) == 2 and min(shape) > 1:
        rows = tuple(items[at * shape[1] : (at + 1) * shape[1]] for at in range(shape[0]))
        yield key, "row", rows
        yield key, "column", tuple(zip(*rows, strict=True))


def _products(one: Numbers, other: Numbers) -> list[fmpq]:
    return [w * x for w, x in zip(one, other, strict=True)]


def _with_bias(
    names: tuple[str, ...],
    lines: tuple[str, ...],
    products: Products,
    vectors: Sequence[tuple[str, Numbers]],
) -> Iterator[Layer]:
    """A layer without a bias, and with each vector that may be one: a number for every unit."""
    yield Layer(names, lines, {place: _counted(terms) for place, terms in products.items()})
    units = max(place[-1] for place in products)
    for bias, added in vectors:
        if bias not in names and len(added) == units:
            summed = {place: _counted([*terms, added[place[-1] - 1]]) for place, terms in products.items()}
            yield Layer((*names, bias), lines, summed)


def _counted(terms: Sequence[fmpq]) -> Counter[fmpq]:
    return Counter(term for term in terms if term != 0)


def _claim(judge: Judge, layer: Layer, unit: Unit) -> Claim:
    expected = layer.terms[unit.at]
    missed, strange = expected - unit.terms, unit.terms - expected
    place, value = unit.member.span, sum(expected.elements(), fmpq(0))
    *sides, last = [
        f"{line} {at} of {key}" for line, at, key in zip(layer.lines, unit.at, layer.names, strict=False)
    ] + [*layer.names[len(layer.lines) :]]
    term = show(next(missed.elements()))
    said = f"not {show(next(strange.elements()))}" if strange else "which is left out"
    message = f"by {', '.join(sides)} and {last} a term is {term}, {said}: this is {show(value)}"
    known = [judge.scope.bindings[key] for key in layer.names if key in judge.scope.bindings]
    reasons = tuple(because_of(judge.page, binding.span) for binding in known)
    return claim_about(
        judge.page, place, Verdict.WRONG, RULE, message, show(value), kind="copy", because=reasons
    )
