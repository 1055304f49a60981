"""Values as literals: exact where that is short, rounded to a few digits otherwise, large ones elided."""

from __future__ import annotations

from flint import arb, fmpq

from workings.evaluating.rendering import show, show_like
from workings.expr import ELIDED, NOWHERE, Array, Expr, Hole, Number, call, number
from workings.record import record
from workings.value import Scalar, Tensor, Value

DIGITS = 4  # significant ones of a rounded value, unless another number is asked for
SPARE = 2  # decimal places beyond the digits that an exact decimal may still have
LONGEST_TERM = 999  # of a numerator or denominator that is written as a fraction
MOST_ROWS, MOST_COLUMNS = 8, 10  # of a matrix that is written out
MOST_PLACES = 9  # of entries that are rounded alike
LARGEST_PLAIN = 10**15  # numbers beyond it are written with a power of ten


@record(frozen=True, slots=True)
class Shown:
    """A value as a literal, whether that is all of it, and a decimal for what is a fraction."""

    literal: Expr
    is_exact: bool
    decimal: Expr | None = None


def shown(value: Value, digits: int = DIGITS) -> Shown:
    """A value the way it is written at the end of a line."""
    if isinstance(value, Tensor):
        places = _common_places(value.items, digits)
        return Shown(_tensor(value, places, digits), all(_is_short(item, digits) for item in value.items))
    if _is_short(value, digits):
        return Shown(_numeral(value, None, digits), True)
    rounded = _numeral(value, _places(value, digits), digits)
    fraction = _fraction(value)
    return Shown(rounded, False) if fraction is None else Shown(fraction, True, rounded)


def literal(value: Value, digits: int = DIGITS) -> Expr:
    """A value the way it is put in for a name."""
    return shown(value, digits).literal


def fit_to_write(value: Value, digits: int, *, fractions: bool, places: int | None = None) -> Expr:
    """A value that is to stand in a document: all of its entries, and no fraction unless that is wanted.

    `places` is how many decimals the document writes; they are kept to where they show enough of the value.
    """
    if isinstance(value, Tensor):
        return _whole_tensor(value, _usual_places(value.items, digits, places), digits)
    found = shown(value, digits)
    if not (found.decimal is None or fractions) or (places is not None and not found.is_exact):
        return _numeral(value, _usual_places((value,), digits, places), digits)
    return found.literal


def _usual_places(items: tuple[Scalar, ...], digits: int, places: int | None) -> int | None:
    """The decimals that the document writes, unless they would hide all but a digit of an entry."""
    own = _common_places(items, digits)
    if places is None or own is None:
        return own
    rounded = [item for item in items if not _is_short(item, digits)]
    exponents = [exponent for item in rounded if (exponent := _exponent(item)) is not None]
    return places if exponents and places >= 1 - min(exponents) else own


def entry(value: Tensor, index: tuple[int, ...], digits: int, places: int | None = None) -> Expr:
    """One entry, rounded as the whole tensor would be."""
    part: Value = value
    for at in index:
        assert isinstance(part, Tensor)
        part = part[at]
    assert not isinstance(part, Tensor)
    return _numeral(part, _usual_places(value.items, digits, places), digits)


def _whole_tensor(value: Tensor, places: int | None, digits: int) -> Expr:
    """Nested lists with every entry."""
    parts = [value[at] for at in range(value.shape[0])]
    items = tuple(
        _whole_tensor(part, places, digits) if isinstance(part, Tensor) else _numeral(part, places, digits)
        for part in parts
    )
    return Array(NOWHERE, items, "list" if len(value.shape) == 1 else "matrix")


def _tensor(value: Tensor, places: int | None, digits: int) -> Expr:
    """Nested lists; long rows and many rows are elided in the middle."""
    extent = value.shape[0]
    most = MOST_COLUMNS if len(value.shape) == 1 else MOST_ROWS
    kept = list(range(extent)) if extent <= most else [*range(most - 2), None, extent - 1]
    items: list[Expr] = []
    for at in kept:
        part = value[at] if at is not None else None
        if part is None:
            items.append(_dots(value.shape[1:]))
        elif isinstance(part, Tensor):
            items.append(_tensor(part, places, digits))
        else:
            items.append(_numeral(part, places, digits))
    return Array(NOWHERE, tuple(items), "list" if len(value.shape) == 1 else "matrix")


