"""Lines of one kind that each take the number of their own index, but for one that takes that of another.

`h_1 = σ(1.9)` goes by a_1 = 1.9. Then `h_2 = σ(1.9)` was copied from it, if a_2 = 0.2 stands above and no
line takes it. So it is with labels, f = σ(0.8) by z_f = 0.8, where o = σ(0.8) leaves z_o aside.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from flint import fmpq

from workings.checking.methods.pages.facts import Fact, Facts
from workings.checking.methods.pages.knowing import Working, facts_of, workings_of
from workings.checking.methods.pages.lines import Slot, terms_of
from workings.checking.methods.pages.naming import leaves
from workings.checking.methods.sheet import Sheet
from workings.checking.methods.trials.worth import scalar
from workings.evaluating.rendering import show
from workings.expr import Number, swapped
from workings.finding import Claim
from workings.record import record
from workings.regex import regex

RULE = "copy/other-row"
LEAST_DIGITS = 2  # of a whole number that is known again
SURE = 2  # other lines that take the numbers of their own indices: then this one may be taken elsewhere
MOST_LEFT = 2  # numbers of a line of which one other line and a number that nobody takes tell enough
FARTHEST = 1500  # characters between lines of one kind
REACH = 160  # characters before them in which they may be said to have something in common
_SHARED = regex(
    r"\bshar(?:e|es|ed|ing)\b|\btied\b|\bsame\b|\breus|\bidentical|\bequal|\bkept\b|\bfix(?:ed|es)\b|\bfreez",
    re.I,
)
WANTS = ("worked",)


@record(frozen=True, slots=True)
class Kin:
    """A line of its kind: what tells it from the others, and the numbers that it puts in."""

    line: Working
    key: str  # its index, or its name where the lines have none
    slots: tuple[Slot, ...]


def claims_of_kin(sheet: Sheet) -> Iterator[Claim]:
    """The first line of each kind that takes the number of another one."""
    lines = [line for line in workings_of(sheet) if not line.is_bare and line.base] if sheet.is_worked else []
    if len(lines) < 2:
        return
    facts = facts_of(sheet)
    used = [
        (line.start, abs(leaf.value)) for line in workings_of(sheet) for leaf in leaves(line.formula.expr)
    ]
    for family in _families(lines):
        if _SHARED.search(sheet.text, max(0, family[0].line.start - REACH), family[-1].line.start):
            continue
        claims = (_judged(sheet, kin, family, facts, used) for kin in family)
        claim = next((one for one in claims if one is not None), None)
        if claim is not None:
            yield claim


def _families(lines: Sequence[Working]) -> Iterator[list[Kin]]:
    """Lines that do the same with their numbers, near each other, each with an index or a name of its own."""
    kinds: dict[tuple[str, ...], list[Kin]] = {}
    for line in lines:
        terms = terms_of(line.formula.expr)
        if terms is None:
            continue
        counted = line.index.isdigit()
        kind = (line.base if counted else "", *(term.skeleton for term in terms))
        own = Kin(
            line, line.index if counted else line.base, tuple(slot for term in terms for slot in term.slots)
        )
        family = kinds.setdefault(kind, [])
        again = any(one.key == own.key for one in family)
        if family and (again or line.start - family[-1].line.start > FARTHEST):
            yield from [family] if len(family) > 1 else ()
            family = kinds[kind] = []
        family.append(own)
    yield from (family for family in kinds.values() if len(family) > 1)


def _judged(
    sheet: Sheet, kin: Kin, family: Sequence[Kin], facts: Facts, used: Sequence[tuple[int, fmpq]]
) -> Claim | None:
    """What a line should have taken, if all others take the number of their own index and it does not."""
    others = [one for one in family if one is not kin]
    above = facts[: facts.count_above(kin.line.start)]
    bases = {fact.base for fact in above if fact.index == kin.key} - {kin.line.base, ""}
    for at, slot in enumerate(kin.slots):
        if any(_holds(base, kin, at, facts) for base in bases) or not _tells(slot):
            continue
        for base in sorted(bases):
            given = _given(base, kin.key, facts, kin.line.start)
            right = given.value if given is not None else None
            known = [(one, _holds(base, one, at, facts)) for one in others]
            alike = {one.slots[at].value for one, holds in known if holds}
            copied = [one for one, holds in known if holds and one.slots[at].value == slot.value]
            if given is None or not isinstance(right, fmpq) or right in (0, 1, -1):
                continue
            if any(abs(one.value) == abs(right) for one in kin.slots):
                continue  # a row of a matrix takes more than one of them
            if not copied or not all(holds for _, holds in known):
                continue
            left = len(kin.slots) <= MOST_LEFT and not any(
                start > given.start and size == abs(right) for start, size in used
            )
            if len(alike) >= SURE or left:
                return _told(sheet, kin, slot, f"{base}_{kin.key}", right, f"{base}_{copied[-1].key}")
    return None


def _holds(base: str, kin: Kin, at: int, facts: Facts) -> bool:
    """Whether a line takes the number of a name that has its own index."""
    given = _given(base, kin.key, facts, kin.line.start)
    return given is not None and given.value == kin.slots[at].value


def _given(base: str, key: str, facts: Facts, place: int) -> Fact | None:
    """The latest number of a name with an index above a place."""
    found = [fact for fact in facts.of_base(base, place) if fact.index == key]
    return found[-1] if found else None


def _tells(slot: Slot) -> bool:
    return slot.written.is_decimal or len(slot.written.text) >= LEAST_DIGITS


def _told(sheet: Sheet, kin: Kin, slot: Slot, name: str, right: fmpq, other: str) -> Claim:
    put_in = Number(slot.written.span, slot.sign * right, fmpq(1), str(right))
    made = scalar(swapped(kin.line.formula.expr, slot.written, put_in), {})
    message = f"{name} is {show(right)}, put in as {show(slot.value)}, which is {other}"
    return sheet.claim(kin.line.formula.span, RULE, message, made)
