"""Brackets that hold prose rather than maths: “(since x > 0)”, “(32%)” behind a value, “(2 points)”."""

from __future__ import annotations

from collections.abc import Sequence

from workings.parsing.brackets import Tokens
from workings.parsing.glosses import says_again
from workings.parsing.sorting import is_product
from workings.parsing.tokens import GLUED, NEWLINE, Token, Unit
from workings.regex import regex

MOST_MARKS = 40
_MARKS = frozenset("p pt pts point points mark marks punkt punkte be".split())
_MARK_CODES = regex(r"(?:[MABE]_?[1-4],?){1,4}")  # of a mark scheme: method, accuracy, independent


def is_remark(tokens: Tokens, at: int, hi: int, before: list[Unit]) -> bool:
    """Brackets that hold prose rather than maths, such as “(since x > 0)” or “(32%)” behind a value."""
    token = tokens.list[at]
    inside = tokens.list[at + 1 : hi - 1]
    if token.text not in ("(", "["):
        return False
    previous = before[-1] if before else None
    if previous is not None and inside and _ends_operand(before) and says_again(tokens, at, hi):
        return True  # 0.85 (85%), π/2 (90°)
    if previous is not None and _ends_operand(before) and token.gap > GLUED and inside:
        if inside[0].kind == "rel":
            return True
        if tokens.list[at - 1].text == "%" and len(inside) == 1 and inside[0].text.startswith(("0.", "0,")):
            return True  # 85% (0.85)
        if token.prose and _is_of_marks(tokens, at, hi):
            return True  # $…$ [2], … = 0.31 (2 P)
        if token.prose and _MARK_CODES.fullmatch("".join(t.text for t in inside)):
            return True  # … = 0.31 (M1 A1)
        if token.prose and not previous.token.prose and _is_tag(inside):
            return True  # $…$ (2), $…$ (−2)
        if token.prose and previous.token.kind == "num" and _is_said(inside, tokens):
            return True  # −0.4 (truth −0.5)
        if token.prose and (_is_nearly(previous.token, inside) or _is_beside(tokens, at, hi)):
            return True  # 0.40 (0.39), = 0.2 (-1.609)
        if token.prose and not previous.token.prose and sum(is_plain_word(t, tokens) for t in inside) > 1:
            return True  # $…$ (no factor 1/2)
        first = inside[1] if inside[0].text == "a" and len(inside) > 1 else inside[0]
        apart = first.kind == "word" and len(inside) > 1 and not inside[1].prose  # (mean $1.75$)
        if token.prose and not previous.token.prose and (apart or is_plain_word(first, tokens)):
            return True  # $…$ (exactly $-1/4$), $h_0 = 0$ (a new $h_0$!)
        if token.prose and _has_loose_word(inside, tokens):
            return True  # -0.1312 (-0.1343 unrounded)
        if token.prose and previous.token.kind != "num" and _is_size(tokens, inside, hi):
            return True  # M = u v^T (3x3)
    if any(t.kind == "op" and t.text != "%" for t in inside):
        return False
    if hi < len(tokens.list) and is_product(inside, tokens.list[hi]):
        return False
    clings = not token.prose or token.gap == GLUED
    if clings and previous is not None and previous.token.kind in ("word", "name"):
        return False
    if (
        clings
        and previous is not None
        and previous.token.text == "1"
        and any(t.kind == "rel" for t in inside)
    ):
        return False  # 1[k = true]
    return any(is_plain_word(t, tokens) for t in inside)


def _is_tag(inside: Sequence[Token]) -> bool:
    """The number of an equation, or the points that a line costs: `(2)`, `(−2)`."""
    number = inside[-1]
    signed = len(inside) == 1 or len(inside) == 2 and inside[0].text in ("-", "+")
    return signed and number.kind == "num" and number.text.isdecimal() and len(number.text) < 3


