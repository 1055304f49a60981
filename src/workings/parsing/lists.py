"""Bracketed lists, whose separators may be commas, semicolons, quads or mere spaces."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

from workings.expr import Alt, Apply, Array, Call, Cases, Expr, Hole, Number, Relation, number, walk
from workings.parsing.brackets import Tokens
from workings.parsing.cursor import Cursor
from workings.parsing.lexicon import GREEDY
from workings.parsing.tokens import EXPLICIT, GLUED, NEWLINE, QUAD, SPACE, Token
from workings.source import Span

MOST_ENTRIES = 40_000
_BETWEEN = ("+", "-", "·", "×", "*", "/", "⊙")


def bracketed(cursor: Cursor, lo: int, hi: int, span: Span, form: str) -> Expr:
    """What stands between two brackets: a grouped expression, a vector, or rows of a matrix."""
    tokens = cursor.tokens
    if lo >= hi:
        return Hole(span, "", "empty brackets")
    if hi - lo > MOST_ENTRIES * 2:
        return Hole(span, "", "more entries than are read")
    rows = _row_ranges(tokens, lo, hi)
    if rows is not None and (form == "list" or len(rows) > 1):
        return Array(span, tuple(_row(cursor, *part) for part in rows), "matrix")
    parts = split_at_commas(tokens, lo, hi)
    if len(parts) > 1:
        items = tuple(cursor.parse(*part) for part in parts if part[0] < part[1])
        return Array(span, items, form)
    if (form == "list" and not _is_formula(tokens, lo, hi)) or _only_numbers(tokens, lo, hi):
        pieces = split_at_spaces(tokens, lo, hi)
        if len(pieces) > 1:
            return Array(span, tuple(cursor.parse(*piece) for piece in pieces), form)
    inner = cursor.parse(lo, hi)
    if isinstance(inner, Relation):
        if form == "list" and len(inner.members) == 2 and inner.signs[0] != "=":
            return Cases(span, ((number(1, span), inner), (number(0, span), None)))  # [x > 0]
        return Hole(span, "", "a relation inside brackets")
    if isinstance(inner, Apply):
        return replace(inner, span=span)  # the brackets belong to it: (w(x+1))^2 is no w(x+1)^2
    if form == "list" and (loose := _lost_comma(cursor, lo, hi, span)) is not None:
        return Alt(span, (inner, loose))
    return inner


def _is_formula(tokens: Tokens, lo: int, hi: int) -> bool:
    """Whether spaces between brackets are those of a formula: `[y \\log p + (1 - y) \\log q]`, no row."""
    positions = top_level(tokens, lo, hi)
    listed = tokens.list
    if any(listed[at].gap >= QUAD for at in positions[1:]):
        return False
    letters = [at for at in positions if listed[at].kind in ("name", "word")]
    spaced = any(listed[at].gap == EXPLICIT for at in positions[1:])
    if spaced and not any(_is_between(tokens, at) for at in positions[1:-1]):
        return False  # [\sin 1 \ \cos 1]
    if any(tokens.lexicon.function(listed[at].text) for at in letters):
        return True
    groups = any(listed[at].text == "(" and listed[at - 1].kind == "num" for at in positions[1:])
    return (bool(letters) or groups) and any(_is_between(tokens, at) for at in positions[1:-1])


def _is_between(tokens: Tokens, at: int) -> bool:
    """Whether a sign stands between two operands, and does not cling to the second as in `[a -b]`."""
    sign, follows = tokens.list[at], tokens.list[at + 1]
    if sign.kind != "op" or sign.text not in _BETWEEN or not _ends(tokens, at - 1):
        return False
    return sign.text not in ("+", "-") or sign.gap == GLUED or follows.gap > GLUED


def _row(cursor: Cursor, lo: int, hi: int) -> Expr:
    """One row of a bracketed matrix, itself bracketed or not."""
    tokens = cursor.tokens
    span = tokens.span(lo, hi)
    if tokens.match.get(lo) == hi - 1 and tokens.list[lo].text in ("[", "("):
        lo, hi = lo + 1, hi - 1
    inner = bracketed(cursor, lo, hi, span, "list")
    if isinstance(inner, Array):
        return inner
    return Array(span, (inner,), "list")


def _row_ranges(tokens: Tokens, lo: int, hi: int) -> list[tuple[int, int]] | None:
    """The rows if the list is a matrix: `a b \\\\ c d`, `a; b`, or several bracketed rows."""
    breaks = [at for at in top_level(tokens, lo, hi) if _ends_row(tokens.list[at])]
    if breaks:
        return [(a, b) for a, b in _between(lo, breaks, hi) if a < b]
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
    return rows if inside_lists and (len(rows) > 1 or _holds_list(tokens, *rows[0])) else None


def _holds_list(tokens: Tokens, lo: int, hi: int) -> bool:
    """`[[1, 2]]` is a matrix of one row."""
    return any(tokens.list[at].text == "," for at in top_level(tokens, lo + 1, hi - 1)) or (
        len(split_at_spaces(tokens, lo + 1, hi - 1)) > 1
    )


def is_set_in_prose(tokens: Tokens, lo: int, hi: int) -> bool:
    """`{0.5, 0, 1.2}` outside of maths, where braces mean nothing else: numbers and commas alone."""
    inside = tokens.list[lo:hi]
    numbers = all(t.prose and (t.kind in ("num", "sep", "comma") or t.text == "-") for t in inside)
    return numbers and any(t.text == "," for t in inside)


def top_level(tokens: Tokens, lo: int, hi: int) -> list[int]:
    """The token positions that lie outside every inner bracket; several readers ask for them in turn."""
    if tokens.range_of_level == (lo, hi):
        return tokens.level
    found: list[int] = []
    at = lo
    match = tokens.match
    while at < hi:
        found.append(at)
        close = match.get(at)
        at = close + 1 if close is not None and close > at else at + 1
    tokens.range_of_level, tokens.level = (lo, hi), found
    return found


def split_at_commas(tokens: Tokens, lo: int, hi: int) -> list[tuple[int, int]]:
    """The ranges between commas outside inner brackets."""
    listed = tokens.list
    commas = [at for at in top_level(tokens, lo, hi) if listed[at].text == "," and listed[at].kind == "sep"]
    return _between(lo, commas, hi)


def split_at_ampersands(tokens: Tokens, lo: int, hi: int) -> list[tuple[int, int]]:
    """The cells of a row, also empty ones."""
    return _between(lo, [at for at in top_level(tokens, lo, hi) if tokens.list[at].kind == "amp"], hi)


def split_at_breaks(tokens: Tokens, lo: int, hi: int) -> list[tuple[int, int]]:
    """The rows between `\\\\` that hold something."""
    breaks = [at for at in top_level(tokens, lo, hi) if tokens.list[at].kind == "break"]
    return [(a, b) for a, b in _between(lo, breaks, hi) if a < b]


def _ends_row(token: Token) -> bool:
    return token.kind == "break" or token.text == ";"


def _between(lo: int, separators: list[int], hi: int) -> list[tuple[int, int]]:
    """The ranges that separators leave."""
    if not separators:
        return [(lo, hi)]
    return list(zip([lo, *[at + 1 for at in separators]], [*separators, hi], strict=True))


def _only_numbers(tokens: Tokens, lo: int, hi: int) -> bool:
    """Nothing but signed numbers, at least two, so that spaces must separate them."""
    inside = tokens.list[lo:hi]
    numbers = sum(t.kind == "num" for t in inside)
    return numbers > 1 and all(t.kind == "num" or t.text == "-" for t in inside) and _is_spaced(inside)


def _is_spaced(inside: list[Token]) -> bool:
    """Every minus clings to its number, as in `-1 0 2`."""
    return all(
        not (t.text == "-" and (at + 1 >= len(inside) or inside[at + 1].gap > GLUED))
        for at, t in enumerate(inside)
    )


def split_at_spaces(tokens: Tokens, lo: int, hi: int) -> list[tuple[int, int]]:
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
            at for at in positions[1:] if tokens.list[at].gap in (strongest, NEWLINE) and _begins(tokens, at)
        ]
        if all(_ends(tokens, end - 1) for _, end in _ranges(lo, cuts, hi)):
            return _ranges(lo, cuts, hi)
    cuts = [
        at
        for at in positions[1:]
        if tokens.list[at].gap >= SPACE and _ends(tokens, at - 1) and _begins(tokens, at)
    ]
    return _ranges(lo, cuts, hi)


def _ranges(lo: int, cuts: list[int], hi: int) -> list[tuple[int, int]]:
    edges = [lo, *cuts, hi]
    return [(a, b) for a, b in pairwise(edges) if a < b]


def _ends(tokens: Tokens, at: int) -> bool:
    """Whether an operand may end with this token."""
    token = tokens.list[at]
    if token.kind == "op":
        return token.text in ("%", "!", "'")
    if token.kind == "word" and tokens.lexicon.function(token.text) in GREEDY:
        return False  # tanh 0.5
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


def _begins(tokens: Tokens, at: int) -> bool:
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


def _lost_comma(cursor: Cursor, lo: int, hi: int, span: Span) -> Expr | None:
    """`[3 - 0.5]` may be the vector [3, -0.5] whose separator was lost."""
    inside = cursor.tokens.list[lo:hi]
    cuts = [lo + at for at, t in enumerate(inside) if t.text == "-" and t.kind == "op" and at > 0]
    if not cuts or not all(t.kind == "num" or t.text == "-" for t in inside) or len(inside) > 16:
        return None
    if any(inside[at].gap == GLUED for at in (c - lo for c in cuts)):
        return None
    items = tuple(cursor.parse(*part) for part in _ranges(lo, cuts, hi))
    return Array(span, items, "list") if all(not isinstance(i, Hole) for i in items) else None


def angled(inside: Expr) -> Expr:
    """`⟨u, v⟩` is a product of two vectors, and `⟨0.6, 0.4⟩` a list of numbers."""
    if not isinstance(inside, Array) or len(inside.items) != 2:
        return inside
    plain = all(isinstance(node, Number | Call) for item in inside.items for node in walk(item))
    return inside if plain else Call(inside.span, "dot", inside.items)
