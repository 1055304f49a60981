"""Numerals: their exact value and how finely they were written."""

from __future__ import annotations

import re
from functools import lru_cache

from flint import fmpq

from workings.expr import Alt, Call, Expr, Hole, Number
from workings.regex import regex
from workings.source import Span

MOST_DIGITS = 1000
LARGEST_EXPONENT = 400
# A number in a pattern; bounded, since texts are not trusted.
UNSIGNED = r"(?:\d{1,20}(?:\.\d{1,20})?|(?<![\w.)])\.\d{1,20})"
NUMERAL = rf"[-−–+]?{UNSIGNED}"
ODD_NUMBER = regex(
    r"0x(?P<hex>[0-9a-fA-F]{1,16})\b"
    r"|(?P<whole>\d{1,9})\.(?P<once>\d{0,9})\\overline\{(?P<repeat>\d{1,9})\}"
    r"|[1-9]\d{0,2}(?:\.\d{3})+,\d+(?![\d.,])"
)
_TIMES = regex(r"(?<![\w.])(?:(?:0\.\d+|[1-9]\d*(?:\.\d+)?)[xX]-?\d|0x\d\b)")


@lru_cache(maxsize=4096)
def _value_and_unit(text: str) -> tuple[fmpq, fmpq] | None:
    """The value of a numeral and one unit of its last digit; None beyond our bounds."""
    plain = text.lower().replace("−", "-")
    for separator in ("{,}", "{.}", "\\,", ",", "{", "}", "\u202f", "\u2009", "'", "’", "…"):
        plain = plain.replace(separator, "")
    mantissa, _, exponent = plain.partition("e")
    whole, _, fraction = mantissa.partition(".")
    if "." in fraction:
        return None  # several numbers, with nothing but commas between them
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


def is_group(text: str) -> bool:
    """Whether a number may be three digits of a longer one: the end of `131 072`."""
    return len(text) == 3 and text.isdecimal()


def scaled(number: Number, factor: fmpq, text: str, span: Span) -> Number:
    """The same numeral with a unit behind it: 12 % is 0.12, written to hundredths."""
    return Number(span, number.value * factor, number.unit * factor, text)


def loosened(number: Number) -> Number:
    """A scaled number, which promises no more digits than it is sure to have."""
    return Number(number.span, number.value, loose_unit(number.value, number.unit), number.text)


def loose_unit(value: fmpq, unit: fmpq) -> fmpq:
    """“800 K” promises hundreds of thousands: zeros at the end of a scaled integer are no digits."""
    while unit >= 1 and value != 0 and (value / (unit * 10)).q == 1:
        unit *= 10
    return unit


def scientific(left: Expr, right: Expr, span: Span, op: str) -> Number | None:
    """`6.3 × 10^{-2}` is one number, written to thousandths."""
    if op == "div" or not isinstance(left, Number) or left.value >= 10:
        return None
    if not isinstance(right, Call) or right.op != "pow":
        return None
    base, exponent = right.args
    sign = 1
    if isinstance(exponent, Call) and exponent.op == "neg":
        sign, exponent = -1, exponent.args[0]
    if (
        not isinstance(base, Number)
        or base.text != "10"
        or not isinstance(exponent, Number)
        or exponent.unit != 1
    ):
        return None
    power = int(exponent.value.p)
    if power > LARGEST_EXPONENT:
        return None
    return scaled(left, fmpq(10) ** (sign * power), f"{left.text}e{sign * power}", span)


def mixed(left: Expr, right: Expr, span: Span) -> Alt | None:
    """`1\\frac{1}{2}` may be one and a half, or half of one."""
    if not isinstance(left, Number) or left.unit != 1 or not isinstance(right, Call):
        return None
    if right.op != "div" or not all(isinstance(part, Number) and part.unit == 1 for part in right.args):
        return None
    return Alt(span, (Call(span, "mul", (left, right)), Call(span, "add", (left, right))))


def is_product(found: re.Match[str]) -> bool:
    """Whether `0x1` is nought times one, as its line has other products with such a sign: `1x0 + 0x1`."""
    if not found["hex"] or not found["hex"].isdecimal():
        return False
    text, start, end = found.string, found.start(), found.end()
    line = text.rfind("\n", 0, start) + 1, text.find("\n", end) % (len(text) + 1)
    return bool(_TIMES.search(text, line[0], start) or _TIMES.search(text, end, line[1]))


def spelled_out(found: re.Match[str]) -> list[tuple[str, str]]:
    """Tokens for an odd number: 0x10 is 16, 0.1\\overline{6} is 15/90, and 1.234,5 is not read."""
    if found["hex"]:
        return [("num", str(int(found["hex"], 16)))]
    if found["repeat"]:
        whole, once, again = found["whole"], found["once"], found["repeat"]
        over = int(whole + once + again) - int(whole + once)
        under = (10 ** len(again) - 1) * 10 ** len(once)
        return [("open", "("), ("num", str(over)), ("op", "/"), ("num", str(under)), ("close", ")")]
    return [("other", found.group())]
