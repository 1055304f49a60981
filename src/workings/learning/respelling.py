"""Spellings that only a module needs, written in those that are read everywhere.

`[H_1 \\| H_2]` joins, `f(x; w)` is a function of x, `h^l` is a layer and no power. A checker has to leave
such things open; a sheet that is run means the one thing. Lines are neither added nor taken away.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from workings.regex import regex

_FONT = r"\\(?:operatorname|text|textrm|textbf|mathrm|mathit|mathbf|mathop)\*?"
_WORD = regex(_FONT + r"\{(?P<word>[A-Za-z]{2,})\}")
_SCRIPTED = r"(?:\s*[_^](?:\{[^{}]*\}|\\[A-Za-z]+|\w))*"
_NAME = rf"(?:{_FONT}\{{\w+\}}|\\[A-Za-z]+|[A-Za-z])(?:\{{[^{{}}]*\}})?{_SCRIPTED}"
_PAIR = regex(r"(?<!mathbb\{[A-Z]\})\^\{((?:\\?[A-Za-z]+|\d)\s*(?:,\s*(?:\\?[A-Za-z]+|\d)\s*)+)\}")
_CONVOLVING = regex(r"(?<=[cC]onv)(?:olution)?[12][dD](?=\W)")
_WITH_WEIGHTS = regex(r"(?<![A-Za-z\\])([a-zA-Z](?:_\w|_\{\w\}|_\\[a-z]+)?)\(([^();]*);[^();]*\)")  # f(x; w)
_BARS = regex(r"\\\||\\[lr]?Vert\b|\\parallel\b|‖|\\Vert\b")
_PLUS = regex(r"\\oplus\b|⊕")
_DIVERGENCE = regex(r"(?:KL|JS)[\s}]*(?:\\left|\\[bB]igl?)?\s*$")
_PLUSSED = regex(rf"{_NAME}(?:\s*(?:\\oplus\b|⊕)\s*{_NAME})+")
_PRIMED = regex(r"([_{][^{}\s]{0,12}?)([a-z])['’′]")
_RAISED = regex(
    r"(?P<base>[A-Za-z]|\\[a-z]+|\\\w+\{\w\})\^(?:\{(?P<long>[a-zℓ]|\\ell)(?P<shift>\s*[-+]\s*\d)?\s*\}|(?P<short>[a-zℓ]|\\ell\b))"
)
_STATED = regex(
    r"(?:[$&,]|^)\s*+(?:[A-Za-z]|\\[a-z]+|\\\w+\{\w\})(?:_(?:\{[^{}]*\}|\w))?\^\{?\s*+\\?(?P<letter>[a-zℓ]|ell)\s*+\}?\s*+&?\s*+(?:=|\\in|,)",
    re.MULTILINE,
)
_COUNTED = regex(r"(?:\b|\\)(?P<letter>[a-zℓ]|ell)\s*(?:=|\\in\s*\\\{)\s*[01]\s*,")
_TOGETHER = regex(r"\$\s*([a-z](?:\s*,\s*[a-z])+)\s*=\s*([01]\s*,\s*\\[lc]?dots\s*,\s*[^$=]+?)\s*\$")
_THREE = regex(r"_\{([a-z]{3,4})\}")
_LETTER = regex(r"(?:\\sum_\{?|_\{?|,\s?)([a-z])(?=[\s=},+-]|$)")
_SQUARED = regex(r"\\sigma(_(?:\{\w+\}|\w))?\^(?:2|\{2\})")
_GIVEN = regex(r"\b([pP])\(\s*([a-z])\s*=\s*([a-z])\s*(?:\\mid|\\vert|\|)[^()]*\)(?=\s*+&?\s*+=)")
_LAYER_LAST = regex(
    r"(?<![A-Za-z\\])([A-Za-z]|\\[a-z]+)_(\{[a-z](?:,?[a-z]){0,2}\}|[a-z])\^(\{[(\[](?:\d|[lLℓ]|\\ell)(?:-1|\+1)?[)\]]\})"
)
_CLOSES = {"(": ")", "[": "]"}
_GREEK = frozenset(
    r"\alpha \beta \gamma \delta \epsilon \theta \lambda \mu \phi \psi \sigma \omega \Phi \Psi \Omega".split()
)
_LAYERS = frozenset({"flatten", "vec", "dropout"})


def respelt(text: str) -> str:
    """A sheet in spellings that are read everywhere."""
    rules: list[Callable[[str], str]] = [
        _with_ranges,
        _with_squares,
        _with_shares,
        _with_indices,
        _with_pairs,
        _with_letters,
        _with_layers,
        _with_joins,
        _with_factors,
    ]
    for rule in rules:
        text = rule(text)
    return _CONVOLVING.sub("", _WITH_WEIGHTS.sub(r"\1(\2)", text))


def _with_ranges(text: str) -> str:
    """i, j = 1, …, 6 as a range for each."""
    return _TOGETHER.sub(
        lambda found: ", ".join(f"${letter.strip()} = {found[2]}$" for letter in found[1].split(",")), text
    )


def _with_squares(text: str) -> str:
    """A variance that is defined as a square, σ² = …, under a name of its own."""
    if not re.search(_SQUARED.pattern + r"\s*+&?\s*+=", text) or re.search(r"\\varsigma|\\sigma\s*&?=", text):
        return text
    return _SQUARED.sub(lambda found: f"\\varsigma{found[1] or ' '}", text)


def _with_shares(text: str) -> str:
    """P(y = k | x) = … as P_k, and then P(y | x) as P_y."""
    for found in list(_GIVEN.finditer(text)):
        sign, given, letter = found[1], found[2], found[3]
        text = re.sub(
            rf"\b{sign}\(\s*{given}\s*=\s*{letter}\s*(?:\\mid|\\vert|\|)[^()]*\)", f"{sign}_{letter}", text
        )
        text = re.sub(rf"\b{sign}\(\s*{given}\s*(?:\\mid|\\vert|\|)[^()]*\)", f"{sign}_{given}", text)
    return text


def _with_indices(text: str) -> str:
    """C_{kij} as C_{k,i,j}, where each of the letters is an index elsewhere too."""
    letters = {found[1] for found in _LETTER.finditer(text)}

    def apart(found: re.Match[str]) -> str:
        is_list = {*found[1]} <= letters and len({*found[1]}) == len(found[1])
        return f"_{{{','.join(found[1])}}}" if is_list else found[0]

    return _THREE.sub(apart, text)


def _with_pairs(text: str) -> str:
    """W^{ℓ,i} as W^{(ℓ,i)}, and the entry W_{ij}^{(1)} as that of W^{(1)}."""
    return _LAYER_LAST.sub(_layer_first, _PAIR.sub(r"^{(\1)}", text))


def _layer_first(found: re.Match[str]) -> str:
    """A layer before its entry."""
    return f"{found[1]}^{found[3]}_{found[2]}"


def _with_letters(text: str) -> str:
    """A letter with a prime in a subscript, j', as a letter that is not there yet."""
    letters = {found[2] for found in _PRIMED.finditer(text)}
    free = iter([c for c in "rsuvzabcgmnpqlkh" if not re.search(rf"(?<![a-zA-Z\\]){c}(?![a-zA-Z])", text)])
    for letter in sorted(letters):
        other = next(free, None)
        if other is not None:
            text = re.sub(rf"([_{{][^{{}}\s]{{0,12}}?){letter}['’′]", rf"\g<1>{other}", text)
    return text


