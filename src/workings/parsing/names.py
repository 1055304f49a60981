"""Names with their subscripts, primes and bracketed superscripts, under one canonical key."""

from __future__ import annotations

from collections.abc import Sequence

from workings.expr import Apply, Call, Expr, Hole, Name, Number
from workings.parsing.brackets import Tokens
from workings.parsing.cursor import Cursor
from workings.parsing.numerals import numeral
from workings.parsing.tokens import GLUED, SPACE, Token
from workings.source import Span

_INDEX_PARTS = frozenset({"num", "name", "op", "sep", "open", "close"})
_NAME_PARTS = frozenset(
    "new old true pred test train next prev out in max min opt neu alt nouveau ancien nuevo nueva novo nova "
    "antigo baru lama".split()
)
_BESIDE_PHRASES = frozenset({"op", "rel"})
_LINKING = frozenset(
    "is are was so then thus hence if otherwise else when where while since because and or gives we as it "
    "that which not but than".split()
)
_SHORTENED = frozenset("num no nr avg std dim prob freq max min".split())
_OF_POLICIES = frozenset("V Q A J U v q".split())  # V^π(s) is worth what the policy π makes of s


def canonical(tokens: Tokens, lo: int, hi: int) -> str:
    """The text of a token range without spaces, the same for every spelling of it."""
    return "".join(t.text for t in tokens.list[lo:hi] if t.text not in ("{", "}"))


def subscripted(base: str, subscript: str) -> str:
    """`x` and `1` give `x_1`; longer subscripts are braced: `h_{t-1}`, `w_{1,2}`."""
    return f"{base}_{subscript}" if subscript.isalnum() else f"{base}_{{{subscript}}}"


def is_phrase(cursor: Cursor, lo: int, hi: int) -> bool:
    """Whether a group holds nothing but words: `\\text{kernel size}`."""
    inside = cursor.tokens.list[lo:hi]
    if not inside or inside[0].kind == "op":  # the -z of e^{-z}
        return False
    return all(t.prose for t in inside) and any(t.kind == "word" for t in inside)


def phrase_end(cursor: Cursor, lo: int) -> int | None:
    """Where a name of several words ends that a sign or an end stands beside: `2 × (kernel width + 1)`."""
    listed, hi = cursor.tokens.list, cursor.hi
    at = lo
    while at < hi and _is_part_of_phrase(cursor, listed[at], first=at == lo):
        at += 1
        if at + 1 < hi and listed[at].text == "." and listed[at - 1].text.lower() in _SHORTENED:
            at += 1  # num. channels
    if at < lo + 2 or (lo > cursor.lo and listed[lo - 1].kind not in _BESIDE_PHRASES):
        return None
    if at < hi and listed[at].kind not in _BESIDE_PHRASES:
        return None
    return at


def _is_part_of_phrase(cursor: Cursor, token: Token, *, first: bool) -> bool:
    """A word of several letters that is no function and links no sentences."""
    if token.kind != "word" or not token.prose or len(token.text) < 2 or not token.text.isalpha():
        return False
    if not first and token.gap != SPACE:
        return False
    return cursor.tokens.lexicon.function(token.text) is None and token.text.lower() not in _LINKING


def phrase(cursor: Cursor, lo: int, hi: int) -> Name:
    """Words used as one name."""
    text = " ".join(t.text for t in cursor.tokens.list[lo:hi] if t.text != ".")
    return Name(cursor.tokens.span(lo, hi), text, text)


def read_name(cursor: Cursor, at: int, base: str, after: int) -> Name:
    """Read the name that starts at token `at`; `after` is the first token behind its given base."""
    tokens, hi = cursor.tokens, cursor.hi
    key, at_next = base, after
    index: tuple[Expr, ...] = ()
    while at_next < hi:
        token = tokens.list[at_next]
        if token.kind == "sub" or token.kind == "num" and _is_glued_index(tokens, at_next, token):
            key, index = subscripted(key, token.text), _index_of_text(token.text, token)
            at_next += 1
        elif token.kind == "op" and token.text == "_" and at_next + 1 < hi:
            text, index, at_next = _subscript(cursor, at_next + 1)
            key = subscripted(key, text) if text else key
        elif token.kind == "op" and token.text[0] == "'" and token.gap == GLUED:
            key, index, base = key + token.text, (), base + token.text
            at_next += 1
        elif key == base and _is_squared_whole(base) and (squared := _squared(tokens, at_next, hi)):
            key, base, at_next = f"{base}^2", f"{base}^2", squared
        elif token.text == "^" and (marks := primes(tokens, at_next + 1, hi)) is not None:
            key, index, base, at_next = key + marks[0], (), base + marks[0], marks[1]
        elif (
            token.kind == "op"
            and token.text == "^"
            and (part := _superscript_part(tokens, at_next + 1, hi, base))
        ):
            raised = f"{base}^{part[0]}"
            if _is_entry_of_layer(index, part[0]):  # w_2^{(1)} is w^{(1)}_2
                key, base = raised + key.removeprefix(base), raised
            else:
                key, index, base = f"{key}^{part[0]}", (), raised
            at_next = part[1]
        else:
            break
    cursor.at = at_next
    return Name(Span(tokens.list[at].start, tokens.list[at_next - 1].end), key, base, index)


