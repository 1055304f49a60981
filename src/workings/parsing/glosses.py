"""Brackets behind a value that say it again, in percent or in degrees: `0.85 (85%)`, `π/2 (90°)`."""

from __future__ import annotations

from collections.abc import Sequence
from math import pi

from workings.parsing.brackets import Tokens
from workings.parsing.tokens import GLUED, Token
from workings.regex import regex

MOST_BEFORE = 12  # tokens of a value
_DEGREES = regex(r"([-+]?\d+(?:\.\d+)?)(?:°|\^\{?[⊙∘°]\}?)")
_PERCENT = regex(r"([-+]?)(\d+(?:\.\d+)?)%")
_NUMBER = regex(r"\d*\.\d+|\d+")
_OF_PI = regex(r"(?:frac\{)?(\d*)π(?:\}?[/{]?\{?(\d+)\}?)?")
_NEAR = 0.02  # what rounding may leave between the two


def says_again(tokens: Tokens, at: int, hi: int) -> bool:
    """Whether brackets say again what stands before them, in other units, and so are no factor of it."""
    if not at:
        return False
    inside, before = _text(tokens.list[at + 1 : hi - 1]), tokens.list[at - 1]
    glued = tokens.list[at].gap == GLUED  # also by the thin space of 0.5\,(50\%)
    percent = _PERCENT.fullmatch(inside)
    if percent is not None:
        sign, share = percent[1], float(percent[2]) / 100
        if glued:
            return _is_near(before, share) and not _goes_on(tokens.list, hi)
        if not sign:
            return before.kind in ("num", "close", "op") and not _is_share_of(tokens.list, at, hi, share)
        changed = 1 + share if sign == "+" else 1 - share
        return any(_is_near(before, value) for value in (share, changed))
    degrees = _DEGREES.fullmatch(inside)
    if glued:
        return degrees is not None and before.kind in ("num", "close") and _is_of_pi(tokens.list, at)
    if degrees is not None:
        return _is_of_pi(tokens.list, at) or _is_near(before, abs(float(degrees[1])) * pi / 180)
    return _is_angle(inside, tokens.list, at)


def is_value_with_gloss(tokens: Tokens, at: int, close: int) -> bool:
    """Whether braces, as \\boxed and \\mathbf leave them, hold a whole member and what is said of it."""
    listed = tokens.list
    if at and listed[at - 1].kind != "rel" or not (close + 1 == len(listed) or _ends(listed[close + 1])):
        return False
    last = next((look for look in range(at + 1, close) if tokens.match.get(look) == close - 1), None)
    if last is not None and listed[last].text == "(" and says_again(tokens, last, close):
        return True
    first = at + 2 if listed[at + 1].text == "-" else at + 1
    return listed[first].kind == "num" and listed[first + 1].kind == "word" and listed[first + 1].prose


def _ends(token: Token) -> bool:
    """Whether a token cannot be part of the member before it."""
    return token.kind in ("rel", "sep", "break", "close", "amp") or token.prose and token.gap > GLUED


def _text(tokens: Sequence[Token]) -> str:
    return "".join(token.text for token in tokens)


def _is_near(number: Token, value: float) -> bool:
    """Whether a number is a value, but for its rounding."""
    if number.kind != "num" or _NUMBER.fullmatch(number.text) is None:
        return False
    return abs(float(number.text) - value) <= _NEAR * value


def _is_share_of(listed: Sequence[Token], at: int, hi: int, share: float) -> bool:
    """Whether brackets take a share of a number, which a sign says the value of: `= 200 (85%) = 170`."""
    first = at == 1 or listed[at - 2].kind in ("rel", "sep", "break") or listed[at - 2].prose
    return (
        first
        and listed[at - 1].kind == "num"
        and _goes_on(listed, hi)
        and not _is_near(listed[at - 1], share)
    )


def _goes_on(listed: Sequence[Token], hi: int) -> bool:
    """Whether a sign of the same formula follows."""
    return hi < len(listed) and listed[hi].kind == "rel" and not listed[hi].prose


def _is_of_pi(listed: Sequence[Token], at: int) -> bool:
    """Whether π stands in the value before a place: nobody takes so many degrees of it."""
    for token in reversed(listed[max(0, at - MOST_BEFORE) : at]):
        if token.kind in ("rel", "sep", "break") or token.kind == "word" and token.prose:
            return False
        if token.text == "π":
            return True
    return False


def _is_angle(inside: str, listed: Sequence[Token], at: int) -> bool:
    """Whether brackets behind degrees hold the same in parts of π: `30° (π/6)`."""
    part = _OF_PI.fullmatch(inside)
    behind = _DEGREES.fullmatch(_text(listed[at - 3 : at])) or _DEGREES.fullmatch(_text(listed[at - 2 : at]))
    if part is None or behind is None or at < 2:
        return False
    return abs(float(behind[1])) * int(part[2] or 1) == 180 * int(part[1] or 1)
