"""LaTeX commands with a layout of their own: fractions, roots, binomials, marks, braces."""

from __future__ import annotations

from dataclasses import replace

from workings.expr import ELIDED, Call, Expr, Hole, Name
from workings.parsing import derivatives, matrices
from workings.parsing.cursor import Cursor
from workings.parsing.folds import fold, limit, limit_at
from workings.parsing.integrals import integral
from workings.parsing.names import canonical, is_phrase, phrase, read_name
from workings.parsing.numerals import numeral
from workings.parsing.places import asked_entry
from workings.parsing.tokens import GLUED, Token
from workings.parsing.words import applied
from workings.source import Span

_STACKS = ("overset", "underset", "stackrel")
_BRACES = ("underbrace", "overbrace", "underbracket", "overbracket")
ARROWS = ("left", "right")
_REASONS = {"oint": "an integral", "iint": "an integral"}
_INTEGRALS = ("int", *_REASONS)


def command(cursor: Cursor, token: Token) -> Expr:
    """A LaTeX construction that starts with a command."""
    name = token.text
    if name == "frac":
        return _fraction(cursor, token)
    if name.startswith("begin:"):
        return matrices.environment(cursor, token)
    if name == "sqrt":
        return _root(cursor, token)
    if name in ("sum", "prod"):
        return fold(cursor, token, name)
    if name in _INTEGRALS and cursor.at + 1 >= cursor.hi:
        cursor.at += 1  # `\int \approx 0.4`: the integral that is spoken of
        return Hole(Span(token.start, token.end), "", ELIDED)
    if name == "int":
        return integral(cursor, token)
    if name == "lim":
        cursor.at += 1
        return limit(cursor, token.start)
    if name.startswith("mark:"):
        return _marked(cursor, token)
    if name.endswith("binom"):
        cursor.at += 1
        over, under = _argument(cursor), _argument(cursor)
        return Call(Span(token.start, under.span.end), "binomial", (over, under))
    if name in _BRACES:
        return _braced(cursor)
    if name in _STACKS:
        return _stacked(cursor, token)
    return cursor.skip_rest(f"{_REASONS.get(name, name)} is not computed yet")


def _stacked(cursor: Cursor, token: Token) -> Expr:
    """What stands in the line, without what is over or under it; `\\underset{x \\to 0}{\\lim}` is a limit."""
    cursor.at += 1
    lo, hi = cursor.script()
    inside = cursor.at + (cursor.at < cursor.hi and cursor.peek().text == "{")
    if inside < cursor.hi and cursor.tokens.list[inside].text == "lim":
        cursor.script()
        return limit_at(cursor, token.start, lo, hi)
    return _argument(cursor)


def _argument(cursor: Cursor) -> Expr:
    """The argument of a LaTeX command: a group, or the single token TeX would take."""
    token = cursor.peek_or_none()
    if token is None:
        return cursor.skip_rest("an argument is missing")
    close = cursor.closing() if token.text == "{" else None
    if close is not None:
        lo = cursor.at + 1
        cursor.at = close + 1
        return phrase(cursor, lo, close) if is_phrase(cursor, lo, close) else cursor.parse(lo, close)
    clings = not token.prose or token.gap == GLUED
    if token.kind == "num" and clings and len(token.text) == 2 and token.text.isdecimal():
        return _first_digit(cursor, token)
    follows = cursor.tokens.list[cursor.at + 1] if cursor.at + 1 < cursor.hi else None
    if token.kind in ("name", "word") and follows is not None and follows.text in ("(", "["):
        cursor.at += 1
        return cursor.parse(cursor.at - 1, cursor.at)  # `\\frac1n(a + b)`: the brackets are not under the bar
    return cursor.atom()


def _first_digit(cursor: Cursor, token: Token) -> Expr:
    """`\\frac12` is one half: TeX takes one digit each, so the second stays for the next argument."""
    cursor.tokens.list[cursor.at] = replace(token, text=token.text[1], start=token.start + 1)
    return numeral(token.text[0], Span(token.start, token.start + 1))


def _fraction(cursor: Cursor, token: Token) -> Expr:
    start = cursor.at
    cursor.at += 1
    derivative = derivatives.fraction(cursor)
    if derivative is not None:
        return derivative
    over, under = _argument(cursor), _argument(cursor)
    if isinstance(under, Hole) and not under.text:
        return cursor.hole(start, cursor.at, "a fraction without a denominator")
    span = Span(token.start, max(under.span.end, cursor.tokens.list[cursor.at - 1].end))
    return Call(span, "div", (over, under))


def _root(cursor: Cursor, token: Token) -> Expr:
    """A square root, or a root of the order written in brackets."""
    cursor.at += 1
    order: Expr | None = None
    follows = cursor.peek_or_none()
    close = cursor.tokens.match.get(cursor.at) if follows is not None and follows.text == "[" else None
    if close is not None:
        order = cursor.parse(cursor.at + 1, close)
        cursor.at = close + 1
    inner = _argument(cursor)
    span = Span(token.start, max(inner.span.end, cursor.tokens.list[cursor.at - 1].end))
    return Call(span, "sqrt", (inner,)) if order is None else Call(span, "root", (inner, order))


def rooted(cursor: Cursor, token: Token) -> Expr:
    """√x, or ∛x, whose order stands in brackets at the place of its sign."""
    cursor.at += 1
    follows, order = cursor.peek_or_none(), None
    if follows is not None and follows.start == token.start:
        order = cursor.parse(cursor.at + 1, cursor.at + 2)
        cursor.at += 3
    inner = cursor.atom()
    span = Span(token.start, inner.span.end)
    return Call(span, "sqrt", (inner,)) if order is None else Call(span, "root", (inner, order))


def _marked(cursor: Cursor, token: Token) -> Expr:
    """A hat, bar or tilde makes another name of the letter under it."""
    start = cursor.at
    cursor.at += 1
    follows = cursor.peek_or_none()
    if follows is None:
        return cursor.skip_rest("a mark without a letter")
    close = cursor.closing() if follows.text == "{" else None
    if close is not None:
        mark = token.text.removeprefix("mark:")
        inner = cursor.parse(cursor.at + 1, close) if mark in ARROWS else None
        if isinstance(inner, Name) and inner.index:  # the arrow over h_{t-1} is that of h
            cursor.at = close + 1
            base = f"{mark}({inner.base})"
            return Name(inner.span, base + inner.key[len(inner.base) :], base, inner.index)
        text, after = canonical(cursor.tokens, cursor.at + 1, close), close + 1
    else:
        text, after = follows.text, cursor.at + 1
    name = read_name(cursor, start, f"{token.text.removeprefix('mark:')}({text})", after)
    follows, close = cursor.peek_or_none(), cursor.closing() if cursor.at < cursor.hi else None
    if close is None or follows is None or follows.gap != GLUED:
        return name
    if follows.text == "(" and any(t.kind == "rel" for t in cursor.tokens.list[cursor.at + 1 : close]):
        return applied(cursor, name, follows)  # \\hat{p}(x = 1 | y = 2)
    if follows.text != "[":
        return name
    return asked_entry(cursor, name, close) or name


def _braced(cursor: Cursor) -> Expr:
    """`\\underbrace{x}_{label}` is x."""
    cursor.at += 1
    inner = _argument(cursor)
    follows = cursor.peek_or_none()
    if follows is not None and follows.kind == "op" and follows.text in ("_", "^"):
        cursor.at += 1
        opening = cursor.at
        close = cursor.tokens.match.get(opening) if opening < cursor.hi else None
        cursor.at = min(close + 1 if close is not None else opening + 1, cursor.hi)
    return inner
