"""Signs and numbers that can mean something else than they mostly do: bars round a list, a sum of both."""

from __future__ import annotations

from fractions import Fraction

from flint import fmpq

from workings.checking.chain import Chain, Link
from workings.checking.comparing import compare
from workings.expr import Apply, Call, Expr, Name, mapped
from workings.regex import regex
from workings.resolving.quantity import Quantity
from workings.resolving.scope import Scope
from workings.resolving.traits import traits

_PLUS = regex(r"(?<![\d.])(\d+(?:\.\d+)?)[$\s]*(?:\([^()$\n]{1,40}\))?[,\s]*(?:plus|and)[\s$]*$")
BEFORE = 80  # characters in which the other addend is


def held_otherwise(scope: Scope, text: str, chain: Chain, link: Link) -> str | None:
    """The convention under which the link holds."""
    before = chain.known[-1]
    if "bars" in traits(before.expr).ops and _holds_of_entries(scope, before, link):
        return "the absolute value of every entry"
    if (squashed := _squashed(before.expr)) is not None:
        quantity = Quantity(squashed, scope.said, before.printed.how, scope.wide)
        if compare(link.printed, quantity, link.member.sign in ("≈", "~")).is_sound:
            return "σ for the logistic function"
    if _is_of_both(text, chain, link):
        return "a sum with the number before it"
    return None


def _holds_of_entries(scope: Scope, before: Link, link: Link) -> bool:
    """`|x|·|y| = 1.02`, where |x| is the list of the absolute values."""
    expr = mapped(before.expr, _each_absolute)
    quantity = Quantity(expr, scope.said, before.printed.how, scope.wide)
    return compare(link.printed, quantity, link.member.sign in ("≈", "~")).is_sound


def _each_absolute(expr: Expr) -> Expr:
    return Call(expr.span, "abs", expr.args) if isinstance(expr, Call) and expr.op == "bars" else expr


def _squashed(expr: Expr) -> Expr | None:
    """`σ(z)` as the logistic function, where σ was a deviation before."""
    match expr:
        case Apply(function=Name(key="σ"), args=(inside,)):
            return Call(expr.span, "sigmoid", (inside,))
    return None


def _is_of_both(text: str, chain: Chain, link: Link) -> bool:
    """“$5 + 9 = 14$ (first) plus $8 + 24 = 32$ (second) $= 46$”: the last number is of both."""
    before = chain.known[-1]
    value, stated, start = before.printed.value, link.printed.value, chain.links[0].member.span.start
    if not isinstance(value, fmpq) or not isinstance(stated, fmpq):
        return False
    if "$" not in text[before.member.span.end : link.member.span.start]:
        return False
    other = _PLUS.search(text, max(0, start - BEFORE), start)
    return other is not None and value + fmpq(*Fraction(other[1]).as_integer_ratio()) == stated
