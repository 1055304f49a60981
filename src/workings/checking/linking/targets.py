"""Shares less a target that nobody gave a value: `p − y = (0.7, −0.74, 0.04)`, y being one for one class."""

from __future__ import annotations

from flint import arb, fmpq

from workings.checking.chain import Link
from workings.checking.comparing.comparison import Comparison
from workings.checking.comparing.digits import stated_numbers
from workings.expr import Array, Call, Expr, Name
from workings.finding import Verdict
from workings.resolving.quantity import Quantity
from workings.resolving.scope import as_value
from workings.value import Tensor, Value

LEAST = 2  # classes
LEAST_ELSE = 2  # entries beside that of the class, so that a lost minus is no coincidence


def less_target(before: Link, link: Link) -> Comparison | None:
    """What comes of a list that has to be the shares, one of them less one; None if it is something else."""
    shares = _shares(before)
    stated = stated_numbers(link.expr.items) if isinstance(link.expr, Array) else ()
    if shares is None or len(stated) != len(shares):
        return None
    odd = [at for at, one in enumerate(stated) if not _is_near(shares[at], one.value, one.unit)]
    classes = [at for at in odd if _is_near(shares[at] - 1, stated[at].value, stated[at].unit)]
    if len(odd) == 1 and classes:
        return Comparison(Verdict.RIGHT)
    if len(stated) <= LEAST_ELSE or len(odd) > 2 or len(odd) == len(classes):
        return None
    at = next(at for at in odd if at not in classes)
    if classes:
        return Comparison(Verdict.WRONG, reason=f"entry {at + 1} is not the share, nor that less one")
    if len(odd) > 1:
        return None
    if _is_near(1 - shares[at], stated[at].value, stated[at].unit):
        return Comparison(Verdict.WRONG, reason=f"entry {at + 1} has lost its minus")
    return Comparison(Verdict.WRONG, reason=f"entry {at + 1} is not the share less one")


def _shares(before: Link) -> list[arb] | None:
    """The numbers that a target is taken from, if these are shares of one and the target has no value."""
    match before.expr:
        case Call(op="sub", args=(first, Name(key=key))) if key in before.printed.missing:
            value = _value(first, before)
        case _:
            return None
    if not isinstance(value, Tensor) or len(value.items) < LEAST:
        return None
    items = [arb(item) for item in value.items if isinstance(item, fmpq | arb)]
    total = sum(items, arb(0))
    is_whole = len(items) == len(value.items) and abs(total - 1) < arb(fmpq(1, 50))
    return items if is_whole and all(item >= 0 for item in items) else None


def _value(part: Expr, before: Link) -> Value | None:
    return as_value(Quantity(part, before.printed.names, before.printed.how).value)


def _is_near(value: arb, stated: fmpq, unit: fmpq) -> bool:
    return bool(abs(value - arb(stated)) <= arb(unit))