def _dots(shape: tuple[int, ...]) -> Expr:
    """What stands for the entries that are left out: one sign, or a row of them."""
    dots = Hole(NOWHERE, "…", ELIDED)
    if len(shape) != 1:
        return dots
    return Array(NOWHERE, (dots,) * min(shape[0], MOST_COLUMNS), "list")


def is_elided(value: Value) -> bool:
    """Whether not all entries of a value are written out."""
    if not isinstance(value, Tensor):
        return False
    *rows, columns = value.shape
    return columns > MOST_COLUMNS or any(extent > MOST_ROWS for extent in rows)


def _is_short(value: Scalar, digits: int) -> bool:
    """An integer, or a decimal that ends soon."""
    if not isinstance(value, fmpq):
        return bool(value.is_zero())
    if value.q == 1:
        return -LARGEST_PLAIN < value < LARGEST_PLAIN
    return bool((value * 10 ** (digits + SPARE)).q == 1)


def _fraction(value: Scalar) -> Expr | None:
    """A short fraction as a division."""
    if not isinstance(value, fmpq) or value.q > LONGEST_TERM or not -LONGEST_TERM <= value.p <= LONGEST_TERM:
        return None
    quotient = call("div", number(int(abs(value.p))), number(int(value.q)))
    return call("neg", quotient) if value < 0 else quotient


def _numeral(value: Scalar, places: int | None, digits: int) -> Expr:
    """A number to so many places, or with the digits it needs."""
    if places is not None and not _is_short(value, digits):
        text = show_like(value, fmpq(1, 10**places))
    elif not isinstance(value, fmpq) and value.is_zero():
        text = "0"
    elif isinstance(value, fmpq) and _is_short(value, digits):
        text = show_like(value, fmpq(1, 10 ** _own_places(value)))
        if places is not None and value.q != 1:
            text = show_like(value, fmpq(1, 10 ** max(places, _own_places(value))))
    else:
        text = show(value, digits)
    return _from_text(text)


def _from_text(text: str) -> Expr:
    """The expression of a printed number: digits, a minus, a power of ten."""
    if text.startswith("-"):
        return call("neg", _from_text(text[1:]))
    mantissa, _, power = text.partition("e")
    if not mantissa.replace(".", "").isdecimal():
        return Hole(NOWHERE, text, ELIDED)
    whole, _, decimals = mantissa.partition(".")
    unit = fmpq(1, 10 ** len(decimals))
    digits = Number(NOWHERE, fmpq(int(whole + decimals)) * unit, unit, mantissa)
    if not power:
        return digits
    raised = number(abs(int(power)))
    return call("mul", digits, call("pow", number(10), call("neg", raised) if int(power) < 0 else raised))


def _own_places(value: fmpq) -> int:
    places = 0
    while (value * 10**places).q != 1:
        places += 1
    return places


def _places(value: Scalar, digits: int) -> int | None:
    """The decimal places that show so many significant digits; None where a power of ten is needed.

    Never none at all, because a whole number says that nothing was rounded.
    """
    exponent = _exponent(value)
    if exponent is None:
        return digits
    places = max(1, digits - 1 - exponent)
    return places if places <= MOST_PLACES and exponent < 15 else None


def _common_places(items: tuple[Scalar, ...], digits: int) -> int | None:
    """The places that all entries of a tensor are rounded to; None where their sizes are too far apart."""
    rounded = [item for item in items if not _is_short(item, digits)]
    exponents = [exponent for item in rounded if (exponent := _exponent(item)) is not None]
    if not exponents:
        return digits if rounded else None
    if max(exponents) >= 15:
        return None
    places = max(digits - 1 - max(exponents), 1 - min(exponents), 1)
    return places if places <= MOST_PLACES else None


def _exponent(value: Scalar) -> int | None:
    """The power of ten of the first digit; None for nought."""
    size = abs(value) if isinstance(value, arb) else arb(abs(value.p)) / arb(value.q)
    middle = arb(size.mid())
    if not middle > 0:
        return None
    power = (middle.log() / arb(10).log()).floor().unique_fmpz()
    return None if power is None else int(power)
