"""Big operators over an index: sums, products, and \\max_i with their bounds."""

from __future__ import annotations

from dataclasses import replace

from workings.expr import Call, Expr, Fold, Hole, Name, Number, number, walk
from workings.parsing.cursor import Cursor
from workings.parsing.names import canonical
from workings.parsing.tokens import GLUED, Token
from workings.source import Span


def fold(cursor: Cursor, token: Token, kind: str) -> Expr:
    """A sum or product sign with its bounds and its body, which runs to the next + or −."""
    cursor.at += 1
    if kind == "sum" and cursor.at >= cursor.hi and token is cursor.tokens.list[0]:
        return Name(Span(token.start, token.end), "Σ", "Σ")  # \\sum = 7.4 + 2.7
    variable, lower, upper = _bounds(cursor)
    if cursor.at >= cursor.hi:
        return cursor.hole(cursor.at - 1, cursor.hi, "nothing to add up")
    body = cursor.product()
    span = Span(token.start, body.span.end)
    return _over(span, kind, variable, lower, upper, body)


def _over(
    span: Span, kind: str, variable: str | None, lower: Expr | None, upper: Expr | None, body: Expr
) -> Fold:
    """A sum over an index; over i and j, a sum of sums."""
    first, *others = [variable] if variable is None else variable.split(",")
    for other in reversed(others):
        body = Fold(span, kind, other, lower, upper, body)
    return Fold(span, kind, first, lower, upper, body)


def extreme(cursor: Cursor, begin: int, kind: str) -> Expr:
    """`\\max_i x_i` over an index; its body is one operand."""
    cursor.at += 1
    variable, lower = _index_and_start(cursor, *cursor.script())
    prime = cursor.peek_or_none()
    if variable and prime is not None and prime.gap == GLUED and set(prime.text) == {"'"}:
        cursor.at += 1
        variable += prime.text  # max_a' Q(s', a')
    body = cursor.power()
    span = Span(begin, body.span.end)
    if isinstance(lower, Hole) and all(isinstance(node, Number | Call) for node in walk(body)):
        return replace(body, span=span)  # \max_{a \in A} [0.5 + 0.9 · 2]: one number, whatever the choice
    return _over(span, kind, variable, lower, None, body)


def _bounds(cursor: Cursor) -> tuple[str | None, Expr | None, Expr | None]:
    """The index, lower and upper bound written under and over a big operator."""
    variable: str | None = None
    lower: Expr | None = None
    upper: Expr | None = None
    for _ in range(2):
        token = cursor.peek_or_none()
        if token is not None and token.kind == "sub" and token.text.isalpha():
            cursor.at += 1
            variable = ",".join(token.text)  # ∑ᵢⱼ
            continue
        if token is None or token.kind != "op" or token.text not in ("_", "^"):
            break
        cursor.at += 1
        lo, hi = cursor.script()
        if token.text == "_":
            variable, lower = _index_and_start(cursor, lo, hi)
        else:
            upper = cursor.parse(lo, hi)
    return variable, lower, upper


def _index_and_start(cursor: Cursor, lo: int, hi: int) -> tuple[str | None, Expr | None]:
    """`i=1` gives the index and its start, `i` the index alone."""
    inside = cursor.tokens.list[lo:hi]
    if not inside:
        return None, None
    if len(inside) >= 3 and inside[1].text == "=":
        return inside[0].text, cursor.parse(lo + 2, hi)
    if len(inside) == 1 and inside[0].kind in ("name", "word"):
        return inside[0].text, None
    start = next((at for at, token in enumerate(inside) if token.text == "="), len(inside))
    primed = canonical(cursor.tokens, lo, lo + start)
    if len(primed) > 1 and primed[0].isalpha() and not primed[1:].strip("'"):  # j', and j' = 1
        return primed, cursor.parse(lo + start + 1, hi) if start < len(inside) else None
    pair = canonical(cursor.tokens, lo, hi).replace(",", "")
    if len(pair) == 2 and pair.isalpha() and pair[0] != pair[1] and len(inside) <= 3:
        return f"{pair[0]},{pair[1]}", None
    letters = canonical(cursor.tokens, lo, hi).split(",")
    if (
        len(letters) > 2
        and len({*letters}) == len(letters)
        and all(len(c) == 1 and c.isalpha() for c in letters)
    ):
        return ",".join(letters), None  # over c, u and v
    if len(inside) == 5 and inside[1].text == "," and inside[3].text == "=":  # i, j = 1
        return f"{inside[0].text},{inside[2].text}", cursor.parse(lo + 4, hi)
    return "", Hole(cursor.tokens.span(lo, hi), canonical(cursor.tokens, lo, hi), "a sum over a condition")


def limit(cursor: Cursor, begin: int) -> Expr:
    """`\\lim_{T \\to 0^+} …`: the point is its lower bound, and the side it is come from the upper one."""
    tokens = cursor.tokens.list
    if cursor.at >= cursor.hi or tokens[cursor.at].text != "_":
        return cursor.skip_rest("a limit without the point it is taken at")
    cursor.at += 1
    return limit_at(cursor, begin, *cursor.script())


def limit_at(cursor: Cursor, begin: int, lo: int, hi: int) -> Expr:
    """A limit at the point that stands between two tokens, of what comes next."""
    found = approach(cursor, lo, hi)
    if found is None:
        return cursor.skip_rest("a limit at a point that was not understood")
    if cursor.at >= cursor.hi:
        return cursor.hole(cursor.lo, cursor.hi, "a limit of nothing")
    variable, point, side = found
    body = cursor.sum()
    return Fold(Span(begin, body.span.end), "lim", variable, point, side, body)


def _is_words(node: Expr) -> bool:
    """Something that is not maths, which ran into it."""
    return isinstance(node, Hole) or (isinstance(node, Name) and " " in node.key)


def approach(cursor: Cursor, lo: int, hi: int) -> tuple[str, Expr, Expr | None] | None:
    """`T → 0^+` as the variable, the point, and 1 or -1 where a side is written."""
    tokens = cursor.tokens.list
    arrow = next((at for at in range(lo, hi) if tokens[at].text == "→"), None)
    if arrow is None or arrow == lo or arrow + 1 >= hi:
        return None
    variable = cursor.parse(lo, arrow)
    side = None
    sign = tokens[hi - 1].text if tokens[hi - 1].text != "}" else tokens[hi - 2].text
    if sign in ("+", "-") and hi - 1 > arrow + 1:
        side = number(1 if sign == "+" else -1)
        hi -= 1
        while hi > arrow + 1 and tokens[hi - 1].text in ("^", "{", "}", "+", "-"):
            hi -= 1
    point = cursor.parse(arrow + 1, hi)
    if not isinstance(variable, Name) or any(_is_words(node) for node in walk(point)):
        return None
    return variable.key, point, side
