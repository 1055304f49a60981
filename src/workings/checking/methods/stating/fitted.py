"""A line that is laid upon a formula of its page and fits but for one thing, whatever else is not known."""

from __future__ import annotations

from collections.abc import Sequence

from flint import arb, fmpq

from workings.checking.comparing.miscopying import misread
from workings.checking.methods.pages.facts import Facts
from workings.checking.methods.pages.formulas import Formula, step_of
from workings.checking.methods.pages.knowing import Working
from workings.checking.methods.sheet import Sheet
from workings.checking.methods.stating.misplaced import held_at
from workings.checking.methods.trials.fits import OPERAND, SIGN, TRIVIAL, Fit, Lookup, fits
from workings.checking.methods.trials.recipes import Misdone, Variant, is_near
from workings.checking.methods.trials.worth import scalar
from workings.evaluating.rendering import show
from workings.expr import Call, Name, Number
from workings.regex import regex
from workings.value import Scalar

LEAST_TELLING = 2  # numbers that show that the formula is meant
MOST_FREE = 1  # names of which the page does not say what they are
NEARLY = 200  # one part in so many is rounding on the way

_LETTERS = regex(r"hat|tilde|bar|new|[^\w]|[_\d]")


def misfit_by(formula: Formula, line: Working, facts: Facts, sheet: Sheet) -> Misdone | None:
    """The one slip with which a line is what a formula says, whatever the names without a value are."""
    if line.is_bare or formula.vectors or isinstance(formula.expr, Name) or _is_another(formula, line):
        return None

    def known(name: Name) -> Sequence[Scalar]:
        if formula.step is not None and name.key == formula.step[0] and line.index.isdigit():
            return [fmpq(int(line.index) - formula.step[1])]
        held = held_at(name, formula, line, facts, sheet)
        return [one.value for one in held if isinstance(one.value, fmpq | arb)]

    found = [one for one in fits(formula.expr, line.formula.expr, known) if one.slip is not None]
    most = max((len(one.telling) for one in found), default=0)
    found = [one for one in found if len(one.telling) == most]
    if most < LEAST_TELLING or not all(map(_is_bound, found)):
        return None
    rights = [scalar(formula.expr, dict(one.values)) for one in found]
    right, stated = rights[0], line.number.value
    if right is None or not all(is_near(one, right, NEARLY) for one in rights):
        return None
    if is_near(right, stated, NEARLY, line.number.unit) or not is_near(
        scalar(line.formula.expr, {}), stated, NEARLY, line.number.unit
    ):
        return None
    slip = found[0].slip
    if slip is None or not _is_sure(found[0], formula, known):
        return None
    if slip.kind == OPERAND and not _is_explained(found[0], facts, line):
        return None
    return Misdone(Variant((slip.kind,), slip.formula, slip.says), dict(found[0].values), right)


def _is_another(formula: Formula, line: Working) -> bool:
    """Whether a formula that is not of the line's own chain has another name, or stands further down."""
    is_own = any(member.span == formula.span for member in line.statement.members)
    return not is_own and (formula.inside or formula.base != line.base or formula.span.start > line.start)


def _is_bound(fit: Fit) -> bool:
    """Whether the page says enough: where something is left out, what all names are."""
    most = MOST_FREE if fit.slip is not None and fit.slip.kind in (OPERAND, SIGN) else 0
    return len(fit.free) <= most


def _is_sure(fit: Fit, formula: Formula, known: Lookup) -> bool:
    """Whether no name may be anything else, where another slip than a number put in is to be told."""
    if fit.slip is not None and fit.slip.kind == OPERAND:
        return True
    return all(len({show(one) for one in known(name)}) < 2 for name in formula.names)


def _is_explained(fit: Fit, facts: Facts, line: Working) -> bool:
    """Whether a number that is put in is that of another name, or what a slip of the pen makes of its own."""
    slip = fit.slip
    if slip is None or slip.written is None or not isinstance(slip.formula, Name):
        return False
    literal = slip.written.args[0] if isinstance(slip.written, Call) else slip.written
    if not isinstance(literal, Number):
        return False
    put_in, right = scalar(slip.written, {}), fit.values[slip.formula.key]
    if isinstance(put_in, fmpq) and isinstance(right, fmpq) and misread(right, put_in, literal.unit):
        return True
    if not isinstance(put_in, fmpq) or abs(put_in) in TRIVIAL or _may_be_another(slip.formula, line):
        return False
    above = facts[: facts.count_above(line.start)]
    others = {fact.name for fact in above if fact.base and fact.value in (put_in, -put_in)}
    return bool(others) and not any(_is_kin(slip.formula, other) for other in others)


def _may_be_another(name: Name, line: Working) -> bool:
    """Whether a name is another at each step, or of other arguments, and a line does not say of which."""
    return "(" in name.key or (step_of(name) is not None and not line.index.isdigit())


def _is_kin(name: Name, other: str) -> bool:
    """Whether a name is another with a mark on it, which may stand for it: ε̂ for ε, w′ for w."""
    base = _LETTERS.sub("", name.base)
    return base in _LETTERS.sub(" ", other).split() and other != name.key
