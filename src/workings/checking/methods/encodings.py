"""Positional encodings: the sine for even components and the cosine for odd ones, two of them at one rate."""

from __future__ import annotations

import re
from collections.abc import Iterator

from flint import arb, fmpq

from workings.checking.comparing.agreeing import distance
from workings.checking.methods.knowing import Working, facts_of, workings_of
from workings.checking.methods.sheet import Sheet
from workings.checking.methods.worth import scalar
from workings.evaluating.rendering import show
from workings.expr import Call
from workings.finding import Claim
from workings.record import record
from workings.regex import regex
from workings.value import Scalar

OTHER_WAVE, OTHER_RATE = "recipe/other-method", "recipe/other-size"
LEAST_ALIKE = 2  # components that are right
WIDEST = 4096
_ENCODED = regex(r"position(?:al)? (?:encoding|vector|embedding)|sinusoidal", re.I)
_COMPONENT = regex(r"\b(?:component|dim(?:ension)?|entry|index|i|j)\s*=?\s*(\d{1,2})\W*$", re.I)
_CALLED = regex(r"E\((\d{1,4}),(\d{1,3})\)$|E_\{?\(?(\d{1,4}),(\d{1,3})\)?\}?$")
_POSITION = regex(r"\bpos(?:ition)?\s*=?\s*(\d{1,4})\b", re.I)
_ROOM = fmpq(1, 500)


@record(frozen=True, slots=True)
class Component:
    """A line that gives one component of one position, and what it comes to."""

    line: Working
    position: int
    at: int
    wave: str
    value: Scalar


def claims_of_encodings(sheet: Sheet) -> Iterator[Claim]:
    """The first component that is made otherwise, where others of a higher rate are right."""
    if not sheet.says(_ENCODED):
        return
    widths = {
        int(fact.value.p)
        for fact in facts_of(sheet)
        if fact.base == "d" and isinstance(fact.value, fmpq) and fact.value.q == 1
    }
    if len(widths) != 1 or not 2 <= (width := widths.pop()) <= WIDEST:
        return
    found = [one for line in workings_of(sheet) if (one := _component(sheet, line)) is not None]
    right = [one for one in found if _is_near(one.value, _expected(one, width))]
    if len(right) < LEAST_ALIKE or not any(one.at > 1 for one in right):
        return
    for one in found:
        if one not in right:
            yield _told(sheet, one, width)
            return


def _component(sheet: Sheet, line: Working) -> Component | None:
    formula = line.formula.expr
    value = scalar(formula, {})
    if not isinstance(formula, Call) or formula.op not in ("sin", "cos") or value is None:
        return None
    named = _CALLED.search(line.base)
    if named is not None:
        position, at = (int(part) for part in named.groups() if part is not None)
        return Component(line, position, at, formula.op, value)
    counted = _COMPONENT.search(line.words)
    said = [*_POSITION.finditer(sheet.text, 0, line.start)]
    if counted is None or not said:
        return None
    return Component(line, int(said[-1][1]), int(counted[1]), formula.op, value)


def _expected(one: Component, width: int) -> arb:
    angle = arb(one.position) / arb(10000) ** (arb(2 * (one.at // 2)) / width)
    return angle.sin() if one.at % 2 == 0 else angle.cos()


def _is_near(value: Scalar, other: arb) -> bool:
    return bool(distance(value, other) <= _ROOM)


def _told(sheet: Sheet, one: Component, width: int) -> Claim:
    wave = "sin" if one.at % 2 == 0 else "cos"
    pair = one.at // 2 * 2
    says = f"component {one.at} has the {wave}, not the {one.wave}"
    if wave == one.wave:
        says = f"component {one.at} has the rate of component {pair}, with {pair}/{width} as the exponent"
    rule = OTHER_RATE if wave == one.wave else OTHER_WAVE
    return sheet.claim(one.line.formula.span, rule, says, show(_expected(one, width)))
