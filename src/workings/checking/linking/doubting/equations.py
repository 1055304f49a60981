"""Equations that set a condition, such as `w·x + b = 0`, as opposed to saying what the left side is."""

from __future__ import annotations

import re

from workings.checking.chain import Chain, Link
from workings.checking.comparing.digits import stated_number
from workings.expr import Array, Call, Name
from workings.parsing.spellings import COMMANDS
from workings.regex import regex
from workings.resolving.scope import Scope
from workings.resolving.traits import is_plain, names_in, traits
from workings.source import last_gap
from workings.value import Tensor

_UNKNOWNS = frozenset("xyztθλ")  # letters that an equation is usually solved for
_POLYNOMIAL = frozenset({"add", "sub", "mul", "times", "neg", "pow", "div"})  # what equations are made of
_DEMANDED = regex(
    r"\b(?:needs?|wants?|requires?|demands?|must have|solv(?:e|ing)|such that|so that|setting)\b[^.=]{0,30}$",
    re.IGNORECASE,
)
_DIGITS = "₀₁₂₃₄₅₆₇₈₉"
_PLAIN = str.maketrans(_DIGITS, "0123456789")
_FURTHEST = 70  # characters between an equation and its solution
_FURTHEST_SYSTEM = 200  # the same, where determinants may stand between
_SOLUTION = regex(
    r"(?:(?!\.\s)[^=≈<>|\n])*?(?<![^\W\d_])(?P<name>\\?[^\W\d_]++)(?:_\{?(?P<index>\w++)\}?)?\s*+(?:&\s*+)?"
    r"(?:=|≈|\\approx)\s*+(?P<vector>\(|\[|\\begin|\\left)?"
)
_IN_FORMULA = regex(
    r"(?:[\^_*/+·×−-]|\\(?:times|cdot|odot)\b)[\s{(]*$"
)  # before a name that goes on from there


def is_equation(scope: Scope, text: str, chain: Chain, before: Link, link: Link) -> bool:
    """Whether a link is a condition on its names rather than a claim about them."""
    if not chain.at_start:
        return False
    if isinstance(before.printed.value, Tensor):
        after = text[link.member.span.end :][:_FURTHEST_SYSTEM]
        return _is_system(after, before) or _is_solved(after[:_FURTHEST], names_in(before.expr), False)
    if names_in(link.expr):
        return True
    if not isinstance(before.expr, Call):
        return False
    if _DEMANDED.search(text, max(0, before.member.span.start - _FURTHEST), before.member.span.start):
        return True
    stated, names = stated_number(link.expr), names_in(before.expr)
    if stated is None:  # 120 N² = 10^21
        return is_plain(link.expr) and _is_solved(text[link.member.span.end :][:_FURTHEST], names, False)
    if _is_solved(text[link.member.span.end :][:_FURTHEST], names, stated.value == 0):
        return True
    if any(isinstance(scope.said.get(key), Tensor) for key in names):
        return False
    if stated.value == 0:
        return True
    if link.member.is_approximate or not all(key[:1] in _UNKNOWNS for key in names):
        return False
    return not _are_given(scope, text, before)


def _are_given(scope: Scope, text: str, before: Link) -> bool:
    """Whether the letters of a formula were just given their values: `x = 3, y = 5, so x − y = −2`.

    A polynomial may still be the equation of a line or curve, unless the values stand in its paragraph.
    """
    names = names_in(before.expr)
    entries = {key.partition("_")[0] for key in names if "_" in key and key in scope.bindings}
    bindings = [scope.bindings.get(key) for key in names - entries]  # x_1 has its value, whatever x is
    known = [binding for binding in bindings if binding is not None]
    if len(known) < len(bindings) or any(one.put_in or one.section != scope.section for one in known):
        return False
    if traits(before.expr).ops - _POLYNOMIAL:
        return True
    opening = last_gap(text, before.member.span.start)
    return all(opening <= one.span.start < before.member.span.start for one in known)


def _is_system(after: str, before: Link) -> bool:
    """Whether a matrix times a name is set equal to something, and what the name is comes next: `A w = b`."""
    match before.expr:
        case Call(op="mul" | "matmul", args=(Array(items=(Array(), *_)), Name(key=key))):
            return re.search(rf"(?<![\w\\^_]){re.escape(key)}\s*+&?\s*+=", after) is not None
        case _:
            return False


def _is_solved(after: str, names: frozenset[str], homogeneous: bool) -> bool:
    """Whether what follows says what a name in it is: `10 w = 18, w = 1.8`, `a + b = 0, so v = (1, -1)`."""
    found = _SOLUTION.match(after)
    if found is None or _IN_FORMULA.search(after, 0, found.start("name")):
        return False
    name = found["name"].rstrip(_DIGITS)
    index = found["index"] or found["name"][len(name) :].translate(_PLAIN)
    base = COMMANDS.get(name[1:], ("", ""))[1] if name[0] == "\\" else name
    key = f"{base}_{index}" if index else base
    return key in names or (homogeneous and found["vector"] is not None)