def _is_entry_of_layer(index: tuple[Expr, ...], raised: str) -> bool:
    """Whether a name has numbers for its index, and that of a layer in brackets above."""
    numbered = bool(index) and all(isinstance(part, Number) for part in index)
    return numbered and raised[0] in "([" and raised[1:-1].isdecimal()


def _is_squared_whole(base: str) -> bool:
    """Whether a square belongs to a name: χ² is a statistic, and Σx² the sum of the squares."""
    return base == "χ" or (len(base) > 1 and base[0] in "Σ∑")


def _squared(tokens: Tokens, at: int, hi: int) -> int | None:
    """The token behind `^2`, `^{2}` or `²`; None where something else stands there."""
    texts = [token.text for token in tokens.list[at : min(at + 4, hi)]]
    if tokens.list[at].kind == "super":
        return at + 1 if texts[0] == "2" else None
    if texts[:2] == ["^", "2"]:
        return at + 2
    return at + 4 if texts == ["^", "{", "2", "}"] else None


def _is_glued_index(tokens: Tokens, at: int, token: Token) -> bool:
    """A number straight behind a letter is its index: `w1` is w_1."""
    before = tokens.list[at - 1]
    return (
        token.gap == GLUED
        and before.kind in ("word", "name")
        and token.text.isdecimal()
        and len(token.text) < 4
    )


def _index_of_text(text: str, token: Token) -> tuple[Expr, ...]:
    span = Span(token.start, token.end)
    if text.isdecimal():
        return (numeral(text, span),)
    if text.isalpha() and len(text) == 1:
        return (Name(span, text, text),)
    return ()


def _subscript(cursor: Cursor, at: int) -> tuple[str, tuple[Expr, ...], int]:
    """The canonical text of a subscript, its index expressions if it has any, and the token behind it."""
    tokens, hi = cursor.tokens, cursor.hi
    token = tokens.list[at]
    if token.kind == "open" and (token.text == "{" or _is_bracketed_index(tokens, at)):
        close = tokens.match.get(at)
        if close is None or close >= hi:
            return "", (), at + 1
        return canonical(tokens, at + 1, close), _indices(cursor, at + 1, close), close + 1
    if token.kind in ("num", "name"):
        if token.kind == "num" and not token.text.isdecimal():
            return token.text, (), at + 1
        return token.text, _index_of_text(token.text, token), at + 1
    if token.kind == "word":
        return _word_subscript(tokens, at, hi)
    if token.kind == "op" and token.text in ("*", "+", "-"):
        return token.text, (), at + 1
    return "", (), at


def _is_bracketed_index(tokens: Tokens, at: int) -> bool:
    """The `(t-1)` of h_(t-1), as one writes it in plain text."""
    close = tokens.match.get(at, at)
    inside = tokens.list[at + 1 : close]
    if tokens.list[at].text != "(" or tokens.list[at].gap != GLUED or not 1 <= len(inside) <= 3:
        return False
    return all(
        token.kind == "num"
        or token.text in ("+", "-")
        or (len(token.text) == 1 and token.kind in ("word", "name"))
        for token in inside
    )


def _word_subscript(tokens: Tokens, at: int, hi: int) -> tuple[str, tuple[Expr, ...], int]:
    """A plain-text subscript such as the `new_2` of `b_new_2`."""
    text = tokens.list[at].text
    first = tokens.list[at]
    at += 1
    while at < hi and tokens.list[at].gap == GLUED:
        token = tokens.list[at]
        if token.kind == "num" and token.text.isdecimal():
            text += token.text
        elif token.text == "_" and at + 1 < hi and tokens.list[at + 1].kind in ("word", "num"):
            text += "_"
        elif token.kind in ("word", "name") and tokens.list[at - 1].text == "_":
            text += token.text
        else:
            break
        at += 1
    return text, _index_of_text(text, first), at


