"""A number that is put in wrongly on a line, where all other names of its formula are known there."""

from __future__ import annotations

from collections.abc import Sequence

from flint import fmpq

from workings.checking.methods.pages.facts import Fact, Facts, Known
from workings.checking.methods.pages.formulas import Formula, step_of
from workings.checking.methods.pages.knowing import Working
from workings.checking.methods.pages.naming import called
from workings.checking.methods.sheet import Sheet
from workings.checking.methods.stating.putting import misput
from workings.checking.methods.stating.valued import facts_for
from workings.checking.methods.trials.recipes import Misdone, is_near
from workings.expr import Name
from workings.regex import regex
from workings.source import last_gap
from workings.value import Scalar

PRINTED = 2000  # one part in so many is rounding of what is printed
_WORKED = regex(r"^-?\d|[·+(]")  # what is no name, or a name of something
_COUNT = regex(r"[^\W\d_]{2}[\s=]{1,3}(\d{1,2})\W*$")


def misput_by(formula: Formula, line: Working, facts: Facts, sheet: Sheet) -> Misdone | None:
    """What is put in wrongly, where all names but one are known."""
    if line.is_bare or formula.vectors or formula.inside:
        return None

    def known(name: Name, _: int) -> list[Known]:
        return held_at(name, formula, line, facts, sheet)

    def beside(name: Name, _: int) -> list[Known]:
        """The other steps of a sequence, where the formula says which one is meant."""
        step = step_of(name)
        if formula.step is None or step is None or not line.index.isdigit():
            return []
        base = called(name)[0]
        others = facts.of_base(base, line.start)
        if formula.step[1] - step[1] == 1:  # θ_2 from v_2, which is counted with where it leads to
            others = [fact for fact in others if fact.index != line.index]
        return [Known(fact.value, fact.start, fact.index, fact.name) for fact in others]

    above = facts[: facts.count_above(line.start)]

    def named(value: Scalar) -> set[str]:
        """What a number is called above the line."""
        known = ((fact.name, fact.value) for fact in above if fact.base and not _WORKED.search(fact.base))
        return {name for name, one in known if isinstance(one, fmpq) and is_near(one, value, PRINTED)}

    by_name = named if line.base == formula.base else None
    return misput(formula.expr, [line.formula.expr], known, beside, by_name)


def held_at(name: Name, formula: Formula, line: Working, facts: Facts, sheet: Sheet) -> list[Known]:
    """What a name of a formula may be at a line: what its paragraph says of it, or else its question."""
    part = sheet.part_at(line.start)
    held = facts_for(name, formula, line, facts)
    if part.start <= formula.span.start:  # a letter of another question is another one
        held = [fact for fact in held if fact.start >= part.start or sheet.is_before_parts(fact.start)]
    held = [fact for fact in held if not line.index and fact.index == _counted(line)] or held
    if formula.updates and line.index.isdigit():
        held = _at_step(held, int(line.index))
    block = last_gap(sheet.text, line.start)
    own = [fact for fact in held if fact.start > block]
    return [Known(fact.value, fact.start, fact.index, fact.name) for fact in own or held]


def _counted(line: Working) -> str | None:
    """The number of a line that the words before it say: “dim 2”."""
    found = _COUNT.search(line.words)
    return found[1] if found is not None else None


def _at_step(facts: Sequence[Fact], step: int) -> list[Fact]:
    """What a name may be that is updated: before the step, and after it where that is known already."""
    counted = [fact for fact in facts if fact.index.isdigit()]
    return [fact for fact in counted if int(fact.index) in (step - 1, step)] if counted else [*facts]
