"""The new cell of an LSTM made with another gate: c = f·c₀ + o·g, where the input gate belongs."""

from __future__ import annotations

import re
from collections.abc import Iterator

from flint import fmpq

from workings.checking.comparing.digits import stated_number
from workings.checking.comparing.parts import OF_NUMBERS, operands, summands
from workings.checking.methods.pages.facts import Facts
from workings.checking.methods.pages.knowing import Working, facts_of, workings_of
from workings.checking.methods.sheet import Sheet
from workings.evaluating.rendering import show
from workings.finding import Claim
from workings.regex import regex

RULE = "recipe/other-method"
_LSTM = regex(r"\bLSTM\b|long short[- ]term", re.I)
_OTHERWISE = regex(r"peephole|coupled|CIFG|\bvariant\b|\bGRU\b", re.I)
_CANDIDATES = ("g", "tilde(c)", "tilde(C)", "hat(c)")
_GATES = {"f": "forget", "i": "input", "o": "output"}
SAID: tuple[re.Pattern[str], ...] = (_LSTM,)


def claims_of_gates(sheet: Sheet) -> Iterator[Claim]:
    """The first cell whose old value or candidate goes through another gate than its own."""
    if not sheet.says(_LSTM) or sheet.says(_OTHERWISE):
        return
    facts = facts_of(sheet)
    for line in workings_of(sheet):
        if line.base not in ("c", "C") or not line.index.isdigit() or line.is_bare:
            continue
        gates = {gate: _latest(facts, (gate,), line, line.index) for gate in _GATES}
        old = _latest(facts, (line.base,), line, str(int(line.index) - 1))
        fresh = _latest(facts, _CANDIDATES, line, line.index)
        known = [*gates.values(), old, fresh]
        if None in known or len(set(known)) < len(known):
            continue
        taken = _taken(line, {value: gate for gate, value in gates.items()}, old, fresh)
        if taken is None or taken == ("f", "i") or old is None or fresh is None:
            continue
        forget, enter = gates["f"], gates["i"]
        if forget is not None and enter is not None:
            at, gate, state = (0, "f", "old cell") if taken[0] != "f" else (1, "i", "candidate")
            message = (
                f"the {state} goes through the {_GATES[taken[at]]} gate, not through the {_GATES[gate]} gate"
            )
            right = show(forget * old + enter * fresh)
            yield sheet.claim(line.formula.span, RULE, message, right)
            return


def _latest(facts: Facts, bases: tuple[str, ...], line: Working, index: str) -> fmpq | None:
    """The value of a name with the index of a step, or without one."""
    found = [fact for base in bases for fact in facts.of_base(base, line.start)]
    mine = [fact.value for fact in found if fact.index in (index, "") and isinstance(fact.value, fmpq)]
    return mine[-1] if len(set(mine)) == 1 else None


def _taken(
    line: Working, gates: dict[fmpq | None, str], old: fmpq | None, fresh: fmpq | None
) -> tuple[str, str] | None:
    """The gates before the old cell and before the candidate, where nothing else is in a line."""
    found: dict[fmpq | None, str] = {}
    terms = summands(line.formula.expr)
    for term in terms if len(terms) == 2 else ():
        numbers = [stated_number(factor) for factor in operands(term, OF_NUMBERS)]
        values = [number.value for number in numbers if number is not None]
        gate = [value for value in values if value in gates]
        state = [value for value in values if value in (old, fresh)]
        if len(numbers) != 2 or len(gate) != 1 or len(state) != 1:
            return None
        found[state[0]] = gates[gate[0]]
    return (found[old], found[fresh]) if len(found) == 2 else None
