"""Prose with maths in it to tokens: each stretch in its own way, formulas side by side kept apart."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace

from workings.parsing.lexer import NO_MACROS, Lexer
from workings.parsing.lexicon import SCALES, Lexicon
from workings.parsing.tokens import GLUED, SPACE, Token
from workings.regex import regex

MOST_FACTORS = 3  # letters that stand together
_FACTORS = frozenset({"num", "super"})
_SIGN = regex(r"=|≈|→|\\(?:approx|simeq|to|rightarrow)(?![a-zA-Z])")
_COUNTED = regex(r"(?:^|[^\W\d_]|[,:;.)])[ \t]+\d[\d.,]*\s+$")  # “after 50 ”: a number among words
_GOES_ON = regex(r"\\(?:cdot|times|div|odot|otimes|pm)(?![a-zA-Z])")
_WRAPPED = regex(r"\n(?=[ \t]*(?:[=≈+]|\\(?:approx|cdot|times)(?![a-z])))")  # within a formula it is a blank
_WHOLE = frozenset("0123456789})]")  # how a formula ends to which nothing has to be added
_OWN = regex(
    r"[^\W_]|\(|\\(?:d?frac|sqrt|sum|prod|log|ln|exp|max|min|sin|cos|tanh|sigma|alpha|beta|gamma|delta|epsilon"
    r"|eta|theta|lambda|mu|rho|tau|phi|psi|omega|hat|bar|tilde|vec|mathbf|nabla|partial|operatorname|lim)(?![a-zA-Z])"
)  # how a formula without a sign begins that is no unit
_LABEL = regex(r"[\s.,;]*\s\*{0,2}\(?(?:[A-Za-z]|\d|[ivx]{2,4})\)\*{0,2}\s*")  # “ (B) ” between two formulas
_PRIMES = regex(r"['′’]|\^\{?\\prime")  # those of `softplus$'(2)$`
_OPERATION = regex(r"[^\w\\|]|\\(?:cdot|times|div|pm|mp|ast|circ|odot|otimes|le|ge|left|frac|sqrt|%)")


def lex_mixed(
    text: str,
    offset: int,
    maths: Iterable[tuple[int, int]],
    macros: Mapping[str, str] = NO_MACROS,
    decimal_comma: bool = False,
) -> list[Token]:
    """The tokens of prose in which the given page spans are maths."""
    maths = tuple(maths)
    if any("\n" in text[start - offset : end - offset] for start, end in maths):
        text = _unwrapped(text, offset, maths)
    lexer = Lexer(text, offset, macros, decimal_comma)
    at, stated = 0, ""  # the formula before, if it has a sign
    for start, end in maths:
        between, inside = text[at : start - offset], text[start - offset : end - offset]
        numbered = bool(stated) and _LABEL.fullmatch(between) is not None and _OWN.match(inside) is not None
        if numbered:
            lexer.put("sep", ";", at, at, True)
        if start - offset > at:
            lexer.run(at, start - offset, prose=True)
        sign = _SIGN.search(inside)
        alone = numbered or (
            _stands_beside(stated, between, inside)
            if sign is None
            else _stands_alone(bool(stated), between, inside[: sign.start()])
        )
        if alone:
            lexer.put("sep", ";", start - offset, start - offset, True)
        stated = inside if sign is not None else ""
        primes = _PRIMES.match(inside) is not None and between.rstrip()[-1:].isalpha()
        lexer.gap = GLUED if primes else max(lexer.gap, SPACE)
        lexer.run(start - offset, end - offset, prose=False)
        lexer.gap = max(lexer.gap, SPACE)
        at = end - offset
    return lexer.run(at, len(text), prose=True)


def _unwrapped(text: str, offset: int, maths: Iterable[tuple[int, int]]) -> str:
    """The text with formulas of running text on one line that go on with a sign on the next."""
    for start, end in maths:
        inside = text[start - offset : end - offset]
        text = text[: start - offset] + _WRAPPED.sub(" ", inside) + text[end - offset :]
    return text


def with_pairs(tokens: list[Token], lexicon: Lexicon) -> list[Token]:
    """The tokens with two words that name one function made one: Leaky ReLU(-4)."""
    found: list[Token] = []
    for token in tokens:
        before = found[-1] if found else None
        if token.prose and token.gap == SPACE and before is not None and before.prose:
            pair = f"{before.text} {token.text}"
            if pair in lexicon.functions:
                found[-1] = replace(before, text=pair, end=token.end)
                continue
        found.append(token)
    return found


def with_factors(tokens: list[Token], lexicon: Lexicon) -> list[Token]:
    """The tokens with the letters of `2xy` one by one, where the page has each of them for a number."""
    if not lexicon.letters or not any(token.prose and token.kind == "word" for token in tokens):
        return tokens
    found: list[Token] = []
    for token in tokens:
        text, before = token.text, found[-1] if found else None
        glued = token.gap == GLUED and before is not None and before.kind in _FACTORS
        letters = token.prose and token.kind == "word" and 2 <= len(text) <= MOST_FACTORS
        letters = letters and (text.islower() or (text.isupper() and text not in SCALES))
        if glued and letters and text not in lexicon.defined and lexicon.letters.issuperset(text):
            for at, letter in enumerate(text, token.start):
                found.append(replace(token, kind="name", text=letter, start=at, end=at + 1))
        else:
            found.append(token)
    return found


def _stands_alone(stated: bool, between: str, left: str) -> bool:
    """Whether a formula with a sign begins a statement of its own behind a formula or a word.

    `$2 + 2 = 4$ $3 + 3 = 6$` are two, and the minus of `Loss $-\\ln(0.8) = 0.223$` is no subtraction.
    The number of `after 50 $x_{50} = 3$` belongs to the words before it.
    """
    left = left.strip()
    if left and between and _COUNTED.search(between) and not _OPERATION.match(left):
        return True
    if not between.strip("~ \t\r\n") and between:
        return stated and bool(left) and left[0] not in "+&" and not _GOES_ON.match(left)
    if between.rstrip()[-1:] in (")", "]"):  # the points before `(2 P) $M = …` are no factor
        return left[:1].isalpha() or left[:1] in ("\\", "|")
    return left[:1] in ("-", "−") and between.rstrip()[-1:].isalpha()


def _stands_beside(stated: str, between: str, inside: str) -> bool:
    """Whether a formula without a sign begins anew behind a whole one: `$2 + 2 = 4$ $a$ is even`."""
    if not stated or not between or between.strip("~ \t\r\n"):
        return False
    inside = inside.strip()
    return stated.rstrip()[-1:] in _WHOLE and inside not in SCALES and _OWN.match(inside) is not None
