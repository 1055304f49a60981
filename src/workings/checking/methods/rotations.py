"""Rotary encodings: pairs of entries that are turned by an angle, all but one as the angles have it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise

from flint import arb, fmpq

from workings.checking.comparing.agreeing import distance
from workings.checking.comparing.digits import stated_number
from workings.checking.methods.knowing import Working, workings_of
from workings.checking.methods.naming import leaves
from workings.checking.methods.sheet import Sheet
from workings.checking.prose.sums import Place, place_of
from workings.evaluating.rendering import show
from workings.expr import Call, Expr
from workings.finding import Claim
from workings.regex import regex

RULE = "recipe/sign"
LEAST_ENTRIES = 4
_ROTARY = regex(r"\bRoPE\b|\brotary\b|\brotat", re.I)
_ROOM = fmpq(1, 400)
SAID: tuple[re.Pattern[str], ...] = (_ROTARY,)


def claims_of_rotations(sheet: Sheet) -> Iterator[Claim]:
    """The entry of a turned vector that is not what its pair and its angle give."""
    if not sheet.says(_ROTARY):
        return
    lines = workings_of(sheet)
    worked = [line for line in lines if not line.is_bare and len(leaves(line.formula.expr)) == LEAST_ENTRIES]
    for listing in sheet.listings:
        count = len(listing.values)
        below = [line for line in worked if line.start > listing.first.start][:count]
        if count < LEAST_ENTRIES or count % 2 or len(below) < count:
            continue
        angles = _angles(lines, below[0].start)[-count // 2 :]
        if len(angles) != count // 2:
            continue
        right = [*_turned(listing.values, angles)]
        off = [at for at, line in enumerate(below) if not _is_near(line, right[at])]
        if len(off) == 1:
            says = "this entry is not what its pair gives when it is turned; the others are"
            yield sheet.claim(below[off[0]].formula.span, RULE, says, show(right[off[0]]))
            return
    yield from _of_pairs(sheet)


def _of_pairs(sheet: Sheet) -> Iterator[Claim]:
    """A pair that is turned without the minus that one of its two entries has."""
    known = {one.values for one in sheet.listings if len(one.values) == 2}
    places = [place for place in map(place_of, sheet.statements) if place is not None and not place.rest]
    for first, second in pairwise(places):
        if len(first.pairs) != 2 or len(second.pairs) != 2:
            continue
        for side in (0, 1):
            (x, y), (u, v) = first.factors(side), second.factors(side)
            turns, back = first.factors(1 - side), second.factors(1 - side)
            if turns != back[::-1] or not _is_angle(*turns) or not x or not y:
                continue
            if (u, v) in known and (x, y) == (u, v):
                yield _unturned(sheet, first, x * turns[0] - y * turns[1], "minus")
                return
            if (x, -y) in known and (u, v) == (x, y):
                yield _unturned(sheet, second, x * turns[1] - y * turns[0], "plus")
                return


def _is_angle(first: fmpq, second: fmpq) -> bool:
    """Whether two different numbers may be a cosine and a sine."""
    return first != second and first * second != 0 and abs(first**2 + second**2 - 1) <= _ROOM


def _unturned(sheet: Sheet, place: Place, right: fmpq, sign: str) -> Claim:
    says = f"a pair is turned to x cos − y sin and x sin + y cos: here belongs a {sign}"
    return sheet.claim(place.statement.members[-2].span, RULE, says, show(right))


def _angles(lines: Sequence[Working], end: int) -> list[fmpq]:
    """The angles whose cosines are stated before a place, in their order."""
    heads = [line.formula.expr for line in lines if line.start < end]
    found = (stated_number(head.args[0]) for head in heads if _is_cosine(head) and isinstance(head, Call))
    return list(dict.fromkeys(angle.value for angle in found if angle is not None))


def _is_cosine(expr: Expr) -> bool:
    return isinstance(expr, Call) and expr.op == "cos" and len(expr.args) == 1


def _turned(values: Sequence[fmpq], angles: Sequence[fmpq]) -> Iterator[arb]:
    for at, angle in enumerate(angles):
        first, second = arb(values[2 * at]), arb(values[2 * at + 1])
        cosine, sine = arb(angle).cos(), arb(angle).sin()
        yield first * cosine - second * sine
        yield first * sine + second * cosine


def _is_near(line: Working, right: arb) -> bool:
    return bool(distance(right, line.number.value) <= _ROOM)
