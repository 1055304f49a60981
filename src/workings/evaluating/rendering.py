"""Values printed for people: short exact numbers as they are, the rest to a few digits."""

from __future__ import annotations

from flint import arb, fmpq, fmpz

from workings.ops.primitives.arithmetic import magnitude
from workings.value import Scalar, Tensor, Value

_POWERS = tuple(10**places for places in range(9))  # that a denominator may divide
_DEFAULT_DIGITS = 5
_LONGEST_PLAIN = 15  # digits of an integer part that are still written out
_WIDEST = 60  # entries of a tensor that are printed


MOST_BINARY_PLACES = 20_000
MOST_PLACES = 400
LARGEST_WRITTEN = fmpz(10) ** 30  # beyond it, a power of ten says more than all the digits


def show(value: Value, digits: int | None = None) -> str:
    """A value as a person would write it down."""
    if not isinstance(value, Tensor):
        return _scalar(value, digits)
    if len(value.items) > _WIDEST:
        return f"a tensor of {'×'.join(map(str, value.shape))}"
    return _rows(value, digits)


def _rows(value: Tensor, digits: int | None) -> str:
    if len(value.shape) == 1:
        return f"[{', '.join(_entries(value.items, digits))}]"
    parts = [value[i] for i in range(value.shape[0])]
    return f"[{', '.join(_rows(part, digits) for part in parts if isinstance(part, Tensor))}]"


def _entries(items: tuple[Scalar, ...], digits: int | None) -> list[str]:
    """The entries of one row, to the same places where they are not exact."""
    exact = [text for item in items if (text := _terminating(item)) is not None]
    if digits is None and len(exact) == len(items):
        return exact
    if digits is not None:
        return [_scalar(item, digits) for item in items]
    largest = max(magnitude(midpoint(item)) for item in items)
    if largest >= 10**6 or 0 < largest < fmpq(1, 100):
        return [_scalar(item, digits) for item in items]
    return [show_like(item, fmpq(1, 1000)) for item in items]


def show_like(value: Scalar, unit: fmpq) -> str:
    """A number rounded to a unit, halves away from zero: 0.2447 in thousandths is "0.245"."""
    if not -LARGEST_WRITTEN < value < LARGEST_WRITTEN:
        return show(value)
    over, under = _ratio(value)
    step, parts = int(unit.p), int(unit.q)
    count = (2 * abs(over) * parts + under * step) // (2 * under * step)
    places = 0
    while 10**places % parts and places < MOST_PLACES:
        places += 1
    return _decimal(count * step if over >= 0 else -count * step, parts, places)


def _scalar(value: Scalar, digits: int | None) -> str:
    exact = _terminating(value)
    if exact is not None and digits is None:
        return exact
    if isinstance(value, arb) and int(value.mid().man_exp()[1]) > MOST_BINARY_PLACES:
        return _huge(value)
    middle = midpoint(value)
    if not middle:
        return "0"
    wanted = _DEFAULT_DIGITS if digits is None else max(1, digits)
    exponent = _exponent(middle)
    if not -6 <= exponent <= _LONGEST_PLAIN:
        mantissa = _nearest(middle / fmpq(10) ** (exponent - wanted + 1))
        if magnitude(mantissa) == fmpq(10) ** wanted:
            mantissa, exponent = mantissa / 10, exponent + 1
        return f"{_decimal(int(mantissa.p), 10 ** (wanted - 1), wanted - 1)}e{exponent}"
    places = max(0, wanted - 1 - exponent)
    return _decimal(int(_nearest(middle * 10**places).p), 10**places, places)


def _huge(value: arb) -> str:
    """A number too large to be written out: its sign and its power of ten."""
    power = (abs(value).mid().log() / arb(10).log()).floor().unique_fmpz()
    sign = "-" if value < 0 else ""
    return f"{sign}1e{power}" if power is not None else f"{sign}a huge number"


def _terminating(value: Scalar) -> str | None:
    """An exact number whose decimals end soon, as that decimal."""
    if not isinstance(value, fmpq) or value.height_bits() > 80:
        return None
    over, under = int(value.p), int(value.q)
    for places, power in enumerate(_POWERS):
        if power % under == 0:
            return _decimal(over, under, places)
    return None


def midpoint(value: Scalar) -> fmpq:
    """A rational in the middle of what is known of a number."""
    if isinstance(value, fmpq):
        return value
    mantissa, exponent = arb(value).mid().man_exp()
    if abs(exponent) > MOST_BINARY_PLACES:
        return fmpq(0)
    return fmpq(mantissa) * fmpq(2) ** int(exponent)


def _ratio(value: Scalar) -> tuple[int, int]:
    """The middle of a number as one integer over another, which is positive."""
    if isinstance(value, fmpq):
        return int(value.p), int(value.q)
    mantissa, exponent = map(int, value.mid().man_exp())
    if abs(exponent) > MOST_BINARY_PLACES:
        return 0, 1
    return (mantissa << exponent, 1) if exponent >= 0 else (mantissa, 1 << -exponent)


def _exponent(value: fmpq) -> int:
    """The power of ten of the first digit."""
    size = -value if value < 0 else value
    guess = (size.p.bit_length() - size.q.bit_length()) * 30103 // 100000
    while fmpq(10) ** guess > size:
        guess -= 1
    while fmpq(10) ** (guess + 1) <= size:
        guess += 1
    return guess


def _nearest(value: fmpq) -> fmpq:
    """The nearest integer, halves away from zero."""
    half = fmpq(1, 2)
    rounded: fmpz = (value + half).floor() if value >= 0 else (value - half).ceil()
    return fmpq(rounded)


def _decimal(over: int, under: int, places: int) -> str:
    """A fraction with exactly so many places, which it must not exceed."""
    digits = str(abs(over) * 10**places // under)
    sign = "-" if over < 0 and digits != "0" else ""
    if not places:
        return sign + digits
    digits = digits.rjust(places + 1, "0")
    return f"{sign}{digits[:-places]}.{digits[-places:]}"
