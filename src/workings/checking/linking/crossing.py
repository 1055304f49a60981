"""Products of two vectors in space that are cross products."""

from __future__ import annotations

import re

from workings.checking.chain import Link
from workings.checking.comparing import compare
from workings.expr import Array, Call, Expr, Index, Number, call, number
from workings.regex import regex
from workings.resolving.quantity import Quantity
from workings.resolving.scope import as_value
from workings.value import Tensor

_SPOKEN_OF = regex(
    r"cross[- ]product|kreuzprodukt|vektorprodukt|produit vectoriel|producto (?:cruz|vectorial)", re.I
)


def is_cross_product(before: Link, link: Link) -> bool:
    """Whether `u × v` is stated as what the cross product of the two comes to."""
    pair = _factors(before)
    if pair is None:
        return False
    crossed = Quantity(_crossed(*pair), before.printed.names, before.printed.how)
    return compare(link.printed, crossed, link.member.sign in ("≈", "~")).is_sound


def may_be_cross_product(text: str, before: Link) -> bool:
    """Whether a page speaks of cross products, and a product of two vectors in space is taken."""
    return _factors(before) is not None and _SPOKEN_OF.search(text) is not None


def _factors(before: Link) -> tuple[Expr, Expr] | None:
    """The two vectors with three entries each that a member multiplies by ×."""
    match before.source:
        case Call(op="times", args=(first, second)):
            pass
        case _:
            return None
    if isinstance(first, Number) or isinstance(second, Number):
        return None
    names, how = before.printed.names, before.printed.how
    values = [as_value(Quantity(part, names, how).value) for part in (first, second)]
    if all(isinstance(value, Tensor) and len(value.items) == 3 for value in values):
        return first, second
    return None


def _crossed(first: Expr, second: Expr) -> Expr:
    """The three entries of a cross product."""

    def entry(i: int, j: int) -> Expr:
        return call(
            "sub", call("mul", _at(first, i), _at(second, j)), call("mul", _at(first, j), _at(second, i))
        )

    return Array(first.span, (entry(1, 2), entry(2, 0), entry(0, 1)), "list")


def _at(vector: Expr, place: int) -> Expr:
    return Index(vector.span, vector, (number(place, vector.span),))
