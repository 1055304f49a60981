"""Entries of an outer product, a line each: `∂L/∂w_12 = δ_1 · x_2` with a number of another row or column."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import product

from flint import fmpq

from workings.checking.methods.pages.facts import Facts
from workings.checking.methods.pages.knowing import Working, facts_of, workings_of
from workings.checking.methods.sheet import Sheet
from workings.checking.methods.trials.worth import scalar
from workings.evaluating.rendering import show
from workings.expr import PRODUCTS, Call
from workings.finding import Claim
from workings.record import record
from workings.regex import regex

RULE = "formula/differs"
_PAIR = regex(r"_\{?\d\s?,?\s?\d")
SAID = (_PAIR,)
LEAST = 4  # lines of one matrix


@record(frozen=True, slots=True)
class Entry:
    """A line for one entry: its row and column, and its two factors."""

    line: Working
    index: tuple[str, str]
    factors: tuple[fmpq, fmpq]


def claims_of_outer(sheet: Sheet) -> Iterator[Claim]:
    """The one entry that takes a number of a list by another index than all the others."""
    groups: dict[str, dict[tuple[str, str], Entry]] = {}
    for line in workings_of(sheet) if sheet.says(_PAIR) else ():
        if (entry := _entry(line)) is not None:
            groups.setdefault(line.base, {}).setdefault(entry.index, entry)
    for found in groups.values():
        if len(found) < LEAST:
            continue
        entries, lists = (
            [*found.values()],
            _lists(facts_of(sheet), min(one.line.start for one in found.values())),
        )
        for (name, values), axis, slot in product(lists.items(), (0, 1), (0, 1)):
            odd = _odd(entries, values, axis, slot)
            if odd is not None:
                put_in, right = odd.factors[slot], values[odd.index[axis]]
                index = next(key for key, value in values.items() if value == put_in)
                says = (
                    f"{name}_{index} = {show(put_in)} is put in for {name}_{odd.index[axis]} = {show(right)}"
                )
                claim = sheet.claim(odd.line.formula.span, RULE, says, right * odd.factors[1 - slot])
                yield replace(claim, fits=("slip/name",))
                break


def _entry(line: Working) -> Entry | None:
    digits = line.index.replace(",", "")
    formula = line.formula.expr
    if len(digits) != 2 or not digits.isdigit() or not isinstance(formula, Call):
        return None
    if formula.op not in PRODUCTS or len(formula.args) != 2:
        return None
    first, second = (scalar(arg, {}) for arg in formula.args)
    if not isinstance(first, fmpq) or not isinstance(second, fmpq):
        return None
    return Entry(line, (digits[0], digits[1]), (first, second))


def _lists(facts: Facts, before: int) -> dict[str, dict[str, fmpq]]:
    """The names above a place whose entries are numbers that differ, by their indices."""
    found: dict[str, dict[str, fmpq]] = {}
    twice: set[str] = set()
    for fact in facts[: facts.count_above(before)]:
        if not fact.base or not fact.index.isdigit() or not isinstance(fact.value, fmpq):
            continue
        if found.setdefault(fact.base, {}).setdefault(fact.index, fact.value) != fact.value:
            twice.add(fact.base)
    return {
        name: values
        for name, values in found.items()
        if name not in twice and len(values) > 1 and len({*values.values()}) == len(values)
    }


def _odd(entries: Sequence[Entry], values: Mapping[str, fmpq], axis: int, slot: int) -> Entry | None:
    """The one entry with the number of another index, where all others have that of their own.

    Another one has the same index and its right number, and the other factor is the same along the rest.
    """
    off = [one for one in entries if one.factors[slot] != values.get(one.index[axis])]
    if len(off) != 1 or off[0].factors[slot] not in values.values() or off[0].index[axis] not in values:
        return None
    if not any(one.index[axis] == off[0].index[axis] for one in entries if one is not off[0]):
        return None
    others: dict[str, set[fmpq]] = {}
    for one in entries:
        others.setdefault(one.index[1 - axis], set()).add(one.factors[1 - slot])
    return off[0] if len(others) > 1 and all(len(numbers) == 1 for numbers in others.values()) else None