def _with_layers(text: str) -> str:
    """h^l as h^{(l)} where the sheet counts with l, and h^0 of the same h."""
    counted = {found["letter"] for found in _COUNTED.finditer(text)}
    counted &= {found["letter"] for found in _STATED.finditer(text)}  # φ_i = x^i has a power
    bases: set[str] = set()

    def bracketed(found: re.Match[str]) -> str:
        letter = (found["long"] or found["short"]).lstrip("\\")
        if letter not in counted:
            return found[0]
        bases.add(found["base"])
        written = "\\ell" if letter == "ell" else letter
        return f"{found['base']}^{{({written}{found['shift'] or ''})}}"

    text = _RAISED.sub(bracketed, text)
    for base in bases:
        text = re.sub(
            rf"(?<![A-Za-z\\]){re.escape(base)}\^(?:\{{(\d+|[LN])\}}|(\d|[LN]))",
            rf"{_safe(base)}^{{(\1\2)}}",
            text,
        )
    return text


def _safe(base: str) -> str:
    return base.replace("\\", "\\\\")


def _with_joins(text: str) -> str:
    """Blocks side by side, [A \\| B], [A; B], A ⊕ B, as Concat(A, B)."""
    joins_by_plus = not re.search(r"\bxor\b|parity", text, re.IGNORECASE)
    for at in [found.start() for found in re.finditer(r"[(\[]", text)][::-1]:  # those inside come first
        close = _closing(text, at)
        if close is None or "\n\n" in text[at:close] or text[at - 1 : at] == "\\":
            continue
        if _DIVERGENCE.search(text[max(0, at - 40) : at]):  # KL(p ‖ q) is of two, not of both in one
            continue
        parts = _blocks(text, at, close, joins_by_plus=joins_by_plus)
        if parts:
            text = f"{text[:at]}\\operatorname{{Concat}}({', '.join(parts)}){text[close + 1 :]}"
    if joins_by_plus:
        text = _PLUSSED.sub(lambda found: f"\\operatorname{{Concat}}({_PLUS.sub(', ', found[0])})", text)
    return text


