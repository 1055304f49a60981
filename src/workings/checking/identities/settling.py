"""Links with free names, settled by running both sides at exact points of the shapes that fit them.

A difference is a proof, and is shown as small as one is found; agreement says at how many points. The
points are seeded from the names of the link, so the same text always gives the same verdict.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace

from flint import fmpq

from workings.checking.chain import Chain
from workings.checking.comparing.comparison import Comparison
from workings.checking.identities.certainty import (
    is_certain_of_numbers,
    is_certain_of_shapes,
    is_distributed,
    loses_index,
)
from workings.checking.identities.nearby import near_law
from workings.checking.identities.premises import by_premises
from workings.checking.identities.refuting import refuted
from workings.checking.identities.running import POINTS, Link
from workings.checking.identities.sampling import PLAIN
from workings.checking.identities.sorting import Sorted
from workings.checking.identities.trials import trials
from workings.evaluating import How
from workings.expr import Call, Expr, Name, walk
from workings.finding import Verdict
from workings.kinds import Kind
from workings.regex import regex
from workings.resolving.scope import Scope
from workings.resolving.traits import has_decimals, traits
from workings.value import key_of

MOST_NAMES = 24
UNBOUND = "sum/unbound-index"
_SHARE = regex(r"(?:p|hat\(p\)|π)_.{1,8}")  # of one of several classes
_SMALL = frozenset({"ε", "ϵ", "δ", "h"})  # whose squares may be left out
_DUAL = regex(
    r"(?:[εϵ]|\\(?:var)?epsilon)\s*(?:²|\^\{?2\}?)\s*=\s*0|\bdual numbers?\b|\bnilpotent"
    r"|\bhigher[- ]order terms|\bto first order|\bneglect",
    re.I,
)


def settle(left: Expr, right: Expr, chain: Chain, scope: Scope, how: How, text: str) -> Comparison | None:
    """RIGHT if both sides agree wherever both have a value, WRONG only where that is beyond doubt.

    What was said of names in another section may confirm, but never refutes; and what the page sets their
    powers and products equal to may be used in any link.
    """
    found = _settled_by_kinds(left, right, chain, scope, how, text)
    if (found is not None and found.verdict is Verdict.RIGHT) or not scope.premises:
        return found
    sides = by_premises(scope, left), by_premises(scope, right)
    if sides == (left, right):
        return found
    found = _settled_by_kinds(*sides, chain, scope, how, text)
    return found if found is not None and found.verdict is Verdict.RIGHT else None


def _settled_by_kinds(
    left: Expr, right: Expr, chain: Chain, scope: Scope, how: How, text: str
) -> Comparison | None:
    """The verdict under what was said in this section; what was said in others may confirm it."""
    fresh = {key: kind for key, kind in scope.declared.kinds.items() if kind.section == scope.section}
    if len(fresh) < len(scope.declared.kinds):
        found = _settled(left, right, chain, scope, how, text, scope.declared.kinds)
        if found is not None and found.verdict is Verdict.RIGHT:
            return found
    return _settled(left, right, chain, scope, how, text, fresh)


def _settled(
    left: Expr, right: Expr, chain: Chain, scope: Scope, how: How, text: str, kinds: Mapping[str, Kind]
) -> Comparison | None:
    """The verdict under what is said of the names."""
    link = Link(left, right, scope, how, kinds)
    if not link.free or len(link.free) > MOST_NAMES:
        return None
    letter = loses_index(left, right, text)
    if letter is not None:
        reason = f"{letter} is bound by the sum on the left and stands for nothing on the right"
        return Comparison(Verdict.WRONG, reason=reason, rule=UNBOUND)
    tried = trials(link)
    if tried.agreed == 0 and not tried.refuted and link.formulas:
        tried = trials(Link(left, right, scope, how, kinds, opened=False))  # it may hold whatever these are
        if not tried.hold:
            return None
    if tried.hold:
        count = max(tried.held, default=tried.agreed)
        return Comparison(Verdict.RIGHT, reason=f"both sides agree at {count} points")
    if not tried.refuted or (not _SMALL.isdisjoint(link.free) and _DUAL.search(text)):
        return None
    if "i" in link.free and (_is_squared(left, "i") or _is_squared(right, "i")):
        return None  # 3 i^2 = −3
    if _holds_of_shares(link, tried.refuted[0]):
        return Comparison(Verdict.RIGHT, reason="both sides agree for shares of a whole")
    if tried.agreed == 0 and is_certain_of_numbers(left, right, chain, scope):
        if has_decimals(right) and _meets_widened(link):
            return Comparison(Verdict.ROUNDING, reason="the sides differ by rounding only")
        return refuted(link, tried.refuted[0])
    if tried.agreed == 0 and is_distributed(left, right, chain, text):
        return refuted(link, tried.refuted[0])
    if tried.refute_shapes(link) and is_certain_of_shapes(
        left, right, chain, text, link.uses, link.kinds, link.free, dict(link.formulas)
    ):
        return refuted(link, tried.shaped[0])
    if (near := near_law(left, right, chain, scope, how, text, kinds)) is not None:
        found = refuted(link, tried.refuted[0])
        return replace(found, reason=f"{near.words}; {found.reason}")
    return None


def _is_squared(expr: Expr, letter: str) -> bool:
    """Whether a power of the letter is in it, which is a number where it is the imaginary unit."""
    return any(
        isinstance(node, Call)
        and node.op == "pow"
        and isinstance(node.args[0], Name)
        and node.args[0].key == letter
        for node in walk(expr)
    )


def _holds_of_shares(link: Link, names: Sorted) -> bool:
    """`1 − p_0² − p_1² = 2 p_0 p_1`, which holds where the chances of the classes add up to one."""
    keys = sorted(link.uses.names)
    if keys != ["p", "q"] and not (len(keys) > 1 and all(map(_SHARE.fullmatch, keys))):
        return False
    for point in range(POINTS):
        parts = [fmpq(point + (nth + 1) ** 2) for nth in range(len(keys))]
        shares = {key: part / sum(parts, fmpq(0)) for key, part in zip(keys, parts, strict=True)}
        if link.agree({**link.sample(point, names), **shares}, names) is not True:
            return False
    return True


def _meets_widened(link: Link) -> bool:
    """Whether both sides meet at every point when each decimal may be off by half a unit."""
    numbers = (node.value for side in (link.left, link.right) for node in traits(side).decimals)
    decimals = frozenset(map(key_of, numbers))
    outside, link.how = link.how, link.how.widened(decimals)
    met = all(link.agree(link.sample(point, PLAIN), PLAIN) for point in range(POINTS))
    link.how = outside
    return met
