"""Entries that a name asks for: `p_t[y_t]`, `P[t, y_t]`, `E[s_t, :]`, `[p]_y` are read as p_{t,y_t} … p_y."""

from __future__ import annotations

from workings.expr import Alt, Call, Expr, Index, Name, number, walk
from workings.parsing.cursor import Cursor
from workings.parsing.lists import split_at_commas
from workings.parsing.names import canonical, subscripted
from workings.source import Span

_VECTORS = frozenset({"softmax", "log_softmax", "log"})  # of which an entry is asked for: softmax(z)_y
_LETTERS = frozenset("ijkl")  # of which every one is meant


def asked_entry(cursor: Cursor, name: Name, close: int) -> Expr | None:
    """The entry or row in the brackets behind a name; None where they hold a factor of a product.

    Where a program would count from nought, as in p[y], both ways to count are kept.
    """
    lo = cursor.at + 1
    span = Span(name.span.start, cursor.tokens.list[close].end)
    parts = split_at_commas(cursor.tokens, lo, close)
    places = [cursor.parse(*part) for part in parts]
    first, last = places[0], places[-1]
    if not isinstance(first, Name) or not _is_place(first) or len(parts) > 2:
        return None
    if len(parts) == 1 and not _is_small(name):
        return None  # E[X] may be an expectation
    found = named_entry(name, first, span)
    if len(parts) == 2 and canonical(cursor.tokens, *parts[1]) != ":":
        if not isinstance(last, Name) or not _is_place(last) or not _counts(first, last):
            return None  # W[h, x]
        found = named_entry(found, last, span)
    cursor.at = close + 1
    return found if len(parts) > 1 else Alt(span, (found, Index(span, name, (first,))))


def entry_of(base: Expr, place: Expr, span: Span) -> Expr | None:
    """The entry of a vector by its place, which has to be a name: y, y_t, s_{t+1}."""
    if not isinstance(place, Name) or not _is_place(place):
        return None
    if isinstance(base, Name):
        return named_entry(base, place, span)
    if isinstance(base, Call) and base.op in _VECTORS and (place.index or place.key not in _LETTERS):
        return Index(span, base, (Call(span, "sub", (place, number(1, span))),))
    return None


def named_entry(name: Name, place: Name, span: Span) -> Name:
    """p_t and y_t as p_{t,y_t}."""
    if not name.index:
        return Name(span, subscripted(name.key, place.key), name.key, (place,))
    written = name.key[len(name.base) + 1 :].removeprefix("{").removesuffix("}")
    return Name(span, f"{name.base}_{{{written},{place.key}}}", name.base, (*name.index, place))


def _is_place(expr: Expr) -> bool:
    """Whether an expression may say which entry is meant: a small letter, with an index or without."""
    if not isinstance(expr, Name):
        return False
    letter = expr.base.partition("^")[0]
    return len(letter) == 1 and letter.islower()


def _is_small(name: Name) -> bool:
    return name.base.rpartition("(")[2][:1].islower() or name.base[:1].islower()


def _counts(first: Name, last: Name) -> bool:
    """Whether the first place is the index of the second: the t of P[t, y_t]."""
    return any(
        isinstance(part, Name) and part.key == first.key for index in last.index for part in walk(index)
    )