def _is_beside(tokens: Tokens, at: int, hi: int) -> bool:
    """Whether a decimal in brackets ends a statement behind its result: no product is left open there."""
    listed = tokens.list
    *sign, number = listed[at + 1 : hi - 1]
    if at < 2 or listed[at - 2].kind != "rel" or listed[at - 1].kind != "num" or number.kind != "num":
        return False
    signed = not sign or len(sign) == 1 and sign[0].text in ("-", "+")
    if not signed or "." not in number.text:
        return False
    if hi >= len(listed):
        return True
    follows = listed[hi]
    ends = follows.kind in ("sep", "break") or follows.gap >= NEWLINE
    return ends or follows.prose and follows.kind == "word"


def _is_nearly(number: Token, inside: Sequence[Token]) -> bool:
    """Whether brackets behind a decimal hold nearly the same one: `0.40 (0.39)`, with more digits kept."""
    if number.kind != "num" or len(inside) != 1 or inside[0].kind != "num" or inside[0].text == number.text:
        return False
    one, other = number.text, inside[0].text
    decimals = one.count(".") == other.count(".") == 1 and one.count(",") == other.count(",") == 0
    return decimals and abs(float(one.rstrip("…")) - float(other.rstrip("…"))) < float(one.rstrip("…")) / 20


def _is_said(inside: Sequence[Token], tokens: Tokens) -> bool:
    """A word of several letters and a number with its sign, which say something else of what is meant."""
    if len(inside) < 2 or not is_plain_word(inside[0], tokens) or len(inside[0].text) < 3:
        return False
    sign, *rest = inside[1:]
    signed = sign.text in ("-", "+") and sign.gap > GLUED and len(rest) == 1 and rest[0].gap == GLUED
    return sign.kind == "num" and not rest or signed


def _ends_operand(before: list[Unit]) -> bool:
    """Whether something stands before brackets that they may be a factor of; the T of v^T does, and 90^∘."""
    if before[-1].token.text == "⊙" and len(before) > 1 and before[-2].token.text == "^":
        return True
    raised = before[-1].sort == "word" and len(before) > 1 and before[-2].token.text == "^"
    return before[-1].ends_operand or (raised and before[-1].token.gap == GLUED)


def _is_size(tokens: Tokens, inside: list[Token], hi: int) -> bool:
    """The size of what stands before, at the end of a line: `(3x3)`."""
    follows = tokens.list[hi] if hi < len(tokens.list) else None
    if follows is not None and follows.gap != NEWLINE and follows.kind not in ("sep", "break", "word"):
        return False
    signs, sizes = inside[1::2], inside[::2]
    crossed = bool(signs) and len(sizes) == len(signs) + 1 and all(t.text == "×" for t in signs)
    return crossed and all(t.kind == "num" and t.text.isdecimal() for t in sizes)


def _is_of_marks(tokens: Tokens, at: int, hi: int) -> bool:
    """The marks for a line behind its end: a small number in brackets, and perhaps a word or letter."""
    inside = tokens.list[at + 1 : hi - 1]
    if len(inside) == 3 and inside[2].text == ".":
        inside = inside[:2]  # (2 P.)
    follows = tokens.list[hi] if hi < len(tokens.list) else None
    ends = follows is None or follows.gap == NEWLINE or follows.kind in ("sep", "break")
    counts = inside[0].kind == "num" and len(inside[0].text) <= 3 and float(inside[0].text) <= MOST_MARKS
    previous = tokens.list[at - 1]
    if not counts or not ends or (previous.prose and previous.kind not in ("num", "close")):
        return False
    return len(inside) == 1 or (len(inside) == 2 and inside[1].text.lower() in _MARKS)


def _has_loose_word(inside: list[Token], tokens: Tokens) -> bool:
    """Whether a word stands there that no sign joins to anything."""
    for at, token in enumerate(inside):
        beside = inside[max(0, at - 1) : at] + inside[at + 1 : at + 2]
        joined = any(t.kind in ("op", "rel", "open", "sub", "super") for t in beside)
        if len(token.text) > 3 and is_plain_word(token, tokens) and not joined:
            return token.text not in tokens.lexicon.defined
    return False


def is_plain_word(token: Token, tokens: Tokens) -> bool:
    """A word of prose that is no function's name."""
    return (
        token.kind == "word"
        and token.prose
        and len(token.text) > 1
        and token.text[0] not in "Σ∑"  # (Σx)²
        and tokens.lexicon.function(token.text) is None
    )
