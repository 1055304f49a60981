"""How a number on paper becomes another one on its way to the next line."""

from __future__ import annotations

from flint import fmpq

MOST_PLACES = 12  # of a decimal
MOST_NEAR = 24  # values that a sum of rounded numbers may have


def last_place(*numbers: fmpq) -> fmpq:
    """The last decimal place that one of some numbers needs: 0.01 of 0.25; a fraction needs its own."""
    widest = max(number.q for number in numbers)
    places = (fmpq(1, 10**count) for count in range(MOST_PLACES))
    return next((one for one in places if all((number / one).q == 1 for number in numbers)), fmpq(1, widest))


def misread_near(expected: fmpq, loose: fmpq, stated: fmpq, unit: fmpq) -> str | None:
    """The same for a number that is only known to about so much, as it is made of rounded ones."""
    first, last = ((expected + by) / unit for by in (-loose, loose))
    wholes = range(round(float(first)), round(float(last)) + 1)[:MOST_NEAR]
    return next((slip for whole in wholes if (slip := misread(whole * unit, stated, unit)) is not None), None)


def misread(expected: fmpq, stated: fmpq, unit: fmpq) -> str | None:
    """The slip that makes a number, stated to this unit, of the expected one; None if no common slip does."""
    if expected == 0 or stated == 0:
        return None
    if stated == -expected:
        return "slip/sign"
    if stated in (expected * 10, expected / 10, expected * 100, expected / 100):
        return "slip/decimal-point"
    first, second = expected / unit, stated / unit
    if first.q != 1 or second.q != 1 or (first < 0) != (second < 0):
        return None
    one, other = str(abs(first.p)), str(abs(second.p))
    if len(one) != len(other) or len(one) < 2:
        return None
    differing = [at for at in range(len(one)) if one[at] != other[at]]
    if len(differing) == 2 and sorted(one) == sorted(other) and differing[1] == differing[0] + 1:
        return "slip/digits-swapped"
    return "slip/copied-digit" if len(differing) == 1 and len(one) > 2 else None


def exchanged(expected: fmpq, stated: fmpq, unit: fmpq) -> str | None:
    """The slip where any two digits of a number changed places, as of 1.2214 and 2.2114; None otherwise."""
    one, other = (value / unit for value in (expected, stated))
    if one.q != 1 or other.q != 1 or (one < 0) != (other < 0):
        return None
    first, second = str(abs(one.p)), str(abs(other.p))
    differing = [at for at, (a, b) in enumerate(zip(first, second, strict=False)) if a != b]
    is_exchanged = len(first) == len(second) and len(differing) == 2 and sorted(first) == sorted(second)
    return "slip/digits-swapped" if is_exchanged else None
