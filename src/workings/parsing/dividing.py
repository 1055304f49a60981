"""Colons that divide, `(3 + 5) : 2 = 4`, unlike those behind labels, and the “of” of `10 % of 50 = 5`."""

from __future__ import annotations

from dataclasses import replace

from workings.expr import Number
from workings.parsing.brackets import Tokens
from workings.parsing.numerals import numeral
from workings.parsing.tokens import GLUED, NEWLINE, SPACE, Token
from workings.source import Span

SHARED = frozenset(("of", "von"))
_WORKED = frozenset("+-*/·×÷^")
_LABELS = frozenset(
    "step part task question exercise problem case layer epoch line row column page example aufgabe teil "
    "schritt zeile seite beispiel fall exercice étape cas ligne partie exemple".split()
)


def respell_divisions(tokens: Tokens) -> None:
    """The colons between numbers or brackets that divide, as such."""
    for at, token in enumerate(tokens.list):
        if token.text == ":" and token.kind == "sep" and _divides(tokens, at):
            tokens.list[at] = replace(token, kind="op", text="÷")


def respell_shares(tokens: list[Token]) -> None:
    """“of” between a percentage or fraction and a number, as a product."""
    for at in range(1, len(tokens) - 1):
        token, after = tokens[at], tokens[at + 1]
        if token.text not in SHARED or token.kind != "word" or after.kind != "num" or after.gap >= NEWLINE:
            continue
        before = [one.text for one in tokens[max(0, at - 3) : at]]
        if before[-1] == "%" or (before[1:2] == ["/"] and before[0].isdecimal() and before[2].isdecimal()):
            tokens[at] = replace(token, kind="op", text="·")


def _divides(tokens: Tokens, at: int) -> bool:
    """Whether a colon stands apart between two operands, and cannot be that of a label."""
    listed = tokens.list
    if not 0 < at < len(listed) - 1 or listed[at].gap != listed[at + 1].gap:
        return False
    before, after = listed[at - 1], listed[at + 1]
    if listed[at].gap == GLUED:
        return _holds_as_share(listed, at)
    if listed[at].gap != SPACE:
        return False
    if (before.kind != "num" and before.text != ")") or (after.kind != "num" and after.text != "("):
        return False
    start = _start(tokens, at)
    behind = listed[start - 1] if start else None
    if start == at or (
        behind is not None and (behind.text.lower() in _LABELS or behind.kind in ("name", "sub"))
    ):
        return False
    end = tokens.match.get(at + 1, at + 1) + 1
    texts = [token.text for token in listed[start:at]]
    if not _WORKED.isdisjoint(texts[1:]):
        is_range = len(texts) == 3 and texts[1] == "-"  # Aufgaben 3-5 : …
        return not is_range and _is_stated(listed, end)
    return _is_quotient(listed[end : end + 3], after)


def _is_quotient(rest: list[Token], divisor: Token) -> bool:
    """Whether a single number or a blank is stated: what is behind a label would be `2 = 5` then."""
    if len(rest) < 2 or rest[0].text not in ("=", "≈") or rest[1].text == divisor.text:
        return False
    alone = len(rest) < 3 or rest[2].gap == NEWLINE or rest[2].text not in _WORKED
    return rest[1].text == "?" or (rest[1].kind == "num" and alone)


def _holds_as_share(listed: list[Token], at: int) -> bool:
    """Whether `15:3 = 5` holds; without spaces it may also be a time, a ratio or a score."""
    parts = listed[at - 1 : at + 4]
    if [token.kind for token in parts] != ["num", "sep", "num", "rel", "num"]:
        return False
    whole, part, share = (numeral(parts[i].text, Span(0, 0)) for i in (0, 2, 4))
    if not (isinstance(whole, Number) and isinstance(part, Number) and isinstance(share, Number)):
        return False
    return bool(whole.value == part.value * share.value)


def _start(tokens: Tokens, at: int) -> int:
    """Where the numbers, signs and brackets right before a place begin."""
    opening = {close: place for place, close in tokens.match.items()}
    start = at
    while start > 0:
        token = tokens.list[start - 1]
        if token.text == ")":
            start = opening.get(start - 1, start)
            if tokens.list[start].text != "(":
                break
        elif token.kind == "num" or token.text in _WORKED:
            start -= 1
        else:
            break
        if tokens.list[start].gap == NEWLINE:
            break
    return start


def _is_stated(listed: list[Token], at: int) -> bool:
    """Whether a sign follows on the line, with nothing but numbers, signs and brackets before it."""
    for token in listed[at:]:
        if token.text in ("=", "≈"):
            return True
        if token.gap == NEWLINE or (token.kind not in ("num", "open", "close") and token.text not in _WORKED):
            return False
    return False
