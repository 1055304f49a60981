"""Which one slip gives exactly the number on the page.

For a wrong value we look for a single change that yields what is written, to its digits: a wrong recipe
of an operation, or a slip of the pen. The search is small, ordered and counted, so that the same page
always gets the same answer. A fit is named only if it is much likelier than chance: the more changes of
a kind there are, the more digits it takes to believe in one of them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from itertools import islice

from workings.checking.aligning import pairs
from workings.checking.chain import Link
from workings.checking.slips.change import Change, Scene, decided
from workings.checking.slips.entries import entry_formula
from workings.checking.slips.matrices import neighbours, rearranged
from workings.checking.slips.operands import (
    digits,
    earlier,
    exchanged,
    names,
    off_by_one,
    operands_elsewhere,
    operands_here,
)
from workings.checking.slips.recipes import wrong_recipes
from workings.checking.slips.rounding import rounded_early
from workings.checking.slips.structure import brackets, doubled, functions, left_out, signs
from workings.checking.slips.target import Target, target_of
from workings.checking.slips.written import misspelt
from workings.evaluating import How, evaluate
from workings.expr import Expr, walk
from workings.finding import MAY_BE, spot
from workings.resolving.quantity import Names
from workings.resolving.scope import as_value
from workings.value import Tensor, Value

__all__ = ["Fit", "Scene", "diagnose"]

MOST_FITS = 3
MOST_TRIES = 160  # changed formulas of one kind
MOST_NODES = 120  # of a formula that is searched
MOST_CELLS = 64  # of a matrix that is searched
SURE_DIGITS = 3  # significant digits below which a fit may be chance
LEAST_ODDS = 3.0  # for a fit to be worth naming, against a number without a cause
SURE_ODDS = 20.0
BUDGET = 20_000  # operations for one changed formula

Kind = tuple[Callable[[Expr, Scene], Iterator[Change]], float]

# How common each kind of slip is among all that people make, roughly; shared by the changes of a kind.
KINDS: tuple[Kind, ...] = (
    (wrong_recipes, 0.5),
    (signs, 0.2),
    (left_out, 0.2),
    (operands_here, 0.1),
    (brackets, 0.1),
    (functions, 0.1),
    (rearranged, 0.1),
    (names, 0.1),
    (earlier, 0.05),
    (exchanged, 0.1),
    (doubled, 0.02),
    (off_by_one, 0.1),
    (operands_elsewhere, 0.1),
    (digits, 0.05),
    (rounded_early, 0.05),
)
WRITTEN = {"slip/result-sign": 0.3, "slip/neighbour": 0.1, "slip/digit": 0.1}  # slips in writing it down
_OTHERWISE_WRITTEN = 0.1
_NEAR = frozenset({"slip/rounded-early"})  # give a value close to the right one, as chance does


@dataclass(frozen=True, slots=True)
class Fit:
    """A slip that leads to just what is written, the words for it, and how much speaks for it."""

    name: str
    words: str
    odds: float


@dataclass(frozen=True, slots=True)
class Case:
    """A formula and what was stated for it."""

    expr: Expr
    worlds: tuple[Names, ...]  # the names as printed, and unrounded
    how: How
    target: Target

    def values(self, change: Change) -> Iterator[Value]:
        for world in self.worlds:
            lent = {**world, **change.lent} if change.lent else world
            value = as_value(evaluate(change.expr, lent, self.how))
            if value is not None:
                yield value


def diagnose(
    before: Link, link: Link, scene: Scene, unfold: Callable[[Expr], Expr]
) -> tuple[tuple[str, str], ...]:
    """Every slip that fits, by name and in words, the likeliest first, at most three."""
    case = _case(before, link, unfold)
    if case is None:
        return ()
    fits: list[Fit] = []
    for fit in sorted(_fits(case, scene), key=lambda fit: -fit.odds):
        if fit.odds >= LEAST_ODDS and not any(fit.name == f.name or fit.words == f.words for f in fits):
            fits.append(fit)
    sure = case.target.digits >= SURE_DIGITS
    return tuple(
        (fit.name, fit.words if sure and fit.odds >= SURE_ODDS else MAY_BE + fit.words)
        for fit in fits[:MOST_FITS]
    )


def _case(before: Link, link: Link, unfold: Callable[[Expr], Expr]) -> Case | None:
    """What is to be explained, if it is a literal beside a formula of a size that can be searched."""
    how = before.printed.how
    worlds: tuple[Names, ...] = (before.printed.names,)
    if before.unrounded is not before.printed:
        worlds += (before.unrounded.names,)
    expr = unfold(decided(before.expr, how.choice))
    right = as_value(evaluate(expr, worlds[0], how))
    if right is None or (isinstance(right, Tensor) and len(right.items) > MOST_CELLS):
        return None
    target = target_of(link.expr, right, how.choice)
    if target is None:
        return _part(expr, decided(link.expr, how.choice), worlds, how)
    return Case(expr, worlds, how, target) if _is_small(expr) else None


def _part(expr: Expr, stated: Expr, worlds: tuple[Names, ...], how: How) -> Case | None:
    """The one term of a formula that is put down with a wrong value, where the others agree."""
    found: list[Case] = []
    for left, right in pairs(expr, stated):
        value = as_value(evaluate(left, worlds[0], how))
        target = None if value is None else target_of(right, value, how.choice)
        if target is not None and left is not expr:
            found.append(Case(left, worlds, how, target))
    return found[0] if len(found) == 1 and _is_small(found[0].expr) else None


def _is_small(expr: Expr) -> bool:
    return sum(1 for _ in islice(walk(expr), MOST_NODES + 1)) <= MOST_NODES


def _fits(case: Case, scene: Scene) -> Iterator[Fit]:
    target = case.target
    yield from _changed(case, scene, KINDS)
    if not target.shape:
        yield from _weighed(misspelt(target), target.chance)
        return
    yield from _weighed(neighbours(target), target.chance)
    if len(target.wrong) == 1:
        yield from _in_entry(case, scene)


def _changed(case: Case, scene: Scene, kinds: Iterable[Kind]) -> Iterator[Fit]:
    """The changes of the formula that come to what is stated; those that make no difference do not count."""
    chance, nearness = case.target.chance, case.target.nearness
    for generate, share in kinds:
        tried = [
            (change, list(case.values(change))) for change in islice(generate(case.expr, scene), MOST_TRIES)
        ]
        live = sum(any(case.target.is_changed_by(value) for value in values) for _, values in tried)
        met = [change for change, values in tried if any(case.target.is_met_by(value) for value in values)]
        outermost = [change for change in met if not change.within] or met
        for change in outermost:
            odds = share / max(1, live) / (nearness if change.name in _NEAR else chance)
            yield Fit(change.name, change.words, odds)


def _weighed(found: Iterator[tuple[str, str, int]], chance: float) -> Iterator[Fit]:
    for name, words, count in found:
        yield Fit(name, words, WRITTEN.get(name, _OTHERWISE_WRITTEN) / count / chance)


def _in_entry(case: Case, scene: Scene) -> Iterator[Fit]:
    """The slips in the one entry that is wrong."""
    (at,) = case.target.wrong
    shape = case.target.shape
    inner = case.target.entry(at)
    where = spot(divmod(at, shape[1]) if len(shape) == 2 and 1 not in shape else (at,))
    yield from (
        Fit(f.name, f"{f.words}, in {where}", f.odds) for f in _weighed(misspelt(inner), inner.chance)
    )

    def value_of(expr: Expr) -> Value | None:
        return as_value(evaluate(expr, case.worlds[0], case.how))

    formula = entry_formula(case.expr, at, shape, value_of)
    if formula is not None and _is_small(formula):
        part = Case(formula, case.worlds, case.how, inner)
        for fit in _changed(part, scene, KINDS):
            yield Fit(fit.name, f"{fit.words}, in {where}", fit.odds)
