"""Which words of a passage are names, units of measurement or prose, by what stands beside them."""

from __future__ import annotations

from collections.abc import Sequence

from workings.parsing.brackets import Tokens
from workings.parsing.lexicon import EXTREMES, GREEDY, OF_OTHERS, SCALES
from workings.parsing.phrases import (
    JOINING,
    LONGEST_SYMBOL,
    end_of_symbol,
    holds_link,
    is_numbered,
    is_owner,
    start_of_name,
    start_of_numbered,
)
from workings.parsing.tokens import GLUED, NEWLINE, QUAD, SPACE, WIDE, Token, Unit
from workings.parsing.variables import is_multiplied, is_variable

_BEHIND_FORMULAS = frozenset("at for where when with and if".split())
_OF_DATA = frozenset("variance mean average median deviation sum total entropy norm".split())
_MEASURES = frozenset("a e s m g h V W J A N C F".split())  # single letters that also are units or words


def sort_words(units: list[Unit], tokens: Tokens) -> None:
    """Decide for every word whether it is a name, a unit of measurement, or prose."""
    at, end = 0, len(units)
    while at < end:
        start = at
        at += 1
        if units[start].sort == "word":
            while at < end and units[at].sort == "word" and units[at].token.gap < WIDE:
                at += 1
            if at > start + 1 and _is_subscript(units, start):
                at = start + 1  # the t of “g_t and w_t”
            _sort_phrase(units, start, at, tokens)


def _is_subscript(units: list[Unit], at: int) -> bool:
    """A single letter straight behind an underscore, with a space behind it."""
    token, sign = units[at].token, units[at - 1].token if at else None
    if sign is None or sign.text != "_" or token.gap != GLUED or len(token.text) != 1:
        return False
    return units[at + 1].token.gap > GLUED and len(units[at + 1].token.text) > 1


def _sort_phrase(units: list[Unit], lo: int, hi: int, tokens: Tokens) -> None:
    """Sort a run of words by what stands before and behind it."""
    before = units[lo - 1] if lo else None
    after = units[hi] if hi < len(units) else None
    last = units[hi - 1]
    if after is not None and _is_one_text(units, lo, hi):
        _make_name(units, lo, hi + 1)
        return
    if hi - lo > 1 and _are_letters(units, lo, hi) and _is_beside_sign(units, lo, hi, tokens):
        if _is_spelt_out(units, lo, hi):
            _make_name(units, lo, hi)
            return
        for unit in units[lo:hi]:
            unit.sort = "operand"  # A B = …
        return
    if _is_told_list(units, hi):
        last.sort = "operand"  # P (true) = [0.7, 0.3]
        return
    named = _letters_before_sign(units, lo, hi, tokens) if after is not None and after.sort == "rel" else hi
    if named < hi - 1:
        for unit in units[named:hi]:
            unit.sort = "operand"  # so λ w = …
        return
    assigned = hi - lo == 1 and _is_assigned(units, lo)  # t=1 f=0.7974
    if assigned or (hi - lo > 1 and _are_applied(units, lo, hi, tokens)):
        for unit in units[lo:hi]:
            unit.sort = "operand"  # t ln a
        return
    if _is_callable(last, after, tokens):
        hi = _take_function(units, lo, hi, tokens)
        after = units[hi]
        if hi > lo and _is_factor(units, lo, hi, before, tokens):
            units[lo].sort = "operand"  # 2x and f'(x)
            return
        if hi == lo or before is None or before.sort not in ("op", "rel"):
            return
    if after is not None and is_numbered(units, hi) and last.token.text.lower() not in JOINING:
        _make_name(units, start_of_numbered(units, lo, hi), hi + 1)
        return
    if before is not None and before.token.kind == "bar" and after is not None and after.token.kind == "bar":
        _make_name(units, lo, hi)
        return
    first = units[lo].token
    byte = first.text == "B" and first.gap > GLUED and tokens.lexicon.in_bytes
    counted = before is not None and before.token.kind == "num" and first.gap < QUAD
    if first.text in SCALES and counted and not byte:
        before = units[lo]
        before.sort = "operand"
        lo += 1
    if lo < hi and _is_factor(units, lo, hi, before, tokens):
        before = units[lo]
        before.sort = "operand"
        lo += 1
    if hi - lo > 1 and before is not None and before.ends_operand and _is_told(units, hi - 1, tokens):
        hi, after = hi - 1, None
        units[hi].sort = "operand"  # b = 1.2 otteniamo w + b = …
    if lo < hi:
        _sort_between(units, lo, hi, before, after)


