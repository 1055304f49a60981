"""Where something is taken, behind a bar: `\\frac{dL}{dw}\\Big|_{w=2}`, `\\nabla f|_{(1, 2)}`."""

from __future__ import annotations

from workings.expr import AT, Alt, Call, Expr, Hole, Name, Relation, walk
from workings.parsing.cursor import Cursor
from workings.parsing.integrals import between
from workings.parsing.lists import split_at_commas
from workings.source import Span


def read_place(cursor: Cursor, base: Expr) -> Expr | None:
    """The operand at the place behind its bar; None if the bar means something else.

    Names and their values stand behind the operand in turn, or else a single expression for the place.
    """
    start, listed = cursor.at, cursor.tokens.list
    if listed[start].text != "|" or start + 2 >= cursor.hi or listed[start + 1].text != "_":
        return None
    cursor.at += 2
    lo, hi = cursor.script()
    above = cursor.peek_or_none()
    if above is not None and above.text == "^":
        return _between(cursor, base, start, cursor.parse(lo, hi))
    place = _place(cursor, lo, hi)
    if place is None:
        cursor.at = start
        return None
    return Call(Span(base.span.start, listed[cursor.at - 1].end), AT, (base, *place))


def _between(cursor: Cursor, base: Expr, start: int, lower: Expr) -> Expr | None:
    """What stands before a bar with two limits, unless a sum is parted by it: `x^2 + x|_0^1`."""
    listed, at, parted = cursor.tokens.list, start - 1, False
    while at >= cursor.lo and not parted:
        opening = cursor.tokens.match.get(at)
        at = opening if opening is not None and opening < at else at
        parted = listed[at].kind == "op" and listed[at].text in ("+", "-") and at > cursor.lo
        at -= 1
    cursor.at += 1
    upper = cursor.parse(*cursor.script())
    span = Span(base.span.start, listed[cursor.at - 1].end)
    found = None if parted else between(base, lower, upper, span)
    if found is None:
        cursor.at = start
    return found


def _place(cursor: Cursor, lo: int, hi: int) -> tuple[Expr, ...] | None:
    """`w = 1, b = 0` as names and values, `(1, 0)` as one expression."""
    if not any(token.kind == "rel" for token in cursor.tokens.list[lo:hi]):
        place = cursor.parse(lo, hi)
        return None if isinstance(place, Hole) else (place,)
    found: list[Expr] = []
    for first, last in split_at_commas(cursor.tokens, lo, hi):
        equation = cursor.parse(first, last)
        if not isinstance(equation, Relation) or equation.signs != ("=",):
            return None
        if not isinstance(equation.members[0], Name):
            return None
        found += equation.members
    return tuple(found)


def placed_sum(op: str, left: Expr, right: Expr) -> Expr:
    """A sum or difference; a bar behind it may be meant for all of it: `2w + 3b|_{w=1}`."""
    span = Span(left.span.start, right.span.end)
    added = Call(span, op, (left, right))
    if not isinstance(right, Call) or right.op != AT:
        return added
    taken, *place = right.args
    names = {key.key for key in place[::2] if isinstance(key, Name)}
    if not any(isinstance(node, Name) and node.key in names for node in walk(left)):
        return added
    return Alt(span, (Call(span, AT, (Call(span, op, (left, taken)), *place)), added))
