"""LaTeX environments inside formulas: matrices in every style, and cases."""

from __future__ import annotations

from workings.expr import Array, Call, Cases, Expr, Fold, Hole, Name, Relation, number
from workings.parsing import lists
from workings.parsing.brackets import Tokens
from workings.parsing.cursor import Cursor
from workings.parsing.tokens import Token
from workings.source import Span

_MATRICES = frozenset(
    {"matrix", "bmatrix", "pmatrix", "vmatrix", "Vmatrix", "Bmatrix", "smallmatrix", "array", "psmallmatrix"}
)
_CONDITION_WORDS = frozenset(
    {"if", "when", "for", "where", "else", "otherwise", "falls", "si", "in", "case", "cases", "other"}
)


def environment(cursor: Cursor, token: Token) -> Expr:
    """A matrix, a piecewise definition, or a layout that merely wraps one formula."""
    name = token.text.removeprefix("begin:")
    close = cursor.closing()
    if close is None:
        return cursor.skip_rest(f"\\begin{{{name}}} is never closed")
    lo = cursor.at + 1
    cursor.at = close + 1
    span = Span(token.start, cursor.tokens.list[close].end)
    if name in _MATRICES:
        found = _matrix(cursor, _skip_columns(cursor.tokens, lo, close, name), close, span)
        return Call(span, "det", (found,)) if name == "vmatrix" else found
    if name in ("cases", "dcases", "rcases"):
        return _cases(cursor, lo, close, span)
    return cursor.parse(lo, close)


def _skip_columns(tokens: Tokens, lo: int, hi: int, name: str) -> int:
    """Behind the column specification of an array, or a stray empty group; the first cell may be braced."""
    unread = name == "array"
    while lo < hi and tokens.list[lo].text == "{" and (unread or tokens.match.get(lo) == lo + 1):
        unread = unread and tokens.match.get(lo) == lo + 1
        lo = tokens.match[lo] + 1 if lo in tokens.match else lo + 1
    if name == "array" and lo < hi and tokens.list[lo].text == "[" and tokens.match.get(lo) == lo + 2:
        lo += 3
    return lo


def _matrix(cursor: Cursor, lo: int, hi: int, span: Span) -> Expr:
    """Rows and cells as they stand, ragged or not; comments after # are no cells."""
    if hi - lo > lists.MOST_ENTRIES * 3:
        return Hole(span, "", "more entries than are read")
    rows = [
        row
        for part in lists.split_at_breaks(cursor.tokens, lo, hi)
        if (row := _read_row(cursor, *part)) is not None
    ]
    if not rows:
        return Hole(span, "", "a matrix without numbers")
    return Array(span, tuple(rows), "matrix")


def _read_row(cursor: Cursor, lo: int, hi: int) -> Expr | None:
    """One row; None when it holds nothing but a comment."""
    tokens = cursor.tokens
    cells: list[tuple[int, int]] = []
    for start, end in lists.split_at_ampersands(tokens, lo, hi):
        if "#" in [t.text for t in tokens.list[start:end]]:
            break
        cells.append((start, end))
    while cells and cells[-1][0] >= cells[-1][1]:
        cells.pop()
    if not cells:
        return None
    if len(cells) == 1:
        pieces = lists.split_at_spaces(tokens, *cells[0])
        commas = lists.split_at_commas(tokens, *cells[0])
        pieces = commas if len(commas) > 1 else pieces
        if len(pieces) > 1:
            cells = pieces
    items = tuple([cursor.parse(*cell) for cell in cells])
    return Array(tokens.span(lo, hi), items, "list")