def _take_function(units: list[Unit], lo: int, hi: int, tokens: Tokens) -> int:
    """Mark the function that ends a run of words, with those taken of it and a factor; where that begins."""
    at = hi - 1
    units[at].sort = "operand"
    while at > lo and _is_taken_of(units[at - 1], units[at], tokens):
        at -= 1  # \log \operatorname{softmax}(z)
        units[at].sort = "operand"
    if at > lo and _is_named_letter(units[at - 1], tokens):
        at -= 1  # b xᵀ
        units[at].sort = "operand"
    return at


def _is_told_list(units: list[Unit], at: int) -> bool:
    """Whether a letter gets a list, and words in brackets behind it say which one that is."""
    if len(units) < at + 3 or units[at].sort != "remark" or len(units[at - 1].token.text) > 1:
        return False
    sign, value = units[at + 1].token, units[at + 2].token
    return sign.text == "=" and max(sign.gap, value.gap) < NEWLINE and value.text in ("[", "{")


def _is_beside_sign(units: list[Unit], lo: int, hi: int, tokens: Tokens) -> bool:
    """Whether letters stand before a sign, or behind one if the document gives them values: `+ z n (…)`."""
    if hi < len(units) and units[hi].sort in ("op", "rel"):
        return True
    follows = lo > 0 and units[lo - 1].sort in ("op", "rel")
    return follows and all(_is_named_letter(unit, tokens) for unit in units[lo:hi])


def _is_named_letter(unit: Unit, tokens: Tokens) -> bool:
    """A Greek letter, or one that the document gives a value, other than those that are words as well."""
    text = unit.token.text
    return len(text) == 1 and ("α" <= text <= "ω" or (text in tokens.lexicon.letters and text not in "aI"))


def _is_told(units: list[Unit], at: int, tokens: Tokens) -> bool:
    """Whether a letter that the document gives a value begins a formula behind a word of prose."""
    word, begins = units[at - 1].token, any(unit.sort in ("op", "rel") for unit in units[at + 1 : at + 2])
    worded = word.prose and len(word.text) > LONGEST_SYMBOL and not is_owner(word.text.lower())
    return worded and begins and _is_named_letter(units[at], tokens)


def _letters_before_sign(units: list[Unit], lo: int, hi: int, tokens: Tokens) -> int:
    """Where the letters begin that end a run of words, if they are names of the document."""
    at = hi
    while at > lo and _is_named_letter(units[at - 1], tokens) and (at == hi or units[at].token.gap <= SPACE):
        at -= 1
    return at


def _is_factor(units: list[Unit], lo: int, hi: int, before: Unit | None, tokens: Tokens) -> bool:
    """A letter behind a number or brackets that is a name of the document: `2 y`, `(a - b) y`, `2x - x²`."""
    token = units[lo].token
    alone = hi - lo == 1 or units[lo + 1].token.text in _BEHIND_FORMULAS  # 4w at w = 2
    follows = units[hi].token if hi < len(units) else None
    if not alone or before is None or (follows and follows.kind == "num" and follows.gap < NEWLINE):
        return False
    if before.token.kind == "super" and before.token.text == "T" and token.gap == GLUED:
        return len(token.text) == 1  # XᵀX
    if before.token.text == "(" and is_product(tokens.list[before.lo + 1 : before.hi - 1], token):
        return True
    named = token.gap <= SPACE and token.text in tokens.lexicon.letters
    if _is_sum(before, tokens):
        inside = tokens.list[before.lo : before.hi]
        lettered = any(t.kind in ("word", "name") and len(t.text) == 1 for t in inside)  # (1 - z) h
        return named or (lettered and len(token.text) == 1 and token.gap <= SPACE and token.text != "a")
    if token.text in _MEASURES:
        of_number = before.token.kind == "num"
        return named and of_number and (is_variable(token, tokens) or is_multiplied(token, tokens))
    if named:
        return before.token.kind in ("num", "super", "sub")
    return token.gap == GLUED and before.token.kind == "num" and is_variable(token, tokens)


