"""Numbers that a slip gives to all their digits: then the names behind them are the ones that are meant.

Names may stand for something else by now, so that a value which differs from theirs is left open. But where a
transposed matrix, a term left out or an activation left out gives just what is stated, in more digits than
chance would, nothing else was meant by them.
"""

from __future__ import annotations

import re
from itertools import chain as joined
from itertools import islice

from workings.checking.chain import Link
from workings.checking.comparing.agreeing import distance
from workings.checking.slips.case import case_of
from workings.checking.slips.change import Scene
from workings.checking.slips.matrices import rearranged
from workings.checking.slips.recipes import wrong_recipes
from workings.checking.slips.structure import left_out
from workings.checking.slips.target import Target, as_float
from workings.regex import regex
from workings.resolving.scope import Scope
from workings.resolving.traits import names_in
from workings.value import Tensor, Value

MOST_TRIES = 60
LARGEST_CHANCE = 1e-4  # that a number without a cause is just what one of the slips gives
SPREAD = 10  # units of the last digit among which it may lie
FARTHEST = 240  # characters before a value that may say that it is made otherwise
MADE_OTHERWISE = regex(
    r"\b(?:without|not|never|ignor\w*|drop\w*|omit\w*|skip\w*|remov\w*|linear\w*|un(?:scaled|masked|normali[sz]ed)|raw"
    r"|instead|varia\w+|if|would|were|suppose|compar\w*|other|another|alternativ\w*|transpos\w*|only|second"
    r"|ohne|kein\w*|sans|sin|wrong\w*|mistak\w*|identity|plain|just|keep\w*"
    r"|no (?:activation|ReLU|non-?linear|bias|soft|scal|mask|resid|root|temp))\b|[≠?]",
    re.I,
)


def is_given_by_slip(scope: Scope, text: str, before: Link, link: Link) -> bool:
    """Whether one slip in the formula behind a value gives just what is stated for it."""
    start = before.member.span.start
    if not names_in(before.source) or MADE_OTHERWISE.search(text, max(0, start - FARTHEST), start):
        return False
    case = case_of(before, link, scope.unfold)
    if case is None or case.pick is not None or not names_in(case.expr):
        return False
    scene = Scene(text, (), scope.said, scope.past.earlier)
    kinds = (kind(case.expr, scene) for kind in (wrong_recipes, rearranged, left_out))
    changes = list(islice(joined.from_iterable(kinds), MOST_TRIES))
    if _chance(case.target) * len(changes) > LARGEST_CHANCE:
        return False
    return any(_is_met(case.target, value) for change in changes for value in case.values(change))


def _is_met(target: Target, value: Value) -> bool:
    """Whether a value is what is stated, to about the last digit, where the right one is another."""
    items = value.items if isinstance(value, Tensor) else (value,)
    if len(items) != len(target.stated):
        return False
    pairs = zip(items, target.stated, strict=True)
    return all(distance(item, stated.value) <= stated.unit for item, stated in pairs)


def _chance(target: Target) -> float:
    """How likely numbers without a cause are just those that are stated, the right ones among them too."""
    share = 1.0
    for stated, right in zip(target.stated, target.right, strict=True):
        size = abs(as_float(stated.value)) + abs(as_float(right))
        share *= min(1.0, 2 * as_float(stated.unit) / max(size, SPREAD * as_float(stated.unit)))
    return share
