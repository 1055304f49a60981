"""Which part of a sum, a product or a fraction went wrong, where every other became what stands in its place.

`0.3 · 1.2 + 0.9 · 0.7 = 0.36 + 0.58`: the second term is the error, and it can be named.
"""

from __future__ import annotations

from flint import arb, fmpq

from workings.checking.comparing import compare
from workings.checking.comparing.aligning import is_literal, parts
from workings.evaluating.rendering import show
from workings.expr import Call, Expr
from workings.resolving.quantity import Quantity
from workings.source import Page

MOST_PARTS = 16
DEEPEST = 4
_SUMS = frozenset({"add", "sub", "neg"})


def wrong_part(page: Page, worked: Quantity, stated: Quantity) -> str | None:
    """The smallest part of a working that is stated with another value, in words; None if none stands out."""
    found = None
    first, second = worked.expr, stated.expr
    for _ in range(DEEPEST):
        pair = _odd_pair(worked, stated, parts(first), parts(second)) if _are_alike(first, second) else None
        if pair is None:
            break
        found = first, second = pair
    if found is None or is_literal(found[0]):
        return None
    value = Quantity(found[0], worked.names, worked.how).value
    if not isinstance(value, fmpq | arb):
        return None
    return f"{_text(page, found[0])} is {show(value)}, not {_text(page, found[1])}"


def _are_alike(first: Expr, second: Expr) -> bool:
    """Whether both are sums, both products or both fractions, so that their parts answer to each other."""
    match first, second:
        case Call(op=one), Call(op=other):
            return (one in _SUMS) == (other in _SUMS) and (one == "div") == (other == "div")
    return False


def _odd_pair(
    worked: Quantity, stated: Quantity, first: list[Expr], second: list[Expr]
) -> tuple[Expr, Expr] | None:
    """The only two parts side by side that differ."""
    if len(first) != len(second) or not 1 < len(first) <= MOST_PARTS:
        return None
    odd = [
        (left, right)
        for left, right in zip(first, second, strict=True)
        if not _holds(Quantity(left, worked.names, worked.how), Quantity(right, stated.names, stated.how))
    ]
    return odd[0] if len(odd) == 1 else None


def _holds(worked: Quantity, stated: Quantity) -> bool:
    return worked.is_known and stated.is_known and compare(stated, worked, approximate=True).is_sound


def _text(page: Page, part: Expr) -> str:
    """A part as it is written, with the sign that a term has by what stands before it."""
    text = " ".join(page.written[part.span.start : part.span.end].split())
    is_taken_away = isinstance(part, Call) and part.op == "neg" and part.span == part.args[0].span
    return f"-{text}" if is_taken_away else text
