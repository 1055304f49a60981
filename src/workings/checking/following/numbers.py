"""What stated numbers tell: whether they fit by chance, and how one becomes another by a slip of the pen."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from flint import arb, fmpq

from workings.checking.comparing.digits import Stated
from workings.checking.comparing.miscopying import misread_near
from workings.checking.following.steps import HIDDEN
from workings.value import Tensor, Value

PRECISE = 12  # units of its last digit that a number has at least which tells something
VAGUE = 20  # parts of a number, one of which may be rounding


def tells(number: Stated) -> bool:
    """Whether a number that fits is no coincidence: not nought or one, and precise enough."""
    return number.value not in (0, 1, -1) and (number.integer or PRECISE * number.unit <= abs(number.value))


def unwritten(value: Value) -> Value:
    """What people round on the way to the next step without writing it down."""
    if isinstance(value, Tensor):
        return replace(value, items=tuple(arb(arb(x).mid(), HIDDEN) for x in value.items))
    return arb(arb(value).mid(), HIDDEN) if isinstance(value, fmpq | arb) else value


def is_vague(loose: Sequence[arb]) -> bool:
    """Whether almost anything would fit."""
    return any(VAGUE * x.rad() > abs(x.mid()) for x in loose)


def middle(value: arb) -> fmpq:
    mid = value.mid().fmpq()
    return fmpq(mid.p, mid.q)


def slip_of_pen(right: fmpq, stated: Stated) -> str | None:
    """The slip that makes a number of the right one, also at its first digit: 5.359 for 0.359."""
    slip = misread_near(right, stated.unit, stated.value, stated.unit)
    if slip is not None:
        return slip
    if stated.integer or (right < 0) != (stated.value < 0):
        return None
    first, second = (str(abs(round(float(number / stated.unit)))) for number in (right, stated.value))
    width = max(len(first), len(second), 4)
    pairs = zip(first.zfill(width), second.zfill(width), strict=True)
    return "slip/copied-digit" if sum(one != other for one, other in pairs) == 1 else None
