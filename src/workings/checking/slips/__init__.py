"""Which one slip gives exactly the number on the page.

For a wrong value we look for a single change that yields what is written, to its digits: a wrong recipe
of an operation, or a slip of the pen. The search is small, ordered and counted, so that the same page
always gets the same answer. A fit is named only if it is much likelier than chance: the more changes of
a kind there are, the more digits it takes to believe in one of them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from itertools import islice

from workings.checking.chain import Link
from workings.checking.comparing.digits import stated_number
from workings.checking.slips.analysis import factors, neighbouring_steps, taken_for_limit
from workings.checking.slips.case import Case, Unfold, case_of, is_small
from workings.checking.slips.change import Change, Scene
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
from workings.checking.slips.rounding import rounded_early, short_e
from workings.checking.slips.sameness import are_one
from workings.checking.slips.structure import brackets, doubled, functions, left_out, signs
from workings.checking.slips.written import misspelt
from workings.evaluating import evaluate
from workings.expr import Call, Expr
from workings.finding import MAY_BE, spot
from workings.record import record
from workings.resolving.scope import as_value
from workings.value import Tensor, Value

__all__ = ["Fit", "Scene", "diagnose"]

MOST_FITS = 3
MOST_ALIKE = 2  # of one name
MOST_TRIES = 160  # changed formulas of one kind
SURE_DIGITS = 3  # significant digits below which a fit may be chance
LEAST_ODDS = 0.95  # for a fit to be worth naming, against a number without a cause
SURE_ODDS = 20.0

Kind = tuple[Callable[[Expr, Scene], Iterator[Change]], float]

# How common each kind of slip is among all that people make, roughly; shared by the changes of a kind.
KINDS: tuple[Kind, ...] = (
    (wrong_recipes, 0.5),
    (neighbouring_steps, 0.2),
    (taken_for_limit, 0.5),
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
    (short_e, 0.05),
)
PLACES = frozenset({"argmax", "argmin"})  # whose value is the place of an entry, nothing calculated
OF_PLACES: tuple[Kind, ...] = ((wrong_recipes, 0.5), (functions, 0.1))
OF_SLOPES: tuple[Kind, ...] = ((factors, 0.4),)  # of derivatives, beside all others
WRITTEN = {  # slips in writing it down
    "slip/sign": 0.3,
    "slip/decimal-point": 0.2,
    "slip/carry": 0.1,
}
_OTHERWISE_WRITTEN = 0.1
_NEAR = frozenset({"slip/rounded-early"})  # give a value close to the right one, as chance does


@record(frozen=True, slots=True)
class Fit:
    """A slip that leads to just what is written, the words for it, and how much speaks for it."""

    name: str
    words: str
    odds: float
    case: Case | None = None  # the formula that was changed, and how
    change: Change | None = None
    others: tuple[str, ...] = ()  # names of the same slip, spelt otherwise


def diagnose(
    before: Link, link: Link, scene: Scene, unfold: Unfold
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The slips that fit in words, the likeliest first, at most three; before them their names, and behind
    these the other names of the same slips."""
    case = case_of(before, link, unfold)
    if case is None:
        return (), ()
    found = sorted(_fits(case, scene, _kinds(case, before)), key=lambda fit: -fit.odds)
    fits = _each_once(fit for fit in found if fit.odds >= LEAST_ODDS)[:MOST_FITS]
    sure = case.target.digits >= SURE_DIGITS
    names = tuple(fit.name for fit in fits)
    others = dict.fromkeys(name for fit in fits for name in fit.others if name not in names)
    words = tuple(fit.words if sure and fit.odds >= SURE_ODDS else MAY_BE + fit.words for fit in fits)
    return (*names, *others), words


def _kinds(case: Case, before: Link) -> tuple[Kind, ...]:
    """The kinds of slips that may be behind a value: a number has no parts, and a place is not calculated."""
    if stated_number(case.expr) is not None:
        return ()
    if isinstance(case.expr, Call) and case.expr.op in PLACES:
        return OF_PLACES
    return (*KINDS, *OF_SLOPES) if before.derived else KINDS


def _each_once(found: Iterable[Fit]) -> list[Fit]:
    """The fits without other spellings of a likelier one; a wrong recipe lends that its name."""
    fits: list[Fit] = []
    for fit in found:
        if any(fit.words == other.words for other in fits):
            continue
        same = next((at for at, other in enumerate(fits) if _are_one(fit, other)), None)
        if same is None:
            if sum(fit.name == other.name for other in fits) < MOST_ALIKE:
                fits.append(fit)
            continue
        known = fits[same]
        named, other = (fit, known) if _is_plain(known) and not _is_plain(fit) else (known, fit)
        others = (*known.others, other.name)
        fits[same] = replace(named, odds=known.odds, others=others)
    return fits


def _are_one(fit: Fit, other: Fit) -> bool:
    """Whether two fits are one slip; two wrong recipes with names of their own never are."""
    if not _is_plain(fit) and not _is_plain(other):
        return False
    if fit.case is None or fit.case is not other.case or fit.change is None or other.change is None:
        return False
    return are_one(fit.case, fit.change, other.change)


def _is_plain(fit: Fit) -> bool:
    """Whether it is a slip of the pen, and no wrong recipe of an operation."""
    return fit.name.startswith("slip/")


def _fits(case: Case, scene: Scene, kinds: Iterable[Kind]) -> Iterator[Fit]:
    target = case.target
    yield from _changed(case, scene, kinds)
    if not target.shape:
        yield from _weighed(misspelt(target), target.chance)
        if case.pick is not None:
            yield from _in_picked(case, scene)
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
            yield Fit(change.name, change.words, odds, case, change)


def _weighed(found: Iterator[tuple[str, str, int]], chance: float) -> Iterator[Fit]:
    for name, words, count in found:
        yield Fit(name, words, WRITTEN.get(name, _OTHERWISE_WRITTEN) / count / chance)


def _in_picked(case: Case, scene: Scene) -> Iterator[Fit]:
    """The slips in an entry that stands for itself, such as q_2 of q = x W."""
    whole, at = value_in(case, case.expr), case.pick
    if isinstance(whole, Tensor) and at is not None:
        formula = entry_formula(case.expr, at, whole.shape, lambda expr: value_in(case, expr))
        if formula is not None and is_small(formula):
            yield from _changed(Case(formula, case.worlds, case.how, case.target), scene, KINDS)


def value_in(case: Case, expr: Expr) -> Value | None:
    """What a part of the formula comes to."""
    return as_value(evaluate(expr, case.worlds[0], case.how))


def _in_entry(case: Case, scene: Scene) -> Iterator[Fit]:
    """The slips in the one entry that is wrong."""
    (at,) = case.target.wrong
    shape = case.target.shape
    inner = case.target.entry(at)
    where = spot(divmod(at, shape[1]) if len(shape) == 2 and 1 not in shape else (at,))
    yield from (
        Fit(f.name, f"{f.words}, in {where}", f.odds) for f in _weighed(misspelt(inner), inner.chance)
    )

    formula = entry_formula(case.expr, at, shape, lambda expr: value_in(case, expr))
    if formula is not None and is_small(formula):
        part = Case(formula, case.worlds, case.how, inner)
        for fit in _changed(part, scene, KINDS):
            yield replace(fit, words=f"{fit.words}, in {where}")