def _indices(cursor: Cursor, lo: int, hi: int) -> tuple[Expr, ...]:
    """Index expressions of a braced subscript: `1,2`, `ij`, `t-1`, `2i`; none if it is a word."""
    tokens = cursor.tokens
    inside = tokens.list[lo:hi]
    if inside and inside[0].text in ("argmax", "argmin"):  # the place of the largest entry
        place = cursor.parse(lo, hi)
        return () if isinstance(place, Hole) else (place,)
    if not inside or not all(
        t.kind in _INDEX_PARTS or (t.kind == "word" and len(t.text) == 1) for t in inside
    ):
        return ()
    letters = [t for t in inside if t.kind == "name"]
    if len(letters) > 2 and len(letters) == len(inside):
        return ()
    if len(inside) == 2 and all(t.kind == "name" for t in inside):
        return tuple(Name(Span(t.start, t.end), t.text, t.text) for t in inside)
    parts: list[Expr] = []
    start = lo
    for at in range(lo, hi + 1):
        if at == hi or tokens.list[at].text == ",":
            if start < at:
                parts.append(cursor.parse(start, at))
            start = at + 1
    if any(not isinstance(p, Number | Name | Call | Apply) for p in parts):
        return ()
    return tuple(parts)


def _superscript_part(tokens: Tokens, at: int, hi: int, base: str) -> tuple[str, int] | None:
    """A superscript that belongs to the name: `(1)`, `[2]`, `new`, `*`; None if it is an exponent."""
    if at >= hi:
        return None
    token = tokens.list[at]
    if (letter := _letter_part(tokens, at, hi, base)) is not None:
        return letter
    if token.text == "*" and token.kind == "op":
        return "*", at + 1
    if token.kind == "word" and token.text != "T" and len(token.text) > 1:
        return token.text, at + 1
    if token.text == "(" and token.gap <= SPACE:
        close = tokens.match.get(at)
        inner = f"({tokens.list[at + 1].text})" if close == at + 2 else ""
        is_label = not token.prose and tokens.list[at + 1].kind in ("num", "name")
        if inner and (is_label or f"{base.rpartition('∂')[2]}^{inner}" in tokens.lexicon.superscripted):
            return inner, at + 3
        return None
    if token.text != "{" or (close := tokens.match.get(at)) is None or close >= hi:
        return None
    inside = tokens.list[at + 1 : close]
    text = canonical(tokens, at + 1, close)
    if len(inside) > 2 and (inside[0].text, inside[-1].text) in (("⟨", "⟩"), ("<", ">")):
        return f"({canonical(tokens, at + 2, close - 1)})", close + 1
    if inside and inside[0].text in ("(", "[") and tokens.match.get(at + 1) == close - 1:
        if any(t.kind == "op" and t.text in "+*/·×" for t in inside) and not _is_next(inside):
            return None
        if inside[0].text == "(" and len(inside) > 6:
            return None
        return text, close + 1
    is_word = all(t.kind in ("name", "word") for t in inside) and text.isalpha()
    if is_word and (text in _NAME_PARTS or any(t.kind == "word" for t in inside)) and text != "T":
        return text, close + 1
    if text in ("*", "+", "-") or (text[:1] == "π" and base in _OF_POLICIES):
        return text, close + 1
    return None


def _is_next(inside: Sequence[Token]) -> bool:
    """`(t+1)`: the step behind the one that a letter stands for."""
    return len(inside) == 5 and inside[1].kind == "name" and inside[2].text == "+" and inside[3].kind == "num"


def _letter_part(tokens: Tokens, at: int, hi: int, base: str) -> tuple[str, int] | None:
    """The Q of W^Q or the 1 of h^1, where the document defines such a name or everybody writes it so."""
    close = tokens.match.get(at) if tokens.list[at].text == "{" else None
    lo, after = (at + 1, close + 1) if close is not None else (at, at + 1)
    if after > hi or after - lo != (2 if close is not None else 1):
        return None
    if tokens.list[lo].kind not in ("name", "num"):
        return None
    letter = tokens.list[lo].text
    known = f"{base}^{letter}" in tokens.lexicon.superscripted
    if known and letter.isdecimal():
        return f"({letter})", after
    usual = (base == "W" and letter in "QKVO") or (letter == "π" and base in _OF_POLICIES)
    return (letter, after) if known or usual else None


def primes(tokens: Tokens, at: int, hi: int) -> tuple[str, int] | None:
    """The primes of `x^\\prime` and `x^{\\prime\\prime}`, and the token behind them."""
    close = tokens.match.get(at) if at < hi and tokens.list[at].text == "{" else None
    lo, end = (at + 1, close) if close is not None else (at, min(at + 1, hi))
    inside = tokens.list[lo:end]
    if not inside or any(t.text.strip("'") for t in inside):
        return None
    return "".join(t.text for t in inside), end + (close is not None)
