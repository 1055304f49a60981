"""The numbers that the names of a formula may have at a line, as far as the page gives them."""

from __future__ import annotations

import re

from flint import fmpq

from workings.checking.methods.pages.facts import Fact, Facts, Known
from workings.checking.methods.pages.formulas import Formula, step_of
from workings.checking.methods.pages.knowing import Working
from workings.checking.methods.pages.naming import called
from workings.checking.methods.stating.settings import spoken
from workings.expr import Name
from workings.regex import regex
from workings.value import Tensor

_INPUTS = regex(r"\binputs?(?: sequence| values| signal)?(?: are| is| of)?\W*$", re.I)


def values_of(formula: Formula, line: Working, facts: Facts) -> dict[str, list[Known]] | None:
    """What the names of a formula may be at a line; None where one of them is not known."""
    if formula.step is None and formula.span.start > line.statement.span.end:
        return None  # what is stated further down is about something else
    found: dict[str, list[Known]] = {}
    for name in formula.names:
        known = known_of(name, formula, line, facts)
        if formula.step is not None and name.key == formula.step[0] and line.index.isdigit():
            known = [Known(fmpq(int(line.index) - formula.step[1]), -1)]
        if name.key in formula.vectors:
            known = [one for one in known if isinstance(one.value, Tensor)] or _gathered(name, line, facts)
        if not known:
            return None
        found[name.key] = known
    return found


def known_of(name: Name, formula: Formula, line: Working, facts: Facts) -> list[Known]:
    """What a single name of a formula may be at a line, as far as the page gives it."""
    return [
        Known(fact.value, fact.start, fact.index, fact.name) for fact in facts_for(name, formula, line, facts)
    ]


def _gathered(name: Name, line: Working, facts: Facts) -> list[Known]:
    """The list whose entries stand apart on the page: `x_1 = 2` and `x_2 = 5`."""
    found = {int(fact.index): fact for fact in facts.of_base(name.base, line.start) if fact.index.isdigit()}
    items = [found[at].value for at in sorted(found)]
    if len(items) < 2 or sorted(found) != [*range(1, len(items) + 1)]:
        return []
    numbers = tuple(item for item in items if isinstance(item, fmpq))
    return [Known(Tensor((len(items),), numbers, True), -1)] if len(numbers) == len(items) else []


def facts_for(name: Name, formula: Formula, line: Working, facts: Facts) -> list[Fact]:
    """The same with all that is known of them; where the name has an index, those at the step of the line."""
    base, index = called(name)
    same = facts.of_base(base, line.start)
    exact = [fact for fact in same if fact.index == index]
    step, at = step_of(name), formula.step
    if formula.pair and index in tuple(formula.pair):
        entry = entry_of(line)
        return [fact for fact in same if entry and fact.index == entry[formula.pair.index(index)]]
    if step is not None and at is not None and step[0] == at[0] and line.index.isdigit():
        wanted = str(int(line.index) - at[1] + step[1])
        return (
            [fact for fact in same if fact.index == wanted] or exact or _of_inputs(base, wanted, line, facts)
        )
    if step is not None:
        return exact or [fact for fact in same if step[1] == 0 or fact.index.isdigit()]
    if index:
        return exact or _spoken_of(name, line, facts)
    listed = [fact for fact in same if fact.index == line.index]
    return [*same, *listed] or _spoken_of(name, line, facts)


def _of_inputs(base: str, step: str, line: Working, facts: Facts) -> list[Fact]:
    """The input of a step where nothing is called x, but a sentence lists them: “inputs 1, 0.5, -1”."""
    if base not in ("x", "u"):
        return []
    listed = [at for at in facts.spoken(_INPUTS) if facts[at].index == step and not facts[at].base]
    above = [at for at in sorted(listed) if at < facts.count_above(line.start)]
    return [facts[above[-1]]] if above else []


def entry_of(line: Working) -> tuple[str, str] | None:
    """The row and the column of a line that is the entry of a matrix: `s_{12}`, `s_{1,2}`."""
    digits = line.index.replace(",", "")
    return (digits[0], digits[1]) if len(digits) == 2 and digits.isdigit() else None


def _spoken_of(name: Name, line: Working, facts: Facts) -> list[Fact]:
    """Numbers in prose, behind the words that a symbol usually stands for."""
    words, end = spoken(name.key, name.base), facts.count_above(line.start)
    places = [] if words is None else sorted(facts.spoken(words))
    return [facts[at] for at in places if at < end and not facts[at].base]