def is_product(inside: Sequence[Token], follows: Token) -> bool:
    """Whether brackets around capital letters alone have another right behind them: `(QKᵀ)V`."""
    letters = all(token.text.isupper() and token.kind in ("word", "name", "super") for token in inside)
    is_letter = follows.kind in ("word", "name") and len(follows.text) == 1 and follows.text.isupper()
    return bool(inside) and letters and is_letter and follows.gap == GLUED


def _is_sum(unit: Unit, tokens: Tokens) -> bool:
    """Brackets around something to work out, not around a list."""
    inside = tokens.list[unit.lo + 1 : unit.hi - 1]
    return (
        unit.token.text == "("
        and unit.ends_operand
        and any(t.kind == "op" for t in inside)
        and all(t.text != "," for t in inside)
    )


def _are_letters(units: list[Unit], lo: int, hi: int) -> bool:
    """A few single letters with a space between each, which are names rather than words."""
    return (
        hi - lo <= 4
        and all(len(unit.token.text) == 1 and unit.token.gap <= SPACE for unit in units[lo + 1 : hi])
        and len(units[lo].token.text) == 1
        and units[lo].token.kind != "amp"
    )


def _is_spelt_out(units: list[Unit], lo: int, hi: int) -> bool:
    """Letters of a sequence, `a b a`, rather than a product, in which none would stand twice."""
    letters = [unit.token.text for unit in units[lo:hi]]
    return units[lo].token.prose and (len(set(letters)) < len(letters) or set(letters) <= {"a", "b", "c"})


def _is_assigned(units: list[Unit], at: int) -> bool:
    """Whether a name with its sign stands behind another and its value, all without spaces: `t=1 f=0.8`."""
    if at < 2 or at + 1 >= len(units) or units[at].token.gap != SPACE:
        return False
    before, after = units[at - 2], units[at + 1]
    return (
        before.sort == after.sort == "rel"
        and before.token.gap == units[at - 1].token.gap == after.token.gap == GLUED
    )


def _are_applied(units: list[Unit], lo: int, hi: int, tokens: Tokens) -> bool:
    """A function between single letters or before one: `t ln a`, `ln a`."""
    words = [unit.token for unit in units[lo:hi]]
    functions = [len(word.text) > 1 and tokens.lexicon.function(word.text) in GREEDY for word in words]
    letters = all(
        is_function or (len(word.text) == 1 and word.text in tokens.lexicon.letters)
        for word, is_function in zip(words, functions, strict=True)
    )
    return any(functions) and not functions[-1] and letters


def _is_one_text(units: list[Unit], lo: int, hi: int) -> bool:
    """`\\text{out h1}`: words and a number in one argument, which together are a name."""
    first, last, after = units[lo].token, units[hi - 1].token, units[hi].token
    starts = first.end - first.start > len(first.text)  # a command stands before it
    ends = after.end - after.start > len(after.text)
    return starts and ends and hi - lo > 1 and after.kind == "num" and after.gap == GLUED and last.prose


