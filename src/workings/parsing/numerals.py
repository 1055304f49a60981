"""Numerals: their exact value and how finely they were written."""

from __future__ import annotations

from functools import lru_cache

from flint import fmpq

from workings.expr import Expr, Hole, Number
from workings.source import Span

MOST_DIGITS = 1000
LARGEST_EXPONENT = 400


@lru_cache(maxsize=4096)
def _value_and_unit(text: str) -> tuple[fmpq, fmpq] | None:
    """The value of a numeral and one unit of its last digit; None beyond our bounds."""
    plain = text.lower().replace("−", "-")
    for separator in ("{,}", "\\,", ",", "\u202f", "\u2009"):
        plain = plain.replace(separator, "")
    mantissa, _, exponent = plain.partition("e")
    whole, _, fraction = mantissa.partition(".")
    if len(mantissa) > MOST_DIGITS or len(exponent) > 6 or abs(int(exponent or "0")) > LARGEST_EXPONENT:
        return None
    places = len(fraction) - int(exponent or "0")
    digits = int((whole + fraction) or "0")
    unit = fmpq(1, 10**places) if places > 0 else fmpq(10 ** (-places))
    return digits * unit, unit


def numeral(text: str, span: Span) -> Expr:
    """The number a numeral stands for, or a hole where it is too large to hold."""
    parts = _value_and_unit(text)
    if parts is None:
        return Hole(span, text, "a number with too many digits")
    return Number(span, parts[0], parts[1], text)


def scaled(number: Number, factor: fmpq, text: str, span: Span) -> Number:
    """The same numeral with a unit behind it: 12 % is 0.12, written to hundredths."""
    return Number(span, number.value * factor, number.unit * factor, text)
