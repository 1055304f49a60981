r"""Units of measurement behind numbers of TeX, each as one word: `9.8\ m/s^2`, `20 \text{ mm}^3\text{/s}`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import pairwise

from workings.parsing.lexicon import Lexicon
from workings.parsing.tokens import EXPLICIT, GLUED, QUAD, Token
from workings.regex import regex

UNITS = frozenset(
    "m mm cm km nm µm μm s ms µs μs ns min hr hrs h sec g kg mg µg μg L l mL ml dL mol mmol J kJ MJ N kN Pa "
    "kPa MPa GPa V mV kV A mA W kW MW Hz kHz MHz GHz K C rpm rev rad eV keV MeV GeV cal kcal dB Ω F ft lb "
    "bit bits byte bytes B KB MB GB TB KiB MiB GiB FLOP FLOPs token tokens sample samples".split()
)
LONGEST = 16  # tokens of a unit
_MAY_MEASURE = regex(r"\d\s*(?:\\[ ,;:]|~|\\(?:text|mathrm|textrm|mbox|rm)\b|\{\\rm\b)")
_ENDS = frozenset({"rel", "sep", "close", "break", "amp", "dots"})


def may_measure(text: str) -> bool:
    return _MAY_MEASURE.search(text) is not None


def measured(tokens: list[Token], lexicon: Lexicon) -> list[Token]:
    """The tokens with every unit behind a number as one word, or left out inside of an operand."""
    found: list[Token] = []
    stating, factors = _stating(tokens), _factors(tokens)
    groups: list[bool] = []  # whether each bracket that is open holds a statement
    at = 0
    while at < len(tokens):
        token = tokens[at]
        found.append(token)
        if token.kind == "open":
            groups.append(at in stating)
        elif token.kind == "close" and groups:
            groups.pop()
        at += 1
        end = _unit_end(tokens, at, lexicon, factors) if token.kind == "num" and not token.prose else at
        if end > at:
            text = "".join(t.text for t in tokens[at:end] if t.text not in "{}")
            if all(groups) or (end < len(tokens) and tokens[end].text == "}" and _is_boxed(found)):
                found.append(replace(tokens[at], kind="word", text=text, end=tokens[end - 1].end, prose=True))
            at = end
    return [*_unboxed(found)]


def _stating(tokens: Sequence[Token]) -> set[int]:
    """The brackets that hold a sign of equality."""
    found: set[int] = set()
    opened: list[int] = []
    for at, token in enumerate(tokens):
        if token.kind == "open":
            opened.append(at)
        elif token.kind == "close" and opened:
            opened.pop()
        elif token.kind == "rel":
            for outer in reversed(opened):
                if outer in found:
                    break
                found.add(outer)
    return found


def _factors(tokens: Sequence[Token]) -> frozenset[str]:
    """The letters that stand elsewhere than behind numbers, set apart from them, and in other units."""
    return frozenset(
        other.text
        for before, other in pairwise(tokens)
        if other.kind == "name" and other.gap != EXPLICIT and before.text != "/" and before.kind != "name"
    )


def _is_boxed(tokens: Sequence[Token]) -> bool:
    """Whether a number is the first of braces behind a sign of equality."""
    before = [t for t in tokens[-4:-1] if t.text != "-"][-2:]
    return len(before) == 2 and before[0].kind == "rel" and before[1].text == "{"


def _unit_end(tokens: Sequence[Token], at: int, lexicon: Lexicon, factors: frozenset[str]) -> int:
    """Where the unit that begins behind a number ends; where it begins, if there is none."""
    start, words, marks = at, 0, 0
    while at < min(len(tokens), start + LONGEST):
        joined = tokens[at].text in ("/", "·") and tokens[at].kind == "op" and words > 0
        if words and not joined and tokens[at].gap < EXPLICIT and not tokens[at].prose:
            break
        end = _word_end(tokens, at + joined)
        if end == at + joined:
            break
        words += 1
        at = _exponent_end(tokens, end)
        marks += joined or at > end
    if not words or not _stands_behind(tokens, start, at, lexicon) or not _may_end(tokens, at):
        return start
    letters = not tokens[start].prose and (at - start > 1 or tokens[start].text not in factors)
    return at if marks or letters else start


def _word_end(tokens: Sequence[Token], at: int) -> int:
    """Where the word of a unit ends, whose letters maths reads as names."""
    if at < len(tokens) and tokens[at].kind == "word":
        return at + 1 if tokens[at].text in UNITS else at
    end, text, longest = at, "", at
    while (
        end < min(len(tokens), at + 6)
        and tokens[end].kind == "name"
        and (end == at or tokens[end].gap == GLUED)
    ):
        text += tokens[end].text
        end += 1
        if text in UNITS:
            longest = end
    return longest if longest == end else at


def _exponent_end(tokens: Sequence[Token], at: int) -> int:
    """Where a whole exponent ends, in braces perhaps."""
    if at < len(tokens) and tokens[at].kind == "super":
        return at + 1
    if at + 1 >= len(tokens) or tokens[at].text != "^":
        return at
    texts = [t.text for t in tokens[at + 1 : at + 5]]
    for size, braced in ((4, True), (3, True), (2, False), (1, False)):
        inner = texts[1 : size - 1] if braced else texts[:size]
        closed = not braced or (texts[0] == "{" and texts[size - 1 : size] == ["}"])
        if (
            len(texts) >= size
            and closed
            and len(inner) in (1, 2)
            and inner[-1].isdecimal()
            and inner[:-1] in ([], ["-"])
        ):
            return at + 1 + size
    return at


def _stands_behind(tokens: Sequence[Token], start: int, end: int, lexicon: Lexicon) -> bool:
    """Whether letters behind a number are set apart from it as no factor is."""
    first = tokens[start]
    if first.prose or first.kind == "word":
        return first.gap < QUAD
    names = [t for t in tokens[start:end] if t.kind == "name"]
    thin = len(names) > 1 and first.start > tokens[start - 1].end  # 5\,kg
    return (first.gap == EXPLICIT or thin) and not all(t.text in lexicon.letters for t in names)


def _may_end(tokens: Sequence[Token], at: int) -> bool:
    """Whether no operand follows, whose factor the letters might be."""
    if at >= len(tokens) or tokens[at].kind in _ENDS or tokens[at].kind == "op":
        return True
    return tokens[at].gap >= QUAD or tokens[at].prose


def _unboxed(tokens: Sequence[Token]) -> Iterator[Token]:
    r"""`= \boxed{3.2 \text{ kg}}` without its braces."""
    at = 0
    while at < len(tokens):
        token = tokens[at]
        if token.text == "{" and at and tokens[at - 1].kind == "rel":
            end = at + 1 + (at + 1 < len(tokens) and tokens[at + 1].text == "-")
            words = end + 1
            while words < len(tokens) and tokens[words].kind == "word" and tokens[words].prose:
                words += 1
            closed = end + 1 < words < len(tokens) and tokens[words].text == "}"
            if closed and tokens[end].kind == "num":
                yield replace(tokens[at + 1], gap=token.gap)
                yield from tokens[at + 2 : words]
                at = words + 1
                continue
        yield token
        at += 1