def _sort_between(units: list[Unit], lo: int, hi: int, before: Unit | None, after: Unit | None) -> None:
    """Words next to a sign are a name, or a unit of measurement if they follow an operand."""
    gap = units[lo].token.gap
    follows_sign = before is not None and before.sort in ("op", "rel") and gap != NEWLINE
    if follows_sign and hi - lo > 1 and _is_hyphen(units, lo):
        return  # a 2-D point with $x = 3$
    if follows_sign and (end := end_of_symbol(units, lo, hi)) < hi:
        _make_name(units, lo, end)
        before, lo, follows_sign = units[end - 1], end, False
    leads_sign = after is not None and after.sort in ("op", "rel") and after.token.gap < NEWLINE
    if leads_sign and not follows_sign and _is_before_minus(units, hi):
        return  # loss −ln(0.66)
    if follows_sign and (hi - lo <= 3 or leads_sign):
        _make_name(units, lo, hi)
    elif leads_sign:
        if before is not None and before.ends_operand and gap < QUAD and not holds_link(units, lo, hi):
            for unit in units[lo:hi]:
                unit.sort = "measure"
        else:
            _make_name(units, start_of_name(units, lo, hi), hi)


def _is_hyphen(units: list[Unit], at: int) -> bool:
    """Whether the sign before a word joins it to another without spaces: `k-NN`, `3-class`."""
    sign, word = units[at - 1].token, units[at].token
    return sign.text == "-" and sign.prose and word.prose and sign.gap == word.gap == GLUED


def _is_before_minus(units: list[Unit], at: int) -> bool:
    """Whether a word stands before a number or function with a minus of its own: `loss −ln(0.66)`."""
    word, sign = units[at - 1].token, units[at].token
    if sign.text not in ("-", "−") or sign.gap == GLUED or at + 1 >= len(units):
        return False
    return word.prose and len(word.text) > 3 and units[at + 1].token.gap == GLUED


def _make_name(units: list[Unit], lo: int, hi: int) -> None:
    for at in range(lo, hi):
        units[at].sort = "phrase" if hi - lo > 1 else "operand"


def _is_taken_of(unit: Unit, after: Unit, tokens: Tokens) -> bool:
    """Whether a function is taken of what another gives, in words too if it is not “the sigmoid σ(2)”."""
    if unit.token.prose:
        called = len(after.token.text) == 1 or tokens.lexicon.function(after.token.text) is not None
        return called and unit.token.text.lower() in OF_OTHERS and after.token.gap == SPACE
    return tokens.lexicon.function(unit.token.text) in GREEDY


def _is_callable(unit: Unit, after: Unit | None, tokens: Tokens) -> bool:
    """A word that is an identifier or a function by what follows it: w1, P(A), log 2."""
    if after is None:
        return False
    token = after.token
    glued = token.gap == GLUED and (token.kind == "num" or token.text in ("(", "[", "_", "'", "^"))
    if glued or token.kind in ("sub", "super") or (token.text in ("_", "^") and token.kind == "op"):
        return True
    if (
        (token.text == "(" or (token.text == "[" and not unit.token.text.isascii()))
        and token.gap == SPACE
        and _is_named_letter(unit, tokens)
        and after.sort == "operand"
    ):
        return any(inner.kind == "op" for inner in tokens.list[after.lo + 1 : after.hi - 1])  # U (r ∘ h)
    op = tokens.lexicon.function(unit.token.text)
    if op is None or token.gap > WIDE:
        return False
    if unit.token.prose and unit.token.text in _OF_DATA and _is_sum(after, tokens) and token.gap > GLUED:
        return False  # the variance (1 + 0 + 1)/3
    if unit.token.prose > token.prose and unit.token.text in ("step", "sign"):
        return False  # the step $[3, -4] - 0.2 …$
    if token.text in ("(", "[") or token.text.startswith("begin:"):
        return True
    if token.kind == "open" and op in EXTREMES:
        return True  # \\max\\{3, 5\\}
    if token.kind in ("open", "bar") and (not token.prose or token.gap == GLUED):
        return op in GREEDY  # \\det{\\mathbf{J}}, \\ln |x|
    if op not in GREEDY:
        return False
    worded = token.kind in ("num", "name", "cmd") and len(unit.token.text) > 1
    return worded and (not token.prose or token.gap <= SPACE)
