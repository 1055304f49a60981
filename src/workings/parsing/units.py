"""The units a passage is cut by: tokens, and bracketed groups as a whole, each of one sort.

Prose and maths are mixed freely, also inside formulas, so that words have to be sorted: a word next to
an operator is a name, a word behind a number a unit of measurement, any other ends the formula.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import islice, takewhile

from workings.parsing.assigning import part_values
from workings.parsing.brackets import Tokens
from workings.parsing.conjunctions import respell_conjunctions
from workings.parsing.dividing import SHARED, respell_divisions, respell_shares
from workings.parsing.glosses import is_value_with_gloss
from workings.parsing.lexicon import Lexicon
from workings.parsing.remarks import is_plain_word, is_remark
from workings.parsing.sorting import sort_words
from workings.parsing.tokens import GLUED, NEWLINE, Token, Unit
from workings.regex import regex

SIGNS = frozenset("= ≈ ≡ ~ < > ≤ ≥ ≠ ∈ ∉ ∝ ← << >> ⊂".split())
_POSTFIXES = ("!", "'", "%", "°")
_SORTS = {
    **dict.fromkeys(("num", "name", "super", "sub", "cmd", "bar"), "operand"),
    **{kind: kind for kind in ("sep", "break", "dots")},
}
_SIGNS = {  # that are of one sort wherever they stand
    **{("op", text): "op" for text in "+-*/·×^_"},
    **{("rel", text): "rel" for text in "=≈<>≤≥≠∈"},
}

MOST_BETWEEN = 24  # tokens of a column
_VALUE = regex(r"w_?n?=-?n")  # a name with its number, by the kinds of its tokens
_BIG = {"Σ": "∑", "Π": "∏"}


def units_of(tokens: Tokens) -> list[Unit]:
    """The units of a passage, every word of it sorted."""
    units: list[Unit] = []
    listed = tokens.list
    at, end = 0, len(listed)
    texts = {token.text for token in listed}
    if "." in texts:
        _join_dots(listed)
    if not texts.isdisjoint(tokens.lexicon.joining):
        respell_conjunctions(listed, tokens.lexicon.joining, tokens.lexicon.letters)
    if "=" in texts:
        part_values(listed)
    if ":" in texts and not texts.isdisjoint("=≈"):
        respell_divisions(tokens)
    if not texts.isdisjoint(SHARED) and not texts.isdisjoint("%/"):
        respell_shares(listed)
    if not _BIG.keys().isdisjoint(texts):
        _respell_sums(listed, tokens.lexicon)
    opened: set[int] = set()  # braces around whole statements, which mean nothing
    while at < end:
        token = listed[at]
        if at in opened or (token.text == "{" and _is_boxed(tokens, at, units)):
            opened.add(tokens.match[at])
            at += 1
            continue
        hi = at + 1
        sort = _SORTS.get(token.kind) or _SIGNS.get((token.kind, token.text))
        if token.kind == "bar" and token.prose and _is_column_bar(listed, at):
            sort = "sep"
        if sort is None or token.kind == "cmd":
            close = tokens.match.get(at, at)
            if close > at:
                hi = close + 1
                if token.prose and token.text == "(":
                    if _is_bullet(tokens, at, hi):
                        at = hi
                        continue
                    if _holds_statement(tokens, at, hi):
                        hi, sort = at + 1, "other"
                    elif _names_function(tokens, at, hi):
                        sort = "other"
                elif token.prose and token.text == "[" and _are_values(listed[at + 1 : close]):
                    hi, sort = at + 1, "other"
            if sort is None:
                sort = _sort(tokens, at, hi, token, units)
        units.append(Unit(at, hi, sort, token))
        at = hi
    sort_words(units, tokens)
    return units


def _is_column_bar(listed: Sequence[Token], at: int) -> bool:
    """Whether a bar parts columns of plain text: it stands apart, and something is stated beside it."""
    if listed[at].gap == GLUED or not 0 < at < len(listed) - 1 or listed[at + 1].gap == GLUED:
        return False
    if any(token.kind in ("rel", "op") for token in (listed[at - 1], listed[at + 1])):
        return False
    if _states(islice(listed, at + 1, at + MOST_BETWEEN)):
        return True
    before = reversed(listed[max(0, at - MOST_BETWEEN) : at])
    is_last = all(
        token.kind != "bar" for token in takewhile(_goes_on, islice(listed, at + 1, at + MOST_BETWEEN))
    )
    return is_last and listed[at].gap < NEWLINE and _states(before)


def _goes_on(token: Token) -> bool:
    """Whether a token stands on the line of the one before it."""
    return token.gap < NEWLINE


def _states(tokens: Iterable[Token]) -> bool:
    """Whether a sign stands in a column, up to the next bar or the end of the line."""
    for token in tokens:
        if token.kind == "rel":
            return True
        if token.kind == "bar" or token.gap == NEWLINE:
            return False
    return False


def _join_dots(tokens: list[Token]) -> None:
    """The dot of `v.u2 = 3` as that of a product: between letters, with a sign behind."""
    for at, token in enumerate(tokens):
        if token.text != "." or token.kind != "sep" or token.gap != GLUED or not 0 < at < len(tokens) - 2:
            continue
        before = tokens[at - 1] if tokens[at - 1].kind not in ("num", "sub") else tokens[at - 2]
        after = tokens[at + 1]
        sign = next((t for t in tokens[at + 2 : at + 4] if t.kind not in ("num", "sub", "super")), after)
        letters = all(len(t.text) == 1 and t.kind in ("word", "name") for t in (before, after))
        if before.kind == "close" and after.kind in ("word", "name") and after.gap == GLUED:
            behind = tokens[at + 2]
            called = behind.text == "(" and behind.gap == GLUED  # PE(0).PE(1)
            numbered = len(after.text) == 1 and behind.kind in ("num", "sub") and behind.gap == GLUED
            letters = called or numbered  # (A - l).v1
            sign = next((t for t in tokens[at + 2 : at + 8] if t.kind == "rel"), sign) if called else sign
        related = sign.kind == "rel" and sign.text in SIGNS
        goes_on = sign.text in ("+", "-") or _is_dot_inside(tokens, sign)  # c1.A.v1 + …
        if letters and after.gap == GLUED and (related or goes_on):
            tokens[at] = replace(token, kind="op", text="·")


def _is_dot_inside(tokens: list[Token], sign: Token) -> bool:
    """Whether a full stop has a numbered letter right behind it, unlike that of `(4 d.p.)`."""
    if sign.text != "." or sign.gap != GLUED:
        return False
    after, number, *_ = (*tokens[tokens.index(sign) + 1 :][:2], sign, sign)
    letter = after.kind in ("word", "name") and after.gap == GLUED
    return letter and number.kind == "num" and number.gap == GLUED


def _respell_sums(tokens: list[Token], lexicon: Lexicon) -> None:
    """Σ and Π as signs of sums and products, where the document does not make names of them."""
    for at, token in enumerate(tokens):
        if token.text in _BIG and token.text not in lexicon.letters and token.kind in ("word", "name"):
            tokens[at] = replace(token, kind="op", text=_BIG[token.text])


def _is_boxed(tokens: Tokens, at: int, units: list[Unit]) -> bool:
    """Braces around a statement with a sign of its own, or a value with a gloss, as \\boxed leaves them."""
    close = tokens.match.get(at, at)
    before = units[-1].token if units else None
    if close < at + 3 or (before is not None and (before.kind == "cmd" or before.text in ("^", "_"))):
        return False
    if is_value_with_gloss(tokens, at, close):
        return True
    look = at + 1
    while look < close:
        token = tokens.list[look]
        if token.kind == "rel" and token.text in SIGNS:
            return True
        look = max(tokens.match.get(look, look), look) + 1
    return False


def _is_bullet(tokens: Tokens, at: int, hi: int) -> bool:
    """`(b)` or `(iv)` at the start of a line, or behind `Ans:`, numbers what follows."""
    if hi != at + 3 or hi >= len(tokens.list) or tokens.list[hi].gap == GLUED:
        return False
    inside = tokens.list[at + 1]
    starts = at == 0 or tokens.list[at].gap == NEWLINE or _is_answer(tokens.list, at)
    return starts and inside.prose and (len(inside.text) == 1 or set(inside.text) <= set("ivx"))


def _names_function(tokens: Tokens, at: int, hi: int) -> bool:
    """`$x^2 σ(x)$ (swish)`: brackets of the prose that only say what a formula before them is called."""
    if hi != at + 3 or at == 0 or tokens.list[at].gap == GLUED or tokens.list[at - 1].prose:
        return False
    inside = tokens.list[at + 1]
    return inside.prose and len(inside.text) > 2 and tokens.lexicon.function(inside.text) is not None


def _is_answer(listed: list[Token], at: int) -> bool:
    """Whether a colon stands before it, and nothing but one word before that on the line."""
    if at < 2 or listed[at - 1].text != ":" or listed[at - 2].kind != "word":
        return False
    return at == 2 or listed[at - 2].gap == NEWLINE


def _holds_statement(tokens: Tokens, at: int, hi: int) -> bool:
    """Brackets of the prose around a formula with a sign of its own: “(with $β = 0.9$)”, “(52/8 = 6.5)”."""
    inside = tokens.list[at + 1 : hi - 1]
    if tokens.list[hi - 1].text != ")" or not (at == 0 or tokens.list[at].gap > GLUED):
        return False
    signs = [number for number, t in enumerate(inside) if t.kind == "rel" and t.text in SIGNS]
    if any(not inside[number].prose for number in signs):
        return True
    follows = tokens.list[hi] if hi < len(tokens.list) else None
    if not signs or (follows is not None and follows.kind in ("op", "rel") and follows.gap < NEWLINE):
        return False
    first, *rest = signs
    worked = any(t.kind in ("op", "num") for t in inside[:first])
    formula = _is_given(inside, first) or _is_formula(inside, first)
    if inside[first].text not in ("=", "≈") or not (worked or rest or formula):
        return False
    return first + 1 < len(inside) and not is_plain_word(inside[first + 1], tokens)


def _are_values(inside: Sequence[Token]) -> bool:
    """Nothing but values of names, in the box of a drawn network: `[w1 = 1.2, b1 = -0.1]`."""
    parts = [""]
    for token in inside:
        mark = {"num": "n", "sub": "n", "word": "w", "name": "w"}.get(token.kind, token.text)
        parts = [*parts, ""] if mark == "," else [*parts[:-1], parts[-1] + mark]
    return all(_VALUE.fullmatch(part) for part in parts)


def _is_given(inside: Sequence[Token], sign: int) -> bool:
    """A symbol and its number: “(η = 0.1)”."""
    symbol = sign == 1 and len(inside[0].text) == 1
    return symbol and len(inside) == sign + 2 and inside[sign + 1].kind == "num"


def _is_formula(inside: Sequence[Token], sign: int) -> bool:
    """A letter and what it is worked out from: “(we use h = (1-z)*a + z*n)”."""
    letter = sign > 0 and len(inside[sign - 1].text) == 1 and inside[sign - 1].kind in ("word", "name")
    behind = inside[sign + 1 :]
    letters = sum(t.kind in ("word", "name") and len(t.text) == 1 for t in behind)
    words = any(t.kind == "word" and len(t.text) > 3 and "_" not in t.text for t in behind)
    return letter and letters > 1 and not words and any(t.kind == "op" and t.text in "+*/·×" for t in behind)


def _sort(tokens: Tokens, at: int, hi: int, token: Token, before: list[Unit]) -> str:
    """The sort of a token whose kind alone does not tell it."""
    kind = token.kind
    if kind == "word":
        return "word" if token.prose or tokens.lexicon.function(token.text) else "operand"
    if kind == "op" and token.text in ("√", "∑", "∏"):
        return "operand"
    if kind == "op":
        if token.text == "'" and token.gap > GLUED:
            return "other"
        return "postfix" if token.text in _POSTFIXES else "op"
    if kind == "rel":
        if (
            token.text == "~"
            and token.prose
            and (token.gap > GLUED or not (before and before[-1].ends_operand))
        ):
            return "word"
        return "rel" if token.text in SIGNS else "arrow"
    if kind == "open":
        if hi == at + 1:
            return "other" if token.prose else "operand"  # a hole, not an end
        return "remark" if is_remark(tokens, at, hi, before) else "operand"
    if kind == "amp":
        return "word" if token.prose else "amp"
    if kind in ("other", "close") and not token.prose and token.text not in "□■#":
        return "operand"  # a sign we do not know leaves a hole in the formula
    return "other"