def _cases(cursor: Cursor, lo: int, hi: int, span: Span) -> Expr:
    """The branches of a piecewise definition, with their conditions."""
    tokens = cursor.tokens
    branches = []
    for start, end in lists.split_at_breaks(tokens, lo, hi):
        cells = lists.split_at_ampersands(tokens, start, end)
        if len(cells) == 1:
            cells = _split_at_condition(tokens, start, end)
        if len(cells) != 2:
            return Hole(span, "", "a case without a condition")
        branches.append((cursor.parse(*cells[0]), _condition(cursor, *cells[1])))
    return Cases(span, tuple(branches)) if branches else Hole(span, "", "no cases")


def _split_at_condition(tokens: Tokens, lo: int, hi: int) -> list[tuple[int, int]]:
    """`x, if x > 0` without an ampersand."""
    for at in lists.top_level(tokens, lo, hi):
        token = tokens.list[at]
        if token.text == "," or (token.kind == "word" and token.text.lower() in _CONDITION_WORDS):
            return [(lo, at), (at, hi)]
    return [(lo, hi)]


def _condition(cursor: Cursor, lo: int, hi: int) -> Expr | None:
    """The condition of a branch; None for "otherwise"."""
    tokens = cursor.tokens
    while lo < hi and (tokens.list[lo].kind == "sep" or tokens.list[lo].text.lower() in _CONDITION_WORDS):
        lo += 1
    while lo < hi and tokens.list[hi - 1].kind == "sep":
        hi -= 1
    every = _quantifier(tokens, lo, hi)
    if every is not None:
        return _for_every(cursor, lo, *every, hi)
    return (_parity(cursor, lo, hi) or cursor.parse(lo, hi)) if lo < hi else None


def _quantifier(tokens: Tokens, lo: int, hi: int) -> tuple[int, int] | None:
    """Where “∀ j ≠ i” or “for all j” begins behind a condition, and where its letter stands."""
    for at in range(lo + 1, hi - 1):
        text = tokens.list[at].text
        if text in ("forall", "∀"):
            return at, at + 1
        follows = tokens.list[at + 1].text
        if text.lower() in ("for", "für") and follows.lower() in ("all", "every", "each", "any", "alle"):
            return at, at + 2
        if text.lower() in ("for all", "for every", "for each", "for any"):
            return at, at + 1
    return None


def _for_every(cursor: Cursor, lo: int, end: int, letter: int, hi: int) -> Expr | None:
    """The condition for each value of a letter, as a least truth; those that are left out count as true."""
    tokens = cursor.tokens
    while lo < end and tokens.list[end - 1].kind == "sep":
        end -= 1
    condition, scope = cursor.parse(lo, end), cursor.parse(letter, hi)
    span = tokens.span(lo, hi)
    one = number(1, span)
    match scope:
        case Name():
            body: Expr = condition
        case Relation(members=(Name() as variable, other), signs=("≠",)):
            excluded = Relation(span, (variable, other), ("=",))
            body, scope = Cases(span, ((one, excluded), (condition, None))), variable
        case _:
            return Hole(span, "", "a condition for every one of something")
    return Relation(span, (Fold(span, "min", scope.key, None, None, body), one), ("=",))


def _parity(cursor: Cursor, lo: int, hi: int) -> Expr | None:
    """`T even`, `T is odd` as a remainder of T by two."""
    inside = cursor.tokens.list[lo:hi]
    if len(inside) < 2 or inside[-1].text.lower() not in ("even", "odd"):
        return None
    end = hi - 2 if inside[-2].text.lower() == "is" else hi - 1
    if end <= lo or any(token.kind == "word" and len(token.text) > 1 for token in cursor.tokens.list[lo:end]):
        return None
    span = cursor.tokens.span(lo, hi)
    while lo < end and cursor.tokens.list[lo].text == "$":  # \\text{if $T$ is even}
        lo += 1
    while lo < end and cursor.tokens.list[end - 1].text == "$":
        end -= 1
    counted = cursor.parse(lo, end)
    remainder = Call(span, "mod", (counted, number(2, span)))
    return Relation(span, (remainder, number(int(inside[-1].text.lower() == "odd"), span)), ("=",))
