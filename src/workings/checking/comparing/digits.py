"""Does a stated number hold at the digits it is written to?"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import NamedTuple

from flint import arb, fmpq

from workings.checking.comparing.agreeing import distance
from workings.expr import Alt, Call, Expr, Number
from workings.finding import Verdict
from workings.parsing.numerals import NUMERAL, numeral
from workings.regex import regex
from workings.source import Span
from workings.value import Scalar

_ZERO = fmpq(0)
_HALF = fmpq(1, 2)
FLOAT_NOISE = 10**15  # relative size of a float's last digit
_NEAR_INTEGER = fmpq(1, 20)
_NUMERAL = regex(rf"\s*{NUMERAL}\s*")
FEW = 12  # units of the last digit in a number of which a whole one is no rounding


class Stated(NamedTuple):
    """A literal number with its sign and the unit of its last digit."""

    value: fmpq
    unit: fmpq
    integer: bool
    goes_on: bool = False  # 0.666…, whose last digit is cut off and not rounded


def stated_number(expr: Expr) -> Stated | None:
    """The literal an expression is, through signs; None if it is none."""
    if type(expr) is Number:
        return Stated(expr.value, expr.unit, expr.unit == 1, expr.text.endswith("…"))
    sign = 1
    while isinstance(expr, Call) and expr.op == "neg":
        sign, expr = -sign, expr.args[0]
    if isinstance(expr, Number):
        return Stated(sign * expr.value, expr.unit, expr.unit == 1, expr.text.endswith("…"))
    return None


def stated_numbers(exprs: Iterable[Expr]) -> tuple[Stated, ...]:
    """The literals that all of some expressions are; none where one of them is anything else."""
    found: list[Stated] = []
    for expr in exprs:
        number = stated_number(expr)
        if number is None:
            return ()
        found.append(number)
    return tuple(found)


@lru_cache(maxsize=4096)
def number_in(text: str) -> fmpq | None:
    """The number that a short text is."""
    if _NUMERAL.fullmatch(text) is None:
        return None
    stripped = text.strip().replace("−", "-").replace("–", "-")
    sign = -1 if stripped.startswith("-") else 1
    parsed = numeral(stripped.lstrip("+-"), Span(0, 0))
    return sign * parsed.value if isinstance(parsed, Number) else None


@lru_cache(maxsize=4096)
def stated_in(text: str) -> Stated | None:
    """The same with the unit of its last digit."""
    value, unit = number_in(text), unit_of(text.strip())
    return None if value is None else Stated(value, unit, unit == 1)


def unit_of(numeral: str) -> fmpq:
    """One in the last digit of a number as it is written."""
    return fmpq(1, 10 ** len(numeral.partition(".")[2]))


def scaled_readings(expr: Expr) -> list[Stated]:
    """All numbers a literal may stand for: “75.5 M” is seventy-five million or 75.5."""
    sign = 1
    while isinstance(expr, Call) and expr.op == "neg":
        sign, expr = -sign, expr.args[0]
    if isinstance(expr, Alt):
        return [Stated(sign * o.value, o.unit, o.unit == 1) for o in expr.options if isinstance(o, Number)]
    return []


def judge_digits(value: Scalar, stated: Stated, approximate: bool) -> Verdict | None:
    """RIGHT, ROUNDING or WRONG; None where the enclosure is too wide to tell."""
    off: Scalar = distance(value, stated.value)
    if stated.integer:
        return _judge_integer(value, off, stated, approximate)
    half = stated.unit * _HALF
    if off <= half or (stated.goes_on and off < stated.unit and _is_farther(value, stated.value)):
        return Verdict.RIGHT
    if _is_float(stated) and off * FLOAT_NOISE <= distance(stated.value, _ZERO):
        return Verdict.RIGHT
    if not off > half:
        return None
    return _judge_near(value, off, stated)


def _is_farther(value: Scalar, stated: fmpq) -> bool:
    """Whether a value is farther from nought than what is stated of it."""
    return bool(value > stated) if stated > 0 else bool(value < stated)


def _is_float(stated: Stated) -> bool:
    """Printed by a program, with all the digits of a float."""
    size = distance(stated.value, _ZERO) / stated.unit
    return bool(size >= 10**14) and bool(size <= 10**18)


def _judge_near(value: Scalar, off: Scalar, stated: Stated) -> Verdict | None:
    """Truncated, or one unit off in the last digit where the value goes on behind it."""
    if _ends_at(value, stated.unit):
        return Verdict.WRONG
    limit = stated.unit * fmpq(3, 2)
    if off * 2 > distance(value, _ZERO) and off * 2 > distance(stated.value, _ZERO):
        return Verdict.WRONG  # as large as the number itself
    if off * 20 > stated.unit * 19 and off * FEW > distance(value, _ZERO):
        return Verdict.WRONG  # a whole unit is much of so short a number
    if distance(value, _ZERO) < stated.unit * 10 and not _is_farther(value, stated.value):
        return Verdict.WRONG  # 0.43 as 0.5 is neither rounded nor cut off
    if off <= limit or (off <= stated.unit * 5 and off * 10**6 <= distance(stated.value, _ZERO)):
        return Verdict.ROUNDING
    return Verdict.WRONG if off > limit else None


def _ends_at(value: Scalar, unit: fmpq) -> bool:
    """Whether a value has no digits behind the given unit, as far as its enclosure tells."""
    if isinstance(value, fmpq):
        return bool((value / unit).q == 1)
    steps = value / unit
    nearest = (steps.mid() + fmpq(1, 2)).floor().unique_fmpz()
    return nearest is not None and steps.overlaps(arb(nearest))


def _judge_integer(value: Scalar, off: Scalar, stated: Stated, approximate: bool) -> Verdict | None:
    if isinstance(value, fmpq) and value.q == 1:
        if value == stated.value:
            return Verdict.RIGHT
        return _judge_round_integer(off, stated) if approximate else Verdict.WRONG
    large = bool(distance(value, _ZERO) >= 10)
    if off < _NEAR_INTEGER or (approximate and large and off <= _HALF):
        return Verdict.RIGHT
    if off <= _HALF and (approximate or large):
        return Verdict.ROUNDING
    if isinstance(value, arb) and not (off > _HALF or off > _NEAR_INTEGER):
        return None
    return _judge_round_integer(off, stated) if approximate else Verdict.WRONG


def _judge_round_integer(off: Scalar, stated: Stated) -> Verdict:
    """“≈ 75,000” promises thousands: trailing zeros of a rounded integer are no digits."""
    unit = fmpq(1)
    digits = abs(stated.value.p)
    while digits and digits % 10 == 0:
        digits //= 10
        unit *= 10
    if unit > 1 and off <= unit * _HALF:
        return Verdict.RIGHT
    if unit > 1 and off <= unit:
        return Verdict.ROUNDING
    return Verdict.WRONG


def reaches(ball: Scalar, stated: Stated) -> bool:
    """Whether some value in a widened ball would be written with these digits."""
    half = _NEAR_INTEGER if stated.integer else stated.unit * _HALF
    return not distance(ball, stated.value) > half


def is_close(value: Scalar, stated: Stated) -> bool:
    """Near enough for rounding to explain it: a few units of the last digit, or a thousandth of the whole."""
    off, size = distance(value, stated.value), distance(stated.value, _ZERO)
    if off <= stated.unit * fmpq(3, 2) or off * 700 <= size:
        return True
    return bool(off <= stated.unit * 5) and bool(off * 100 <= size)
