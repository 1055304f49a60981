"""LaTeX environments inside formulas: matrices in every style, and cases."""

from __future__ import annotations

from typing import TYPE_CHECKING

from workings.expr import Array, Call, Cases, Expr, Hole
from workings.parsing import lists
from workings.parsing.brackets import Tokens
from workings.parsing.tokens import Token
from workings.source import Span

if TYPE_CHECKING:
    from workings.parsing.grammar import _Parser

MATRICES = frozenset(
    {"matrix", "bmatrix", "pmatrix", "vmatrix", "Vmatrix", "Bmatrix", "smallmatrix", "array", "psmallmatrix"}
)
_CONDITION_WORDS = frozenset(
    {"if", "when", "for", "where", "else", "otherwise", "falls", "si", "in", "case", "cases", "other"}
)


def environment(parser: _Parser, token: Token) -> Expr:
    """A matrix, a piecewise definition, or a layout that merely wraps one formula."""
    from workings.parsing.grammar import parse_range

    name = token.text[6:]
    close = parser.tokens.match.get(parser.at)
    if close is None or close >= parser.hi:
        return parser.skip_rest(f"\\begin{{{name}}} is never closed")
    lo = parser.at + 1
    parser.at = close + 1
    span = Span(token.start, parser.tokens.list[close].end)
    if name in MATRICES:
        found = matrix(parser.tokens, skip_columns(parser.tokens, lo, close, name), close, span)
        return Call(span, "det", (found,)) if name == "vmatrix" else found
    if name in ("cases", "dcases", "rcases"):
        return cases(parser.tokens, lo, close, span)
    return parse_range(parser.tokens, lo, close)


def skip_columns(tokens: Tokens, lo: int, hi: int, name: str) -> int:
    """Behind the column specification of an array, or a stray empty group."""
    while lo < hi and tokens.list[lo].text == "{" and (name == "array" or tokens.match.get(lo) == lo + 1):
        lo = tokens.match[lo] + 1 if lo in tokens.match else lo + 1
    if (
        lo < hi
        and tokens.list[lo].text == "["
        and name == "array"
        and lo in tokens.match
        and tokens.match[lo] - lo == 2
    ):
        lo = tokens.match[lo] + 1
    return lo


def matrix(tokens: Tokens, lo: int, hi: int, span: Span) -> Expr:
    """Rows and cells as they stand, ragged or not; comments after # are no cells."""
    if hi - lo > lists.MOST_ENTRIES * 3:
        return Hole(span, "", "more entries than are read")
    rows = [row for part in row_parts(tokens, lo, hi) if (row := read_row(tokens, *part)) is not None]
    if not rows:
        return Hole(span, "", "a matrix without numbers")
    return Array(span, tuple(rows), "matrix")


def row_parts(tokens: Tokens, lo: int, hi: int) -> list[tuple[int, int]]:
    breaks = [at for at in lists.top_level(tokens, lo, hi) if tokens.list[at].kind == "break"]
    edges = [lo, *(b + 1 for b in breaks)]
    return [(a, b) for a, b in zip(edges, [*breaks, hi], strict=True) if a < b]


def read_row(tokens: Tokens, lo: int, hi: int) -> Expr | None:
    """One row; None when it holds nothing but a comment."""
    from workings.parsing.grammar import parse_range

    cells: list[tuple[int, int]] = []
    for start, end in lists.split_cells(tokens, lo, hi):
        if any(t.text == "#" for t in tokens.list[start:end]):
            break
        cells.append((start, end))
    while cells and cells[-1][0] >= cells[-1][1]:
        cells.pop()
    if not cells:
        return None
    if len(cells) == 1:
        pieces = lists.space_separated(tokens, *cells[0], "list")
        commas = lists.split(tokens, *cells[0], ",")
        pieces = commas if len(commas) > 1 else pieces
        if len(pieces) > 1:
            cells = pieces
    items = tuple(parse_range(tokens, *cell) for cell in cells)
    return Array(tokens.span(lo, hi), items, "list")


def cases(tokens: Tokens, lo: int, hi: int, span: Span) -> Expr:
    """The branches of a piecewise definition, with their conditions."""
    branches = []
    for start, end in row_parts(tokens, lo, hi):
        cells = lists.split_cells(tokens, start, end)
        if len(cells) == 1:
            cells = split_at_condition(tokens, start, end)
        if len(cells) != 2:
            return Hole(span, "", "a case without a condition")
        branches.append((branch(tokens, *cells[0]), condition(tokens, *cells[1])))
    return Cases(span, tuple(branches)) if branches else Hole(span, "", "no cases")


def branch(tokens: Tokens, lo: int, hi: int) -> Expr:
    from workings.parsing.grammar import parse_range

    return parse_range(tokens, lo, hi)


def split_at_condition(tokens: Tokens, lo: int, hi: int) -> list[tuple[int, int]]:
    """`x, if x > 0` without an ampersand."""
    for at in lists.top_level(tokens, lo, hi):
        token = tokens.list[at]
        if token.text == "," or (token.kind == "word" and token.text.lower() in _CONDITION_WORDS):
            return [(lo, at), (at, hi)]
    return [(lo, hi)]


def condition(tokens: Tokens, lo: int, hi: int) -> Expr | None:
    """The condition of a branch; None for "otherwise"."""
    from workings.parsing.grammar import parse_range

    otherwise = False
    while lo < hi and (tokens.list[lo].kind == "sep" or tokens.list[lo].text.lower() in _CONDITION_WORDS):
        otherwise = otherwise or tokens.list[lo].text.lower() in ("otherwise", "else")
        lo += 1
    while lo < hi and tokens.list[hi - 1].kind == "sep":
        hi -= 1
    if lo >= hi:
        return None
    return parse_range(tokens, lo, hi)