def _blocks(text: str, at: int, close: int, *, joins_by_plus: bool) -> list[str]:
    """What a bracket sets side by side; nothing where it does not."""
    inside = text[at + 1 : close]
    bars = _split(inside, _BARS)
    if len(bars) == 2 or (
        len(bars) > 2 and all(re.fullmatch(rf"\s*(?:{_NAME}|\\[cl]?dots)\s*", part) for part in bars)
    ):
        return bars if all(part.strip() for part in bars) else []
    joined = _split(inside, _PLUS) if joins_by_plus else []
    if len(joined) > 1 and not any(re.search(r"(?<![{_^])[-+]", part) for part in joined):
        return joined
    rows = _split(inside, regex(";"))
    if text[at] != "[" or len(rows) < 2 or re.search(r"\\in\s*$", text[:at]):
        return []
    return rows if all(re.match(r"\s*\\?[A-Za-z…]", part) and "&" not in part for part in rows) else []


def _split(text: str, sign: re.Pattern[str]) -> list[str]:
    """The parts of a text between signs outside brackets."""
    parts, begin, depth, at = [], 0, 0, 0
    while at < len(text):
        found = sign.match(text, at)
        if found is not None and depth == 0:
            parts.append(text[begin : found.start()].strip())
            begin = at = found.end()
            continue
        depth += (text[at] in "([{") - (text[at] in ")]}")
        at += 1 + (text[at] == "\\" and at + 1 < len(text) and text[at + 1] in "{}|")
    return [*parts, text[begin:].strip()]


def _closing(text: str, at: int) -> int | None:
    """The bracket that closes the one at a place, before the paragraph ends."""
    opening, closing = text[at], _CLOSES[text[at]]
    depth = 0
    for place in range(at, min(len(text), at + 2000)):
        depth += (text[place] == opening) - (text[place] == closing)
        if depth == 0:
            return place
        if text.startswith("\n\n", place):
            return None
    return None


def _with_factors(text: str) -> str:
    """V flatten(D) and 2 head_i with the sign of a product: a word behind an operand is a factor."""
    defined = {
        found["word"]
        for found in _WORD.finditer(text)
        if re.match(_SCRIPTED + r"\s*(?:\\\w+\s*)?=", text[found.end() :]) or found["word"].lower() in _LAYERS
    }

    def multiplied(found: re.Match[str]) -> str:
        before = re.search(r"(\\[A-Za-z]+|[^\s\\])[\s]*$", text[max(0, found.start() - 40) : found.start()])
        if found["word"] not in defined or before is None:
            return found[0]
        last = before[1]
        is_operand = last in _GREEK or (last[0] != "\\" and (last.isalnum() or last in ")}]'"))
        return f"\\cdot {found[0]}" if is_operand else found[0]

    return _WORD.sub(multiplied, text)
