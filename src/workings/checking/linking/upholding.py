"""Whether the formula of a name surely is meant where the name is stated again."""

from __future__ import annotations

import re

from workings.checking.chain import Link
from workings.regex import regex
from workings.resolving.scope import Scope
from workings.resolving.traits import names_in

_HEADING = regex(r"^(?:#{1,6} |\\(?:sub)*section)|\n[-=]{3,}\n", re.M)
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
