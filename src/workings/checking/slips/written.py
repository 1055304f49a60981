"""The right value, written down wrongly: its sign, its decimal point, its digits."""

from __future__ import annotations

from collections.abc import Iterator

from flint import fmpq

from workings.checking.comparing.digits import Stated
from workings.checking.slips.target import Target, is_written
from workings.evaluating.rendering import show_like
from workings.value import Scalar

_POWERS = (1, -1, 2, -2, 3, -3)  # of ten


def misspelt(target: Target) -> Iterator[tuple[str, str, int]]:
    """The slips that fit: name, words, and how many such slips there could have been."""
    (stated,), (value,) = target.stated, target.right
    if is_written(-value, stated):
        yield "slip/sign", "holds with the other sign", 1
    for power in _POWERS:
        if is_written(value * fmpq(10) ** power, stated) and stated.value != 0:
            yield "slip/decimal-point", "holds with the decimal point moved", 2 * abs(power)
    swaps = list(_exchanged(stated))
    if any(is_written(value, other) for other in swaps):
        yield "slip/digits-swapped", "holds with two neighbouring digits swapped", len(swaps)
    if any(is_written(value - step, stated) for step in _carries(stated)):
        yield "slip/carry", "differs from the value by one in one digit", len(list(_carries(stated)))
    elif _differs_in_one_digit(value, stated):
        count = 9 * len(show_like(stated.value, stated.unit).strip("-0."))
        yield "slip/digit", "differs from the value in one digit", max(count, 1)


def _differs_in_one_digit(value: Scalar, stated: Stated) -> bool:
    right, written = show_like(value, stated.unit), show_like(stated.value, stated.unit)
    return len(right) == len(written) and sum(a != b for a, b in zip(right, written, strict=True)) == 1


def _carries(stated: Stated) -> Iterator[fmpq]:
    """One in each digit but the last, up and down: what a carry or a borrow forgotten makes of a result."""
    step = stated.unit * (1 if stated.integer else 10)
    while step <= abs(stated.value) * 10 and step <= 1000 * stated.unit:
        yield step
        yield -step
        step *= 10


def _exchanged(stated: Stated) -> Iterator[Stated]:
    """The stated number with two neighbouring digits swapped back."""
    written = str(abs(int((stated.value / stated.unit).p)))
    sign = -1 if stated.value < 0 else 1
    for at in range(len(written) - 1):
        if written[at] != written[at + 1]:
            other = written[:at] + written[at + 1] + written[at] + written[at + 2 :]
            yield Stated(sign * int(other) * stated.unit, stated.unit, stated.integer)
