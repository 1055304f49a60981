"""Whether the formula of a name surely is meant where the name is stated again."""

from __future__ import annotations

import re

from workings.checking.chain import Link
from workings.checking.comparing import compare
from workings.checking.comparing.aligning import is_literal, parts
from workings.expr import Expr, walk
from workings.regex import regex
from workings.resolving.quantity import Quantity
from workings.resolving.scope import Binding, Scope
from workings.resolving.traits import names_in, traits

_HEADING = regex(r"^(?:#{1,6} |\\(?:sub)*section)|\n[-=]{3,}\n", re.M)
_NOTHING = regex(r"(?:[\s$&>.,;*]|\\[\[\]()\\]|\\(?:begin|end)\{[a-z]+\*?\}|\\(?:quad|qquad)\b)*")
FARTHEST_LINE = 60  # characters from one line of a working to the next
CASES = 2  # in which a name went by its formula, so that it surely is meant


def is_upheld(scope: Scope, text: str, anew: Link, agreed: set[int]) -> bool:
    """Whether a name goes by its formula here, by the places where it did or by the names in it."""
    return _is_of_cases(text, agreed, anew.member.span.start) or _is_rounded(scope, anew)


def _is_of_cases(text: str, agreed: set[int], here: int) -> bool:
    """Whether a name went by its formula in the cases before, and nothing since says otherwise."""
    before = sorted(place for place in agreed if place < here)
    if len(before) < CASES or _HEADING.search(text, before[0], here):
        return False
    from workings.checking.linking.doubting.convincing import (
        MADE_OTHERWISE,  # only a page with cases waits for it
    )

    return MADE_OTHERWISE.search(text, before[-1], here) is None


def _is_rounded(scope: Scope, anew: Link) -> bool:
    """Whether some names of a formula were stated as their own formulas have them, and no other is new."""
    found = {key: scope.bindings[key] for key in names_in(anew.source) if key in scope.bindings}
    stated = {key for key, one in found.items() if scope.is_as_formula(key, one)}
    return bool(stated) and all(
        one.section == scope.section and (one.times == 1 or key in stated) for key, one in found.items()
    )


def misses_next_line(scope: Scope, binding: Binding, head: Link, link: Link, text: str) -> bool:
    """Whether `z = 0.5 + 0.4` goes on from `z = 0.4·1.3 + 0.6·0.7` right above, but for a part of it."""
    formula = binding.formula
    if formula is None or binding.literal or binding.section != scope.section or is_literal(link.expr):
        return False
    if not (traits(formula).is_of_numbers and traits(link.expr).is_of_numbers):
        return False
    between = text[binding.span.end : head.member.span.start]
    if len(between) > FARTHEST_LINE or not _NOTHING.fullmatch(between):
        return False
    first, second = parts(formula), parts(link.expr)
    if len(first) != len(second) or len(first) < 2:
        return False
    how = head.printed.how
    missed = [
        (one, other)
        for one, other in zip(first, second, strict=True)
        if not compare(Quantity(other, {}, how), Quantity(one, {}, how), approximate=True).is_sound
    ]
    few = len(missed) == 1 or (bool(missed) and link.member.is_approximate)
    return few and all(_size(other) < _size(one) for one, other in missed)


def _size(expr: Expr) -> int:
    """How many numbers and operations stand in it."""
    return sum(1 for _ in walk(expr))
