"""Runs of letters in a text: a name each in maths, words in prose, and fractions such as ½ and dL/dw."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING
from unicodedata import normalize

from workings.parsing import spellings
from workings.parsing.tokens import GLUED, NEWLINE, SPACE
from workings.regex import regex

if TYPE_CHECKING:
    from workings.parsing.lexer import Lexer

_HYPHENATED = regex(
    r"(?:[^\W\d_]{2,}(?:-[^\W\d_]{2,})+|[^\W\d_]-[^\W\d_]{3,}|[^\W\d_]{3,}-[^\W\d_])(?![^\W\d_])"
    r"|[A-Z][A-Za-z]{2,}-\d{1,3}(?=[ \t]+[a-z]{3}|[ \t]*[=≈:(])"  # Top-1 accuracy, BLEU-4 =
)
_OF_COUNT = regex(r"\s+\d+\s*[=≈]\s*0?\.\d")
_COUNTED = regex(r"[ \t]*\d{1,2}(?=\s*(?:[=≈:]|\\approx))")  # O/p 2 =
_SHORTENED = regex(r"['’](?:t|s|re|ve|ll|d|m)(?![A-Za-z'’])")
_ELIDED = regex(r"(?:[cdjlmnst]|qu)['’](?:est|une?|ai|on|en|il|elle|[^\W\d_]{4,})(?![^\W\d_])", re.I)
_CAPITALS = regex(r"[A-Z]{2,}-[A-Z]{2,}(?![A-Za-z])")  # TF-IDF
_BIG = {"sum": "∑", "prod": "∏"}
_FOLDED = regex(
    r"_(?:[a-z](?!\w)|\{[^{}\n]{1,12}\})(?:\^(?:\w|\{[^{}\n]{1,8}\}))?[ \t]*"
    r"(?=[([|]|[^\W\d_]{1,2}(?![^\W\d_])|exp|log|ln)"
    r"|[ \t]+(?=[^\W\d_]_[a-z](?![A-Za-z])|[([][^\W\d_]_[a-z][ \t]*[-−])"
)  # sum_i x_i, sum_{i=1}^n (x_i - m)^2, sum x_i²
_STATED = regex(r"\n[xX]\d|\s[xX]\d{1,3}[ \t]*=")  # x1 on a line of its own, or given a value
_FACTOR = regex(r"(?:[A-Z]|[^\W\d_]{1,12}(?:\d+|_\{?\w+\}?))(?![\w(])")  # V, V1, V_1, h_{12}
_OF_NUMBERS = regex(  # sqrt(2), ln 2, e^-1
    r"(?:[^\W\d_]{2,8}(?:_?\d+)?\([ \t]*|(?:ln|log|exp|sin|cos|tanh?|sqrt)[ \t]+)[-−]?[(\d.]"
    r"|e\^|(?:[eπ]|pi)(?![\w(])|√"
)
_UNKNOWN_X = regex(r"\bx[ \t]*(?:[=≈∈,:+^]|\bis\b|-[ \t])|[-+][ \t]*x\b|[\d)]x\b(?![ \t]*[\d.(\[])|\bof x\b")
_INDEXED = regex(r"([^\W\d_]+)([\d₀-₉ₐ-ₜᵢⱼᵣᵤᵥ]+)")
_AREA = regex(r"(?:[mck]?m|dm|km)[²³](?!\s*[-+*/^·×−(\w])")
_RATE = regex(r"(?:[^\W\d_]{3,12}|[kKMGTP]i?[Bb]|[kMG]?bit)/[^\W\d_]{1,10}\b")  # tokens/s, FLOP/B


def read_word(lexer: Lexer, start: int, end: int, text: str, prose: bool, limit: int) -> int:
    """A run of letters: one name each in maths, a word in prose."""
    if text[0] in spellings.VULGAR_FRACTIONS:
        return _read_fraction(lexer, start, text[0], prose)
    slashed = "/" in text
    if slashed and text[1:2] != "/":
        return _read_derivative(lexer, start, end, text, prose)
    if slashed and not prose and (counted := _COUNTED.match(lexer.text, end, limit)) is not None:
        lexer.put("word", text + counted.group(), start, counted.end(), False)
        return counted.end()
    if not prose and not slashed:
        capitals = _CAPITALS.match(lexer.text, start, limit)
        if capitals is None:
            return _read_letters(lexer, start, end)
        lexer.put("word", capitals.group(), start, capitals.end(), False)
        return capitals.end()
    follows = lexer.text[end : end + 1]
    if follows in ("²", "³") and lexer.tokens and lexer.tokens[-1].kind == "num":
        area = _AREA.match(lexer.text, start, limit)
        if area is not None and lexer.gap > GLUED:  # 1.62 m²
            lexer.put("word", area.group(), start, area.end(), prose)
            return area.end()
    if follows == "/" and lexer.tokens and lexer.tokens[-1].kind == "num":
        rate = _RATE.match(lexer.text, start, limit)
        if rate is not None:  # 143 tokens/s
            lexer.put("word", rate.group(), start, rate.end(), prose)
            return rate.end()
    if follows == "-" or follows > "\x7f":
        longer = _HYPHENATED.match(lexer.text, start, limit)
        if longer and longer.end() > end:
            end = longer.end()
            text = longer.group()
    if follows in ("'", "’") and len(text) > 1 and (short := _SHORTENED.match(lexer.text, end, limit)):
        end = short.end()  # isn't
        text += short.group()
    elif follows in ("'", "’") and (elided := _ELIDED.match(lexer.text, start, limit)):
        end = elided.end()  # c'est
        text = elided.group()
    if text in _BIG and _FOLDED.match(lexer.text, end, limit):
        lexer.put("op", _BIG[text], start, end, prose)
    elif text in ("x", "X") and _is_times(lexer, start, end, limit):
        lexer.put("op", "×", start, end, prose)
    elif text == "mod" and _ends_operand(lexer):
        lexer.put("op", text, start, end, prose)
    elif text == "of" and _ends_operand(lexer) and _OF_COUNT.match(lexer.text, end):
        lexer.put("op", "·" if lexer.tokens[-1].text == "%" else "/", start, end, prose)  # 3 of 5 = 0.6
    else:
        lexer.put("word", _plain(text), start, end, prose)
    return end


def _ends_operand(lexer: Lexer) -> bool:
    """Whether something stands before a word of which a remainder can be taken."""
    before = lexer.tokens[-1] if lexer.tokens else None
    if before is None or lexer.gap > SPACE:
        return False
    return before.kind in ("num", "close", "name", "sub", "super") or len(before.text) == 1


def _read_derivative(lexer: Lexer, start: int, end: int, text: str, prose: bool) -> int:
    """`dL/dw` is the derivative that the document speaks of, one name; in maths only letters are."""
    over, under = text.split("/")
    if not prose and text[0] == "∂":
        lexer.put("name", "∂", start, start + 1, False)
        return start + 1
    if not prose:
        return _read_letters(lexer, start, start + len(over.partition("_")[0]))
    lexer.put("word", f"∂{_spelled(over[1:])}/∂{_spelled(under[1:])}", start, end, prose)
    return end


def _read_fraction(lexer: Lexer, start: int, character: str, prose: bool) -> int:
    """½ as (1/2)."""
    over, under = spellings.VULGAR_FRACTIONS[character]
    for kind, text in (("open", "("), ("num", over), ("op", "/"), ("num", under), ("close", ")")):
        lexer.put(kind, text, start, start + 1, prose)
    return start + 1


def _is_times(lexer: Lexer, start: int, end: int, limit: int) -> bool:
    """Whether an x stands between two factors, as in 0.5x0.2, 2 x [1, 0], 3² x 4, 2 x ln 2 and 0.7 x V1."""
    if (
        not lexer.tokens
        or end >= limit
        or lexer.gap == NEWLINE
        or _STATED.match(lexer.text, start - 1, limit) is not None
    ):
        return False
    if lexer.gap > GLUED and lexer.text[end].isdecimal():
        return False  # 3 x1
    if lexer.gap == GLUED and _ends_indexed(lexer):
        return False  # w0x0
    after = lexer.text[end:limit].lstrip(" ")
    before = lexer.tokens[-1]
    if before.kind != "num" and before.text not in (")", "]"):
        counted = before.kind == "word" and len(lexer.tokens) > 1 and lexer.tokens[-2].kind == "num"
        scripted = before.kind in ("sub", "super") or before.text == "}"
        return lexer.gap > GLUED and (counted or scripted) and after[:1].isdecimal()  # 2 heads x 64
    if after[:1] in ("-", "−"):
        return after[1:2] != " " and (lexer.gap > GLUED or lexer.text[end] != " ")  # 2 x - 1 is a difference
    if after[:1] == "." and not after[1:2].isdecimal():
        return False  # a full stop: x² + 2x.
    if bool(after) and (after[0].isdecimal() or after[0] in "[(."):
        return after[0] != "(" or lexer.gap > GLUED or not _is_unknown(lexer, start)  # 2x(x - 1)
    if lexer.gap != SPACE or lexer.text[end] != " ":
        return False
    if _OF_NUMBERS.match(after) is not None:
        return not _is_unknown(lexer, start)  # 0.5 x sqrt(4)
    return _FACTOR.match(after) is not None and _UNKNOWN_X.search(lexer.text) is None


def _ends_indexed(lexer: Lexer) -> bool:
    """Whether the last tokens are a letter and the digits of its index."""
    letter, digits = (None, None, *lexer.tokens[-2:])[-2:]
    if letter is None or digits is None or digits.gap > GLUED or digits.kind != "num":
        return False
    return letter.kind == "word" and len(letter.text) == 1


def _is_unknown(lexer: Lexer, place: int) -> bool:
    """Whether the line has an x that is no sign."""
    end = lexer.text.find("\n", place)
    stop = len(lexer.text) if end < 0 else end
    return _UNKNOWN_X.search(lexer.text, lexer.text.rfind("\n", 0, place) + 1, stop) is not None


def _read_letters(lexer: Lexer, start: int, end: int) -> int:
    """Letters inside maths: one name each, with any combining marks."""
    at = start
    while at < end:
        stop = at + 1
        while stop < end and lexer.text[stop] in spellings.COMBINING:
            stop += 1
        lexer.put("name", _plain(lexer.text[at:stop]), at, stop, False)
        at = stop
    return end


def _plain(text: str) -> str:
    """A letter with an accent as `hat(y)`, so that ŷ and \\hat{y} are one name."""
    if text.isascii() or len(text) > 3:
        return text
    parts = normalize("NFD", text)
    if len(parts) == 2 and parts[1] in spellings.COMBINING:
        return f"{spellings.COMBINING[parts[1]]}({parts[0]})"
    return text


def _spelled(text: str) -> str:
    """A name as its key: `w1` and `w₁` are w_1."""
    found = _INDEXED.fullmatch(text)
    if found is None:
        return _plain(text.replace("{", "").replace("}", ""))
    digits = "".join(spellings.SUBSCRIPTS.get(sign, sign) for sign in found[2])
    return f"{_plain(found[1])}_{digits}"
