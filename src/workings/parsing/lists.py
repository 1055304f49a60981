"""Bracketed lists, whose separators may be commas, semicolons, quads or mere spaces."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

from workings.expr import Alt, Apply, Array, Call, Expr, Hole, Relation
from workings.parsing.brackets import Tokens
from workings.parsing.tokens import EXPLICIT, GLUED, NEWLINE, QUAD, SPACE, WIDE, Token
from workings.source import Span

MOST_ENTRIES = 40_000


def bracketed(tokens: Tokens, lo: int, hi: int, span: Span, form: str) -> Expr:
    """What stands between two brackets: a grouped expression, a vector, or rows of a matrix."""
    from workings.parsing.grammar import parse_range

    if lo >= hi:
        return Hole(span, "", "empty brackets")
    if hi - lo > MOST_ENTRIES * 2:
        return Hole(span, "", "more entries than are read")
    rows = row_ranges(tokens, lo, hi)
    if rows is not None and (form == "list" or len(rows) > 1):
        return Array(span, tuple(row(tokens, *part, form) for part in rows), "matrix")
    parts = split(tokens, lo, hi, ",")
    if len(parts) > 1:
        items = tuple(parse_range(tokens, *part) for part in parts if part[0] < part[1])
        return Array(span, items, form)
    if form == "list" or only_numbers(tokens, lo, hi):
        pieces = space_separated(tokens, lo, hi, form)
        if len(pieces) > 1:
            return Array(span, tuple(parse_range(tokens, *piece) for piece in pieces), form)
    inner = parse_range(tokens, lo, hi)
    if isinstance(inner, Relation):
        return Hole(span, "", "a relation inside brackets")
    if isinstance(inner, Apply):
        return replace(inner, span=span)  # the brackets belong to it: (w(x+1))^2 is no w(x+1)^2
    if form == "list" and (loose := lost_comma(tokens, lo, hi, span)) is not None:
        return Alt(span, (inner, loose))
    return inner


def row(tokens: Tokens, lo: int, hi: int, form: str) -> Expr:
    """One row of a bracketed matrix, itself bracketed or not."""
    span = tokens.span(lo, hi)
    if tokens.match.get(lo) == hi - 1 and tokens.list[lo].text in ("[", "("):
        lo, hi = lo + 1, hi - 1
    inner = bracketed(tokens, lo, hi, span, "list")
    if isinstance(inner, Array):
        return inner
    return Array(span, (inner,), "list")


def row_ranges(tokens: Tokens, lo: int, hi: int) -> list[tuple[int, int]] | None:
    """The rows if the list is a matrix: `a b \\\\ c d`, `a; b`, or several bracketed rows."""
    breaks = [
        at
        for at in top_level(tokens, lo, hi)
        if tokens.list[at].kind == "break" or tokens.list[at].text == ";"
    ]
    if breaks:
        edges = [lo, *(b + 1 for b in breaks)]
        ends = [*breaks, hi]
        return [(a, b) for a, b in zip(edges, ends, strict=True) if a < b]
    if tokens.list[lo].text not in ("[", "("):
        return None
    rows: list[tuple[int, int]] = []
    at = lo
    while at < hi:
        close = tokens.match.get(at)
        if close is None or tokens.list[at].text != tokens.list[lo].text or close >= hi:
            return None
        rows.append((at, close + 1))
        at = close + 1
        if at < hi and tokens.list[at].text in (",", ";"):
            at += 1
    inside_lists = all(tokens.list[a].text == "[" for a, _ in rows)
    return rows if inside_lists and (len(rows) > 1 or holds_list(tokens, *rows[0])) else None


def holds_list(tokens: Tokens, lo: int, hi: int) -> bool:
    """`[[1, 2]]` is a matrix of one row."""
    return any(tokens.list[at].text == "," for at in top_level(tokens, lo + 1, hi - 1)) or (
        len(space_separated(tokens, lo + 1, hi - 1, "list")) > 1
    )


def top_level(tokens: Tokens, lo: int, hi: int) -> list[int]:
    """The token positions that lie outside every inner bracket."""
    found = []
    at = lo
    match = tokens.match
    while at < hi:
        found.append(at)
        close = match.get(at)
        at = close + 1 if close is not None and close > at else at + 1
    return found


def split(tokens: Tokens, lo: int, hi: int, separator: str) -> list[tuple[int, int]]:
    """The ranges between separators outside inner brackets."""
    parts = []
    start = lo
    for at in top_level(tokens, lo, hi):
        token = tokens.list[at]
        if token.kind == "sep" and token.text == separator:
            parts.append((start, at))
            start = at + 1
    parts.append((start, hi))
    return parts


def split_cells(tokens: Tokens, lo: int, hi: int) -> list[tuple[int, int]]:
    """The ranges between ampersands."""
    cuts = [at for at in top_level(tokens, lo, hi) if tokens.list[at].kind == "amp"]
    edges = [lo, *(c + 1 for c in cuts)]
    return list(zip(edges, [*cuts, hi], strict=True))


def only_numbers(tokens: Tokens, lo: int, hi: int) -> bool:
    """Nothing but signed numbers, at least two, so that spaces must separate them."""
    inside = tokens.list[lo:hi]
    numbers = sum(t.kind == "num" for t in inside)
    return numbers > 1 and all(t.kind == "num" or t.text == "-" for t in inside) and is_spaced(inside)


def is_spaced(inside: list[Token]) -> bool:
    """Every minus clings to its number, as in `-1 0 2`."""
    return all(
        not (t.text == "-" and (at + 1 >= len(inside) or inside[at + 1].gap > GLUED))
        for at, t in enumerate(inside)
    )


def space_separated(tokens: Tokens, lo: int, hi: int, form: str) -> list[tuple[int, int]]:
    """The entries of a list without commas.

    Explicit LaTeX spaces (`\\ `, `\\quad`) separate and nothing else does; otherwise plain spaces do,
    where an operand ends before and begins after, and a minus clings to what follows it.
    """
    positions = top_level(tokens, lo, hi)
    strongest = max(
        (min(tokens.list[at].gap, QUAD) for at in positions[1:] if tokens.list[at].gap != NEWLINE),
        default=GLUED,
    )
    if strongest >= EXPLICIT:
        cuts = [
            at for at in positions[1:] if tokens.list[at].gap in (strongest, NEWLINE) and begins(tokens, at)
        ]
        if all(clean(tokens, a, b) for a, b in ranges(lo, cuts, hi)):
            return ranges(lo, cuts, hi)
    cuts = [
        at
        for at in positions[1:]
        if tokens.list[at].gap >= SPACE and ends(tokens, at - 1) and begins(tokens, at)
    ]
    return ranges(lo, cuts, hi)


def ranges(lo: int, cuts: list[int], hi: int) -> list[tuple[int, int]]:
    edges = [lo, *cuts, hi]
    return [(a, b) for a, b in pairwise(edges) if a < b]


def clean(tokens: Tokens, lo: int, hi: int) -> bool:
    """An entry that does not end in an operator."""
    return ends(tokens, hi - 1)


def ends(tokens: Tokens, at: int) -> bool:
    """Whether an operand may end with this token."""
    token = tokens.list[at]
    if token.kind == "op":
        return token.text in ("%", "!", "'")
    return token.kind in (
        "num",
        "name",
        "word",
        "close",
        "super",
        "sub",
        "bar",
        "dots",
    ) or token.text.startswith("end:")


def begins(tokens: Tokens, at: int) -> bool:
    """Whether an entry may begin with this token: an operand, or a sign that clings to one."""
    token = tokens.list[at]
    if token.kind == "op" and token.text in ("-", "+"):
        follows = tokens.list[at + 1] if at + 1 < len(tokens.list) else None
        return (
            follows is not None
            and follows.gap == GLUED
            and follows.kind in ("num", "name", "cmd", "open", "word")
        )
    return (
        token.kind in ("num", "name", "word", "cmd", "dots")
        or (token.kind == "open" and token.text != "{")
        or token.text == "√"
    )


def lost_comma(tokens: Tokens, lo: int, hi: int, span: Span) -> Expr | None:
    """`[3 - 0.5]` may be the vector [3, -0.5] whose separator was lost."""
    from workings.parsing.grammar import parse_range

    inside = tokens.list[lo:hi]
    cuts = [lo + at for at, t in enumerate(inside) if t.text == "-" and t.kind == "op" and at > 0]
    if not cuts or not all(t.kind == "num" or t.text == "-" for t in inside) or len(inside) > 16:
        return None
    if any(inside[at].gap == GLUED for at in (c - lo for c in cuts)):
        return None
    items = tuple(parse_range(tokens, *part) for part in ranges(lo, cuts, hi))
    return Array(span, items, "list") if all(not isinstance(i, Hole) for i in items) else None


__all__ = ["WIDE", "Call", "bracketed", "split"]
