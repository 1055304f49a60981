"""Members that go on from a result instead of being equal to it, as in quick sums: `4 · 5 = 20 + 1 = 21`."""

from __future__ import annotations

from collections.abc import Iterator

from workings.checking.chain import Chain, Link
from workings.checking.comparing import compare
from workings.checking.comparing.aligning import is_literal
from workings.checking.comparing.digits import stated_number
from workings.checking.comparing.parts import signed_terms
from workings.expr import Call, Expr, Number, walk
from workings.regex import regex
from workings.resolving.quantity import Quantity
from workings.resolving.traits import is_plain

_GOES_ON = regex(r"[\s$&\\]*(?:[=≈]|\\approx\b)")


def runs_on(text: str, chain: Chain, link: Link) -> bool:
    """Whether a member goes on with the result before it, or one before that did: `= 765,000 × $0.5/M`."""
    before, skipped = chain.known[-1], chain.links[-1]
    if skipped is not before:
        first = _first_number(skipped.expr)
        return first is not None and first.value == before.printed.value
    if is_literal(link.expr) or not is_plain(before.expr) or not is_plain(link.expr):
        return False
    first = _first_number(link.expr)
    if first is None or not _GOES_ON.match(text, link.member.span.end):
        return False
    if _is_term_by_term(before, link) or _is_of_same_function(before.expr, link.expr):
        return False
    led = Quantity(first, {}, link.printed.how)
    if not compare(led, before.printed, approximate=False).is_sound:
        return False
    return not any(led.value == Quantity(part, {}, before.printed.how).value for part in _led_by(before.expr))


def _is_term_by_term(before: Link, link: Link) -> bool:
    """`⌊111.5⌋ + 1 = 112 + 1`: what begins the sum is worked out, and the rest of it stays as it was."""
    worked, stated = signed_terms(before.expr), signed_terms(link.expr)
    if len(worked) != len(stated) or len(worked) < 2 or is_literal(worked[0]):
        return False
    rest = [
        (stated_number(one), stated_number(other)) for one, other in zip(worked[1:], stated[1:], strict=True)
    ]
    return all(one is not None and other is not None and one.value == other.value for one, other in rest)


def _is_of_same_function(before: Expr, stated: Expr) -> bool:
    """`σ(0.3 · 2 + 0.1) = σ(0.6 + 0.1)`: the argument is worked out, and the result not gone on from."""
    match before, stated:
        case Call(op=first, args=(_,)), Call(op=second, args=(_,)):
            return first == second != "neg"
    return False


def _first_number(expr: Expr) -> Number | None:
    numbers = [node for node in walk(expr) if isinstance(node, Number)]
    return min(numbers, key=lambda node: node.span.start, default=None)


def _led_by(expr: Expr) -> Iterator[Expr]:
    """What a sum or product begins with: `6 · 1 + 3 · 0 = 6 + 3` is worked out term by term."""
    while isinstance(expr, Call) and expr.args:
        expr = expr.args[0]
        yield expr
