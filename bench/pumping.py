"""Texts that are hard for a regular expression, made from the expression itself.

A backtracking search is slow where a part that may be repeated meets more of what it takes than it needs. So
every such part is pumped, behind a text that leads to it and before one at which the rest fails.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from re import _parser  # type: ignore[attr-defined]
from typing import Any

FEW = 5  # repeats up to which a part is not worth pumping
CHARACTERS = " \n\t1a(A)[].,-_\\{}$|=+:;*/&^'\"`>#•Σ"
UNITS = (
    " ", "\n", "1", "a", "a ", "1 ", ", 1", "0.1, ", "1.", "= ", "+ 1", "\\ ", "\\", "{", "}", "(", "()",
    "[", "[[", "$", "$$", "|", "| 1 ", "- 1\n", "- ", "-", "w_1 ", "\\frac{1}{2}", "x = 1\n", "x = 1, ",
    "Σ", "&", "& 1", "_", "^", " \n", "\n\n", "> ", "*", "**", "`", "# ", "and ", "a, ", "Aa ", "A",
    "\t", "1/2 ", "x1", "1x", ".", ",", ":", "%", "\\\\ ", "\\begin{", "\\text{", "<", "\"", "'", "→",
    "(1)", "[1]", "1)", "(1, ", "x(", "1-", "…",
)  # fmt: skip
ENDS = ("\x01", "\n\x01")  # at which nearly everything fails


def texts_of(
    source: str, flags: int, size: int, thorough: bool = True
) -> Iterator[tuple[str, str, str, str]]:
    """Openings, units, ends and the texts made of them, of about a size; or only those pages are full of."""
    found = dict.fromkeys(pumps(_parser.parse(source, flags)))
    if thorough:
        found |= dict.fromkeys(("", unit) for unit in UNITS)
    for opening, unit in found:
        if not unit or len(opening) >= size // 2 or not (thorough or unit in " \n" or len(unit) > 1):
            continue
        for end in ENDS if thorough else ENDS[:1]:
            yield opening, unit, end, opening + unit * ((size - len(opening)) // len(unit)) + end


def pumps(parts: Sequence[tuple[Any, Any]], before: str = "") -> Iterator[tuple[str, str]]:
    """A text that leads to a part that may be repeated, and what it is pumped with."""
    for kind, value in parts:
        yield from _pumps_of(str(kind), value, before)
        before += shortest([(kind, value)])


def _pumps_of(kind: str, value: Any, before: str) -> Iterator[tuple[str, str]]:
    match kind:
        case "MAX_REPEAT" | "MIN_REPEAT" | "POSSESSIVE_REPEAT":
            _, most, body = value
            if most > FEW:
                units = bodies(body)
                yield from ((before, unit) for unit in units)
                yield from (("", before + unit) for unit in units[:3])
                if len(body) > 1 or str(body[0][0]) in ("SUBPATTERN", "BRANCH"):
                    yield from ((before, unit) for unit in (" ", "1", "a", "1 ", ", 1"))
            yield from pumps(body, before)
        case "SUBPATTERN":
            yield from pumps(value[3], before)
        case "ATOMIC_GROUP":
            yield from pumps(value, before)
        case "BRANCH":
            for branch in value[1]:
                yield from pumps(branch, before)
        case "ASSERT" | "ASSERT_NOT":
            if value[0] > 0:
                yield from pumps(value[1], before)


def bodies(parts: Sequence[tuple[Any, Any]]) -> list[str]:
    """A few texts that a part takes."""
    if len(parts) == 1 and str(parts[0][0]) in ("IN", "ANY", "NOT_LITERAL", "LITERAL"):
        return [one for one in CHARACTERS if _takes(parts[0], one)][:16] or [shortest(parts)]
    found = [shortest(parts), longest(parts)]
    for kind, value in parts:
        if str(kind) == "SUBPATTERN":
            found += bodies(value[3])
        if str(kind) == "BRANCH":
            found += [shortest(branch) for branch in value[1]]
    return list(dict.fromkeys(found))[:12]


def shortest(parts: Sequence[tuple[Any, Any]]) -> str:
    """A short text that parts take one after the other, where what is around them does not matter."""
    return "".join(_sample(str(kind), value, 0) for kind, value in parts)


def longest(parts: Sequence[tuple[Any, Any]]) -> str:
    """One with all that may be left out."""
    return "".join(_sample(str(kind), value, 1) for kind, value in parts)


def _sample(kind: str, value: Any, least: int) -> str:
    make = longest if least else shortest
    match kind:
        case "LITERAL":
            return chr(value)
        case "IN" | "NOT_LITERAL":
            return next(
                (one for one in "a1 (" + CHARACTERS if _takes((kind, value), one)), _first(kind, value)
            )
        case "ANY":
            return "a"
        case "BRANCH":
            return make(value[1][0])
        case "SUBPATTERN":
            return make(value[3])
        case "ATOMIC_GROUP":
            return make(value)
        case "MAX_REPEAT" | "MIN_REPEAT" | "POSSESSIVE_REPEAT":
            return make(value[2]) * max(least, value[0])
        case _:
            return ""


def _takes(part: tuple[Any, Any], character: str) -> bool:
    """Whether a part that stands for a single character takes one."""
    kind, value = part
    match str(kind):
        case "LITERAL":
            return bool(chr(value) == character)
        case "NOT_LITERAL":
            return bool(chr(value) != character)
        case "ANY":
            return character != "\n"
        case "IN":
            negated = bool(value) and str(value[0][0]) == "NEGATE"
            return any(_has(one, character) for one in value) != negated
    return False


def _has(one: tuple[Any, Any], character: str) -> bool:
    kind, value = one
    match str(kind):
        case "LITERAL":
            return bool(chr(value) == character)
        case "RANGE":
            return bool(value[0] <= ord(character) <= value[1])
        case "CATEGORY":
            name = str(value)
            letter = {"DIGIT": r"\d", "WORD": r"\w", "SPACE": r"\s"}[name.rpartition("_")[2]]
            return (re.match(letter, character) is not None) != ("_NOT_" in name)
    return False


def _first(kind: str, value: Any) -> str:
    for one, what in value if kind == "IN" else ():
        if str(one) == "LITERAL":
            return chr(what)
        if str(one) == "RANGE":
            return chr(what[0])
    return "€"
