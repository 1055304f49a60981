"""Numbers with a scale behind them: 7B, 16 GB, in units of 1000 or of 1024, or rounded as a name is."""

from __future__ import annotations

from dataclasses import replace

from flint import arb, fmpq

from workings.checking.chain import Link
from workings.checking.comparing import compare
from workings.checking.comparing.aligning import is_literal
from workings.expr import Alt, Expr, Number, mapped
from workings.finding import Verdict
from workings.parsing.lexicon import BYTES, SCALES
from workings.parsing.numerals import scaled
from workings.regex import regex
from workings.resolving.quantity import Quantity
from workings.resolving.scope import as_value
from workings.resolving.traits import long_decimals, traits

HARDLY = arb(fmpq(1, 10**4))  # of a value, which slips do not change by so little
LEAST_DIGITS = 4  # and the point, of a decimal that is rounded
_SCALED = regex(r"\d (\w+)$")


def fits_in_units(before: Link, link: Link, binary: bool) -> bool:
    """`16GB + 8GB = 24GB` in units of 1024, or with each number as it stands."""
    expr = _in_units(before.expr, binary) if traits(before.expr).scaled else before.expr
    if expr is before.expr:
        return False
    quantity = Quantity(expr, before.printed.names, before.printed.how)
    return compare(link.printed, quantity, link.member.is_approximate).verdict is Verdict.RIGHT


def fits_in_mixed_units(before: Link, link: Link) -> bool:
    """2560 KB of 1024 bytes, which are said to be 2.56 MB."""
    stated = link.expr.options[0] if isinstance(link.expr, Alt) else link.expr
    if not isinstance(stated, Number) or (found := _SCALED.search(stated.text)) is None:
        return False
    power = BYTES.get(found[1], 0)
    for step in range(1, power):
        factor = fmpq(2 ** (10 * step) * 10 ** (3 * (power - step)), SCALES[found[1]][0])
        mixed = Quantity(scaled(stated, factor, stated.text, stated.span), {}, link.printed.how)
        if compare(mixed, before.printed, link.member.is_approximate).verdict is Verdict.RIGHT:
            return True
    return False


def is_of_rounded_count(before: Link, link: Link) -> bool:
    """Whether the `7B` of `7B × 2 bytes ≈ 13.5 GB` may be 6.74 billion: a name more than a number."""
    stated = link.printed.value
    if not isinstance(stated, fmpq) or not traits(before.expr).scaled:
        return False
    ends: list[fmpq] = []
    for half in (fmpq(-1, 2), fmpq(1, 2)):
        expr = _shifted(before.expr, half)
        value = Quantity(expr, before.printed.names, before.printed.how).value
        if expr is before.expr or not isinstance(value, fmpq):
            return False
        ends.append(value)
    return min(ends) <= stated <= max(ends)


def _shifted(expr: Expr, half: fmpq) -> Expr:
    """A formula whose counts in thousands, millions … are half of a unit larger or smaller."""
    if not isinstance(expr, Number):
        return mapped(expr, lambda part: _shifted(part, half))
    found = _SCALED.search(expr.text)
    if found is None or len(found[1]) > 1 or found[1] not in SCALES:
        return expr
    return replace(expr, value=expr.value + half * expr.unit)


def _in_units(expr: Expr, binary: bool) -> Expr:
    """A formula whose scaled numbers count by 1024, or are taken without their scale."""
    if not isinstance(expr, Number):
        return mapped(expr, lambda part: _in_units(part, binary))
    found = _SCALED.search(expr.text)
    if found is None or found[1] not in SCALES:
        return expr
    factors = SCALES[found[1]]
    used = factors[1] if found[1] in BYTES else factors[0]
    wanted = factors[0] if binary and found[1] in BYTES else 1
    return expr if binary and wanted == 1 else scaled(expr, fmpq(wanted, used), expr.text, expr.span)


def is_hardly_off(before: Link, link: Link) -> bool:
    """Whether a working with rounded numbers comes to nearly all digits: 1.5001 for 1 + cos(π/3)."""
    ours, stated = as_value(before.printed.value), as_value(link.printed.value)
    if is_literal(link.expr) or not any(len(text) > LEAST_DIGITS for text in long_decimals(link.expr)):
        return False
    if not isinstance(ours, fmpq | arb) or not isinstance(stated, fmpq | arb):
        return False
    return bool(abs(arb(ours) - arb(stated)) < abs(arb(ours)) * HARDLY)
