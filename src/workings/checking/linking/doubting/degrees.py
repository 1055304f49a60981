"""Angles in degrees beside radians."""

from __future__ import annotations

from dataclasses import replace

from flint import fmpq

from workings.checking.chain import Link
from workings.checking.comparing import compare
from workings.checking.linking.doubting.case import Case
from workings.expr import Call, call, name, number
from workings.regex import may_be_in, regex
from workings.resolving.quantity import Quantity
from workings.resolving.scope import Scope
from workings.resolving.traits import traits

_DEGREES = regex(r"°|\\circ\b|\bdegrees?\b")


def is_in_degrees(case: Case) -> bool:
    """Whether it holds in degrees, or is one angle in both units."""
    text, before, link = case.text, case.before, case.link
    if not may_be_in(_DEGREES, text):
        return False
    return (
        _holds_in_degrees(case.scope, before, link)
        or _is_turned(text, before, link)
        or _is_turned(text, link, before)
    )


def _holds_in_degrees(scope: Scope, before: Link, link: Link) -> bool:
    """`R q` with an R of sines and cosines, whose angle was given as 30°; `atan(9/-1)`, which is 96°."""
    sources, how = [before.source], replace(before.printed.how, degrees=True)
    if isinstance(before.expr, Call) and before.expr.op == "atan" and "neg" in traits(before.expr).ops:
        sources += [call(op, before.source, number(fmpq(180))) for op in ("add", "sub")]
    names = [one for source in sources for one in scope.quantities(source, how)]
    return any(link.fits(one) for one in names)


def _is_turned(text: str, degrees: Link, radians: Link) -> bool:
    """`90° = π/2`, an angle in either unit."""
    start, end = degrees.member.span
    if not isinstance(degrees.printed.value, fmpq) or _DEGREES.search(text, start, end + 10) is None:
        return False
    half = call("div", call("mul", degrees.expr, name("π")), number(fmpq(180)))
    return compare(radians.printed, Quantity(half, {}, degrees.printed.how), True).is_sound
